"""Every error is a problem a person can read and a program can act on."""

from __future__ import annotations

import logging
from uuid import UUID

import pytest
from flask import Flask

from api.app import create_app
from store.settings import Settings
from tests.http.people import People

DEEP = b'{"acts": ' + b"[" * 5000 + b"]" * 5000 + b"}"


@pytest.mark.parametrize(
    ("method", "path", "more", "status", "code"),
    [
        ("GET", "/nowhere", {}, 404, "not-found"),
        ("GET", f"/deals/{UUID(int=304)}", {}, 404, "not-found"),
        ("GET", "/deals/17", {}, 404, "not-found"),
        ("DELETE", "/deals", {}, 405, "method"),
        ("POST", "/deals", {"data": b"{", "content_type": "application/json"}, 400, "json"),
        ("POST", "/deals", {"data": b"\xff\xfe", "content_type": "application/json"}, 400, "json"),
        ("POST", "/deals", {"data": b'"\\ud800"', "content_type": "application/json"}, 400, "json"),
        ("POST", "/deals", {"data": DEEP, "content_type": "application/json"}, 400, "json"),
        ("POST", "/deals", {"data": b"[1" + b"0" * 5000 + b"]", "content_type": "application/json"}, None, None),
        ("POST", "/deals", {"data": b"a=1", "content_type": "application/x-www-form-urlencoded"}, 415, "media-type"),
        ("POST", "/deals", {"json": {"note": "x" * 300_000}}, 413, "too-large"),
        ("POST", "/deals", {"json": []}, 422, "shape"),
        ("POST", "/deals", {"json": {"ruleset": "304", "dealer": "S", "colour": "red"}}, 422, "shape"),
        ("POST", "/deals", {"json": {"ruleset": "304", "dealer": "Q"}}, 422, "seat"),
        ("POST", "/deals", {"json": {"ruleset": "304"}}, 422, "deal-incomplete"),
        ("POST", "/deals", {"json": {"ruleset": "304", "dealer": "S", "at": "yesterday o'clock"}}, 422, "time"),
        (
            "POST",
            "/deals",
            {"json": {"ruleset": "304", "dealer": "S"}, "headers": {"Idempotency-Key": "x" * 200}},
            400,
            "bad-request",
        ),
        ("GET", f"/deals/{UUID(int=304)}/views/{'x' * 40}", {}, 404, "not-found"),
    ],
    ids=lambda each: str(each)[:40],
)
def test_what_is_wrong_with_a_request(
    people: People, method: str, path: str, more: dict[str, object], status: int | None, code: str | None
) -> None:
    answer = people.admin.call(method, path, **more)  # type: ignore[arg-type]
    assert answer.content_type == "application/problem+json"
    assert answer.headers["Content-Language"] == "en"
    problem = answer.json
    if status is not None:
        assert (answer.status_code, problem["code"]) == (status, code), problem
    assert problem["status"] == answer.status_code < 500
    assert {"type", "title", "status", "detail", "instance", "code"} <= problem.keys()
    assert people.anybody.get(problem["type"]).status_code in (200, 404)


@pytest.mark.parametrize(
    ("act", "code"),
    [
        ("hello", "notation"),
        ("S", "notation"),
        ("E 99999999", "notation"),
        ("E " + "9" * 900, "notation"),
        ({"type": "Nothing", "seat": "E"}, "notation"),
        ({"type": "BidMade", "seat": "E", "bid": None}, "notation"),
        ({"type": "BidMade", "seat": "E", "bid": "\u0000"}, "notation"),
        ({"type": "CardPlayed", "seat": "E", "card": "XX"}, "notation"),
        ({"type": "CardPlayed", "seat": "E", "colour": "red"}, "notation"),
        ({"type": "CardPlayed", "seat": "E", "card": {"a": {"b": {"c": {"d": {"e": {"f": {}}}}}}}}, "shape"),
        ({"type": "CardPlayed"}, "shape"),
        (17, "shape"),
        ("S" * 2000, "shape"),
    ],
    ids=lambda each: str(each)[:40],
)
@pytest.mark.parametrize("happened", [True, False])
def test_an_act_that_is_none(people: People, act: object, code: str, happened: bool) -> None:
    deal = people.deal()
    answer = people.admin.post(f"/deals/{deal}/actions", {"acts": ["S shuffle", act], "as_it_happened": happened})
    assert (answer.status_code, answer.json["code"]) == (422, code), answer.json
    if code == "notation":
        assert answer.json["index"] == 1


def test_no_more_acts_than_a_batch_may_have(people: People) -> None:
    deal = people.deal()
    answer = people.admin.post(f"/deals/{deal}/actions", {"acts": ["S shuffle"] * 129})
    assert (answer.status_code, answer.json["code"]) == (422, "shape")
    assert people.admin.post(f"/deals/{deal}/actions", {"acts": []}).status_code == 422
    assert people.admin.post(f"/deals/{deal}/actions", {}).status_code == 422


def test_an_id_that_is_taken(people: People) -> None:
    deal = people.deal()
    answer = people.admin.post("/deals", {"ruleset": "304", "dealer": "S", "id": deal})
    assert (answer.status_code, answer.json["code"]) == (409, "already-there")


def test_every_code_has_a_page(people: People) -> None:
    listed = people.anybody.get("/problems").json["items"]
    assert len(listed) > 60
    for row in listed:
        assert people.anybody.get(f"/problems/{row['code']}").json == row


def test_a_failure_inside_tells_nothing_of_the_inside(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    app = create_app(settings)

    def fail() -> None:
        raise RuntimeError("the secret is JH")

    app.view_functions["rulesets.list_rulesets"] = fail
    with caplog.at_level(logging.ERROR):
        answer = app.test_client().get("/api/v1/rulesets")
    assert (answer.status_code, answer.json["code"]) == (500, "internal")
    assert b"JH" not in answer.data
    assert "RuntimeError" in caplog.text


def test_without_a_database_the_server_says_so(caplog: pytest.LogCaptureFixture) -> None:
    app: Flask = create_app(Settings(dsn="host=127.0.0.1 port=1 dbname=nought", connect_timeout=1))
    client = app.test_client()
    assert client.get("/health").json == {"status": "up"}
    for path in ("/ready", "/api/v1/deals"):
        answer = client.get(path)
        assert (answer.status_code, answer.json["code"]) == (503, "unavailable")
        assert b"127.0.0.1" not in answer.data


def test_a_schema_that_is_not_migrated_is_not_ready(settings: Settings) -> None:
    other = Settings(dsn=settings.dsn, schema="nowhere")
    answer = create_app(other).test_client().get("/ready")
    assert (answer.status_code, answer.json["code"]) == (503, "unavailable")
    assert "nought migrate" in answer.json["detail"]


def test_the_access_log_has_neither_secrets_nor_cards(people: People, caplog: pytest.LogCaptureFixture) -> None:
    deal = people.deal()
    with caplog.at_level(logging.INFO, "nought.access"):
        people.admin.post(f"/deals/{deal}/actions", {"act": "S shuffle JH 9H"}, headers={"Idempotency-Key": "k9"})
    assert deal in caplog.text
    assert people.admin.id in caplog.text
    for hidden in (people.admin.secret, "JH", "Keeper", "k9"):
        assert hidden not in caplog.text
