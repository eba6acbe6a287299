"""The figures of `nought serve` for Prometheus: of all its processes together, for the operator alone."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

import psutil
import pytest
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families as parse

from api.front.turns import NoTurn
from api.metrics.exposition import exposition
from api.metrics.folder import VARIABLE, shared_folder
from api.metrics.instruments import METHODS, OTHER, Instruments
from api.site import Site
from store.events.factory import build
from store.postgres.cluster import ClusterState, Host
from store.postgres.monitoring import BookFigures, Monitor, Reading
from store.settings import Settings
from tests.cli.conftest import process
from tests.serving.conftest import Running, is_ready, serving
from tests.waiting import PATIENCE, free_port, until
from web.app import create_app

SECRET = "a secret of the operator"  # noqa: S105
GOLDEN = Path(__file__).with_name("metrics.txt")
NOTHING = BookFigures(3, 2, 1, 4.0, 5.0, {"waiting": 1}, {"retrying": 1}, {"waiting": 2}, 6.0)
CLUSTER = ClusterState(
    (
        Host("db1:5432", is_leader=True, received=9, replayed=9),
        Host("db2:5432", received=7, replayed=5, is_following=True),
    )
)


@dataclass(frozen=True)
class Figures:
    """An answer of `/metrics`."""

    text: str

    def value(self, name: str, **labels: str) -> float:
        """Return the sum of the samples of a name that have these labels."""
        families: Iterator[Metric] = parse(self.text)
        samples = [sample for family in families for sample in family.samples]
        return sum(each.value for each in samples if each.name == name and labels.items() <= each.labels.items())


def read(running: Running, secret: str | None = SECRET, method: str = "GET") -> tuple[int, Figures]:
    connection = HTTPConnection("127.0.0.1", running.port, timeout=20)
    try:
        connection.request(method, "/metrics", headers={"Authorization": f"Bearer {secret}"} if secret else {})
        answer = connection.getresponse()
        return answer.status, Figures(answer.read().decode())
    finally:
        connection.close()


def has_workers(running: Running, count: int) -> bool:
    """Whether the server answers and counts so many workers; while one is replaced a connection can be reset."""
    try:
        return figures(running).value("nought_processes", process="worker") == count
    except OSError:
        return False


def figures(running: Running) -> Figures:
    status, answer = read(running)
    assert status == 200
    return answer


@pytest.fixture(scope="module")
def two(settings: Settings) -> Iterator[Running]:
    with serving(settings, workers=2, NOUGHT_METRICS=SECRET) as running:
        yield running


def workers(running: Running) -> list[psutil.Process]:
    """Return the processes that answer requests."""
    children = psutil.Process(running.pid).children()
    return [each for each in children if any(each.pid == one.pid for one in _listening(running))]


def _listening(running: Running) -> Iterator[psutil.Process]:
    for each in psutil.Process(running.pid).children():
        with suppress(psutil.Error):
            if any(one.laddr.port == running.port for one in each.net_connections() if one.laddr):
                yield each


@pytest.mark.full
def test_the_counts_of_two_workers_are_added_up_and_outlive_a_worker(two: Running) -> None:
    until(lambda: figures(two).value("nought_processes", process="worker") == 2)
    deal = two.opened("deals", {"ruleset": "304", "dealer": "S"})
    for act in ("S shuffle", "W no cut"):
        two.ask("POST", f"/api/v1/deals/{deal}/actions", {"act": act})
    for _ in range(20):
        assert two.ask("GET", "/health").status == 200
    route = "/api/v1/deals/<uuid:deal_id>/actions"
    before = figures(two)
    assert before.value("nought_requests_total", route="/health", method="GET", status="200") == 20
    assert before.value("nought_requests_total", route=route, method="POST", status="200") == 2
    assert before.value("nought_request_seconds_count", route=route, method="POST") == 2
    assert before.value("nought_process_memory_bytes", process="worker") > 2 * 10**7
    assert deal not in before.text
    victim = workers(two)[0]
    victim.kill()
    until(lambda: not victim.is_running())
    until(lambda: is_ready(two) and has_workers(two, 2))
    assert figures(two).value("nought_requests_total", route="/health") == 20


@pytest.mark.full
def test_an_open_stream_is_counted_until_it_ends(two: Running) -> None:
    deal = two.opened("deals", {"ruleset": "304", "dealer": "S"})
    text = f"GET /api/v1/deals/{deal}/stream/public HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with two.connection(text) as connection:
        assert connection.recv(12) == b"HTTP/1.1 200"
        assert figures(two).value("nought_streams") == 1
    until(lambda: figures(two).value("nought_streams") == 0)


@pytest.mark.full
def test_only_the_operators_secret_opens_the_figures(two: Running) -> None:
    for secret in (None, "", SECRET[:-1], f"{SECRET}x", two.secret, "ü" * 20):
        assert read(two, secret and secret.encode().decode("latin-1"))[0] == 401
    assert read(two, method="HEAD")[0] == 200


def test_a_server_without_the_setting_shows_its_figures_to_nobody() -> None:
    site = create_app(Settings(dsn="host=/nowhere"), outside=Site()).test_client()
    for header in ({}, {"Authorization": "Bearer "}, {"Authorization": "Bearer None"}, {"Authorization": SECRET}):
        answer = site.get("/metrics", headers=header)
        assert (answer.status_code, answer.json and answer.json["code"]) == (401, "token-needed")


@pytest.mark.full
def test_the_book_is_read_from_the_database(two: Running, settings: Settings) -> None:
    """Events of other processes count too; a checkpoint is signed within a minute, so its age is not waited for."""
    two.opened("deals", {"ruleset": "304", "dealer": "S"})
    recorder = build(settings)
    (events,) = recorder.read(b"SELECT count(*) FROM events", [])[0]
    recorder.close()
    until(lambda: figures(two).value("nought_events_total") == events)
    until(lambda: figures(two).value("nought_log_leaves") == events, 2 * PATIENCE)
    now = figures(two)
    assert now.value("nought_database_up") == now.value("nought_cluster_takes_writes") == 1
    assert now.value("nought_cluster_leaders") == 1
    # The figures are read one after another, and a checkpoint can be signed in between.
    until(lambda: says_whether_all_is_signed(figures(two)))


def says_whether_all_is_signed(now: Figures) -> bool:
    covered = now.value("nought_log_checkpoint_leaves") == now.value("nought_log_leaves")
    return (now.value("nought_log_unsigned_seconds") == 0) == covered


def test_whoever_has_not_the_secret_sees_no_figures() -> None:
    """`test_only_the_operators_secret_opens_the_figures` asks a server of several processes."""
    site = create_app(Settings(dsn="host=/nowhere"), outside=Site(metrics=SECRET)).test_client()
    for secret in (None, "", SECRET[:-1], f"{SECRET}x", "ü" * 20):
        headers = {"Authorization": f"Bearer {secret}".encode().decode("latin-1")} if secret is not None else {}
        assert site.get("/metrics", headers=headers).status_code == 401
    with shared_folder():
        assert site.get("/metrics", headers={"Authorization": f"Bearer {SECRET}"}).status_code == 200


def test_a_database_that_is_away_is_a_figure_and_no_error() -> None:
    monitor = Monitor(Settings(dsn="host=/nowhere"))
    reading = monitor.read("kernel")
    assert reading is not None
    assert reading.book is None
    answer = Figures(exposition(reading, CollectorRegistry()).decode())
    assert answer.value("nought_database_up") == 0
    assert answer.value("nought_cluster_host_up") == 0
    assert "nought_events_total" not in answer.text
    monitor.close()


def touched() -> CollectorRegistry:
    """Return instruments that have counted something each."""
    registry = CollectorRegistry()
    instruments = Instruments(registry)
    instruments.count_request("/health", "GET", 200, 0.01)
    instruments.count_refusal(NoTurn())
    instruments.look("worker", {"pool_size": 4, "pool_available": 3})
    return registry


def test_names_types_and_explanations_are_those_of_the_golden_file() -> None:
    """Dashboards and alarms use them. Write the file anew: NOUGHT_GOLDEN=1."""
    text = exposition(Reading(NOTHING, CLUSTER), touched()).decode()
    lines = [line for line in text.splitlines() if line.startswith("#") and "_created" not in line]
    if os.environ.get("NOUGHT_GOLDEN"):
        GOLDEN.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_a_client_cannot_add_series_by_methods_or_paths() -> None:
    registry = CollectorRegistry()
    instruments = Instruments(registry)
    for number in range(50):
        instruments.count_request("", f"M{number}", 404, 0.01)
    text = Figures(generate_latest(registry).decode())
    assert text.value("nought_requests_total", route="none", method=OTHER, status="404") == 50
    assert OTHER not in METHODS


def test_the_folder_is_new_private_and_removed() -> None:
    before = os.environ.get(VARIABLE)
    with shared_folder() as folder:
        assert os.environ[VARIABLE] == str(folder)
        assert folder.stat().st_mode & 0o777 == 0o700
        assert not list(folder.iterdir())
    assert not folder.exists()
    assert os.environ.get(VARIABLE) == before


@pytest.mark.full
def test_the_folder_of_a_server_that_was_killed_is_removed_at_the_next_start(settings: Settings) -> None:
    """Folders of running servers stay, also of one that has written nothing yet."""
    named = {"NOUGHT_DSN": settings.dsn, "NOUGHT_SCHEMA": settings.schema, "NOUGHT_KEYS": settings.keys}
    port = free_port()
    with (
        shared_folder() as own,
        process("serve", "--port", port, "--workers", 1, env=named, stdout=sys.stderr, stderr=sys.stderr) as serving,
    ):
        until(lambda: is_ready(Running(port, "", serving.pid)))
        children = psutil.Process(serving.pid).children(recursive=True)
        until(lambda: any(_was_of(each, children) for each in own.parent.glob("nought-metrics-*")))
        # Before the kill: afterwards any other server that starts may remove it.
        (left,) = [each for each in own.parent.glob("nought-metrics-*") if _was_of(each, children)]
        serving.kill()
        serving.wait()
        # Its workers end by themselves.
        psutil.wait_procs(children, PATIENCE)
        with shared_folder() as another:
            assert not left.exists()
            assert own.exists()
            assert another.exists()


def _was_of(folder: Path, processes: list[psutil.Process]) -> bool:
    """Whether one of these processes has written into a folder."""
    numbers = {each.stem.rpartition("_")[2] for each in folder.glob("*.db")}
    return bool(numbers & {str(process.pid) for process in processes})


def test_a_secret_that_is_short_is_refused() -> None:
    with pytest.raises(ValueError, match="16"):
        Site.from_environment({"NOUGHT_METRICS": "short"})
    assert re.search("secret of", repr(Site(metrics=SECRET))) is None
