"""Webhooks delivered to a real receiver on loopback, by a process that is killed again and again."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from typing import Any
from uuid import UUID

import pytest
from standardwebhooks.webhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from api.services import Provider
from api.webhooks import deliverer as webhook_deliverer
from api.webhooks import requests as webhook_requests
from api.webhooks.messages import TYPES
from api.webhooks.requests import UnusableUrl, check_url, find_address, is_public, new_key, send
from store.settings import Settings
from tests.cases import full
from tests.http.people import People
from tests.http.tournament_requests import done, draw, report, tournament
from tests.waiting import until

FULL = bool(os.environ.get("NOUGHT_FULL"))
EVENTS, KILLS = (10_000, 20) if FULL else (200, 3)
PROGRAM = """
import sys, time
from api.services import Services
from store.settings import Settings
deliverer = Services.build(Settings(dsn=sys.argv[1], schema=sys.argv[2])).deliverer()
while True:
    if not deliverer.deliver():
        time.sleep(0.02)
"""


@dataclass
class Receiver:
    url: str = ""
    key: str = field(default_factory=new_key)
    status: int = 200
    messages: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    requests: int = 0
    waiting: int = 0
    """The requests to a path of /slow, which are answered once `answer_slowly` is set."""
    answer_slowly: threading.Event = field(default_factory=threading.Event)

    @property
    def ids(self) -> list[str]:
        return [identity for identity, _ in self.messages]


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """A server that verifies each signature with the library."""
    monkeypatch.setenv("NOUGHT_WEBHOOKS_LOCAL", "1")
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.requests += 1
            if self.path.endswith("/slow"):
                receiver.waiting += 1
                receiver.answer_slowly.wait(60)
            status = receiver.status
            try:
                payload = Verifier(receiver.key).verify(body, dict(self.headers))
            except WebhookVerificationError:
                status = 401
            if status == 200:
                receiver.messages.append((self.headers["webhook-id"], payload))
            self.send_response(status)
            self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            """A sender that is killed does not read its answer."""

    with Server(("127.0.0.1", 0), Handler) as server:
        receiver.url = f"http://127.0.0.1:{server.server_address[1]}/hook"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield receiver
        receiver.answer_slowly.set()
        server.shutdown()
        thread.join()


@pytest.fixture
def hook(house: Provider, people: People, receiver: Receiver) -> Iterator[tuple[str, UUID]]:
    """A tournament and its webhook."""
    cup = tournament(people.admin, 2)
    webhooks = house.services.webhooks
    webhook = webhooks.add(UUID(cup), receiver.url, receiver.key)
    yield cup, webhook
    webhooks.end(webhook)


def expected(house: Provider, cup: str, streams: set[str]) -> list[str]:
    notifications = house.services.recorder.select_notifications(0, 10**6, topics=list(TYPES))
    return [
        f"{n.originator_id}-{n.originator_version}" for n in notifications if str(n.originator_id) in {cup, *streams}
    ]


def events(people: People, cup: str, table: str, number: int) -> None:
    """Results that are entered and corrected, so many."""
    report(people.admin, table, 7, 6)
    for n in range(number - 1):
        body = {"sheet": {"whole": [{"tokens": 7}, {"tokens": n % 6}]}, "why": "A slip."}
        done(people.admin, f"/encounters/{table}/corrections", body)


def test_messages_are_signed_in_order_without_results_and_the_same_ids_when_replayed(
    house: Provider, people: People, receiver: Receiver, hook: tuple[str, UUID]
) -> None:
    cup, webhook = hook
    table = draw(people.admin, cup)["encounters"][0]["id"]
    report(people.admin, table, 7, 5)
    other = tournament(people.admin, 2)
    draw(people.admin, other)
    deliverer = house.services.deliverer()
    until(lambda: deliverer.deliver() == 0 and len(receiver.messages) >= 2)
    assert receiver.ids == expected(house, cup, {table})
    assert [payload["type"] for _, payload in receiver.messages] == ["round.drawn", "result.changed"]
    _, result = receiver.messages[1]
    assert result["data"] == {"tournament": cup, "path": f"/api/v1/encounters/{table}", "round": 1, "table": 1}
    assert result.keys() == {"type", "timestamp", "data"}
    first = list(receiver.messages)
    assert house.services.webhooks.replay(webhook, None)
    deliverer.deliver()
    assert receiver.messages == first * 2


@pytest.mark.parametrize("status", [full(302), full(404), 500])
def test_a_failed_message_is_sent_again_before_the_next(
    house: Provider,
    people: People,
    receiver: Receiver,
    hook: tuple[str, UUID],
    monkeypatch: pytest.MonkeyPatch,
    status: int,
) -> None:
    cup, webhook = hook
    monkeypatch.setattr(webhook_deliverer, "FIRST_PAUSE", 0.001)
    table = draw(people.admin, cup)["encounters"][0]["id"]
    report(people.admin, table, 7, 5)
    receiver.status = status
    deliverer = house.services.deliverer()
    until(lambda: deliverer.deliver() == 0 and receiver.requests >= 3)
    row = next(each for each in house.services.webhooks.all() if each.id == webhook)
    assert (row.failures, row.last_answer) == (receiver.requests, f"the answer was {status}")
    assert receiver.messages == []
    receiver.status = 200
    until(lambda: deliverer.deliver() >= 0 and len(receiver.messages) == 2)
    assert receiver.ids == expected(house, cup, {table})


@pytest.mark.full
def test_a_slow_receiver_holds_up_no_other_club_and_not_its_own_other_webhooks(
    house: Provider, people: People, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three tournaments of one club have receivers that answer at last, and one has a quick one."""
    monkeypatch.setattr(webhook_deliverer, "OF_A_CLUB", 2)
    webhooks, clubs = house.services.webhooks, (people.club(), people.club())
    cups = [tournament(people.admin, 2, club=club) for club in (*[clubs[0]] * 3, clubs[1])]
    urls = [f"{receiver.url}/slow"] * 3 + [receiver.url]
    added = [webhooks.add(UUID(cup), url, receiver.key) for cup, url in zip(cups, urls, strict=True)]
    tables = [draw(people.admin, cup)["encounters"][0]["id"] for cup in cups]
    delivering = threading.Thread(target=house.services.deliverer().deliver)
    delivering.start()
    until(lambda: receiver.ids == expected(house, cups[3], set()) and receiver.waiting == 2)
    report(people.admin, tables[3], 7, 5)
    until(lambda: receiver.ids == expected(house, cups[3], {tables[3]}))
    assert (len(receiver.ids), receiver.waiting) == (2, 2)
    receiver.answer_slowly.set()
    delivering.join()
    assert sorted(receiver.ids) == sorted({each for cup in cups for each in expected(house, cup, {tables[3]})})
    for webhook in added:
        webhooks.end(webhook)


@pytest.mark.full
def test_kills_lose_no_message_and_keep_the_order(
    settings: Settings, house: Provider, people: People, receiver: Receiver, hook: tuple[str, UUID]
) -> None:
    cup, _ = hook
    table = draw(people.admin, cup)["encounters"][0]["id"]
    writer = threading.Thread(target=events, args=(people, cup, table, EVENTS - 1))
    writer.start()
    root = str(Path(webhook_deliverer.__file__).parents[2])
    for life in range(KILLS + 1):
        process = subprocess.Popen([sys.executable, "-c", PROGRAM, settings.dsn, settings.schema], cwd=root)
        goal = EVENTS * (life + 1) // (KILLS + 1)
        try:
            until(lambda goal=goal: len(set(receiver.ids)) >= goal, seconds=3600 if FULL else 120)
        finally:
            process.kill()
            process.wait()
    writer.join()
    known: dict[str, None] = dict.fromkeys(receiver.ids)
    assert list(known) == expected(house, cup, {table})
    assert len(known) == EVENTS
    by_id = dict(receiver.messages)
    assert all(json.dumps(payload) == json.dumps(by_id[identity]) for identity, payload in receiver.messages)
    assert len(receiver.messages) - EVENTS <= KILLS


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "::1", "fe80::1%eth0", "::ffff:10.0.0.1", "0.0.0.0",  # noqa: S104
     "64:ff9b::a00:1", "64:ff9b:1::a00:1", "::10.0.0.1", "fec0::1", "5f00::1", "192.0.0.8", "224.0.0.1", "100.64.0.1"],
)  # fmt: skip
def test_addresses_of_private_networks_are_not_public(address: str) -> None:
    assert not is_public(address)


def test_urls_that_lead_into_private_networks_are_refused() -> None:
    for url in (
        "http://example.org/",
        "ftp://example.org",
        "https://",
        "https://a:b@example.org/",
        "https://x:0/",
        "x",
    ):
        with pytest.raises(UnusableUrl):
            check_url(url)
    with pytest.raises(UnusableUrl, match="no public address"):
        find_address("localhost", 443)
    assert is_public("9.9.9.9")


@pytest.mark.full
def test_a_server_that_answers_byte_by_byte_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte comes in time; the whole answer does not."""
    monkeypatch.setenv("NOUGHT_WEBHOOKS_LOCAL", "1")
    monkeypatch.setattr(webhook_requests, "LONGEST_SECONDS", 0.5)
    ended = threading.Event()

    class Dripping(BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):
                self.request.sendall(b"HTTP/1.1 200 OK\r\n")
                while not ended.wait(0.02):
                    self.request.sendall(b"A")

    with ThreadingTCPServer(("127.0.0.1", 0), Dripping) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            with pytest.raises((OSError, http.client.HTTPException)):
                send(f"http://127.0.0.1:{server.server_address[1]}/", new_key(), "an-id", "{}")
        finally:
            ended.set()
            server.shutdown()
            thread.join()
