"""The OpenAPI document says what the API does: nothing undocumented comes back, and nothing breaks inside."""

from __future__ import annotations

import json
import os
import re
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from api.services import EXTENSION
from tests.http.people import People, play, whole_deal
from tests.http.tournaments import done, draw, report, tournament

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
WITHOUT_A_BODY = CHECKS[:3]
EXAMPLES = 200 if os.environ.get("NOUGHT_FULL") else 6


@schemathesis.serializer("application/x-ndjson")
def lines(_: Any, value: Any) -> bytes:
    """How an archive is sent."""
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
    keeper = app.extensions[EXTENSION].services.log_keeper()
    keeper.grow()
    assert keeper.checkpoint()
    cups = {"tournament_id": cup, "encounter_id": encounter, "entry": "1"}
    named = {**cups, "club_id": club, "table_id": table, "deal_id": deal, "match_id": match, "player_id": player}
    return named | {"token_id": people.issue("viewer").id, "viewer": "E", "key": "304", "code": "shape"}


def test_the_api_answers_as_the_document_says(app: Flask, people: People, ids: dict[str, str]) -> None:
    """An administrator and anybody, of things that are there and of any id."""
    schema = schemathesis.openapi.from_wsgi("/openapi.json", app)
    ways = [(who, known) for who in (people.admin, people.anybody) for known in (ids, {})]
    tried = 0
    for result in schema.get_all_operations():
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
            path, headers = case.path_parameters or {}, case.headers or {}
            for who, known in ways:
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
    assert tried > 40


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
                for text in ("a%00b", "%ED%A0%80", "%FF"):
                    answer = client.get(f"{where}?{parameter['name']}={text}", headers=headers)
                    assert answer.status_code in (200, 404, 422), (path, parameter["name"], text, answer.data)
    assert tried > 20
