"""Wrong passwords, PINs and requests for links are bounded, and nobody shuts out somebody else by them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from api.people import attempt_limits
from api.people.secrets import pin_hash
from api.services import Provider
from store.settings import Settings
from tests.http.people import People
from tests.signing.visitors import PASSWORD, Visitor, official
from tests.waiting import until

WRONG = "not the password"


@pytest.fixture(autouse=True)
def nobody_was_wrong_yet(settings: Settings) -> Iterator[None]:
    yield
    execute(settings, "DELETE FROM {}.attempts")


def execute(settings: Settings, statement: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(settings.owner_dsn or "") as connection:
        rows = connection.execute(statement.format(settings.schema))  # type: ignore[arg-type]
        return rows.fetchall() if rows.description else []


def tries(app: Flask, login: str, password: str = WRONG, address: str = "10.0.0.1") -> TestResponse:
    """Somebody on an unknown browser types a password."""
    return app.test_client().post(
        "/sign-in", data={"login": login, "password": password}, environ_base={"REMOTE_ADDR": address}
    )


def asks(app: Flask, login: str, address: str = "10.0.0.1") -> int:
    return (
        app.test_client()
        .post("/sign-in/link", data={"login": login}, environ_base={"REMOTE_ADDR": address})
        .status_code
    )


def known(app: Flask, login: str) -> Visitor:
    """The browser of somebody who signed in on it once, and signed out."""
    visitor = Visitor(app)
    assert visitor.sign_in(login).status_code == 303
    visitor.post("/sign-out")
    return visitor


def test_somebody_elses_guesses_shut_nobody_out_of_a_known_browser(
    app: Flask, house: Provider, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    official(house, "guessed", "admin")
    own = known(app, "guessed")
    monkeypatch.setattr(attempt_limits, "FROM_EVERYWHERE", 4)
    codes = [tries(app, "guessed", address=f"10.0.{n}.1").status_code for n in range(6)]
    assert codes == [403] * 5 + [429], "guesses from everywhere together are bounded"
    here = [tries(app, "guessed", address="127.0.0.1").status_code for _ in range(2)]
    assert here == [429] * 2
    assert own.sign_in("guessed").status_code == 303


def test_guesses_from_one_address_do_not_close_the_account_for_others(app: Flask, house: Provider) -> None:
    official(house, "elsewhere", "admin")
    codes = [tries(app, "elsewhere").status_code for _ in range(9)]
    assert codes == [403] * 6 + [429] * 3
    assert tries(app, "elsewhere", PASSWORD, "10.0.9.9").status_code == 303


def test_a_known_browser_may_guess_no_more_than_others(app: Flask, house: Provider) -> None:
    official(house, "forgetful", "admin")
    own = known(app, "forgetful")
    codes = [own.sign_in("forgetful", WRONG).status_code for _ in range(8)]
    assert codes == [403] * 6 + [429] * 2
    official(house, "another", "admin")
    others = [own.sign_in("another", WRONG).status_code for _ in range(8)]
    assert others == [403] * 6 + [429] * 2, "it is known as one account's only"


def test_made_up_names_shut_out_nobody_behind_the_address(app: Flask, house: Provider, people: People) -> None:
    official(house, "resident", "admin")
    codes = {tries(app, f"nobody-{n}").status_code for n in range(40)}
    assert codes == {403}
    assert tries(app, "resident", PASSWORD).status_code == 303


def test_a_name_that_is_made_up_is_treated_as_an_account_is(
    app: Flask, house: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    official(house, "real", "admin")
    monkeypatch.setattr(attempt_limits, "FROM_EVERYWHERE", 10)
    all_codes = {}
    for login in ("real", "made-up"):
        codes = [tries(app, login).status_code for _ in range(8)]
        all_codes[login] = codes + [tries(app, login, address=f"10.1.{n}.1").status_code for n in range(8)]
    assert all_codes["real"] == all_codes["made-up"]
    assert 429 in all_codes["real"]


def test_nobody_keeps_an_official_from_a_link(app: Flask, house: Provider, caplog: pytest.LogCaptureFixture) -> None:
    official(house, "pestered", "admin")

    def sent(expected: int) -> int:
        """Links go out in the background: wait for those that are expected, then whether there are more."""
        until(lambda: caplog.text.count("pestered asks for a link") >= expected)
        time.sleep(0.3)
        return caplog.text.count("pestered asks for a link")

    assert {asks(app, "pestered", f"10.2.{n}.1") for n in range(8)} == {200}
    expected = attempt_limits.LINKS + 1
    assert sent(expected) == expected, "few are sent, but asking is never refused for the name's sake"
    own = known(app, "pestered")
    assert own.post("/sign-in/link", {"login": "pestered"}).status_code == 200
    assert sent(expected + 1) == expected + 1, "whoever signed in here before has a count of its own"


def test_requests_for_links_are_bounded_by_address(app: Flask, house: Provider, settings: Settings) -> None:
    before = execute(settings, "SELECT count(*) FROM {}.attempts")[0][0]
    codes = [asks(app, f"{n}-{'x' * 150}") for n in range(40)]
    assert codes == [200] * 21 + [429] * 19
    assert asks(app, "somebody", "10.3.0.1") == 200
    rows = execute(settings, "SELECT key FROM {}.attempts")
    assert len(rows) - before <= 21 + 3
    assert max(len(key) for (key,) in rows) <= 120


def test_wrong_pins_of_one_guest_do_not_close_the_card_for_another(app: Flask, people: People, house: Provider) -> None:
    table = people.table()
    _, code = house.services.invitations.issue(
        UUID(table), "recorder", {"table": table}, pin_hash("123456"), "A test", timedelta(hours=1)
    )

    def joins(pin: str, address: str) -> int:
        form = {"pin": pin, "name": "Guest"}
        answer = app.test_client().post(f"/join/{code}", data=form, environ_base={"REMOTE_ADDR": address})
        return answer.status_code

    assert [joins("000000", "10.4.0.1") for _ in range(8)] == [403] * 6 + [429] * 2
    assert joins("123456", "10.4.0.2") == 303


def test_the_old_password_is_asked_for_apart_from_signing_in(app: Flask, house: Provider) -> None:
    official(house, "changer", "admin")
    visitor = Visitor(app)
    visitor.sign_in("changer")
    for _ in range(8):
        tries(app, "changer", address="127.0.0.1")
    form = {"old": PASSWORD, "new": "another long password"}
    assert visitor.post("/account/password", form).status_code == 303
