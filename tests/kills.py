"""Writers that go on while servers and databases are killed, and what must hold of the book afterwards."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
import psutil

from api.deals.access import event_rows
from api.requests.positions import HEADER
from api.services import Services
from domain.tournament.commands import RANKED_TOPICS
from store.events.log import Log
from store.events.recorder import Recorder
from store.settings import Settings
from store.tables.queries import rows
from tests.cli.conftest import spoken
from tests.http.computed import compute
from tests.http.people import opened, sentences, whole_deal
from tests.http.tournament_requests import SWISS, draw, enter, report, sheet
from tests.waiting import PATIENCE, until

TRY_AGAIN = frozenset({502, 503})
RESTING = 0.05
"""Seconds between two attempts."""


@dataclass(frozen=True)
class Reply:
    """The last answer of a server to a request."""

    status_code: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)


@dataclass
class Client:
    """A client of some servers. It sends each request until one of them answers it, a command under one key.

    As the Python client does, it sends the position of its last command with each request.
    """

    ports: Sequence[int]
    secret: str
    position: str | None = None
    acknowledged: list[tuple[float, float]] = field(default_factory=list)
    """For each acknowledged command the times at which it was sent and acknowledged."""
    patience: float = PATIENCE

    def call(self, method: str, path: str, body: Any = None) -> Reply:
        headers = {"Authorization": f"Bearer {self.secret}"}
        if self.position is not None:
            headers[HEADER] = self.position
        content = None
        if method != "GET":
            headers |= {"Idempotency-Key": uuid4().hex, "Content-Type": "application/json"}
            content = msgspec.json.encode({} if body is None else body)
        deadline = time.monotonic() + self.patience
        attempt = random.randrange(len(self.ports))
        while time.monotonic() < deadline:
            sent = time.monotonic()
            reply = self._attempt(self.ports[attempt % len(self.ports)], method, f"/api/v1{path}", content, headers)
            if reply is not None and reply.status_code not in TRY_AGAIN:
                if method != "GET" and reply.status_code < 400:
                    self.acknowledged.append((sent, time.monotonic()))
                    self.position = reply.headers.get(HEADER, self.position)
                return reply
            attempt += 1
            time.sleep(RESTING)
        raise AssertionError(f"{method} {path} was not answered")

    def _attempt(
        self, port: int, method: str, path: str, content: bytes | None, headers: dict[str, str]
    ) -> Reply | None:
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            connection.request(method, path, content, headers)
            answer = connection.getresponse()
            return Reply(answer.status, dict(answer.headers), answer.read())
        except (OSError, HTTPException):
            return None
        finally:
            connection.close()

    def get(self, path: str) -> Reply:
        return self.call("GET", path)

    def post(self, path: str, json: Any = None) -> Reply:
        return self.call("POST", path, json)


@dataclass
class Scribe:
    """Records deals and results until it is stopped, and reads what it has just written."""

    client: Client
    number: int
    deals: dict[str, list[tuple[int, Any]]] = field(default_factory=dict)
    """The acknowledged events of each deal: version, and the act."""
    results: dict[str, int] = field(default_factory=dict)
    """The tokens of the losing side in the acknowledged result of each table of its tournament."""
    stale: list[str] = field(default_factory=list)
    """The reads that did not show what had been acknowledged to this scribe."""
    reads: int = 0

    def run(self, stop: threading.Event) -> None:
        cup = opened(self.client.post("/tournaments", {"name": "The cup", "terms": SWISS, "ruleset": "304"}))
        for entry in range(1, 5):
            enter(self.client, cup, f"Pair {self.number}-{entry}")
        tables = {each["id"]: each["sides"][0][0] for each in draw(self.client, cup)["encounters"]}
        chance = random.Random(self.number)
        while not stop.is_set():
            for table, entry in tables.items():
                self._report(cup, table, entry, chance)
            dealer, acts = whole_deal(chance.randrange(1000))
            deal = opened(self.client.post("/deals", {"ruleset": "304", "dealer": dealer}))
            self.deals[deal] = []
            for sentence in sentences(acts):
                if stop.is_set():
                    return
                self._act(deal, sentence)

    def _act(self, deal: str, sentence: str) -> None:
        answer = self.client.post(f"/deals/{deal}/actions", {"act": sentence})
        assert answer.status_code == 200, answer.body
        self.deals[deal] += [(each["version"], each.get("act")) for each in answer.json["recorded"]]
        version = answer.json["version"]
        shown = self.client.get(f"/deals/{deal}").json["version"]
        self._compare(shown >= version, f"deal {deal}: version {shown} after {version}")

    def _report(self, cup: str, table: str, entry: str, chance: random.Random) -> None:
        """Enter or correct the result of a table, and read the standings."""
        before = self.results.get(table)
        theirs = chance.choice([tokens for tokens in range(7) if tokens != before])
        if before is None:
            report(self.client, table, 7, theirs)
        else:
            answer = self.client.post(
                f"/encounters/{table}/corrections", {"sheet": sheet(7, theirs), "why": "It was read wrongly."}
            )
            assert answer.status_code == 200, answer.body
        self.results[table] = theirs
        standings = {row["entry"]: row for row in self.client.get(f"/tournaments/{cup}/standings").json["items"]}
        difference = standings[entry]["breaks"]["difference"]
        self._compare(difference == 7 - theirs, f"entry {entry} of {cup}: {difference} after 7:{theirs}")

    def _compare(self, is_fresh: bool, text: str) -> None:
        self.reads += 1
        if not is_fresh:
            self.stale.append(text)


@contextmanager
def at_work(scribes: Sequence[Scribe]) -> Iterator[list[Future[None]]]:
    """Let scribes write meanwhile; raise what one of them raised."""
    stop = threading.Event()
    with ThreadPoolExecutor(len(scribes)) as pool:
        futures = [pool.submit(scribe.run, stop) for scribe in scribes]
        try:
            yield futures
        finally:
            stop.set()
        for each in futures:
            each.result(PATIENCE)


def wait_for_writes(scribes: Sequence[Scribe], futures: Sequence[Future[None]], count: int = 3) -> None:
    """Wait until every scribe has got so many further acknowledgements."""
    before = [len(each.client.acknowledged) for each in scribes]

    def all_have_written() -> bool:
        for each in futures:
            if each.done():
                each.result()
        return all(len(each.client.acknowledged) >= start + count for each, start in zip(scribes, before, strict=True))

    until(all_have_written)


def checkpoint_of(client: Client, folder: Path) -> None:
    """Keep the newest checkpoint in a folder, if there is one."""
    reply = client.get("/log/checkpoint")
    if reply.status_code == 200:
        (folder / f"{len(list(folder.iterdir()))}.checkpoint").write_bytes(reply.body)


def check_book(settings: Settings, scribes: Sequence[Scribe], checkpoints: Path) -> int:
    """Check that nothing acknowledged is lost or doubled, the log and the read models. Return the number of events."""
    assert [stale for scribe in scribes for stale in scribe.stale] == []
    services = Services.build(settings)
    try:
        deals = [each for scribe in scribes for each in scribe.deals.items()]
        count = sum(check_deal(services, deal, acknowledged) for deal, acknowledged in deals)
        check_projections(services)
        check_log(services.recorder, settings, checkpoints)
    finally:
        services.close()
    return count


def check_deal(services: Services, deal: str, acknowledged: list[tuple[int, Any]]) -> int:
    """Compare the stored events of a deal with those that were acknowledged; return their number."""
    history = services.ledger.repository.history(UUID(deal))
    stored = [(row["version"], row.get("act")) for row in event_rows(history, "arbiter")][1:]
    # The last command may not have been answered when the scribe was stopped.
    assert stored[: len(acknowledged)] == acknowledged, f"deal {deal}"
    assert len({version for version, _ in stored}) == len(stored)
    return len(stored) + 1


_CATALOGUE = "SELECT id, kind, club_id, parent_id, created_at, title, data, traits FROM catalogue ORDER BY id"
_LINES = (
    "SELECT tournament_id, source_id, round, entry, board, line FROM tournament_lines WHERE line IS NOT NULL"
    " ORDER BY tournament_id, source_id, round, entry, board"
)


_STATISTICS = "SELECT club_id, name, span, begins, kernel, numbers::text FROM statistics ORDER BY 1, 2, 3, 4"


def check_projections(services: Services) -> None:
    """Compare the read models with those that are made anew from the events."""
    recorder = services.recorder
    compute(services.statistics)
    before = rows(recorder, _CATALOGUE), rows(recorder, _LINES)
    counted = rows(recorder, _STATISTICS)
    assert all(before)
    assert services.statistics.note_all() >= bool(counted)
    compute(services.statistics)
    assert rows(recorder, _STATISTICS) == counted
    for _ in services.catalogue.rebuild(services.ledger.listing):
        pass
    for _ in services.lines.rebuild(services.ledger.ranking, RANKED_TOPICS):
        pass
    assert (rows(recorder, _CATALOGUE), rows(recorder, _LINES)) == before


def check_log(recorder: Recorder, settings: Settings, checkpoints: Path, seconds: float = PATIENCE) -> None:
    """Verify the log against every checkpoint that was kept, as an operator does. Every one must still hold."""
    log = Log(recorder)
    until(lambda: log.size() == log.events_count(), seconds)
    files = sorted(checkpoints.iterdir())
    given = [part for file in files for part in ("--checkpoint", str(file))]
    environment = {"NOUGHT_DSN": settings.dsn, "NOUGHT_SCHEMA": settings.schema, "NOUGHT_KEYS": settings.keys}
    verified = spoken("verify", "log", *given, env=environment, seconds=seconds)
    assert verified.code == 0, verified.err
    assert "nothing was changed" in verified.out


def kill_tree(process: psutil.Process) -> None:
    """Kill a process and all its descendants."""
    family = [process, *process.children(recursive=True)]
    for each in family:
        with suppress(psutil.Error):
            each.kill()
    psutil.wait_procs(family[1:], PATIENCE)


@contextmanager
def frozen(processes: Sequence[psutil.Process]) -> Iterator[None]:
    """Stop processes meanwhile. They then go on as if nothing had happened; one that goes on may end another."""
    for each in processes:
        with suppress(psutil.NoSuchProcess):
            each.suspend()
    try:
        yield
    finally:
        for each in processes:
            with suppress(psutil.NoSuchProcess):
                each.resume()


def silence_after(scribes: Sequence[Scribe], moment: float, until: float) -> float:
    """Return the longest time in seconds without an acknowledgement to any scribe that ended between two moments.

    A command that was sent before the first moment and answered late does not end it.
    """
    times = sorted(at for scribe in scribes for sent, at in scribe.client.acknowledged if at <= moment or sent > moment)
    pauses = [later - max(earlier, moment) for earlier, later in pairwise(times) if moment < later <= until]
    return max(pauses, default=0.0)
