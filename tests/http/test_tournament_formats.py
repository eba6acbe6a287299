"""Every format, played by chance through the API to the end: nobody is lost, and standings follow every result."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import pytest

from api.services import Provider
from replay.tournaments.payloads import rank_entries, rows
from tests.cases import full
from tests.http.people import People, Person
from tests.http.tournament_requests import done, sheet, tournament

RACE = {"race": 7}
FORMATS: dict[str, dict[str, Any]] = {
    "swiss": {"format": "swiss", "rounds": 4, "encounter": RACE},
    "round robin": {"format": "round-robin", "encounter": RACE},
    "double round robin": {"format": "round-robin", "legs": 2, "encounter": RACE},
    "knockout": {"format": "knockout", "encounter": {"race": 7, "final_race": 10}},
    "knockout with consolation": {
        "format": "knockout", "encounter": RACE, "consolation": True, "third_place": True,
    },
    "drawn partners": {"format": "drawn-partners", "side": 1, "rounds": 4, "encounter": RACE},
    "ladder": {"format": "ladder", "encounter": RACE},
    "mitchell": {"format": "duplicate", "rounds": 3, "boards": 2, "scoring": {"counts": "matchpoints"}},
    "howell": {
        "format": "duplicate", "movement": "howell", "rounds": 4, "boards": 1, "scoring": {"counts": "imps"},
    },
}  # fmt: skip
FULL = bool(os.environ.get("NOUGHT_FULL"))
EVERYDAY = ("knockout", "ladder", "howell")
"""Formats of pairs that go out, of challenges, and of boards; `test_tournament_requests` plays a Swiss, and
`tests/tournaments` has them all."""
SIZES = (9, full(8), full(15), full(16))
SHARE = 1.0 if FULL else 0.3
"""After how many of the results the standings are worked out again."""


def race(rng: random.Random, to: int) -> dict[str, Any]:
    lost = rng.randrange(to)
    return sheet(to, lost) if rng.random() < 0.5 else sheet(lost, to)


def report(who: Person, table: Mapping[str, Any], terms: Mapping[str, Any], rng: random.Random) -> None:
    """A result that can be, for each board or for the whole."""
    boards = table["boards"] or [0]
    for board in boards:
        if board:
            won = [{"tokens": rng.randrange(1, 4)}, {}]
            result: dict[str, Any] = {"deals": [won if rng.random() < 0.5 else won[::-1]]}
        else:
            to = terms["encounter"].get("final_race", 7) if table["stage"] == "final" else 7
            result = race(rng, to)
        answer = who.post(f"/encounters/{table['id']}/result", {"sheet": result, "board": board})
        assert answer.status_code == 200, answer.json


def climbing(who: Person, cup: str, number: int) -> dict[str, Any]:
    """Every other one on the ladder challenges the next one up."""
    order = [row["entry"] for row in who.get(f"/tournaments/{cup}/standings").json["items"]]
    first = number % 2
    return {"challenges": [[order[n + 1], order[n]] for n in range(first, len(order) - 1, 2)]}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", [kind if kind in EVERYDAY else full(kind) for kind in FORMATS])
def test_a_format_is_played_to_its_end(people: People, house: Provider, kind: str, size: int) -> None:
    terms, rng = FORMATS[kind], random.Random(f"{kind} {size}")
    looks = random.Random(f"looks {kind} {size}")
    ledger, lines = house.services.ledger, house.services.lines
    who = people.admin
    alone = terms.get("side") == 1
    cup = tournament(who, 0, terms)
    assert who.get(f"/tournaments/{cup}").json["entries"] == []
    assert who.get(f"/tournaments/{cup}/standings").json["items"] == []
    for n in range(1, size + 1):
        players = [f"P{n}"] if alone else [f"P{n} A", f"P{n} B"]
        done(who, f"/tournaments/{cup}/entries", {"name": f"P{n}", "players": players})
    if kind == "ladder":
        done(who, f"/tournaments/{cup}/seeds", {"order": [str(n) for n in range(1, size + 1)]})
    for number in range(1, 40):
        challenges = climbing(who, cup, number) if kind == "ladder" else {}
        if kind == "ladder" and number == 4:
            break
        answer = who.post(f"/tournaments/{cup}/rounds", challenges)
        if answer.status_code != 201:
            assert answer.json["code"] == "draw", answer.json
            break
        drawn = who.get(f"/tournaments/{cup}/rounds/{number}").json
        there = [entry for table in drawn["encounters"] for side in table["sides"] for entry in side]
        there += [bye["entry"] for bye in drawn["byes"]]
        assert len(set(there)) == len(there), "nobody is drawn twice"
        if "knockout" not in kind and kind != "ladder":
            assert len(there) == size, "nobody is left out"
        for table in drawn["encounters"]:
            report(who, table, terms, rng)
            if looks.random() > SHARE:
                continue
            file = ledger.tournaments.get(UUID(cup))
            items = who.get(f"/tournaments/{cup}/standings").json["items"]
            again = rows(file, rank_entries(file, ledger.tournaments.lines(file)))
            assert [row["entry"] for row in items] == [row["entry"] for row in again]
            assert [row["score"] for row in items] == [row["score"] for row in again]
        done(who, f"/tournaments/{cup}/rounds/{number}/close")
    else:
        raise AssertionError("it never ends")
    played = len(who.get(f"/tournaments/{cup}").json["rounds"])
    expected = {
        "round robin": size - 1 + size % 2,
        "double round robin": 2 * (size - 1 + size % 2),
        "swiss": 4,
        "drawn partners": 4,
        "ladder": 3,
    }
    if kind in expected:
        assert played == expected[kind]
    done(who, f"/tournaments/{cup}/end")
    final = who.get(f"/tournaments/{cup}").json["places"]
    assert sorted(row["entry"] for row in final) == sorted(map(str, range(1, size + 1)))
    assert final[0]["place"] == 1
    if "knockout" in kind:
        assert [row["place"] for row in final[:2]] == [1, 2]
    assert len(lines.of(UUID(cup))) >= size
    for row in final:
        assert who.get(f"/tournaments/{cup}/standings/{row['entry']}").json["steps"]
