"""Signing in on a browser: what the cookie is worth, and what it is not."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import pytest
from flask import Flask

from api.services import Provider
from tests.http.people import People
from tests.signing.visitors import PASSWORD, Visitor, official


@pytest.fixture(scope="module")
def admin(house: Provider) -> str:
    return official(house, "keeper", "admin").login


def test_a_password_signs_in_and_the_way_out_ends_the_session(app: Flask, admin: str) -> None:
    visitor = Visitor(app)
    answer = visitor.sign_in(admin)
    assert (answer.status_code, answer.location) == (303, "/clubs/new"), "the book has no club yet"
    assert visitor.get("/api/v1/tokens/me").json["role"] == "admin"
    cookie = visitor.client.get_cookie("nought_session")
    assert cookie is not None
    visitor.get("/")
    assert visitor.post("/sign-out").status_code == 303
    assert visitor.client.get_cookie("nought_session") is None
    visitor.client.set_cookie("nought_session", cookie.value)
    assert visitor.get("/api/v1/tokens/me").json["role"] == "viewer"


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(app: Flask, admin: str) -> None:
    plain = Visitor(app).sign_in(admin).headers["Set-Cookie"]
    assert "HttpOnly" in plain
    assert "SameSite=Lax" in plain
    assert "Secure" not in plain
    sealed = Visitor(app, "https://localhost").sign_in(admin)
    assert sealed.headers["Set-Cookie"].startswith("__Host-nought_session=")
    for part in ("Secure", "HttpOnly", "SameSite=Lax", "Path=/"):
        assert part in sealed.headers["Set-Cookie"]
    assert "Domain" not in sealed.headers["Set-Cookie"]
    assert "Strict-Transport-Security" in sealed.headers


def test_every_sign_in_begins_a_session_anew(app: Flask, admin: str) -> None:
    visitor = Visitor(app)
    visitor.sign_in(admin)
    first = visitor.client.get_cookie("nought_session")
    visitor.sign_in(admin)
    second = visitor.client.get_cookie("nought_session")
    assert first is not None
    assert second is not None
    assert first.value != second.value
    visitor.client.set_cookie("nought_session", first.value)
    assert visitor.get("/api/v1/tokens/me").json["role"] == "viewer"


def test_writing_by_cookie_needs_the_proof_of_a_page(app: Flask, admin: str) -> None:
    visitor = Visitor(app)
    visitor.sign_in(admin)
    club = {"name": "By cookie"}
    assert visitor.client.post("/api/v1/clubs", json=club).json["code"] == "csrf"
    wrong = {"X-CSRF-Token": "0" * 64}
    assert visitor.client.post("/api/v1/clubs", json=club, headers=wrong).json["code"] == "csrf"
    right = {"X-CSRF-Token": visitor.csrf}
    assert visitor.client.post("/api/v1/clubs", json=club, headers=right).status_code == 201
    other = Visitor(app)
    other.sign_in(admin)
    stolen = {"X-CSRF-Token": other.csrf}
    assert visitor.client.post("/api/v1/clubs", json=club, headers=stolen).json["code"] == "csrf"
    assert visitor.post("/account/password", {"csrf": "", "old": PASSWORD, "new": "x" * 12}).status_code == 403


def test_a_bearer_token_needs_no_proof_and_goes_before_the_cookie(app: Flask, people: People, admin: str) -> None:
    visitor = Visitor(app)
    visitor.sign_in(admin)
    deal = people.deal()
    seat = people.issue("seat", deal=deal, seat="S")
    bearer = {"Authorization": f"Bearer {seat.secret}"}
    assert visitor.get("/api/v1/tokens/me", headers=bearer).json["role"] == "seat"
    answer = visitor.client.post(f"/api/v1/deals/{deal}/actions", json={"act": "S shuffle"}, headers=bearer)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "headers",
    [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "http://elsewhere.example"},
     {"Origin": "null"}],
)  # fmt: skip
def test_nobody_is_signed_in_from_another_site(app: Flask, admin: str, headers: dict[str, str]) -> None:
    form = {"login": admin, "password": PASSWORD}
    answer = app.test_client().post("/sign-in", data=form, headers=headers)
    assert answer.status_code == 403
    assert "Set-Cookie" not in answer.headers
    own = {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}
    assert app.test_client().post("/sign-in", data=form, headers=own).status_code == 303


def test_a_cookie_is_no_bearer_token_and_a_token_no_cookie(app: Flask, people: People, admin: str) -> None:
    visitor = Visitor(app)
    visitor.sign_in(admin)
    cookie = visitor.client.get_cookie("nought_session")
    assert cookie is not None
    bearer = {"Authorization": f"Bearer {cookie.value}"}
    assert app.test_client().get("/api/v1/tokens/me", headers=bearer).status_code == 401
    other = Visitor(app)
    other.client.set_cookie("nought_session", people.admin.secret)
    assert other.get("/api/v1/tokens/me").json["role"] == "viewer"


def test_answers_by_cookie_are_shared_by_no_cache(app: Flask, people: People, admin: str) -> None:
    deal = people.deal()
    visitor = Visitor(app)
    visitor.sign_in(admin)
    for path in ("/", "/account", f"/api/v1/deals/{deal}", f"/api/v1/deals/{deal}/views/scribe", "/api/v1/deals"):
        answer = visitor.get(path)
        assert answer.status_code == 200, path
        assert "Cookie" in answer.headers["Vary"], path
        assert "Authorization" in answer.headers["Vary"], path
        kept = answer.headers["Cache-Control"]
        assert "private" in kept or "no-store" in kept, path


@pytest.mark.parametrize(
    "target",
    ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", "/\t/elsewhere.example",
     "javascript:alert(1)", "elsewhere", "/a\r\nSet-Cookie: x=1", "\\/elsewhere.example"],
)  # fmt: skip
def test_signing_in_leads_nowhere_else(app: Flask, admin: str, target: str) -> None:
    assert Visitor(app).sign_in(admin, next=target).location in ("/", "/clubs/new")
    assert Visitor(app).post("/preferences", {"back": target}).location == "/"


def test_who_is_not_known_is_told_what_a_wrong_password_is_told(app: Flask, admin: str) -> None:
    answers = []
    for login in (admin, "nobody-of-that-name"):
        page = Visitor(app).sign_in(login, "wrong" * 3)
        answers.append((page.status_code, page.text.replace(login, "…")))
    assert answers[0] == answers[1]
    assert answers[0][0] == 403


def test_a_page_that_needs_an_account_asks_for_one_and_comes_back(app: Flask, admin: str) -> None:
    visitor = Visitor(app)
    answer = visitor.get("/accounts")
    assert (answer.status_code, answer.location) == (303, "/sign-in?next=/accounts")
    assert visitor.sign_in(admin, next="/accounts").location == "/accounts"
    assert visitor.get("/accounts").status_code == 200


def test_pages_of_a_session_cannot_be_framed(app: Flask, admin: str) -> None:
    visitor = Visitor(app)
    visitor.sign_in(admin)
    for path in ("/", "/sign-in", "/account", "/accounts"):
        policy = visitor.get(path).headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy


def test_a_new_password_ends_every_other_session(app: Flask, house: Provider) -> None:
    official(house, "mover", "admin")
    here, there = Visitor(app), Visitor(app)
    here.sign_in("mover")
    there.sign_in("mover")
    here.get("/account")
    wrong = here.post("/account/password", {"old": "not it at all", "new": "another password"})
    assert wrong.status_code == 403
    assert here.post("/account/password", {"old": PASSWORD, "new": "short"}).status_code == 422
    assert there.get("/account").status_code == 200
    assert here.post("/account/password", {"old": PASSWORD, "new": "another password"}).status_code == 303
    assert here.get("/account").status_code == 200
    assert there.get("/account").status_code == 303
    assert Visitor(app).sign_in("mover").status_code == 403
    assert Visitor(app).sign_in("mover", "another password").status_code == 303


def test_sessions_are_listed_and_ended_by_their_owner_only(app: Flask, house: Provider, admin: str) -> None:
    account = official(house, "lister", "admin")
    here, there, other = Visitor(app), Visitor(app), Visitor(app)
    for each, login in ((here, "lister"), (there, "lister"), (other, admin)):
        each.sign_in(login)
    mine = house.services.tokens.of_account(account.id)
    assert len(mine) == 2
    assert other.post(f"/account/tokens/{mine[0].id}/end").status_code == 403
    here.get("/account")
    for each in mine:
        here.post(f"/account/tokens/{each.id}/end")
    assert there.get("/account").status_code == 303


def test_a_disabled_account_is_out_at_once(app: Flask, house: Provider, people: People, admin: str) -> None:
    club = people.club()
    account = official(house, "leaver", "director", UUID(club))
    visitor, keeper = Visitor(app), Visitor(app)
    visitor.sign_in("leaver")
    keeper.sign_in(admin)
    answer = visitor.post("/account/tokens", {"label": "script", "role": "recorder", "days": "30"})
    assert answer.status_code == 201
    secret = answer.text.split('id="secret"')[1].split('value="')[1].split('"')[0]
    bearer = {"Authorization": f"Bearer {secret}"}
    assert app.test_client().get("/api/v1/tokens/me", headers=bearer).json["scope"] == {"club": club}
    assert keeper.post(f"/accounts/{account.id}/disable").status_code == 303
    assert visitor.get("/account").status_code == 303
    assert app.test_client().get("/api/v1/tokens/me", headers=bearer).status_code == 401
    assert Visitor(app).sign_in("leaver").status_code == 403
    assert keeper.post(f"/accounts/{account.id}/enable").status_code == 303
    assert Visitor(app).sign_in("leaver").status_code == 303


def test_who_is_not_signed_in_reads_what_to_do_in_words_of_the_table(app: Flask) -> None:
    """Pages show the title and the detail; `next` is for programs."""
    client = app.test_client()
    for language, first in (("en", "Sign in first"), ("gsw", "Mäld di zerscht aa"), ("ta", "முதலில்"), ("si", "පළමුව")):
        answer = client.post("/api/v1/tables", json={}, headers={"Accept-Language": language})
        payload = answer.json
        assert (answer.status_code, payload["code"]) == (401, "token-needed")
        assert payload["detail"].startswith(first)
        assert "Bearer" in payload["next"]
    ended = client.get("/api/v1/deals", headers={"Authorization": "Bearer x"}).json
    assert (ended["code"], ended["title"]) == ("token-unknown", "Your access has ended")
    assert ended["detail"].startswith("Sign in again")
    page = client.get("/deals", headers={"Authorization": "Bearer x"})
    assert page.status_code == 401
    assert 'href="/sign-in">Sign in</a>' in page.get_data(as_text=True)
    assert "oken" not in page.get_data(as_text=True).split("<main")[1]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/deals", {"ruleset": "304", "dealer": "S", "nosuch": 1, "club": "x"}),
        ("/matches", {"ruleset": 7, "dealer": [], "table": "x"}),
        ("/clubs", {"name": {"a": 1}}),
        ("/clubs", []),
        ("/tournaments", {"name": "Cup", "terms": 3, "ruleset": None}),
        ("/practices", {"ruleset": "304", "seat": "E", "acts": "x", "at": "x"}),
    ],
)
def test_the_errors_of_fields_are_in_the_readers_language(people: People, path: str, body: object) -> None:
    def errors(language: str) -> set[str]:
        answer = people.admin.post(path, body, headers={"Accept-Language": language})
        assert answer.status_code == 422
        return set(texts(answer.json["errors"] if answer.json else None))

    english = errors("en")
    assert english
    for language in ("gsw", "ta", "si"):
        assert not english & errors(language), language


def texts(errors: object) -> Iterator[str]:
    """The messages of the fields."""
    if isinstance(errors, dict | list):
        for each in errors.values() if isinstance(errors, dict) else errors:
            yield from texts(each)
    else:
        yield str(errors)
