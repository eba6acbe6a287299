"""Tokens are issued, looked at, revoked, and expire."""

from __future__ import annotations

import time
from datetime import timedelta

import psycopg

from api.services import Provider
from store.settings import Settings
from store.tables.people.tokens import PREFIX
from tests.http.people import People, Person


def test_a_secret_is_shown_once_and_kept_as_a_hash(people: People, house: Provider, settings: Settings) -> None:
    answer = people.admin.post("/tokens", {"role": "viewer", "subject": "Somebody"})
    secret = answer.json["secret"]
    assert secret.startswith(PREFIX)
    assert answer.headers["Cache-Control"] == "no-store"
    listed = people.admin.get("/tokens").json["items"]
    assert listed[0]["id"] == answer.json["id"]
    assert all("secret" not in row for row in listed)
    with psycopg.connect(settings.dsn) as connection:
        rows = connection.execute(f"SELECT secret_hash, scope::text FROM {settings.schema}.tokens").fetchall()  # noqa: S608
    assert all(secret.encode() not in hashed and len(hashed) == 32 for hashed, _ in rows)


def test_a_token_is_issued_once_with_a_key(people: People) -> None:
    """The secret is not stored, so that a request that is sent again learns which token it made, but not its secret."""
    sent = {"role": "viewer", "subject": "Once"}
    director, key = people.issue("director", club=people.club()), {"Idempotency-Key": "once"}
    first = people.admin.post("/tokens", sent, headers=key)
    again = people.admin.post("/tokens", sent, headers=key)
    assert first.status_code == 201
    assert (again.status_code, again.json["code"], again.json["token"]) == (409, "token-issued", first.json["id"])
    assert "secret" not in again.json
    assert director.post("/tokens", sent, headers=key).status_code == 201, "a key belongs to its sender"
    for _ in range(2):
        assert people.admin.post("/tokens", sent).status_code == 201
    issued = [row for row in people.admin.get("/tokens").json["items"] if row["subject"] == "Once"]
    assert len(issued) == 4


def test_a_caller_can_ask_who_it_is(people: People) -> None:
    assert people.anybody.get("/tokens/me").json == {"role": "viewer", "scope": {}, "players": {}}
    payload = people.issue("director", club=people.club()).get("/tokens/me").json
    assert (payload["role"], payload["subject"]) == ("director", "A director")


def test_a_revoked_token_is_good_for_nothing(people: People) -> None:
    person = people.issue("arbiter")
    assert person.get("/tokens/me").status_code == 200
    assert people.admin.call("DELETE", f"/tokens/{person.id}").status_code == 204
    assert people.admin.call("DELETE", f"/tokens/{person.id}").status_code == 204
    answer = person.get("/deals")
    assert (answer.status_code, answer.json["code"]) == (401, "token-unknown")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_token_expires(people: People, house: Provider) -> None:
    for lasts, status in ((timedelta(minutes=5), 200), (timedelta(milliseconds=1), 401)):
        _, secret = house.services.tokens.issue("viewer", "Brief", lasts)
        time.sleep(0.01)
        assert Person(people.app, secret).get("/tokens/me").status_code == status


def test_a_wrong_or_strange_header_is_refused(people: People) -> None:
    for header in ("Bearer", "Bearer x", "Basic eDp5", "Bearer " + "x" * 5000, "nonsense", "Bearer \u00ff"):
        answer = people.anybody.get("/deals", headers={"Authorization": header})
        assert (answer.status_code, answer.json["code"]) == (401, "token-unknown")


def test_a_director_issues_within_its_club_only(people: People) -> None:
    club, other = people.club(), people.club()
    table, elsewhere = people.table(club), people.table(other)
    director = people.issue("director", club=club)

    def issue(role: str, **scope: str) -> int:
        return director.post("/tokens", {"role": role, "subject": "X", "scope": scope}).status_code

    assert issue("recorder", table=table) == 201
    assert issue("arbiter", club=club) == 201
    assert issue("director", club=club) == 201
    assert issue("viewer") == 201
    assert issue("seat", deal=people.deal(table=table), seat="E") == 201
    assert issue("admin") == 403
    assert issue("recorder", table=elsewhere) == 403
    assert issue("director", club=other) == 403
    assert issue("seat", deal=people.deal(), seat="E") == 403
    arbiter = director.post("/tokens", {"role": "arbiter", "subject": "X"})
    assert arbiter.json["scope"] == {"club": club}
    assert all(row["scope"].get("club") == club for row in director.get("/tokens").json["items"])


def test_a_scope_fits_its_role_and_names_what_is_there(people: People) -> None:
    deal = people.deal()
    for role, scope, status in (
        ("seat", {"deal": deal}, 422),
        ("seat", {"deal": deal, "seat": "Q"}, 422),
        ("director", {}, 422),
        ("recorder", {"table": deal}, 422),
        ("admin", {"deal": deal}, 422),
    ):
        answer = people.admin.post("/tokens", {"role": role, "subject": "X", "scope": scope})
        assert answer.status_code == status, (role, scope)
    long = people.admin.post("/tokens", {"role": "viewer", "subject": "X", "expires_in": 10**9})
    assert long.status_code == 422


def test_tokens_are_listed_in_pages(people: People) -> None:
    ids = [people.issue("viewer").id for _ in range(5)]
    listed: list[str] = []
    cursor = ""
    while len(listed) < 5:
        page = people.admin.get(f"/tokens?limit=2{cursor}").json
        listed += [row["id"] for row in page["items"]]
        cursor = f"&cursor={page['next']}"
        people.issue("viewer")
    assert listed[:5] == ids[::-1]
    assert people.admin.get("/tokens?cursor=nowhere").json["code"] == "cursor"
