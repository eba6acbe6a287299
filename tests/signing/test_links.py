"""Links that sign in once: who gets one, and by which way."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_string
from email.policy import SMTP
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from flask import Flask
from werkzeug.security import generate_password_hash

from api.people import accounts, mail_sign_in, secrets
from api.people.accounts import BadAccount
from api.services import Provider
from api.site import Site
from store.settings import Settings
from tests.http.applications import provider_of
from tests.http.people import People
from tests.signing.compiled import create_site
from tests.signing.visitors import Visitor, official
from tests.waiting import until


class Postman(socketserver.StreamRequestHandler):
    """As much of an SMTP server as it takes to receive a message."""

    def handle(self) -> None:
        def say(line: str) -> None:
            self.wfile.write(line.encode() + b"\r\n")

        say("220 here")
        while line := self.rfile.readline().strip():
            word = line.split()[0].upper()
            if word == b"DATA":
                say("354 go on")
                lines = []
                while (each := self.rfile.readline()) not in (b".\r\n", b""):
                    lines.append(each)
                self.server.received.append(b"".join(lines).decode())  # type: ignore[attr-defined]
            say("221 bye" if word == b"QUIT" else "250 ok")


@pytest.fixture(scope="module")
def received() -> Iterator[tuple[int, list[str]]]:
    """A port that takes mail, and what it took."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Postman) as server:
        server.received = []  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1], server.received  # type: ignore[attr-defined]
        server.shutdown()


def test_a_link_comes_by_mail_and_leads_to_the_address_that_the_operator_named(
    settings: Settings, received: tuple[int, list[str]]
) -> None:
    port, mails = received
    around = Site(url="https://cards.example", smtp_url=f"smtp://127.0.0.1:{port}", mail_from="nought@cards.example")
    app = create_site(settings, outside=around)
    house = provider_of(app)
    official(house, "nirmala@club.example", "admin")
    visitor = Visitor(app, "https://evil.example")
    known = visitor.post("/sign-in/link", {"login": " Nirmala@Club.example "})
    until(lambda: mails)
    unknown = visitor.post("/sign-in/link", {"login": "nobody@club.example"})
    assert (known.status_code, known.text) == (unknown.status_code, unknown.text)
    mail = message_from_string(mails[0], policy=SMTP)
    assert mail["To"] == "nirmala@club.example"
    assert abs(datetime.now(UTC) - parsedate_to_datetime(mail["Date"])) < timedelta(minutes=10)
    assert mail["Message-ID"].endswith("@cards.example>")
    address = next(line for line in mails[0].split() if line.startswith("https://"))
    assert address.startswith("https://cards.example/sign-in/")
    path = urlsplit(address).path
    own = Visitor(app, "https://cards.example")
    assert own.get(path).status_code == 200, "looking at a link does not use it up"
    assert own.get(path).status_code == 200
    assert own.post(path).status_code == 303
    assert own.get("/account").status_code == 200
    assert own.post(path).status_code == 404
    assert len(mails) == 1
    house.close()


def test_the_first_link_leads_to_work_and_says_how_to_come_back(app: Flask, house: Provider, people: People) -> None:
    """An official without a password lands on the club's page, not on a list of tokens."""
    club = people.club()
    account = accounts.add(house.services, "first-evening", "Secretary", "director", UUID(club), "a test")
    visitor = Visitor(app)
    path = accounts.link(house.services, account, "")
    visitor.get(path)
    answer = visitor.post(path)
    assert answer.location == f"/clubs/{club}?welcome=1"
    assert "Set a password" in visitor.get(answer.location).text
    assert "Set a password" not in visitor.get(f"/clubs/{club}").text


def test_without_mail_a_link_stands_on_the_console(
    app: Flask, house: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    official(house, "scribe", "admin")
    Visitor(app).post("/sign-in/link", {"login": "scribe"})
    until(lambda: "scribe asks for a link" in caplog.text)
    path = urlsplit(caplog.messages[-1].rsplit(" ", 1)[1]).path
    visitor = Visitor(app)
    visitor.get(path)
    assert visitor.post(path).location in ("/", "/clubs/new")
    assert visitor.get("/api/v1/tokens/me").json["role"] == "admin"


def test_a_login_that_postgres_cannot_store_is_nobodys(app: Flask) -> None:
    answer = app.test_client().post("/sign-in/link", data={"login": "a\x00b"})
    assert answer.status_code == 200, answer.text


def test_who_is_disabled_gets_no_link(app: Flask, house: Provider, caplog: pytest.LogCaptureFixture) -> None:
    account = official(house, "gone", "admin")
    official(house, "there", "admin")
    house.services.accounts.disable(account.id)
    for login in ("gone", "there"):
        assert Visitor(app).post("/sign-in/link", {"login": login}).status_code == 200
    until(lambda: "there asks" in caplog.text)
    assert "gone asks" not in caplog.text


@pytest.mark.parametrize(
    ("surroundings", "because"),
    [
        ({"url": "cards.example"}, "NOUGHT_URL"),
        ({"url": "https://cards.example/below"}, "NOUGHT_URL"),
        ({"smtp_url": "smtp://mail.example", "mail_from": "a@b.example"}, "needs NOUGHT_URL"),
        ({"url": "https://cards.example", "smtp_url": "smtp://mail.example"}, "NOUGHT_MAIL_FROM"),
        ({"url": "https://cards.example", "smtp_url": "mail.example", "mail_from": "a@b.example"}, "smtp://"),
        ({"url": "https://cards.example", "smtp_url": "smtp://", "mail_from": "a@b.example"}, "with a host"),
        ({"url": "https://cards.example", "smtp_url": "smtp://mail.example:x", "mail_from": "a@b.example"}, "port"),
        ({"url": "https://cards.example", "smtp_url": "smtp://a:b#c@mail.example", "mail_from": "a@b.example"}, "host"),
        (
            {
                "url": "https://cards.example",
                "smtp_url": "smtp://mail.example",
                "mail_from": "a@b.example, c@d.example",
            },
            "one mail address",
        ),
        ({"url": "https://cards.example", "smtp_url": "smtp://mail.example", "mail_from": "the club"}, "one mail"),
    ],
)
def test_surroundings_that_make_no_sense_are_refused(surroundings: dict[str, str], because: str) -> None:
    with pytest.raises(ValueError, match=because):
        Site(**surroundings)  # type: ignore[arg-type]


def test_the_environment_tells_the_surroundings() -> None:
    environment = {"NOUGHT_URL": "https://cards.example/", "NOUGHT_PROXIES": "1"}
    assert Site.from_environment(environment) == Site(url="https://cards.example", proxies=1)
    with pytest.raises(ValueError, match="NOUGHT_PROXIES"):
        Site.from_environment({"NOUGHT_PROXIES": "many"})


def test_behind_a_proxy_the_readers_address_and_scheme_are_what_the_proxy_says(settings: Settings) -> None:
    app = create_site(settings, outside=Site(proxies=1))
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Host": "cards.example"}
    official(provider_of(app), "proxied", "admin")
    form = {"login": "proxied", "password": "correct horse battery"}
    answer = app.test_client().post("/sign-in", data=form, headers={**forwarded, "Origin": "https://cards.example"})
    assert answer.headers["Set-Cookie"].startswith("__Host-nought_session=")
    provider_of(app).close()
    direct = create_site(settings)
    answer = direct.test_client().post("/sign-in", data=form, headers=forwarded)
    assert answer.headers["Set-Cookie"].startswith("nought_session=")
    provider_of(direct).close()


@pytest.mark.parametrize(
    "login", ["anna@club.example,eve@evil.example", "anna <a@b.example>", "@club.example", "a@b@c"]
)
def test_a_login_is_one_mail_address_or_none(house: Provider, login: str) -> None:
    """A link for two addresses would let the second sign in as the first."""
    with pytest.raises(BadAccount, match=r"mail address|spaces"):
        accounts.add(house.services, login, "Anna", "admin", None, "the test")


def test_a_mail_goes_to_no_account_whose_login_is_not_one_address(
    settings: Settings, received: tuple[int, list[str]], caplog: pytest.LogCaptureFixture
) -> None:
    """Accounts from before may have such a login."""
    port, mails = received
    around = Site(
        url="https://cards.example", smtp_url=f"smtp://127.0.0.1:{port}", mail_from="Nought <n@cards.example>"
    )
    house = provider_of(create_site(settings, outside=around))
    for login in ("two@club.example,eve@evil.example", "one@club.example"):
        house.services.accounts.add(login, "Anna", "admin", {}, "the test")
        mail_sign_in._deliver(house.services, around, "https://cards.example", login, ("Sign in", "The link:"))
    assert [line for mail in mails for line in mail.splitlines() if line.startswith("To:")][
        -1
    ] == "To: one@club.example"
    assert not any("evil" in mail for mail in mails)
    house.close()


@pytest.mark.full
def test_an_older_hash_of_a_password_is_renewed_at_the_next_sign_in(app: Flask, house: Provider) -> None:
    account = official(house, "older", "admin")
    older = generate_password_hash("a long enough password", "scrypt:256:8:1")
    house.services.accounts.set_password(account.id, older)
    form = {"login": "older", "password": "a long enough password"}
    assert Visitor(app).post("/sign-in", form).status_code == 303
    kept = house.services.accounts.of_login("older").password_hash  # type: ignore[union-attr]
    assert kept != older
    assert kept.startswith(secrets.METHOD)
    assert Visitor(app).post("/sign-in", form).status_code == 303
    assert house.services.accounts.of_login("older").password_hash == kept  # type: ignore[union-attr]
