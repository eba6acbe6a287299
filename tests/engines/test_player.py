"""A player's way in each engine: from the invitation to being forgotten. In Firefox, a real push comes on the way.

Passkeys are in `tests/pages/test_passkeys.py` and `tests/engines/test_passkeys.py`; here the link comes by mail, over a
real SMTP server. WebKitGTK has no push, and Chromium's push service is Google's.
"""

from __future__ import annotations

from collections.abc import Iterator
from email import message_from_string
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from flask import Flask

from api.site import EXTENSION, Site
from tests.engines.conftest import Open, journey, needed
from tests.engines.device import Device
from tests.engines.firefox import FirefoxWindow, running_firefox
from tests.engines.push_service import push_service
from tests.http.people import People, opened
from tests.http.test_me import a_cup
from tests.http.tournament_requests import done, draw, report
from tests.pages.test_me_page import account
from tests.signing.test_links import received
from tests.signing.visitors import Visitor
from tests.waiting import until
from web.languages import language_of

__all__ = ["received"]

NAME, PARTNER, OTHERS = "Sivapalan Thurairajah", "Farook Marikar", ("Kavitha Nadarajah", "Mahesh Kumara")
ADDRESS = "siva@club.example"
GET_FILE = """const link = [...document.querySelectorAll("main a")].find((each) => each.innerText === "Get the file");
fetch(link.href).then((answer) => { window.kept = [answer.status, answer.headers.get("content-type")]; })"""
SHOWN = """(async () => {
    await navigator.serviceWorker.ready;
    const registration = await navigator.serviceWorker.getRegistration();
    return (await registration.getNotifications()).map(({ title, body }) => [title, body]);
})()"""
"""The messages that the worker shows."""


class Club:
    """A club that shows names to its members, with four registered players."""

    def __init__(self, people: People) -> None:
        self.people, self.here = people, people.house.services
        self.id = people.club("names-for-members")
        self.name = people.admin.get(f"/clubs/{self.id}").json["name"]
        self.player, *self.others = (
            opened(people.admin.post("/players", {"name": name, "club": self.id})) for name in (NAME, PARTNER, *OTHERS)
        )

    def messages(self, site: Site) -> int:
        """Deliver what waits, as the server does by itself."""
        return self.here.messenger(site, language_of).work()


class Mailbox:
    """The mails that arrived."""

    def __init__(self, mails: list[str]) -> None:
        self.mails = mails
        mails.clear()

    def link(self, word: str = "") -> str:
        """Wait for the next mail, and return the address in it that has a word."""
        until(lambda: self.mails)
        message = message_from_string(self.mails.pop(0), policy=SMTP)  # type: ignore[arg-type]
        assert isinstance(message, EmailMessage)
        assert message["To"] == ADDRESS
        text = message.get_content()
        return next(each for each in text.split() if each.startswith("http") and word in each)


@pytest.fixture
def site(app: Flask, port: int, received: tuple[int, list[str]]) -> Iterator[Site]:
    """The running site, which sends mail."""
    before = app.extensions[EXTENSION]
    site = Site(url=f"http://127.0.0.1:{port}", smtp_url=f"smtp://127.0.0.1:{received[0]}", mail_from="n@cards.example")
    app.extensions[EXTENSION] = site
    yield site
    app.extensions[EXTENSION] = before


@pytest.fixture
def box(received: tuple[int, list[str]]) -> Mailbox:
    return Mailbox(received[1])


@journey()
def test_a_player_is_invited_plays_an_evening_confirms_takes_the_file_and_is_forgotten(
    device: Open, people: People, site: Site, box: Mailbox
) -> None:
    club = Club(people)
    desk = device(f"/clubs/{club.id}/members", is_official=True)
    phone = device("/robots.txt")
    join(club, desk, phone, box)
    phone.open("/me/messages")
    phone.until("const box = document.querySelector('[name=mail]'); return box && (box.checked || (box.click(), true))")
    have_no_quiet_hours(phone)

    cup = a_cup(people, club.id, (NAME, PARTNER), OTHERS)
    table = draw(people.admin, cup)["encounters"][0]["id"]
    club.messages(site)
    phone.open(box.link(f"/tournaments/{cup}/"))
    phone.sees(PARTNER)
    report(people.admin, table, 7, 4)
    phone.open("/me")
    phone.sees("Is this result right?")
    phone.press("main button", "Confirm result")
    phone.sees("The result is confirmed for your side.")
    phone.fits()
    done(people.admin, f"/tournaments/{cup}/rounds/1/close")
    phone.open("/me")
    phone.sees("The cup")
    phone.fits()

    phone.open("/account")
    phone.fits()
    phone.open(f"/account/kept?club={club.id}")
    phone.run(GET_FILE)
    assert phone.until("return window.kept") == [200, "application/zip"]
    phone.open("/account")
    phone.press("main a", f"Leave {club.name}")
    phone.press("main button", "Ask to be forgotten")
    phone.sees("The club has your request to be forgotten.")

    desk.open(f"/clubs/{club.id}/people")
    desk.press("main a", NAME)
    forget(desk)
    phone.open("/me")
    phone.sees("Sign in to see it.")
    phone.open(f"/tournaments/{cup}/standings")
    phone.until("return !document.documentElement.innerHTML.includes(args[0])", NAME)
    desk.open(f"/tournaments/{cup}/standings")
    desk.sees("Former player")


def session_of(people: People, player: str) -> str:
    """Return the cookie of a player who has signed in with a password."""
    visitor = Visitor(people.app)
    visitor.sign_in(account(people, f"player-{player[-12:]}", player))
    cookie = visitor.client.get_cookie("nought_session")
    assert cookie is not None
    return cookie.value


def join(club: Club, desk: Device, phone: Device, box: Mailbox) -> None:
    """Invite the player by mail, and let them join by mail."""
    desk.run(f"document.querySelector('form[action*=\"{club.player}\"]').closest('details').open = true")
    form = f"form[action*='{club.player}/invitation']"
    desk.fill(f"{form} [name=address]", ADDRESS)
    desk.press(f"{form} button")
    desk.sees("is on its way")
    phone.open(box.link("/join/"))
    phone.sees(f"You are invited as {NAME}.")
    phone.fits()
    phone.fill("#address", ADDRESS)
    phone.press("main button", "Send me a link")
    phone.sees("Look at your mail")
    phone.open(box.link("/sign-in/"))
    phone.press("main button", "Sign in")
    phone.press("main button", "Join club")
    phone.sees("Welcome. You have joined the club.")


def have_no_quiet_hours(phone: Device) -> None:
    """Choose messages at any time, so that this test passes at night, too."""
    phone.until(
        "const box = document.querySelector('[name=quiet]'); return box && (!box.checked || (box.click(), true))"
    )
    phone.press("main button", "Save choice")
    phone.sees("Your choice is saved.")


def forget(desk: Device) -> None:
    """Forget the person whose page is open."""
    desk.press("summary", "Forget this person")
    desk.press("[name=sure]")
    desk.press("main button", "Forget this person")
    desk.sees("The person is forgotten.")


@pytest.mark.full
def test_a_phone_is_told_of_its_table_by_a_push_that_its_worker_shows(
    people: People, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Firefox takes the push from a service of ours, by the protocol of its own one."""
    needed("firefox-esr")
    monkeypatch.setenv("NOUGHT_PUSH_LOCAL", "1")
    club = Club(people)
    with push_service() as service, running_firefox("firefox-esr", service.settings) as firefox:
        phone = FirefoxWindow(firefox, f"http://127.0.0.1:{port}", (390, 844))
        phone.set_cookie("nought_session", session_of(people, club.player))
        phone.open("/me/messages")
        phone.press("main button", "Send messages to this device")
        phone.sees("This device gets your messages now.")
        have_no_quiet_hours(phone)
        cup = a_cup(people, club.id, (NAME, PARTNER), OTHERS)
        draw(people.admin, cup)
        club.messages(Site(served_at=f"http://127.0.0.1:{port}"))
        phone.until(f"return (await {SHOWN}).length")
        ((title, body),) = phone.run(f"return {SHOWN}")
        assert title == "The cup"
        assert body.startswith("Round 1: table 1, ")
        until(lambda: service.acknowledged)
        assert phone.errors() == []
