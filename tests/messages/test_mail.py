"""Messages by mail, to a real SMTP server on loopback, for accounts without a device."""

from __future__ import annotations

import socketserver
import threading
from email import message_from_string
from email.message import EmailMessage
from email.policy import SMTP
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from api.messages.contents import Content, Contents
from api.messages.deliverer import Messenger
from api.site import Site
from store.settings import Settings
from store.tables.people.message_choices import Choices
from store.tables.queries import rows
from tests.cases import cases
from tests.http.people import People
from tests.messages.push_server import PushServer
from tests.messages.test_delivery import Evening
from web.languages import language_of


@pytest.fixture
def evening(people: People, settings: Settings) -> Evening:
    """The first player signs in with a mail address, and wants mail in Swiss German."""
    made = Evening(people)
    made.messenger.work()
    own = made.own[0].account
    with psycopg.connect(settings.owner_dsn or "") as owner:
        renamed = SQL("UPDATE {} SET login = %s WHERE id = %s").format(Identifier(settings.schema, "accounts"))
        owner.execute(renamed, [f"anula-{own}@club.example", own])
    assert own
    people.house.services.message_choices.choose(own, Choices(("round",), True, "gsw", None))
    return made


def mailing(evening: Evening, port: int) -> Messenger:
    around = Site(url="https://cards.example", smtp_url=f"smtp://127.0.0.1:{port}", mail_from="nought@cards.example")
    return evening.house.services.messenger(around, language_of)


def read(mail: str) -> EmailMessage:
    message = message_from_string(mail, policy=SMTP)  # type: ignore[arg-type]
    assert isinstance(message, EmailMessage)
    return message


def test_an_account_without_a_device_gets_a_mail_that_one_click_ends(
    evening: Evening, received: tuple[int, list[str]]
) -> None:
    port, mails = received
    mails.clear()
    evening.draw()
    assert mailing(evening, port).work() == 1
    message = read(mails[0])
    assert message["To"] == f"anula-{evening.own[0].account}@club.example"
    assert message["Subject"] == "The cup"
    text = message.get_content()
    assert text.startswith("Durchgang 1: Tisch 1, ")
    assert f"https://cards.example/tournaments/{evening.cup}/rounds/1/tables/1" in text
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = message["List-Unsubscribe"].strip("<>")
    lines = mails[0].replace("\r\n", "\n").split("\n")
    assert f"List-Unsubscribe: <{address}>" in lines, "whole on its line: programs decode nothing here (RFC 2369, 2)"
    assert address.startswith("https://cards.example/me/messages/unsubscribe/")
    assert address in text
    # A mail program sends this, without a cookie and from nowhere.
    client, path = evening.people.app.test_client(), urlsplit(address).path
    assert client.get(path).status_code == 200, "looking at the link ends nothing"
    choices = evening.house.services.message_choices
    own = UUID(str(evening.own[0].account))
    assert [each.by_mail for each in [choices.of_account(own)] if each] == [True]
    answer = client.post(path, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert [each.by_mail for each in [choices.of_account(own)] if each] == [False]
    assert client.get("/me/messages/unsubscribe/AAAA").status_code == 404


def test_mail_is_for_accounts_without_a_device_and_follows_when_the_device_is_gone(
    evening: Evening, received: tuple[int, list[str]], push_server: PushServer
) -> None:
    port, mails = received
    mails.clear()
    own = push_server.subscribe(evening.house, evening.own[0])
    account = UUID(str(evening.own[0].account))
    evening.house.services.message_choices.choose(account, Choices(("round",), True, "en", None))
    push_server.status = 410
    evening.draw()
    messenger = mailing(evening, port)
    while messenger.work():
        pass
    assert (push_server.of(own), push_server.requests) == ([], 1)
    assert [read(each)["Subject"] for each in mails] == ["The cup"]


def test_a_mail_that_the_server_does_not_take_is_sent_again_later(evening: Evening) -> None:
    evening.draw()
    messenger = mailing(evening, 9)  # nobody listens there
    assert messenger.work() == 0
    waiting = evening.house.services.recorder.datastore
    with waiting.get_connection() as connection:
        row = connection.execute("SELECT failures, next_at > now() AS later FROM deliveries").fetchone()
    assert row
    assert (row["failures"], row["later"]) == (1, True)


class Refusing(socketserver.StreamRequestHandler):
    """A mail server that answers some commands with a status of its own."""

    def handle(self) -> None:
        answers: dict[str, str] = self.server.answers  # type: ignore[attr-defined]
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline().strip():
            word = line.split()[0].decode().upper()
            self.server.words.append(word)  # type: ignore[attr-defined]
            default = {"DATA": "354 go on", "QUIT": "221 bye"}.get(word, "250 ok")
            answer = answers.get(word, default)
            self.wfile.write(f"{answer}\r\n".encode())
            if word == "DATA" and answer == default:
                while self.rfile.readline() not in (b".\r\n", b""):
                    pass
                self.wfile.write(f"{answers.get('.', '250 ok')}\r\n".encode())


ANSWERS = (
    ({"RCPT": "550 5.1.1 no such mailbox"}, True),
    ({"RCPT": "553 5.1.3 no address"}, True),
    ({".": "554 5.7.1 refused"}, True),
    ({"RCPT": "450 4.2.1 try later"}, False),
    ({"RCPT": "421 4.3.2 closing"}, False),
    ({"RCPT": "252 perhaps"}, False),
    ({".": "451 4.3.0 try later"}, False),
    ({"MAIL": "550 5.7.1 unknown sender"}, False),
)
"""Answers of a mail server, and whether the mail would be refused again."""


@pytest.mark.full
def test_a_mail_that_is_refused_for_good_is_dropped_and_any_other_is_sent_again(evening: Evening) -> None:
    recorder = evening.house.services.recorder
    rows(recorder, "DELETE FROM messages RETURNING 1")  # of the tests before
    evening.draw()
    with cases() as case, socketserver.ThreadingTCPServer(("127.0.0.1", 0), Refusing) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        messenger = mailing(evening, server.server_address[1])
        messenger.maker.make_on()
        for answers, is_dropped in ANSWERS:
            server.answers, server.words = answers, []  # type: ignore[attr-defined]
            rows(recorder, "DELETE FROM deliveries RETURNING 1")
            rows(recorder, "INSERT INTO deliveries (message_id) SELECT id FROM messages RETURNING 1")
            with case(answers):
                assert messenger.work() == 0
                assert server.words.count("MAIL") == 1  # type: ignore[attr-defined]
                left = rows(recorder, "SELECT failures, next_at > now() FROM deliveries")
                assert left == ([] if is_dropped else [(1, True)])
        server.shutdown()
    rows(recorder, "DELETE FROM messages RETURNING 1")


@pytest.mark.full
def test_a_mail_that_is_sent_again_has_the_same_id(evening: Evening, received: tuple[int, list[str]]) -> None:
    """As by a server that was killed before it noted that it had sent it: mail programs show one of them."""
    port, mails = received
    mails.clear()
    evening.draw()
    messenger = mailing(evening, port)
    messenger.maker.make_on()
    (delivery,) = evening.house.services.messages.due([], [], None, True, 1)
    content = Contents(messenger.ledger, messenger.recorder, messenger.catalogue).of(delivery.message)
    assert isinstance(content, Content)
    messenger.sender.mail(delivery, content)
    assert messenger.work() == 1
    first, second = (read(each)["Message-ID"] for each in mails)
    assert first == second
    assert first.endswith("@cards.example>")
