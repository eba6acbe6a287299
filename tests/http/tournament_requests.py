"""A tournament through the API, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.http.people import Person, opened

SWISS: Mapping[str, Any] = {"format": "swiss", "rounds": 4, "encounter": {"race": 7}}


def tournament(
    who: Person, entries: int = 4, terms: Mapping[str, Any] = SWISS, ruleset: str = "304", **more: Any
) -> str:
    """A tournament with so many pairs."""
    identity = opened(who.post("/tournaments", {"name": "The cup", "terms": terms, "ruleset": ruleset, **more}))
    for n in range(1, entries + 1):
        enter(who, identity, f"Pair {n}")
    return identity


def enter(who: Person, identity: str, called: str, **more: Any) -> None:
    alone = {"players": [f"{called} A", f"{called} B"]}
    answer = who.post(f"/tournaments/{identity}/entries", {"name": called, **alone, **more})
    assert answer.status_code == 201, answer.json


def draw(who: Person, identity: str, **more: Any) -> dict[str, Any]:
    """The next round, drawn by its format."""
    answer = who.post(f"/tournaments/{identity}/rounds", more)
    assert answer.status_code == 201, answer.json
    number = len(who.get(f"/tournaments/{identity}").json["rounds"])
    found: dict[str, Any] = who.get(f"/tournaments/{identity}/rounds/{number}").json
    return found


def sheet(ours: int, theirs: int) -> dict[str, Any]:
    """So many tokens for each side."""
    return {"whole": [{"tokens": ours}, {"tokens": theirs}]}


def report(who: Person, table: str, ours: int, theirs: int) -> None:
    answer = who.post(f"/encounters/{table}/result", {"sheet": sheet(ours, theirs)})
    assert answer.status_code == 200, answer.json


def done(who: Person, path: str, body: Any = None) -> dict[str, Any]:
    """A command that is carried out."""
    answer = who.post(path, body)
    assert answer.status_code in (200, 201), (path, answer.json)
    told: dict[str, Any] = answer.json
    return told
