"""Joining by mail, and another address: only whoever reads the mail of an address gets it as a login."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from flask import Flask

from api.services import Provider
from api.site import EXTENSION, Site
from tests.http.people import People
from tests.signing.test_joining import NAME, invited, players_of, registered
from tests.signing.test_links import received
from tests.signing.visitors import PASSWORD, Visitor, official, signed_in
from tests.waiting import until

__all__ = ["received"]

HOME = "https://cards.example"


class Mailbox:
    """The mails that arrived, with the link in each."""

    def __init__(self, mails: list[str]) -> None:
        self.mails = mails

    def link(self, to: str) -> str:
        """Wait for a mail to an address, and return the path of its link."""
        until(lambda: any(f"To: {to}" in mail for mail in self.mails))
        mail = next(mail for mail in reversed(self.mails) if f"To: {to}" in mail)
        self.mails.remove(mail)
        address = next(word for word in mail.replace("=\r\n", "").replace("=3D", "=").split() if word.startswith(HOME))
        return address.removeprefix(HOME)


@pytest.fixture
def box(app: Flask, received: tuple[int, list[str]]) -> Iterator[Mailbox]:
    port, mails = received
    before = app.extensions.get(EXTENSION)
    app.extensions[EXTENSION] = Site(url=HOME, smtp_url=f"smtp://127.0.0.1:{port}", mail_from="nought@cards.example")
    yield Mailbox(mails)
    app.extensions[EXTENSION] = before


@pytest.fixture
def club(people: People) -> str:
    return people.club("members-only")


def test_a_player_joins_by_mail_and_signs_in_by_mail_again(
    app: Flask, house: Provider, people: People, club: str, box: Mailbox
) -> None:
    player = registered(people, club)
    path = f"/join/{invited(house, player)}"
    own = Visitor(app, HOME)
    assert "Look at your mail" in own.post(f"{path}/mail", {"address": " Siva@Example.org "}).text
    link = box.link("siva@example.org")
    assert house.services.accounts.of_login("siva@example.org") is None, "not before the link is used"
    assert own.get(link).status_code == 200
    assert own.client.get(f"{urlsplit(link).path}?next=%ff", base_url=HOME).status_code == 200
    answer = own.post(link)
    assert answer.location == path
    assert Visitor(app, HOME).post(link).status_code == 404, "once"
    own.get(path)
    assert own.post(path).status_code == 303
    assert players_of(own) == {club: player}
    strange = Visitor(app, HOME).post(f"{path}/mail", {"address": "siva\0@example.org"})
    assert strange.status_code == 404, "the invitation is over"
    again = Visitor(app, HOME)
    again.post("/sign-in/link", {"login": "siva@example.org"})
    link = box.link("siva@example.org")
    again.get(link)
    again.post(link)
    assert players_of(again) == {club: player}


def test_an_invitation_comes_by_mail(app: Flask, house: Provider, people: People, club: str, box: Mailbox) -> None:
    player = registered(people, club)
    secretary = Visitor(app, HOME)
    official(house, f"sends-{club[-12:]}", "director", UUID(club))
    secretary.sign_in(f"sends-{club[-12:]}")
    secretary.get(f"/clubs/{club}/members")
    sent = secretary.post(f"/players/{player}/invitation", {"days": "7", "address": "anna@example.org"})
    assert sent.status_code == 303
    assert "is on its way" in secretary.get(sent.location).text
    until(lambda: any("anna@example.org" in mail for mail in box.mails))
    assert "The link is valid until " in box.mails[-1]
    path = urlsplit(box.link("anna@example.org")).path
    assert f"You are invited as {NAME}." in Visitor(app, HOME).get(path).text
    secretary.get(f"/clubs/{club}/members")
    for address in ("a@b.example, c@d.example", "a\0@b.example", f"{'a' * 300}@b.example"):
        wrong = secretary.post(f"/players/{player}/invitation", {"days": "7", "address": address})
        assert wrong.status_code == 422
    assert Visitor(app, HOME).get(path).status_code == 200, "the invitation that was sent stays"


def test_whoever_has_an_account_with_the_address_joins_with_it(
    app: Flask, house: Provider, people: People, club: str, box: Mailbox
) -> None:
    account = official(house, f"scribe-{club[-12:]}@example.org", "recorder", UUID(people.club()))
    player = registered(people, club)
    path = f"/join/{invited(house, player)}"
    own = Visitor(app, HOME)
    own.post(f"{path}/mail", {"address": account.login})
    link = box.link(account.login)
    own.get(link)
    own.post(link)
    own.get(path)
    own.post(path)
    assert players_of(own) == {club: player}
    assert own.get("/api/v1/tokens/me").json["role"] == "recorder"  # type: ignore[index]


def test_an_address_is_changed_by_a_link_in_the_own_session_alone(
    app: Flask, house: Provider, people: People, club: str, box: Mailbox
) -> None:
    old, new = f"old-{club[-12:]}@example.org", f"new-{club[-12:]}@example.org"
    account = official(house, old, "recorder", UUID(club))
    own = Visitor(app, HOME)
    own.sign_in(old)
    stale = house.services.accounts.link(account.id, timedelta(hours=1))
    own.get("/account")
    for wrong in ({}, {"old": "another password"}):
        assert own.post("/account/address", {"address": new, **wrong}).status_code == 403
    own.get("/account")
    assert own.post("/account/address", {"address": new, "old": PASSWORD}).location == "/account?done=address"
    link = box.link(new)
    stranger = Visitor(app, HOME)
    assert "Open this link on the device on which you asked for it" in stranger.get(link).text
    assert stranger.post(link).status_code == 403, "whoever reads the mail of the new address is not signed in by it"
    thief = Visitor(app, HOME)
    official(house, f"thief-{club[-12:]}", "recorder", UUID(club))
    thief.sign_in(f"thief-{club[-12:]}")
    assert thief.post(link).status_code == 403
    assert house.services.accounts.of_login(new) is None
    own.get(link)
    assert own.post(link).location == "/account?done=login"
    until(lambda: any(f"To: {old}" in mail for mail in box.mails))
    assert house.services.accounts.of_login(old) is None
    assert house.services.accounts.of_login(new).id == account.id  # type: ignore[union-attr]
    assert Visitor(app, HOME).get(f"/sign-in/{stale}").status_code == 404, "what was sent to the old address ends"
    again = Visitor(app, HOME)
    assert again.sign_in(new).status_code == 303


def test_nobody_waits_in_an_account_for_the_owner_of_an_address(
    app: Flask, house: Provider, people: People, club: str, box: Mailbox
) -> None:
    """The attacker asks for the victim's address; the victim opens the link, and is not in the attacker's account."""
    attacker = Visitor(app, HOME)
    official(house, f"attacker-{club[-12:]}", "recorder", UUID(club))
    attacker.sign_in(f"attacker-{club[-12:]}")
    victim = f"victim-{club[-12:]}@example.org"
    attacker.post("/account/address", {"address": victim, "old": PASSWORD})
    link = box.link(victim)
    opened = Visitor(app, HOME)
    opened.get(link)
    assert opened.post(link).status_code == 403
    assert opened.get("/api/v1/tokens/me").json["role"] == "viewer"  # type: ignore[index]
    assert house.services.accounts.of_login(victim) is None


def test_a_taken_address_is_not_given_twice(
    app: Flask, house: Provider, people: People, club: str, box: Mailbox
) -> None:
    taken = official(house, f"taken-{club[-12:]}@example.org", "recorder", UUID(club))
    own = Visitor(app, HOME)
    official(house, f"wants-{club[-12:]}", "recorder", UUID(club))
    own.sign_in(f"wants-{club[-12:]}")
    own.post("/account/address", {"address": taken.login, "old": PASSWORD})
    link = box.link(taken.login)
    own.get(link)
    assert own.post(link).status_code == 409
    assert house.services.accounts.of_login(taken.login).id == taken.id  # type: ignore[union-attr]


def test_without_a_mail_server_no_address_is_asked_for(app: Flask, house: Provider, people: People, club: str) -> None:
    path = f"/join/{invited(house, registered(people, club))}"
    visitor = Visitor(app)
    assert "Join by email" not in visitor.get(path).text
    assert visitor.post(f"{path}/mail", {"address": "a@example.org"}).status_code == 422
    own = signed_in(app, house, f"no-mail-{club[-12:]}", "recorder", club)
    assert own.post("/account/address", {"address": "a@example.org", "old": PASSWORD}).status_code == 400
