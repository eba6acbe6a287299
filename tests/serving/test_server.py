"""Slow clients, large requests and many streams do not stop a club's evening."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from http.client import HTTPException
from socket import socket

import psutil
import pytest

from api.live.places import MOST_EACH, Kind
from api.live.stream import HEARTBEAT_SECONDS
from tests.serving.conftest import Running
from tests.waiting import until

LONG = 180
"""Seconds that the heavy process may take to start on a machine where everything else goes first."""
HEAD = "Host: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"


@contextmanager
def connections(running: Running, text: str, count: int) -> Iterator[list[socket]]:
    with ExitStack() as stack:
        yield [stack.enter_context(running.connection(text)) for _ in range(count)]


def acts(running: Running) -> list[int]:
    """A deal of which two acts are recorded, each within ten seconds."""
    deal = running.opened("deals", {"ruleset": "304", "dealer": "S"})
    sent = ("S shuffle", "W no cut")
    return [running.ask("POST", f"/api/v1/deals/{deal}/actions", {"act": act}, seconds=10).status for act in sent]


@pytest.mark.full
@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"POST /sign-in HTTP/1.1\r\n{HEAD}Content-Length: 100000\r\n\r\nlogin=a", id="bodies"),
        pytest.param("GET /deals HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ", id="heads"),
        pytest.param("GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", id="answers nobody reads"),
    ],
)
def test_a_scribe_records_while_sixty_clients_are_slow(running: Running, text: str) -> None:
    with connections(running, text, 60):
        time.sleep(0.5)
        assert acts(running) == [200, 200]


@pytest.mark.full
def test_a_scribe_records_while_one_address_asks_for_all_streams(running: Running) -> None:
    deal = running.opened("deals", {"ruleset": "304", "dealer": "S"})
    text = f"GET /api/v1/deals/{deal}/stream/public HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with connections(running, text, 400) as opened:
        assert acts(running) == [200, 200]
        heads = [each.recv(12).decode() for each in opened]
        assert heads.count("HTTP/1.1 200") == MOST_EACH[Kind.ANYBODY]
        refused = heads.count("HTTP/1.1 429") + heads.count("HTTP/1.1 503")
        assert refused == 400 - MOST_EACH[Kind.ANYBODY]
        official = f"{text[:-2]}Authorization: Bearer {running.secret}\r\n\r\n"
        with connections(running, official, 1) as (own,):
            assert own.recv(12) == b"HTTP/1.1 200"
    # The clients have gone away: the server notices that long before the next heartbeat, and their places are free.
    until(lambda: is_streamed(running, text), HEARTBEAT_SECONDS / 2)


def is_streamed(running: Running, text: str) -> bool:
    """Tell whether the server answers with a stream."""
    with connections(running, text, 1) as (connection,):
        return connection.recv(12) == b"HTTP/1.1 200"


@pytest.mark.full
def test_what_costs_much_is_made_in_a_process_of_its_own(running: Running) -> None:
    deal = running.opened("deals", {"ruleset": "304", "dealer": "S"})
    path = f"/api/v1/deals/{deal}/audit"
    assert running.ask("GET", path, seconds=LONG).status == 200
    (heavy,) = running.heavy()
    assert heavy.nice() > 0
    heavy.kill()
    until(lambda: not running.heavy())
    assert running.ask("GET", path, seconds=LONG).status == 200
    assert len(running.heavy()) == 1


@pytest.mark.full
def test_the_processes_for_long_answers_are_started_before_anybody_needs_them(running: Running) -> None:
    """A start takes seconds, for which the first preview or paper of a morning would have to wait."""
    until(lambda: len(running.heavy()) == 1 and len(running.heavy("main_of_papers()")) == 1, LONG)


@pytest.mark.full
def test_bots_decide_in_the_heavy_process_and_none_of_their_acts_is_lost_with_it(running: Running) -> None:
    """The deal itself says whose act is next, so the next request goes on where the last one ended."""
    body = {"ruleset": "304", "seat": "E", "strength": "club", "dealer": "E"}
    opened = running.ask("POST", "/api/v1/practices", body, signed_in=False).json
    player = replace(running, secret=str(opened["secret"]))
    path = f"/api/v1/practices/{opened['id']}"
    first = player.ask("POST", f"{path}/bots", {}, seconds=LONG)
    assert first.status == 200
    assert "bot" in first.json
    (heavy,) = running.heavy()
    heavy.kill()
    until(lambda: not running.heavy())
    second = player.ask("POST", f"{path}/bots", {}, seconds=LONG)
    assert second.status == 200
    assert second.json["acts"][: len(first.json["acts"])] == first.json["acts"]  # type: ignore[arg-type, index]
    assert len(running.heavy()) == 1


@pytest.mark.full
def test_the_heavy_process_ends_with_its_worker(running: Running) -> None:
    deal = running.opened("deals", {"ruleset": "304", "dealer": "S"})
    assert running.ask("GET", f"/api/v1/deals/{deal}/audit", seconds=LONG).status == 200
    (heavy,) = running.heavy()
    worker = heavy.parent()
    assert worker is not None
    worker.kill()
    until(lambda: not heavy.is_running() or heavy.status() == psutil.STATUS_ZOMBIE)
    until(lambda: answers(running))


def answers(running: Running) -> bool:
    """Whether a worker is there again."""
    with suppress(OSError, HTTPException):
        return running.ask("GET", "/ready", signed_in=False).status == 200
    return False


@pytest.mark.full
def test_a_session_sees_in_the_heavy_process_what_it_sees_elsewhere_and_nobody_else_does(running: Running) -> None:
    deal = running.opened("deals", {"ruleset": "304", "dealer": "S"})
    path = f"/api/v1/deals/{deal}/knowledge?seat=E"
    assert running.ask("GET", path, seconds=LONG).status == 200
    assert running.ask("GET", path, signed_in=False, seconds=LONG).status == 403
