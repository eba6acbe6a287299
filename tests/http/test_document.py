"""The OpenAPI document says what the API does: nothing undocumented comes back, and nothing breaks inside."""

from __future__ import annotations

import json
import os
import random
import re
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from replay.lessons.file import to_plain
from replay.puzzles.file import built_in
from tests.http.applications import provider_of
from tests.http.people import People, Person, opened, play, whole_deal
from tests.http.tournament_requests import done, draw, report, tournament
from tests.lessons.lessons import ask, go, lesson, look, say

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
WITHOUT_A_BODY = CHECKS[:3]
FULL = bool(os.environ.get("NOUGHT_FULL"))
EXAMPLES, SHARES, STEP = (200, 4, 4) if FULL else (1, 1, 20)
"""Examples of each route, and the tests that share the routes: several workers then have some. Without NOUGHT_FULL
one route in twenty is tried."""


@schemathesis.serializer("application/x-ndjson")
def lines(_: Any, value: Any) -> bytes:
    """Return the body of a request with an archive."""
    return value.encode("utf-8", "replace") if isinstance(value, str) else bytes(value)


@schemathesis.deserializer("application/x-ndjson")
def first_line(_: Any, response: Any) -> Any:
    """A body of lines is described by what one line is."""
    return json.loads(response.content.splitlines()[0]) if response.content else {}


@pytest.fixture(scope="module")
def ids(app: Flask, people: People) -> dict[str, str]:
    """Things that are there, so that not every path leads to a 404."""
    club = people.club()
    table = people.table(club)
    dealer, acts = whole_deal(31)
    deal = people.deal(dealer=dealer, table=table)
    play(people.admin, deal, acts[: len(acts) // 2])
    match = people.admin.post("/matches", {"ruleset": "304", "dealer": "S", "table": table}).json["id"]
    player = people.admin.post("/players", {"name": "P", "club": club}).json["id"]
    cup = tournament(people.admin, 4, club=club)
    done(people.admin, f"/tournaments/{cup}/tables", {"tables": {"1": table}})
    encounter = draw(people.admin, cup)["encounters"][0]["id"]
    report(people.admin, encounter, 7, 3)
    keeper = provider_of(app).services.log_keeper()
    keeper.grow()
    assert keeper.checkpoint()
    cups = {"tournament_id": cup, "encounter_id": encounter, "entry": "1"}
    named = {**cups, "club_id": club, "table_id": table, "deal_id": deal, "match_id": match, "player_id": player}
    named["dispute_id"] = opened(people.admin.post(f"/deals/{deal}/disputes", {"side": "NS", "claim": "East looked."}))
    file = to_plain(lesson(say("Hello"), look("E"), go(20), ask("trumps")))
    named["lesson_id"] = opened(people.admin.post("/lessons", {"lesson": file, "club": club}))
    assert people.admin.post(f"/lessons/{named['lesson_id']}/publish", {"visibility": "public"}).status_code == 200
    named |= {"chapter": "1", "step": "4", "puzzle_id": str(next(iter(built_in())))}
    return named | {"token_id": people.issue("viewer").id, "viewer": "E", "key": "304", "code": "shape"}


@pytest.fixture(scope="module")
def callers(people: People, ids: dict[str, str]) -> list[Person]:
    """Nobody, and somebody of each role; a seat that the deal's game lacks, too."""
    club, table = ids["club_id"], ids["table_id"]
    seats = [people.issue("seat", table=table, seat=seat) for seat in ("E", "7")]
    officials = [people.issue(role, club=club) for role in ("director", "arbiter")]
    return [people.anybody, *seats, people.issue("recorder", table=table), *officials, people.admin]


def filled(value: Any, ids: dict[str, str], chance: random.Random, name: str = "") -> Any:
    """A body in which some texts are such as mean something: else hardly any of them gets past the first look."""
    if isinstance(value, dict):
        return {key: filled(each, ids, chance, key) for key, each in value.items()}
    if isinstance(value, list):
        return [filled(each, ids, chance, name) for each in value]
    if chance.random() < 0.3:
        return value
    if isinstance(value, str) and name in MEANT:
        return chance.choice(MEANT[name])
    if isinstance(value, str) and f"{name}_id" in ids:
        return ids[f"{name}_id"]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


MEANT = {
    "seat": ["E", "S", "Q", "7"], "dealer": ["S", "7"], "side": ["NS", "EW", "XX"], "entry": ["1", "2", "9"],
    "code": ["revoke", "play-out-of-turn", "early", "no-code"], "ruleset": ["304", "sidi-barrani", "whist"],
    "act": ["E pass", "E JH", "S caps", "??"], "at": ["2026-02-14T20:15:09.318Z", "9999-12-31T23:59:59-12:00"],
    "card": ["JH", "7S", "??"], "acts": ["E pass", "S 7S down"], "pin": ["1234"], "base": ["304", "504"],
}  # fmt: skip
"""Examples of a text, by its name."""


@pytest.mark.full
@pytest.mark.parametrize("share", range(SHARES))
def test_the_api_answers_as_the_document_says(
    app: Flask, people: People, ids: dict[str, str], callers: list[Person], share: int
) -> None:
    """Nobody and somebody of each role, of things that are there; an administrator and anybody of any id.

    Every day each answer to a `Person` is held to the document (`shapes`). Without NOUGHT_FULL an administrator alone,
    of things that are there: the others get no further than he does.
    """
    schema = schemathesis.openapi.from_wsgi("/openapi.json", app)
    ways = [(people.admin, ids)]
    if FULL:
        ways = [*((who, ids) for who in callers), (people.admin, {}), (people.anybody, {})]
    chance = random.Random(304)
    tried = 0
    for result in list(schema.get_all_operations())[share::STEP]:
        operation = result.ok()
        tried += 1

        @settings(
            max_examples=EXAMPLES,
            database=None,
            derandomize=True,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def send(case: Any) -> None:
            path, headers, body = case.path_parameters or {}, case.headers or {}, case.body
            for who, known in ways:
                if isinstance(body, dict):
                    case.body = filled(body, known, chance)
                case.path_parameters = {name: known.get(name, value) for name, value in path.items()}
                case.headers = {name: value for name, value in headers.items() if name != "Authorization"}
                if who.secret:
                    case.headers["Authorization"] = f"Bearer {who.secret}"
                answer = case.call()
                empty = answer.status_code == 200 and not answer.content
                # A body of no lines is described by no line.
                checks = [check for check in CHECKS if not empty or check in WITHOUT_A_BODY]
                case.validate_response(answer, checks=checks)

        send()
    assert tried > (40 if FULL else 12)


@pytest.mark.full
def test_the_document_is_valid_for_another_reader_of_openapi(app: Flask) -> None:
    """Defaults and examples included, which must be as their schemas say."""
    document = app.test_client().get("/openapi.json").json
    assert [str(error) for error in OpenAPIV31SpecValidator(document).iter_errors()] == []


def test_no_text_breaks_anything_that_one_can_ask_for(app: Flask, people: People, ids: dict[str, str]) -> None:
    """NUL, which no database stores, and what is no character at all."""
    client = app.test_client()
    headers = {"Authorization": f"Bearer {people.admin.secret}"}
    document = client.get("/openapi.json").json
    tried = 0
    for path, ways in document["paths"].items():
        where = path.format_map(dict.fromkeys(re.findall(r"{(\w+)}", path), "1") | ids)
        for parameter in ways.get("get", {}).get("parameters", ()):
            if parameter["in"] == "query" and parameter["schema"]["type"] == "string":
                tried += 1
                if tried % 4 and not FULL:
                    continue
                for text in ("a%00b", "%ED%A0%80", "%FF"):
                    answer = client.get(f"{where}?{parameter['name']}={text}", headers=headers)
                    assert answer.status_code in (200, 404, 422), (path, parameter["name"], text, answer.data)
    assert tried > 20


def test_every_pattern_of_the_document_means_the_same_to_json_schema(app: Flask) -> None:
    """JSON Schema searches a pattern anywhere in a text, and knows no \\Z: each is written from start to end."""
    patterns: list[str] = []

    def search(value: Any) -> None:
        if isinstance(value, dict):
            if isinstance(value.get("pattern"), str):
                patterns.append(value["pattern"])
            for each in value.values():
                search(each)
        elif isinstance(value, list):
            for each in value:
                search(each)

    document = app.test_client().get("/openapi.json").json
    search(document)
    assert len(patterns) > 50
    assert [each for each in patterns if not (each.startswith("^") and each.endswith("$")) or "\\Z" in each] == []
    seat = document["components"]["schemas"]["RuleViolation"]["properties"]["seat"]["pattern"]
    assert [bool(re.search(seat, text)) for text in ("E", "12", "EE", "xE", "")] == [True, True, False, False, False]
    hands = document["components"]["schemas"]["Disclose"]["properties"]["hands"]
    assert (hands["propertyNames"], hands["maxProperties"]) == ({"pattern": seat}, 12)


def test_what_a_route_takes_in_its_query_is_documented_beside_its_headers(app: Flask) -> None:
    paths = app.test_client().get("/openapi.json").json["paths"]
    is_required = {
        (path, each["name"]): each["required"] for path, ways in paths.items() for way in ways.values() if way
        for each in (way.get("parameters", ()) if isinstance(way, dict) else ()) if each["in"] == "query"
    }  # fmt: skip
    needed = {
        "/api/v1/deals/{deal_id}/what-if": "ruleset",
        "/api/v1/disputes/{dispute_id}/files": "name",
        "/api/v1/log/consistency": "from",
    }
    assert [(path, is_required.get((path, name))) for path, name in needed.items()] == [(path, True) for path in needed]
    for path, name in (("views/{viewer}", "ply"), ("knowledge", "until"), ("replays/{viewer}", "until")):
        assert (f"/api/v1/deals/{{deal_id}}/{path}", name) in is_required
    headers = {each["name"] for each in paths["/api/v1/disputes/{dispute_id}/files"]["post"]["parameters"]}
    assert headers == {"name", "side", "text", "Idempotency-Key", "If-Match"}
