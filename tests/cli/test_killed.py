"""``kill -9`` at any moment: what was recorded is there once, and the next start goes on from it.

With ``NOUGHT_FULL=1`` more often.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import subprocess
from collections.abc import Callable
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg
import pytest

from replay.notation import DealDocument, read_archive, record_of
from replay.notation.actions import write_action
from store.postgres import embedded
from store.settings import Settings
from tests.cli.conftest import Nought, gone, postgres, process, rows
from tests.databases import THROWN_AWAY
from tests.replaying.deals import enter, open_record, random_acts
from tests.waiting import PATIENCE, free_port, until

pytestmark = pytest.mark.full

FULL = bool(os.environ.get("NOUGHT_FULL"))
DEALS = 96 if FULL else 4
DEMO = ("demo", "--no-serve", "--deals", DEALS)


def kill(running: subprocess.Popen[str], data: Path, *, with_postgres: bool) -> None:
    """End the process, and every process of its Postgres with it, as a power cut would."""
    running.kill()
    if with_postgres:
        for each in postgres(data):
            with contextlib.suppress(ProcessLookupError):
                os.kill(each.pid, 9)
    running.communicate(timeout=PATIENCE)


def recorded(data: Path) -> int:
    """The number of events by now; 0 while there is no database to ask."""
    try:
        with psycopg.connect(host=str(data.resolve() / "postgres"), user="nought_owner", dbname="nought") as connection:
            row = connection.execute("SELECT count(*) FROM nought.events").fetchone()
    except psycopg.Error:
        return 0
    return row[0] if row else 0


def everything(nought: Nought, data: Path) -> tuple[str, dict[str, int]]:
    """The whole record book as an archive, and the rows of each table."""
    with embedded.start(data) as server:
        counted = rows(Settings(dsn=server.dsn, owner_dsn=server.owner_dsn))
        return nought("export", "--all", "--data", data).out, counted


Strike = tuple[Callable[[], object], bool]


def strikes(data: Path, events: int) -> list[Strike]:
    """When to kill: while the cluster is made, while the server starts, after so many events; Postgres too or not."""
    chance = random.Random(304)
    counts = sorted(chance.randrange(events) for _ in range(20 if FULL else 2))
    moments: list[Callable[[], object]] = [
        lambda: any(data.glob("postgres.partial-*")),
        lambda: (data / "postgres" / "postmaster.pid").exists(),
        *(partial(_more_than, data, count) for count in counts),
    ]
    return list(zip(moments, cycle((False, True)), strict=False))


def _more_than(data: Path, count: int) -> bool:
    return recorded(data) > count


def test_an_evening_is_whole_whenever_it_was_killed(nought: Nought, folder: Path) -> None:
    with embedded.temporary(config=THROWN_AWAY) as server:
        nought(*DEMO, "--data", server.folder)
        undisturbed = everything(nought, server.folder)
    for strike, with_postgres in strikes(folder, undisturbed[1]["events"]):
        running = process(*DEMO, "--data", folder)
        until(lambda: strike() or running.poll() is not None)  # noqa: B023
        kill(running, folder, with_postgres=with_postgres)
    assert nought(*DEMO, "--data", folder).code == 0
    gone(folder)
    assert everything(nought, folder) == undisturbed


# --- a table that records over HTTP -------------------------------------------------------------


class Scribe:
    """Sends act after act, each under a key of its own, and the same again until it is acknowledged."""

    def __init__(self, port: int, secret: str) -> None:
        self.port = port
        self.secret = secret
        self.acknowledged: list[dict[str, Any]] = []
        self.retried = 0

    def send(self, path: str, body: dict[str, Any], key: str) -> dict[str, Any]:
        """The answer to one command, however often it had to be sent."""
        headers = {"Authorization": f"Bearer {self.secret}", "Idempotency-Key": key, "Content-Type": "application/json"}
        answers: list[dict[str, Any]] = []

        def answered() -> bool:
            connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
            with contextlib.closing(connection), contextlib.suppress(OSError, HTTPException):
                connection.request("POST", f"/api/v1{path}", json.dumps(body), headers)
                reply = connection.getresponse()
                answer = json.load(reply)
                if reply.status in (200, 201):
                    answers.append(answer)
                elif reply.status != 503:
                    raise AssertionError(answer)
            self.retried += not answers
            return bool(answers)

        until(answered)
        return answers[0]

    def record(self, deal: str, sentences: list[str]) -> None:
        """A whole deal, act by act."""
        for number, act in enumerate(sentences):
            self.acknowledged.append(self.send(f"/deals/{deal}/actions", {"act": act}, f"act {number}"))


def test_every_act_that_was_acknowledged_is_there_once(nought: Nought, folder: Path) -> None:
    """Server, worker and Postgres are killed while a scribe records, and started again."""
    chance = random.Random(28)
    port = free_port()
    serve = ("serve", "--port", port, "--workers", 1, "--data", folder)
    running = process(*serve)
    secret = nought("token", "issue", "admin", "Keeper", "--data", folder).out.strip()
    scribe = Scribe(port, secret)
    dealer, acts = random_acts(chance)
    deal = scribe.send("/deals", {"ruleset": "304", "dealer": dealer}, "open")["id"]
    scribing = Thread(target=scribe.record, args=(deal, [write_action(act) for act in acts]))
    scribing.start()
    moments = sorted(chance.sample(range(1, len(acts) - 5), 12 if FULL else 1))
    for moment in moments:
        before = scribe.retried
        until(lambda: len(scribe.acknowledged) >= moment)  # noqa: B023
        kill(running, folder, with_postgres=True)
        running = process(*serve)
        until(lambda: scribe.retried > before)  # noqa: B023
    scribing.join(120)
    running.terminate()
    assert running.communicate(timeout=PATIENCE)[0] == ""

    expected = open_record(dealer)
    enter(expected, *acts)
    (document,) = read_archive(io.BytesIO(nought("export", deal, "--data", folder).out.encode()))
    assert isinstance(document, DealDocument)
    record = record_of(document)
    assert record.acts == expected.acts
    assert record.settlement == expected.settlement
    versions = [answer["version"] for answer in scribe.acknowledged]
    assert versions == sorted(set(versions))
    assert versions[-1] == len(document.items) + 1
