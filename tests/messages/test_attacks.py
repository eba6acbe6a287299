"""A player as an attacker: no address for messages makes the server send anything into its own network."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from api.messages import push
from api.messages.push import check_device, encode
from api.services import Provider
from api.webhooks.requests import UnusableUrl, is_public
from store.tables.people.message_choices import PushDevice
from store.tables.queries import rows
from tests.cases import cases, full
from tests.http.people import People, opened
from tests.messages.push_server import Browser, PushServer, running_push_server
from tests.messages.test_delivery import Evening

KEY, AUTH = encode(Browser("/").p256dh), encode(b"0" * 16)
OWN_NETWORK = (
    # IPv4 as programs of old have read it: short, decimal, octal, hexadecimal
    "https://127.1/", "https://127.0.1/", "https://2130706433/", "https://0x7f000001/", "https://0x7f.1/",
    "https://017700000001/", "https://0177.0.0.1/", "https://0/", "https://0.0.0.0/", "https://10.1/", "https://192.168.1/",
    "https://0xa9fea9fe/latest", "https://169.254.169.254./latest",
    # names of this machine
    "https://localhost/", "https://LOCALHOST/", "https://localhost./", f"https://{socket.gethostname()}/",
    # IPv4 within IPv6, and what is local there
    "https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]/", "https://[::7f00:1]/", "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/", "https://[::1]/", "https://[0:0:0:0:0:0:0:1]/", "https://[fe80::1]/",
    "https://[fe80::1%25lo]/", "https://[fd00::1]/", "https://[::]/", "https://[2001:0:7f00:1::]/",
    # another host than the one that is read
    "https://push.example@127.0.0.1/", "https://push.example:443@127.0.0.1/", "https://push.example\\@127.0.0.1/",
    "https://127.0.0.1\\.push.example/", "https://127.0.0.1#@push.example/", "https://127.0.0.1%2f@push.example/",
    "https://127.0.0.1%00.push.example/", "https://①②⑦.⓪.⓪.①/", "https://127。0。0。1/", "//127.0.0.1/",
    # another request than the one that is meant
    "https://127.0.0.1:22/", "http://127.0.0.1/", "gopher://127.0.0.1/_x", "file:///etc/passwd", "https:127.0.0.1/",
    "https://127.0.0.1/ HTTP/1.1\r\nX: y", "https://push.example/\r\nHost: 127.0.0.1", "https://push.example/\tx",
    "unix:///var/run/docker.sock",
)  # fmt: skip


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses to which a connection was begun; none is made."""
    begun: list[str] = []

    def connect(address: tuple[str, int], *_: object) -> None:
        begun.append(address[0])
        raise OSError("no connection is made in this test")

    monkeypatch.delenv("NOUGHT_PUSH_LOCAL", raising=False)
    monkeypatch.setattr("api.webhooks.requests.socket.create_connection", connect)
    return begun


def send_to(endpoint: str) -> None:
    """Send a message as if the endpoint had been stored, whether it would be taken or not."""
    device = PushDevice(uuid4(), uuid4(), endpoint, Browser("/").p256dh, b"0" * 16, "", datetime.now(UTC), None, 0)
    push.send(device, b"{}", ec.generate_private_key(ec.SECP256R1()), contact="", topic="", lives=1)


def test_no_spelling_of_an_address_leads_into_the_servers_own_network(connections: list[str]) -> None:
    with cases() as case:
        for endpoint in OWN_NETWORK:
            with case(ascii(endpoint)):
                with suppress(UnusableUrl):
                    check_device(endpoint, KEY, AUTH)
                with suppress(UnusableUrl, OSError):
                    send_to(endpoint)
                assert connections == []


def test_a_name_with_a_public_and_a_private_address_is_refused_in_any_order(
    connections: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """So is one whose address changes between two messages: each message looks it up, and uses what was checked."""
    answers: Iterator[list[str]]

    def resolve(*_: object, **__: object) -> list[Any]:
        return [(2, 1, 6, "", (address, 443)) for address in next(answers)]

    monkeypatch.setattr("api.webhooks.requests.socket.getaddrinfo", resolve)
    with cases() as case:
        for addresses in (["9.9.9.9", "127.0.0.1"], ["10.0.0.1", "9.9.9.9"], ["9.9.9.9", "::ffff:10.0.0.1"], ["::1"]):
            answers = iter([addresses])
            with case(addresses), pytest.raises(UnusableUrl):
                send_to("https://push.example/1")
    assert connections == []
    answers = iter([["9.9.9.9"], ["127.0.0.1"], ["9.9.9.9"]])
    for _ in range(3):
        with suppress(UnusableUrl, OSError):
            send_to("https://push.example/1")
    assert connections == ["9.9.9.9"] * 2
    assert all(map(is_public, connections))


@pytest.mark.parametrize("status", [301, full(302), full(303), 307, full(308)])
def test_a_push_service_that_redirects_leads_nowhere(
    house: Provider, people: People, push_server: PushServer, status: int
) -> None:
    evening = Evening(people)
    evening.messenger.work()
    rows(house.services.recorder, "DELETE FROM deliveries RETURNING 1")
    push_server.subscribe(house, evening.own[0])
    with running_push_server() as inner:
        inside = inner.browser()
        push_server.status, push_server.headers = status, {"Location": inner.url + inside.path}
        evening.draw()
        assert evening.messenger.work() == 0
        assert (push_server.requests, inner.requests) == (1, 0)
    assert rows(house.services.recorder, "SELECT failures FROM deliveries") == [(1,)]


def test_what_a_push_service_answers_is_shown_to_nobody(people: People, push_server: PushServer) -> None:
    """Else a player could read with it what the server can reach."""
    evening = Evening(people)
    evening.messenger.work()
    own = evening.own[0]
    push_server.subscribe(evening.house, own)
    push_server.status, push_server.headers = 503, {"X-Inside": "a secret", "Retry-After": "1"}
    evening.draw()
    evening.messenger.work()
    answer = own.get("/me/messages")
    (device,) = answer.json["devices"]
    assert device.keys() == {"id", "label", "added_at", "failures"}
    assert "secret" not in answer.get_data(as_text=True)
    assert "503" not in answer.get_data(as_text=True)


def test_a_device_of_somebody_else_cannot_be_ended_read_or_told(people: People, push_server: PushServer) -> None:
    evening = Evening(people)
    evening.messenger.work()
    victim, attacker = evening.own[0], people.player()
    browser = push_server.subscribe(evening.house, victim)
    device = victim.get("/me/messages").json["devices"][0]["id"]
    assert attacker.call("DELETE", f"/me/messages/devices/{device}").status_code == 404
    assert attacker.get("/me/messages").json["devices"] == []
    body = {"endpoint": push_server.url + "/elsewhere", "p256dh": encode(browser.p256dh), "auth": encode(browser.auth)}
    for more in ({"account": str(victim.account)}, {"account_id": str(victim.account)}, {"id": device}):
        assert attacker.post("/me/messages/devices", {**body, **more}).status_code == 422
    opened(attacker.post("/me/messages/devices", body))
    evening.draw()
    evening.messenger.work()
    assert len(push_server.of(browser)) == 1
    assert push_server.requests == 1, "nothing of the evening goes to the attacker"
