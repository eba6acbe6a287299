"""One person is one person, whatever it holds: tokens, sessions and links hang on the account that issued them."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from api.services import Provider
from tests.http.people import People, Person, opened
from tests.http.tournament_requests import done
from tests.signing.visitors import PASSWORD, Visitor, official, signed_in

RULING = {"remedies": [{"kind": "nothing"}], "reason": "Seen.", "appeal_minutes": 60}


@pytest.fixture(scope="module")
def club(people: People) -> str:
    return people.club()


def issued(by: Visitor | Person, role: str, expires_in: int = 366 * 86_400, **scope: str) -> dict[str, Any]:
    """A token issued over the API, by a session or by a token."""
    body = {"role": role, "subject": f"Another {role}", "scope": scope, "expires_in": expires_in}
    if isinstance(by, Visitor):
        answer = by.client.post("/api/v1/tokens", json=body, headers={"X-CSRF-Token": by.csrf})
    else:
        answer = by.post("/tokens", body)
    assert answer.status_code == 201, answer.json
    payload: dict[str, Any] = answer.json
    return payload


def is_good(app: Flask, secret: str) -> bool:
    return Person(app, secret).get("/tokens/me").status_code == 200


def link_in(page: str) -> str:
    link = re.search(r"/sign-in/([\w-]{43})", page)
    assert link is not None
    return link[0]


def account_id(house: Provider, login: str) -> UUID:
    account = house.services.accounts.of_login(login)
    assert account is not None
    return account.id


# --- what hangs on an account ---------------------------------------------------------------------


def test_disabling_ends_tokens_issued_over_the_api_and_what_these_issued(
    app: Flask, house: Provider, club: str, keeper: Visitor
) -> None:
    director = signed_in(app, house, "leaving", "director", club)
    own = issued(director, "director", club=club)
    child = issued(Person(app, own["secret"]), "recorder", club=club)
    assert is_good(app, own["secret"])
    keeper.get("/account")
    assert keeper.post(f"/accounts/{account_id(house, 'leaving')}/disable").status_code == 303
    assert not is_good(app, own["secret"])
    assert not is_good(app, child["secret"])


def test_signing_out_leaves_the_tokens_that_the_session_issued(app: Flask, house: Provider, club: str) -> None:
    director = signed_in(app, house, "going-home", "director", club)
    token = issued(director, "recorder", club=club)
    assert director.post("/sign-out").status_code == 303
    assert is_good(app, token["secret"])


def test_a_new_password_ends_tokens_links_and_sessions(app: Flask, house: Provider, club: str, keeper: Visitor) -> None:
    director = signed_in(app, house, "careful", "director", club)
    keeper.get("/account")
    link = link_in(keeper.post(f"/accounts/{account_id(house, 'careful')}/link").text)
    official(house, "helped", "recorder", UUID(club))
    helped = link_in(director.post(f"/accounts/{account_id(house, 'helped')}/link").text)
    page = director.post("/account/tokens", {"label": "script", "role": "director", "days": "365"}).text
    own = page.split('id="secret"')[1].split('value="')[1].split('"')[0]
    secret_given = issued(director, "recorder", club=club)["secret"]
    director.get("/account")
    new = "another long password"
    assert director.post("/account/password", {"old": PASSWORD, "new": new}).status_code == 303
    assert [is_good(app, secret) for secret in (own, secret_given)] == [False, False]
    assert Visitor(app).post(link).status_code == 404
    assert Visitor(app).post(helped).status_code == 404
    assert director.get("/account").status_code == 200, "whoever set it stays signed in here"


def test_a_session_begun_by_an_officials_link_ends_with_the_official(
    app: Flask, house: Provider, club: str, keeper: Visitor
) -> None:
    director = signed_in(app, house, "guide", "director", club)
    official(house, "guided", "recorder", UUID(club))
    link = link_in(director.post(f"/accounts/{account_id(house, 'guided')}/link").text)
    visitor = Visitor(app)
    assert visitor.post(link).status_code == 303
    assert visitor.get("/account").status_code == 200
    keeper.get("/account")
    keeper.post(f"/accounts/{account_id(house, 'guide')}/disable")
    assert visitor.get("/account").status_code == 303
    assert Visitor(app).sign_in("guided").status_code == 303, "the account itself is another person's"


def test_cards_end_with_the_account_that_made_them(
    app: Flask, house: Provider, people: People, club: str, keeper: Visitor
) -> None:
    table = people.table(club)
    director = signed_in(app, house, "printer", "director", club)
    page = director.post(f"/tables/{table}/cards", {"for": ["recorder"], "hours": "12"}).text
    path = re.search(r"/join/([0-9A-Z]{10})", page)
    assert path is not None
    assert Visitor(app).get(path[0]).status_code == 200
    keeper.get("/account")
    keeper.post(f"/accounts/{account_id(house, 'printer')}/disable")
    assert Visitor(app).get(path[0]).status_code == 404


def test_a_revoked_token_takes_along_what_it_issued(app: Flask, people: People, club: str) -> None:
    director = people.issue("director", club=club)
    children = [issued(director, role, club=club)["secret"] for role in ("recorder", "arbiter")]
    assert all(is_good(app, secret) for secret in children)
    assert people.admin.call("DELETE", f"/tokens/{director.id}").status_code == 204
    assert not any(is_good(app, secret) for secret in children)


def test_a_token_issues_none_that_lives_longer(house: Provider, app: Flask, club: str) -> None:
    token, secret = house.services.tokens.issue("director", "Brief", timedelta(hours=2), {"club": club})
    child = issued(Person(app, secret), "recorder", club=club)
    assert child["expires_at"] == token.expires_at.isoformat()


def test_a_token_without_an_account_from_before_goes_on_working(app: Flask, people: People, club: str) -> None:
    """Tokens from the command line, or from before tokens carried an account, belong to no account."""
    assert is_good(app, people.issue("director", club=club).secret)
    assert is_good(app, people.admin.secret)


# --- equals ---------------------------------------------------------------------------------------


def test_a_director_does_not_look_after_fellow_directors(app: Flask, house: Provider, club: str) -> None:
    director = signed_in(app, house, "first", "director", club)
    official(house, "second", "director", UUID(club))
    second = account_id(house, "second")
    for what in ("link", "disable", "enable"):
        assert director.post(f"/accounts/{second}/{what}").status_code == 403, what
    form = {"login": "third", "name": "Third", "role": "director"}
    assert director.post("/accounts", form).status_code == 422
    page = director.get("/accounts").text
    assert "second" in page
    assert f"/accounts/{second}/" not in page
    assert director.post("/accounts", {**form, "role": "recorder"}).status_code == 201


def test_an_administrator_looks_after_directors(app: Flask, house: Provider, club: str, keeper: Visitor) -> None:
    official(house, "looked-after", "director", UUID(club))
    keeper.get("/account")
    assert keeper.post(f"/accounts/{account_id(house, 'looked-after')}/link").status_code == 201


# --- appeals --------------------------------------------------------------------------------------


def appealed(people: People, club: str, by: Person | Visitor) -> str:
    """A dispute on which somebody ruled, and a side appealed."""
    deal = people.deal(table=people.table(club))
    dispute = opened(people.admin.post(f"/deals/{deal}/disputes", {"side": "EW", "claim": "It was so."}))
    assert post(by, f"/disputes/{dispute}/ruling", RULING) == (200, None)
    done(people.admin, f"/disputes/{dispute}/appeal", {"side": "NS", "grounds": "No."})
    return dispute


def post(by: Person | Visitor, path: str, body: dict[str, Any]) -> tuple[int, str | None]:
    if isinstance(by, Visitor):
        answer = by.client.post(f"/api/v1{path}", json=body, headers={"X-CSRF-Token": by.csrf})
    else:
        answer = by.post(path, body)
    return answer.status_code, answer.json.get("code")


OTHER = (403, "appeal-other")


def decides(by: Person | Visitor, dispute: str) -> tuple[int, str | None]:
    return post(by, f"/disputes/{dispute}/appeal/decision", {"reason": "I was right."})


def test_a_token_that_an_official_issued_is_no_other_official(app: Flask, people: People, club: str) -> None:
    director = people.issue("director", club=club)
    dispute = appealed(people, club, director)
    arbiter = Person(app, issued(director, "arbiter", club=club)["secret"])
    assert decides(arbiter, dispute) == OTHER
    grandchild = Person(
        app, issued(Person(app, issued(director, "director", club=club)["secret"]), "arbiter", club=club)["secret"]
    )
    assert decides(grandchild, dispute) == OTHER
    assert decides(people.issue("arbiter", club=club), dispute) == (200, None)


def test_nor_is_it_the_other_way_round(app: Flask, people: People, club: str) -> None:
    director = people.issue("director", club=club)
    first, second = (Person(app, issued(director, "arbiter", club=club)["secret"]) for _ in range(2))
    dispute = appealed(people, club, first)
    assert decides(director, dispute) == OTHER
    assert decides(second, dispute) == OTHER


def test_a_session_and_a_token_of_the_same_account_are_one_person(
    app: Flask, house: Provider, people: People, club: str
) -> None:
    director = signed_in(app, house, "one-person", "director", club)
    dispute = appealed(people, club, director)
    arbiter = Person(app, issued(director, "arbiter", club=club)["secret"])
    assert decides(arbiter, dispute) == OTHER
    page = director.post("/account/tokens", {"label": "script", "role": "arbiter", "days": "30"}).text
    own = page.split('id="secret"')[1].split('value="')[1].split('"')[0]
    assert decides(Person(app, own), dispute) == OTHER


def test_an_administrator_is_no_other_than_whoever_holds_its_token(
    app: Flask, people: People, club: str, keeper: Visitor
) -> None:
    keeper.get("/account")
    for admin in (people.admin, keeper):
        dispute = appealed(people, club, admin)
        token = issued(admin, "arbiter", club=club)["secret"]
        assert decides(Person(app, token), dispute) == OTHER
        other = people.admin if admin is keeper else keeper
        assert decides(Person(app, issued(other, "arbiter", club=club)["secret"]), dispute) == (200, None)


def test_an_account_whose_link_the_official_had_is_no_other_until_an_administrator_vouches(
    app: Flask, house: Provider, people: People, club: str, keeper: Visitor
) -> None:
    director = signed_in(app, house, "puppeteer", "director", club)
    dispute = appealed(people, club, director)
    director.get("/account")
    answer = director.post("/accounts", {"login": "puppet", "name": "Puppet", "role": "arbiter"})
    puppet = Visitor(app)
    puppet.post(link_in(answer.text))
    puppet.get("/account")
    assert decides(puppet, dispute) == OTHER
    keeper.get("/account")
    link = link_in(keeper.post(f"/accounts/{account_id(house, 'puppet')}/link").text)
    arbiter = Visitor(app)
    arbiter.post(link)
    arbiter.get("/account")
    assert decides(arbiter, dispute) == (200, None)
