"""Deals as nobody should play or record them: each is read whole, by everybody and by every route and page there is.

Acts against the rules, notes and rulings about acts that were taken back since, corrections of corrections: whatever a
record can hold can be looked at.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, url_for

from domain.engine.refusals import CLAUSES
from domain.games.catalogue import RULESETS
from replay.notation.actions import write_action
from tests.cases import full
from tests.http.people import People, Person
from tests.replaying.hidden import random_deal

CODES = sorted(CLAUSES)
VERDICTS = ("right", "early", "late", "missing")
FULL = bool(os.environ.get("NOUGHT_FULL"))
SLOW = ("stream", "pdf")
EVERYDAY = ("304-maharashtra", "sidi-barrani")
"""A game of six seats with a partner who is named, and one of the other family."""


@pytest.fixture(scope="module")
def table(people: People) -> str:
    return people.table(people.club())


def odd_deal(people: People, key: str, table: str, chance: random.Random, *, undone: bool) -> str:
    """A deal of a game, with whatever the record book lets an official do to it."""
    game = RULESETS[key]
    dealer, acts = random_deal(chance, game)
    deal = people.deal(ruleset=key, dealer=dealer, table=table)
    sentences = [write_action(act) for act in acts]
    upto = chance.choice([1, 12, len(sentences) // 2, len(sentences)])
    tried: list[tuple[str, dict[str, Any]]] = [("actions", {"acts": sentences[:upto], "as_it_happened": True})]
    for _ in range(12):
        ply, seat, act = chance.randrange(upto), chance.choice(game.seating.seats), chance.choice(sentences)
        tried.append(
            chance.choice(
                [
                    ("actions", {"act": act, "as_it_happened": True}),
                    ("irregularities", {"ply": ply, "code": chance.choice(CODES), "seat": seat}),
                    ("rulings/violation", {"seat": seat, "code": chance.choice(CODES)}),
                    ("rulings/caps", {"seat": seat, "verdict": chance.choice(VERDICTS)}),
                    ("amendments", {"ply": ply, "act": act}),
                    ("insertions", {"ply": ply, "act": act}),
                    ("retractions", {"ply": ply, "onward": chance.random() < 0.3}),
                    ("notes", {"ply": ply, "text": "So it was."}),
                    ("disputes", {"side": game.seating.teams[0], "ply": ply, "claim": "They looked."}),
                ]
            )
        )
    if undone:
        tried += [("irregularities", {"ply": 0, "code": "revoke"}), ("retractions", {"ply": 0, "onward": True})]
    for path, body in tried:
        answer = people.admin.post(f"/deals/{deal}/{path}", body)
        assert answer.status_code < 500, (path, body, answer.json)
    return deal


def readers(people: People, deal: str, table: str, seat: str) -> list[Person]:
    """Nobody, the seat, a seat that the game lacks, the recorder and an administrator."""
    seats = [people.issue("seat", deal=deal, seat=seat), people.issue("seat", table=table, seat="Q")]
    return [people.anybody, *seats, people.issue("recorder", deal=deal), people.admin]


def paths(app: Flask, deal: str, seats: tuple[str, ...], plies: int, chance: random.Random) -> Iterator[str]:
    """Every route and page about a deal, at some moments of it."""
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or "deal_id" not in rule.arguments or any(s in rule.rule for s in SLOW):
            continue
        viewers = (chance.choice(seats), "public", "arbiter") if "viewer" in rule.arguments else ("",)
        for viewer in viewers:
            named = {"deal_id": deal, "viewer": viewer, "number": 1, "ply": chance.randrange(plies + 1)}
            named["puzzle_id"] = "019c5c22-f9d0-5000-99d5-000000000000"
            with app.test_request_context():
                path = url_for(rule.endpoint, **{name: named[name] for name in rule.arguments})
            query = f"?ruleset={chance.choice(list(RULESETS))}" if "what-if" in path else ""
            yield path + query
            moment = chance.choice([-1, 0, plies // 2, plies - 1, plies])
            yield f"{path}?{chance.choice(['ply', 'at', 'until'])}={moment}"


@pytest.mark.parametrize("key", [key if key in EVERYDAY else full(key) for key in RULESETS])
def test_every_deal_can_be_read_whatever_was_recorded_of_it(app: Flask, people: People, table: str, key: str) -> None:
    chance, answered = random.Random(f"odd {key}"), Counter[int]()
    for undone in (False, True):
        deal = odd_deal(people, key, table, chance, undone=undone)
        plies = people.admin.get(f"/deals/{deal}").json["plies"]
        assert not (undone and plies)
        seats = RULESETS[key].seating.seats
        everybody = readers(people, deal, table, seats[1])
        for path in paths(app, deal, seats, plies, chance):
            for who in (people.admin, chance.choice(everybody)) if FULL else (chance.choice(everybody),):
                headers = {"Authorization": f"Bearer {who.secret}"} if who.secret else {}
                answer = app.test_client().get(path, headers=headers)
                assert answer.status_code < 500, (path, plies, answer.text[-500:])
                answered[answer.status_code] += 1
    assert answered[200] > 30
