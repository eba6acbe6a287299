"""The figures that each process keeps: requests, streams, connections of its pool, memory, processor time."""

from __future__ import annotations

import os
import time
from pathlib import Path
from threading import Event, Thread
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from api.front.bodies import TooLarge, TooMany, TooSlow
from api.front.heavy import HeavyFailed
from api.front.observer import METHODS, Observer
from api.front.turns import NoTurn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

REGISTRY: Final = CollectorRegistry()
"""The instruments of this process."""
OTHER: Final = "other"
"""The method of a request with another one: a client must not be able to add series."""
NO_ROUTE: Final = "none"
REASONS: Final[dict[type[Exception], str]] = {
    NoTurn: "no turn", TooMany: "too many", TooLarge: "too large", TooSlow: "too slow", HeavyFailed: "heavy failed",
}  # fmt: skip
SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""The upper bounds of the classes of durations."""
PERIOD: Final = 5.0
"""Seconds between two looks at a process and its pool."""
SELF: Final = Path("/proc/self")
NO_COUNTS: Final = MappingProxyType[str, int]({})


class Instruments(Observer):
    """The instruments of a process. A second object with the same registry is an error of the library."""

    def __init__(self, registry: CollectorRegistry = REGISTRY) -> None:
        self.requests = Counter(
            "nought_requests", "Answered requests, by the template of their route.", ["route", "method", "status"],
            registry=registry,
        )  # fmt: skip
        self.durations = Histogram(
            "nought_request_seconds", "Time from the head of a request to its answer, waiting for a turn included.",
            ["route", "method"], registry=registry, buckets=SECONDS,
        )  # fmt: skip
        self.refusals = Counter(
            "nought_refusals", "Requests that were refused before the application saw them, by reason.", ["reason"],
            registry=registry,
        )  # fmt: skip
        self.streams = Gauge("nought_streams", "Open live streams.", multiprocess_mode="livesum", registry=registry)
        self.pool = Gauge(
            "nought_pool_connections", "Connections of the pools of this server's processes, by state.", ["state"],
            multiprocess_mode="livesum", registry=registry,
        )  # fmt: skip
        self.pool_waiting = Gauge(
            "nought_pool_waiting", "Callers that wait for a connection of a pool.", multiprocess_mode="livesum",
            registry=registry,
        )  # fmt: skip
        self.reads = Counter(
            "nought_reads", "Requests that a replica may answer, by which database answered.", ["answered_by"],
            registry=registry,
        )  # fmt: skip
        self.attempts = Counter(
            "nought_message_attempts", "Attempts to deliver a message to a player, by outcome.", ["outcome"],
            registry=registry,
        )  # fmt: skip
        self.processes = Gauge(
            "nought_processes", "Running processes of this server, by kind.", ["process"],
            multiprocess_mode="livesum", registry=registry,
        )  # fmt: skip
        self.memory = Gauge(
            "nought_process_memory_bytes", "Resident memory of this server's processes, by kind.", ["process"],
            multiprocess_mode="livesum", registry=registry,
        )  # fmt: skip
        self.files = Gauge(
            "nought_process_open_files", "Open files of this server's processes, by kind.", ["process"],
            multiprocess_mode="livesum", registry=registry,
        )  # fmt: skip
        self.processor = Counter(
            "nought_process_cpu_seconds", "Processor time of this server's processes, by kind.", ["process"],
            registry=registry,
        )  # fmt: skip
        for reason in REASONS.values():
            self.refusals.labels(reason)
        self.streams.set(0)
        self._processor_time = 0.0
        self._served = {"replica": 0, "leader": 0}
        for database in self._served:
            self.reads.labels(database)
        self._attempts = {"delivered": 0, "failed": 0}
        for outcome in self._attempts:
            self.attempts.labels(outcome)

    def count_request(self, route: str, method: str, status: int, seconds: float | None) -> None:
        """Count an answered request; see `Observer.count_request`."""
        labels = route or NO_ROUTE, method if method in METHODS else OTHER
        self.requests.labels(*labels, str(status)).inc()
        if seconds is not None:
            self.durations.labels(*labels).observe(seconds)

    def count_refusal(self, error: Exception) -> None:
        """Count a request that was refused before the application saw it."""
        self.refusals.labels(next((name for kind, name in REASONS.items() if isinstance(error, kind)), OTHER)).inc()

    def add_streams(self, count: int) -> None:
        """Add to the number of open streams."""
        self.streams.inc(count)

    def watch(
        self,
        process: str,
        pool: Callable[[], Mapping[str, int] | None],
        served: Callable[[], Mapping[str, int]] = dict,
        attempts: Callable[[], Mapping[str, int]] = dict,
    ) -> None:
        """Look at this process and its pool every few seconds, in a thread, until the process ends.

        ``process``: its kind. ``pool`` returns the library's statistics of the pool; None if there is none yet.
        ``served`` returns the number of requests that replicas and the leader answered; ``attempts`` that of attempts
        to deliver a message, by outcome.
        """

        def run() -> None:
            never = Event()
            while True:
                self.look(process, pool(), served(), attempts())
                never.wait(PERIOD)

        Thread(target=run, name="nought-metrics", daemon=True).start()

    def look(
        self,
        process: str,
        pool: Mapping[str, int] | None,
        served: Mapping[str, int] = NO_COUNTS,
        attempts: Mapping[str, int] = NO_COUNTS,
    ) -> None:
        """Set the figures of this process and its pool."""
        for counter, before, counts in ((self.reads, self._served, served), (self.attempts, self._attempts, attempts)):
            for label, count in counts.items():
                counter.labels(label).inc(count - before[label])
                before[label] = count
        used = time.process_time()
        self.processor.labels(process).inc(used - self._processor_time)
        self._processor_time = used
        self.processes.labels(process).set(1)
        if SELF.is_dir():
            resident = int((SELF / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
            self.memory.labels(process).set(resident)
            self.files.labels(process).set(len(os.listdir(SELF / "fd")))
        if pool is not None:
            size, free = pool.get("pool_size", 0), pool.get("pool_available", 0)
            self.pool.labels("used").set(max(0, size - free))
            self.pool.labels("free").set(free)
            self.pool_waiting.set(pool.get("requests_waiting", 0))
