"""The answer of `/metrics`: the figures of all processes of this server, and those of the database."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from api.metrics.folder import VARIABLE
from api.metrics.instruments import REGISTRY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from prometheus_client.core import Metric

    from store.postgres.cluster import ClusterState
    from store.postgres.monitoring import BookFigures, Reading

MEDIA_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4


def exposition(reading: Reading | None, own: CollectorRegistry = REGISTRY) -> bytes:
    """Return all figures as text.

    ``reading``: what was read of the database; None if it gave no answer in time. ``own``: the figures of this process,
    if it shares none with others.
    """
    registry = CollectorRegistry()
    folder = os.environ.get(VARIABLE)
    if folder:
        forget_ended(Path(folder))
        MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    registry.register(_Database(reading))
    return (b"" if folder else generate_latest(own)) + generate_latest(registry)


def forget_ended(folder: Path) -> None:
    """Remove the gauges of processes that have ended; their counts stay."""
    for process in {each.stem.rpartition("_")[2] for each in folder.glob("gauge_live*_*.db")}:
        try:
            os.kill(int(process), 0)
        except ProcessLookupError:
            with suppress(FileNotFoundError):  # another worker removes it too
                mark_process_dead(process, str(folder))  # type: ignore[no-untyped-call]


class _Database:
    """A collector of the figures of the database."""

    def __init__(self, reading: Reading | None) -> None:
        self.reading = reading

    def describe(self) -> Iterable[Metric]:
        """Return nothing, so that the registry does not collect at once."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Yield the figures."""
        reading = self.reading
        up = reading is not None and reading.book is not None
        yield _gauge("nought_database_up", "1 if the database answered this request.", up)
        if reading is not None:
            if reading.book is not None:
                yield from of_book(reading.book)
            yield from of_cluster(reading.cluster)


def of_book(book: BookFigures) -> Iterator[Metric]:
    """Yield the figures of the book: its events, its log, and what waits."""
    yield CounterMetricFamily("nought_events", "Events saved in the book, by whatever process.", book.events)
    yield _gauge("nought_log_leaves", "Leaves of the log.", book.leaves)
    yield _gauge("nought_log_checkpoint_leaves", "Leaves that the newest checkpoint covers.", book.checkpoint_size)
    if book.checkpoint_age is not None:
        yield _gauge("nought_log_checkpoint_age_seconds", "Age of the newest checkpoint.", book.checkpoint_age)
    yield _gauge(
        "nought_log_unsigned_seconds", "Age of the oldest event that no checkpoint covers; 0 if all are covered.",
        book.unsigned_age,
    )  # fmt: skip
    yield _labelled("nought_analyses", "Deals that wait for the analysis, by state.", ["state"], book.analyses)
    yield _labelled(
        "nought_webhooks", "Webhooks by state; the last message of a retrying one failed and waits.", ["state"],
        book.webhooks,
    )  # fmt: skip
    yield _labelled(
        "nought_messages", "Messages to devices and mail addresses that are still to be delivered, by state.",
        ["state"], book.messages,
    )  # fmt: skip
    yield _gauge(
        "nought_messages_oldest_seconds", "Age of the oldest message that is due, or failed and waits; 0 if none.",
        book.message_age,
    )  # fmt: skip


def of_cluster(state: ClusterState) -> Iterator[Metric]:
    """Yield the figures of the hosts of the connection string, as `nought cluster` shows them."""
    yield _gauge("nought_cluster_takes_writes", "1 if one host leads and enough replicas follow.", state.takes_writes)
    yield _gauge(
        "nought_cluster_quorum", "Replicas that hold a write before it is acknowledged; 0 if none.", state.quorum
    )
    yield _gauge("nought_cluster_leaders", "Hosts that take writes; more than 1 is a fault.", len(state.leaders))
    yield _labelled("nought_cluster_host_up", "1 if the host answers.", ["host"],
                    {host.name: not host.error for host in state.hosts})  # fmt: skip
    yield _labelled("nought_cluster_host_leads", "1 if the host takes writes.", ["host"],
                    {host.name: host.is_leader for host in state.hosts})  # fmt: skip
    yield _labelled("nought_cluster_replica_follows", "1 if the replica receives changes.", ["host"],
                    {host.name: host.is_following for host in state.replicas})  # fmt: skip
    behind = GaugeMetricFamily(
        "nought_cluster_replica_behind_bytes", "How far a replica is behind the leader, on disk and for its readers.",
        labels=["host", "part"],
    )  # fmt: skip
    for host in state.replicas:
        for part, replayed in (("disk", False), ("readers", True)):
            if (lag := state.behind(host, replayed=replayed)) is not None:
                behind.add_metric([host.name, part], lag)
    yield behind


def _gauge(name: str, about: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, about, float(value))


def _labelled(name: str, about: str, labels: list[str], values: dict[str, int] | dict[str, bool]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, about, labels=labels)
    for label, value in values.items():
        family.add_metric([label], float(value))
    return family
