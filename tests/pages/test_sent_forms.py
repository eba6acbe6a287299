"""Every form that a script sends names a route of the API, and only values that the route takes.

`tests/http` says what the routes do with them, and journeys in a browser that the script sends what is typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Rule

from tests.cases import FULL, cases, full
from tests.http.people import People
from tests.http.test_boards_as_they_come import MITCHELL, enter
from tests.http.tournament_requests import done, draw, report, tournament
from tests.pages.reading import Part, read

FIELDS = ":is(input, select, textarea, button)[name]:not([data-path])"


def desk(people: People, cup: str) -> list[str]:
    """The pages of the director's desk."""
    rules = [rule for rule in people.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    above = "/tournaments/<uuid:tournament_id>/desk"
    return [
        rule.rule.replace("<uuid:tournament_id>", cup)
        for rule in rules
        if rule.rule.startswith(above) and rule.arguments == {"tournament_id"}
    ]


def table_of(cup: str) -> Callable[[dict[str, Any]], str]:
    """The page of a table of the first round."""
    return lambda encounter: f"/tournaments/{cup}/rounds/1/tables/{encounter['table']}"


def of_a_swiss(people: People) -> list[str]:
    """The pages of a tournament in its first round: a result is confirmed by nobody, another one was corrected."""
    cup = tournament(people.admin, 7, club=people.club())
    first, second, third = draw(people.admin, cup)["encounters"]
    report(people.admin, first["id"], 7, 4)
    done(people.admin, f"/encounters/{second['id']}/forfeit", {"sides": [0], "why": "the last bus"})
    return ["/tournaments/new", *desk(people, cup), *map(table_of(cup), (first, second, third))]


def of_a_duplicate(people: People) -> list[str]:
    """The pages of a duplicate in its first round: one board has a result."""
    cup = tournament(people.admin, 6, MITCHELL, club=people.club())
    first, second, _ = draw(people.admin, cup)["encounters"]
    assert enter(people.admin, first, first["boards"][0], 4).status_code == 200
    return [*desk(people, cup), *map(table_of(cup), (first, second))]


def route(app: Flask, method: str, path: str) -> str | None:
    """The path of the route, as the document has it; a value that the script fills in may be any text."""
    try:
        rule, _ = app.url_map.bind("").match(path, method, return_rule=True)
    except HTTPException:
        return None
    assert isinstance(rule, Rule)
    return re.sub(r"<(?:[^:<>]+:)?(\w+)>", r"{\1}", rule.rule)


class Shapes:
    """The bodies that the routes take, by the document of the API."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document

    def body(self, method: str, path: str) -> dict[str, Any]:
        operation = self.document["paths"][path][method.lower()]
        content: dict[str, Any] = operation.get("requestBody", {}).get("content", {})
        return content.get("application/json", {}).get("schema", {})  # type: ignore[no-any-return]

    def takes(self, schema: dict[str, Any], steps: list[str]) -> bool:
        """Whether a value of this path may be in a body."""
        while "$ref" in schema:
            schema = self.document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        if choices := [*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())]:
            return any(self.takes(choice, steps) for choice in choices)
        if not steps:
            return True
        step, *rest = steps
        if step.isdecimal() and "items" in schema:
            return self.takes(schema["items"], rest)
        if step in schema.get("properties", {}):
            return self.takes(schema["properties"][step], rest)
        return schema.get("type") == "object" and "properties" not in schema


def steps_of(name: str) -> list[str]:
    """The path of a value: the name of a field without the sign of a list and the key of an object."""
    return re.split(r"[.]", name.replace("[]", "").partition(":")[0])


@pytest.fixture(scope="module")
def shapes(app: Flask) -> Shapes:
    return Shapes(app.test_client().get("/openapi.json").json)


@pytest.mark.parametrize("scene", [of_a_swiss, full(of_a_duplicate)])
def test_every_form_of_a_tournament_is_one_that_the_api_takes(
    app: Flask, people: People, shapes: Shapes, scene: Any
) -> None:
    seen: set[tuple[str, str]] = set()
    with cases() as case:
        for page in scene(people)[:: 1 if FULL else 2]:
            sheet = read(app, page, people.admin)
            assert sheet.status == 200, page
            for form in sheet.all("form[data-send]"):
                method, _, sent = (form.attribute("data-send") or "").partition(" ")
                with case(page, method, sent):
                    seen.add((method, check(app, shapes, form, method, sent)))
                    if to_check := form.attribute("data-check"):
                        assert route(app, "POST", filled(form, to_check))
    assert len(seen) > (12 if FULL else 6)


def filled(form: Part, path: str) -> str:
    """The path with a value for each field that it names."""
    names = {field.attribute("name") for field in form.all("[name]")}
    assert set(re.findall(r"\{(\w+)\}", path)) <= names
    return re.sub(r"\{\w+\}", "x", path)


def check(app: Flask, shapes: Shapes, form: Part, method: str, sent: str) -> str:
    """The route to which a form goes, which takes what it sends."""
    path = route(app, method, filled(form, sent))
    assert path, "there is no such route"
    body = shapes.body(method, path)
    names = {field.attribute("name") or "" for field in form.all(FIELDS)}
    assert {name for name in names if not shapes.takes(body, steps_of(name))} == set()
    return path
