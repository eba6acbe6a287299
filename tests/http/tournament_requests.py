"""A tournament through the API, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.engine.facts import Act
from tests.http.people import People, Person, opened, play, whole_deal

SWISS: Mapping[str, Any] = {"format": "swiss", "rounds": 4, "encounter": {"race": 7}}
HELD_BACK = {"format": "swiss", "rounds": 1, "encounter": {"deals": 1}, "analysis_after_round": True}
"""Terms of one round that shows analyses only once it is closed."""


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
    payload: dict[str, Any] = who.get(f"/tournaments/{identity}/rounds/{number}").json
    return payload


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
    payload: dict[str, Any] = answer.json
    return payload


def held_back_deal(people: People, **more: Any) -> tuple[str, str, str, list[Act]]:
    """Return a tournament that holds analyses back, the match of its only table, a deal played there, and its acts."""
    cup = tournament(people.admin, 2, HELD_BACK, **more)
    table = draw(people.admin, cup)["encounters"][0]["id"]
    match = done(people.admin, f"/encounters/{table}/match")["id"]
    next_dealer = people.admin.get(f"/matches/{match}").json["next_dealer"]
    acts = next(acts for dealer, acts in map(whole_deal, range(99)) if dealer == next_dealer and len(acts) > 40)
    deal = people.deal(dealer=next_dealer, match=match, **more)
    play(people.admin, deal, acts)
    return cup, match, deal, acts
