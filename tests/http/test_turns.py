"""No request holds a turn for more than two seconds of a processor: each ordinary route with the largest body it takes.

`turns.txt` lists all routes with their kinds. Who adds a route adds it there, and thinks of what its largest request
costs: a heavy one is answered by another process, and holds up nobody (`api.front.kinds`).
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import thread_time
from typing import Any, Final

import pytest
from flask import Flask

from api.app import LARGEST_BODY
from api.front.kinds import kinds_of
from domain.audit.caps.report import adjudicate
from domain.engine.rules import rules_of
from domain.games.catalogue import RULESETS
from replay.lessons.file import to_plain
from replay.lessons.positions import record_of_source
from replay.lessons.sources import of_worked_hand
from replay.notation.actions import write_action
from tests.audit.test_caps_effort import PRIORITIES, strong_deal
from tests.cases import cases, full
from tests.http.people import People, opened, play, whole_deal
from tests.http.shapes import plain_document
from tests.http.tournament_requests import SWISS, done
from tests.lessons.lessons import REVOKE, ask, branch, go, lesson, look, reveal
from tests.signing.conftest import app

__all__ = ["app"]

FULL: Final = bool(os.environ.get("NOUGHT_FULL"))
SECONDS: Final = 2.0
TABLE: Final = Path(__file__).with_name("turns.txt")
ENTRIES: Final = 1000 if FULL else 12
STEPS: Final = 1900 if FULL else 40
LINES: Final = 2000 if FULL else 20
LATE: Final = 47
"""The ply of a late act of the worked hand: to play it as a branch, the acts before it are folded."""
EVERYDAY: Final = 15
"""The everyday run sends every seventh request."""
PARAMETER: Final = re.compile(r"<(?:[^:<>]+:)?(\w+)>")
Route = tuple[str, str]


def kind_of_routes(app: Flask) -> dict[Route, str]:
    """The kind of each route, by its method and its template."""
    special = kinds_of(app)
    named = {"light": special.light, "heavy": special.heavy, "printed": special.printed, "stream": special.streams}
    kinds = {}
    for rule in app.url_map.iter_rules():
        kind = next((name for name, endpoints in named.items() if rule.endpoint in endpoints), "ordinary")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            kinds[method, PARAMETER.sub(r"{\1}", rule.rule)] = kind
    return kinds


def listed() -> dict[Route, str]:
    """The table: the kind of each route."""
    rows = (line.rsplit(" ", 1) for line in TABLE.read_text(encoding="utf-8").splitlines())
    return {(route.split(" ", 1)[0], route.split(" ", 1)[1]): kind for route, kind in rows}


def test_every_route_is_listed_with_its_kind(app: Flask) -> None:
    assert listed() == kind_of_routes(app)


# --- the largest bodies ---------------------------------------------------------------------------


@dataclass
class Largest:
    """Makes the largest value of a schema of the document, up to the bytes that a body may have."""

    document: dict[str, Any]
    ids: dict[str, str]
    left: int = LARGEST_BODY - 4096

    def of(self, schema: dict[str, Any], name: str = "") -> Any:
        if "$ref" in schema:
            return self.of(self.document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]], name)
        for choice in ("oneOf", "anyOf", "allOf"):
            if choice in schema:
                return self.of(schema[choice][-1], name)
        if "enum" in schema:
            return schema["enum"][-1]
        kind = schema.get("type")
        kind = next((each for each in kind if each != "null"), "null") if isinstance(kind, list) else kind
        if kind == "array":
            return list(self._many(schema, name))
        if kind == "object":
            return self._object(schema)
        value = self._simple(kind, schema, name)
        self.left -= len(json.dumps(value)) + 4
        return value

    def _many(self, schema: dict[str, Any], name: str) -> Iterator[Any]:
        for _ in range(min(schema.get("maxItems", 200), LINES)):
            if self.left <= 0:
                return
            yield self.of(schema.get("items", {"type": "string", "maxLength": 20}), name)

    def _object(self, schema: dict[str, Any]) -> dict[str, Any]:
        made = {name: self.of(part, name) for name, part in schema.get("properties", {}).items()}
        return made or {"key": "x" * min(200, max(self.left, 1))}

    def _simple(self, kind: str | None, schema: dict[str, Any], name: str) -> Any:
        if f"{name}_id" in self.ids:
            return self.ids[f"{name}_id"]
        if kind in ("integer", "number"):
            return int(schema.get("maximum", 9))
        if kind == "boolean":
            return True
        if "example" in schema:
            return schema["example"]
        if "pattern" in schema:
            return "E"
        return ("wide " * 60_000)[: min(schema.get("maxLength", 200), max(self.left, 1))].strip() or "x"


@dataclass
class World:
    """The largest things that requests are sent to, and the bodies of routes that compute most."""

    people: People
    ids: dict[str, str] = field(default_factory=dict)
    bodies: dict[Route, Any] = field(default_factory=dict)


def branches() -> Any:
    """A lesson of as many branches as it may have, and questions after them."""
    last = record_of_source(of_worked_hand(REVOKE)).acts[LATE]
    steps = [branch(write_action(last), ply=LATE - 1) for _ in range(STEPS)]
    questions = [look("E"), go(20), ask("holder", card="9S"), ask("trumps"), ask("breach"), go(14), ask("card")]
    return lesson(*steps, *questions, reveal())


def entry_list(number: int) -> str:
    """A list of entries with like names."""
    names = (f"Ann{n % 7} Ber{n % 11}a{n:04}" for n in range(2 * number))
    return "player1,player2\n" + "".join(f"{one},{two}\n" for one, two in zip(names, names, strict=True))


def sheet(rows: int, columns: int) -> str:
    """A score sheet of a season with like names."""
    head = "Player," + ",".join(f"2025-{1 + n % 12:02}-{1 + n // 12:02}" for n in range(columns))
    lines = (f"Ann{n % 7} Bera{n:04}," + ",".join("9" for _ in range(columns)) for n in range(rows))
    return "\n".join([head, *lines])[:60_000]


@pytest.fixture(scope="module")
def world(people: People) -> World:
    admin, world = people.admin, World(people)
    club = people.club()
    table = people.table(club)
    dealer, acts = whole_deal(3)
    deal = people.deal(dealer=dealer, table=table)
    play(admin, deal, acts)
    running = people.deal(dealer=dealer, table=table)
    play(admin, running, acts[: len(acts) // 2])
    cup = opened(
        admin.post("/tournaments", {"name": "Cup", "terms": {**SWISS, "rounds": 9}, "ruleset": "304", "club": club})
    )
    done(admin, f"/tournaments/{cup}/entry-files", {"text": entry_list(ENTRIES)})
    done(admin, f"/tournaments/{cup}/rounds")
    encounters = admin.get(f"/tournaments/{cup}/rounds/1").json["encounters"]
    rng = random.Random(304)
    for each in encounters:
        done(
            admin,
            f"/encounters/{each['id']}/result",
            {"sheet": {"whole": [{"tokens": 7}, {"tokens": rng.randrange(7)}]}},
        )
    done(admin, f"/tournaments/{cup}/rounds/1/close")
    done(admin, f"/tournaments/{cup}/rounds")
    taught = opened(admin.post("/lessons", {"lesson": to_plain(branches()), "club": club}))
    done(admin, f"/lessons/{taught}/publish", {"visibility": "public"})
    class_ = done(admin, "/classes", {"lesson": taught, "pace": "free", "club": club})
    slate = opened(admin.post("/slates", {"game": "schieber", "table": table, "terms": {"target": 100_000}}))
    for _ in range(150 if FULL else 3):
        done(admin, f"/slates/{slate}/lines", {"points": 97})
    series = opened(admin.post("/series", {"name": "Winter", "club": club}))
    done(admin, f"/series/{series}/sheets", {"csv": sheet(min(LINES, 1000), 20)})
    practice = opened(people.anybody.post("/practices", {"ruleset": "304", "seat": "E"}))
    world.ids = {
        "club_id": club, "table_id": table, "deal_id": deal, "tournament_id": cup, "entry": "1", "number": "1",
        "encounter_id": encounters[0]["id"], "lesson_id": taught, "lesson": taught, "chapter": "1",
        "step": str(STEPS + 3), "class_id": class_["id"], "class_code": class_["code"], "slate_id": slate,
        "series_id": series, "practice_id": practice, "table": "1", "board": "1", "round": "1", "viewer": "arbiter",
        "player_id": opened(admin.post("/players", {"name": "Pia", "club": club})), "key": "304", "other": "904",
        "match_id": opened(admin.post("/matches", {"ruleset": "304", "dealer": "S", "table": table})),
        "dispute_id": opened(admin.post(f"/deals/{running}/disputes", {"side": "NS", "claim": "They looked."})),
        "token_id": people.issue("viewer").id, "secret": "A" * 43, "seat": "E", "pupil": "1", "code": "shape",
    }  # fmt: skip
    hard = [{"of": seat, "suit": suit, "at_least": 7} for seat in "SENW" for suit in "SHDC"]
    whole = [{"tokens": 7}, {"tokens": 2}]
    list_ = entry_list(min(ENTRIES, 1000))
    world.bodies = {
        ("POST", "/api/v1/practices"): {"ruleset": "304", "seat": "E", "conditions": hard},
        ("POST", "/api/v1/lessons/{lesson_id}/read/{chapter}/{step}/answers"): {"answer": "N W"},
        ("POST", "/api/v1/class/{class_code}/read/{chapter}/{step}/answers"): {"answer": "N W"},
        ("POST", "/api/v1/tournaments/{tournament_id}/entry-files"): {"text": list_},
        ("POST", "/api/v1/tournaments/{tournament_id}/entry-files/check"): {"text": list_},
        ("POST", "/api/v1/encounters/{encounter_id}/corrections"): {"sheet": {"whole": whole}, "why": "A slip."},
        ("POST", "/api/v1/deals/{deal_id}/corrections/preview"): {"correction": "retract", "ply": 20},
        ("POST", "/api/v1/deals/{deal_id}/explore"): {"ply": 20},
        ("POST", "/api/v1/tournaments/{tournament_id}/end"): {},
        ("POST", "/tournaments/{tournament_id}/desk/files"): {"text": list_},
        ("POST", "/clubs/{club_id}/players"): {"names": "\n".join(f"Ann{n % 7} Bera{n:04}" for n in range(200))},
        ("POST", "/tournaments/sections/preview"): {
            "sections": "4", "entries": "\n".join(f"Ann{n % 9} Ber{n:04}" for n in range(400)),
        },
    }  # fmt: skip
    return world


def requests(app: Flask, world: World) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each ordinary request: its method, its path and its body."""
    document = plain_document()
    for (method, template), kind in sorted(listed().items()):
        names = re.findall(r"{(\w+)}", template)
        if kind != "ordinary":
            continue
        path = template.format_map(
            {name: world.ids.get(name, "019c5dca-fa06-769a-9f91-ffa78b4e2e69") for name in names}
        )
        body = world.bodies.get((method, template))
        if method in ("GET", "DELETE"):
            yield method, path, {}
        elif template.startswith("/api"):
            operation = document["paths"][template][method.lower()]
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if body is None:
                body = Largest(document, world.ids).of(content["schema"]) if content else {}
            yield method, path, {"json": body}
        else:
            yield method, path, {"data": body or {"name": "wide " * 40_000, "text": "x", "do": "up", "lines": "a"}}


def test_no_request_holds_a_turn_for_long(app: Flask, world: World) -> None:
    """Processor time of the thread that answers, so that a busy machine changes nothing; counted in the full run."""
    client = app.test_client()
    headers = {"Authorization": f"Bearer {world.people.admin.secret}"}
    tried = list(requests(app, world))
    assert len(tried) > 300
    assert {listed()[route] for route in world.bodies} == {"ordinary"}
    # What ends a thing comes last.
    tried.sort(key=lambda each: (each[0] == "DELETE", each[1].endswith(("/end", "/cancel", "/withdraw", "/remove"))))
    with cases() as case:
        for method, path, how in tried if FULL else tried[::EVERYDAY]:
            with case(method, path):
                began = thread_time()
                answer = client.open(path, method=method, headers=headers, **how)
                seconds = thread_time() - began
                assert answer.status_code < 500
                if FULL:
                    assert seconds < SECONDS


@pytest.mark.parametrize("key", ["304", full("304-cats"), "first-legal"])
def test_a_decision_on_caps_takes_no_longer_than_a_turn_may(key: str) -> None:
    """The last card of a practice deal, and an answer to a question on Caps, are decided in a turn."""
    rules = PRIORITIES if key == "first-legal" else rules_of(RULESETS[key])
    decided = 0
    for seed in range(60 if FULL else 4):
        began = thread_time()
        decided += len(adjudicate(strong_deal(rules, seed)).points)
        assert not FULL or thread_time() - began < SECONDS
    assert decided
