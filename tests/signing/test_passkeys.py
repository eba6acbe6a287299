"""Passkeys: to join, to sign in, several a person; and whoever tries with another's, or twice, is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
import pytest
from flask import Flask
from psycopg.sql import SQL, Identifier
from webauthn.helpers import bytes_to_base64url

from api.people.passkeys import find_relying_party
from api.services import Provider
from api.site import EXTENSION, Site
from store.settings import Settings
from store.tables.queries import rows
from tests.cases import cases
from tests.http.people import People
from tests.signing.authenticator import PRESENT, Authenticator
from tests.signing.test_joining import NAME, invited, players_of, registered
from tests.signing.visitors import PASSWORD, Visitor, signed_in
from web.pages.passkeys import key_of

ORIGIN = "https://cards.example"


@pytest.fixture(scope="module", autouse=True)
def address(app: Flask) -> None:
    app.extensions[EXTENSION] = Site(url=ORIGIN)


class Device(Visitor):
    """A browser with an authenticator."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app, ORIGIN)
        self.authenticator = Authenticator(ORIGIN, "cards.example")

    def send(self, path: str, body: dict[str, Any], csrf: str = "") -> Any:
        headers = {"X-CSRF-Token": csrf or self.csrf, "Accept": "application/json"}
        return self.client.post(path, json=body, base_url=ORIGIN, headers=headers)

    def join(self, path: str, **more: Any) -> Any:
        options = self.send(f"{path}/passkey/options", more).json
        return self.send(f"{path}/passkey", {**more, "credential": self.authenticator.make(options)})

    def sign_in_by_passkey(self, **more: Any) -> Any:
        self.get("/sign-in")
        options = self.send("/sign-in/passkey/options", {}).json
        return self.send("/sign-in/passkey", {"credential": self.authenticator.sign(options), **more})

    def add(self, authenticator: Authenticator, **more: Any) -> Any:
        self.get("/account")
        options = self.send("/account/passkeys/options", more).json
        if "challenge" not in options:
            return options
        return self.send("/account/passkeys", {"credential": authenticator.make(options)})


@pytest.fixture
def club(people: People) -> str:
    return people.club("members-only")


@pytest.fixture
def joined(app: Flask, house: Provider, people: People, club: str) -> Device:
    device = Device(app)
    answer = device.join(f"/join/{invited(house, registered(people, club))}")
    assert answer.json == {"to": "/me?done=joined"}
    return device


def test_a_player_joins_with_a_passkey_and_signs_in_with_it(app: Flask, house: Provider, joined: Device) -> None:
    (player,) = players_of(joined).values()
    assert NAME in joined.get(f"/players/{player}").text
    other = Device(app)
    other.authenticator = joined.authenticator
    answer = other.sign_in_by_passkey(next="/account")
    assert answer.json == {"to": "/account"}
    assert players_of(other) == players_of(joined)
    assert "Max-Age" not in answer.headers["Set-Cookie"]
    assert "Max-Age=2592000" in other.sign_in_by_passkey(keep=True).headers["Set-Cookie"]
    assert other.sign_in_by_passkey(next="https://evil.example").json["to"] == "/me"


def test_an_account_has_several_passkeys_which_are_named_and_removed(app: Flask, joined: Device) -> None:
    second = replace(joined.authenticator, credential=b"second" * 4)
    assert joined.add(second).json == {"to": "/account?done=passkey"}
    assert joined.add(second).status_code == 403, "it is there already"
    page = joined.get("/account").text
    paths = sorted({part.split('"')[0] for part in page.split("/account/passkeys/")[1:] if "/name" in part[:80]})
    assert len(paths) == 2
    keys = [each.removesuffix("/name") for each in paths]
    assert joined.post(f"/account/passkeys/{keys[0]}/name", {"name": "The old phone"}).status_code == 303
    assert "The old phone" in joined.get("/account").text
    own = Device(app)
    own.authenticator = second
    assert own.sign_in_by_passkey().status_code == 200
    for key in keys:
        assert joined.post(f"/account/passkeys/{key}/remove").status_code == 303
    assert own.sign_in_by_passkey().status_code == 403


def test_a_passkey_signs_in_an_official_too(app: Flask, house: Provider, people: People) -> None:
    account = signed_in(app, house, "official-with-passkey", "director", people.club())
    device = Device(app)
    device.sign_in("official-with-passkey")
    for wrong in ({}, {"old": "another password"}, {"old": 7}):
        assert device.add(device.authenticator, **wrong)["code"] == "wrong-password"
    assert device.add(device.authenticator, old=PASSWORD).status_code == 200
    other = Device(app)
    other.authenticator = device.authenticator
    assert other.sign_in_by_passkey().status_code == 200
    assert other.get("/api/v1/tokens/me").json["role"] == "director"  # type: ignore[index]
    assert account


def test_what_was_signed_counts_once_and_only_as_it_should_be(
    app: Flask, joined: Device, settings: Settings, people: People, house: Provider
) -> None:
    own, thief = joined.authenticator, Device(app)
    with cases() as case:

        def refused(name: str, credential: Any) -> None:
            with case(name):
                answer = thief.send("/sign-in/passkey", {"credential": credential})
                assert (answer.status_code, answer.json["code"]) == (403, "passkey")

        def options() -> Any:
            return thief.send("/sign-in/passkey/options", {}).json

        credential = own.sign(options())
        assert Device(app).send("/sign-in/passkey", {"credential": credential}).status_code == 200
        refused("a challenge that was used", credential)
        refused("another challenge", own.sign(options() | {"challenge": "A" * 86}))
        refused("another origin", own.sign(options(), origin="https://evil.example"))
        refused("another site", replace(own, rp="evil.example", count=100).sign(options()))
        refused("nobody was recognised", replace(own, flags=PRESENT, count=100).sign(options()))
        refused("an older count: a copy of the authenticator", replace(own, count=0).sign(options()))
        stranger = Authenticator(ORIGIN, "cards.example", handle=own.handle)
        refused("a passkey that is nobody's", stranger.sign(options()))
        refused("the passkey of another", replace(stranger, credential=own.credential).sign(options()))
        refused("the handle of another account", replace(own, handle=UUID(int=1).bytes, count=100).sign(options()))
        refused("the kind of another ceremony", own.sign(options(), type="webauthn.create"))
        for wrong in (None, [], 7, "x", {}, {"response": {}}, {"id": 1, "response": {"clientDataJSON": "!"}}):
            refused(f"no credential: {wrong}", wrong)
        old = options()
        with psycopg.connect(settings.owner_dsn or "") as owner:
            owner.execute(SQL("UPDATE {} SET expires_at = now()").format(Identifier(settings.schema, "challenges")))
        refused("a challenge of five minutes ago", replace(own, count=100).sign(old))
        joined.get("/account")
        registration = joined.send("/account/passkeys/options", {}).json
        refused("the challenge of a registration", replace(own, count=100).sign(registration))
    assert players_of(thief) == {}
    own.count = 200
    assert joined.sign_in_by_passkey().status_code == 200


def test_a_passkey_is_added_to_the_own_account_alone(
    app: Flask, house: Provider, people: People, joined: Device, club: str
) -> None:
    thief = Device(app)
    thief.join(f"/join/{invited(house, registered(people, people.club()))}")
    joined.get("/account")
    thief.get("/account")
    victims = joined.send("/account/passkeys/options", {}).json
    forged = Authenticator(ORIGIN, "cards.example").make(victims)
    answer = thief.send("/account/passkeys", {"credential": forged})
    assert (answer.status_code, answer.json["code"]) == (403, "passkey"), "a challenge of another account"
    taken = joined.send("/account/passkeys/options", {}).json
    path = f"/join/{invited(house, registered(people, club, 'Another'))}"
    answer = Device(app).send(f"{path}/passkey", {"credential": Authenticator(ORIGIN, "cards.example").make(taken)})
    assert answer.status_code == 403, "a challenge to add one makes no account"
    own = joined.send("/account/passkeys/options", {}).json
    copied = replace(thief.authenticator)
    assert joined.send("/account/passkeys", {"credential": copied.make(own)}).status_code == 403, "it is another's"
    key = key_of(joined.authenticator.credential)
    for action in ("name", "remove"):
        assert thief.post(f"/account/passkeys/{key}/{action}", {"name": "Mine"}).status_code == 403
    assert Device(app).send("/account/passkeys/options", {}).status_code == 401
    assert Device(app).send(f"{path}/passkey", {"credential": forged}).status_code == 403


def test_two_who_have_the_same_invitation_are_not_both_let_in(
    app: Flask, house: Provider, people: People, club: str
) -> None:
    path = f"/join/{invited(house, registered(people, club))}"
    first, second = Device(app), Device(app)
    options = second.send(f"{path}/passkey/options", {}).json
    assert first.join(path).status_code == 200
    late = second.send(f"{path}/passkey", {"credential": second.authenticator.make(options)})
    assert late.status_code == 404
    assert players_of(second) == {}
    assert second.sign_in_by_passkey().status_code == 403, "nothing of it was stored"


def test_a_passkey_that_no_browser_makes_is_refused(
    app: Flask, house: Provider, people: People, joined: Device, club: str
) -> None:
    path = f"/join/{invited(house, registered(people, club, 'Another'))}"
    taken = replace(joined.authenticator)
    strange = {
        "a credential of another account": taken,
        "a long id": Authenticator(ORIGIN, "cards.example", credential=b"x" * 5000),
    }
    with cases() as case:
        for name, authenticator in strange.items():
            with case(name):
                device = Device(app)
                options = device.send(f"{path}/passkey/options", {}).json
                answer = device.send(f"{path}/passkey", {"credential": authenticator.make(options)})
                assert (answer.status_code, answer.json["code"]) == (403, "passkey")
                assert players_of(device) == {}
        with case("client data that nobody reads to its end"):
            data = b'{"type": "webauthn.get", "origin": "x", "challenge": ' + b"[" * 100_000
            credential = {"id": "x", "response": {"clientDataJSON": bytes_to_base64url(data)}}
            assert Device(app).send("/sign-in/passkey", {"credential": credential}).status_code == 403
    assert house.services.joining.look_up(path.removeprefix("/join/")) is not None, "it stays for whom it was made"


def test_an_account_has_so_many_passkeys_and_its_owner_reads_of_each(
    joined: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.tables.people.passkeys.MOST", 2)
    sent: list[Any] = []
    monkeypatch.setattr("api.people.mail_sign_in.send_notice", lambda *notice: sent.append(notice))
    second, third = (replace(joined.authenticator, credential=letter * 32) for letter in (b"2", b"3"))
    assert joined.add(second).status_code == 200
    assert [subject for _, (subject, _) in sent] == ["A passkey was added to your account"]
    refused = joined.add(third)
    assert (refused.status_code, refused.json["code"]) == (409, "most-passkeys")
    assert len(sent) == 1


def test_an_authenticator_shows_the_name_of_somebody_without_a_login(joined: Device) -> None:
    joined.get("/account")
    assert joined.send("/account/passkeys/options", {}).json["user"]["name"] == NAME


def test_whoever_signs_in_takes_back_one_challenge_and_not_those_of_others(
    app: Flask, house: Provider, joined: Device
) -> None:
    """Else whoever has a passkey asks for as many challenges as they like."""

    def counted() -> int:
        read = "SELECT sum(wrong)::int FROM attempts WHERE key LIKE %s"
        number: int = rows(house.services.recorder, read, ["passkeys %"])[0][0]
        return number

    before = counted()
    for _ in range(3):
        Device(app).send("/sign-in/passkey/options", {})
    assert joined.sign_in_by_passkey().status_code == 200
    assert counted() == before + 3


def test_a_disabled_account_signs_in_by_no_passkey(app: Flask, house: Provider, joined: Device) -> None:
    account = UUID(bytes=joined.authenticator.handle)
    house.services.accounts.disable(account)
    assert joined.sign_in_by_passkey().status_code == 403


@pytest.mark.parametrize(
    ("url", "served_at", "host", "origin"),
    [
        ("https://cards.example", "http://127.0.0.1:8304", "evil.example", "https://cards.example"),
        ("https://cards.example:8443", "", "x", "https://cards.example:8443"),
        ("http://cards.example", "", "cards.example", None),
        ("https://192.0.2.7", "", "192.0.2.7", None),
        ("", "http://127.0.0.1:8304", "localhost:8304", None),
        ("", "http://localhost:8304", "evil.example", "http://localhost:8304"),
        ("", "", "evil.example", None),
        ("", "", "localhost:5000", "http://localhost:5000"),
    ],
)
def test_the_site_names_itself_and_no_request_does(
    app: Flask, url: str, served_at: str, host: str, origin: str | None
) -> None:
    before = app.extensions[EXTENSION]
    app.extensions[EXTENSION] = Site(url=url, served_at=served_at)
    with app.test_request_context("/", base_url=f"http://{host}"):
        party = find_relying_party()
    app.extensions[EXTENSION] = before
    assert (party.origin if party else None) == origin
    assert party is None or party.id == urlsplit(origin or "").hostname
