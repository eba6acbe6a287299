"""Boards that a table played otherwise than it was drawn, through the API: previewed, recorded and taken back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.http.people import People, Person
from tests.http.test_boards_as_they_come import enter
from tests.http.tournament_requests import done, draw, tournament

SHARED: dict[str, Any] = {"format": "duplicate", "rounds": 2, "boards": 2, "scoring": {"counts": "matchpoints"}}
"""Two tables that share their boards."""
TEAMS: dict[str, Any] = {**SHARED, "side": 4, "rounds": 3, "scoring": {"counts": "imps"}}
WHY = {"why": "They sat the wrong way"}


@pytest.fixture
def cup(people: People) -> str:
    return tournament(people.admin, 4, SHARED)


def scores(who: Person, cup: str) -> dict[str, float]:
    return {row["entry"]: row["score"] for row in who.get(f"/tournaments/{cup}/standings").json["items"]}


def test_an_arrow_switch_gives_the_result_to_the_other_side(people: People, cup: str) -> None:
    """Board 1: 3 at the first table, -1 at the second. Who sat North and South at the first has 2 matchpoints."""
    who = people.admin
    first, second = draw(who, cup)["encounters"]
    north, east = (side[0] for side in first["sides"])
    enter(who, first, 1, 3)
    enter(who, second, 1, -1)
    before = scores(who, cup)
    assert (before[north], before[east]) == (2, 0)
    path = f"/encounters/{first['id']}/arrow-switches"
    shown = done(who, f"{path}/check", {"boards": [1]})
    assert scores(who, cup) == before, "a preview records nothing"
    done(who, path, {"boards": [1], **WHY})
    after = scores(who, cup)
    assert (after[north], after[east]) == (0, 2)
    assert {row["entry"]: row["new_score"] for row in shown["changes"]} == {
        north: "0 matchpoints", east: "2 matchpoints",
    }  # fmt: skip
    there = who.get(f"/encounters/{first['id']}").json
    assert there["switched"] == [{"board": 1, **WHY}]
    assert there["results"][0]["won"] == [3, 0], "results stay as they are written"
    board = who.get(f"/tournaments/{cup}/boards/1").json["results"]
    assert [row["sides"] for row in board] == [[east, north], [side[0] for side in second["sides"]]]
    back = done(who, f"{path}/check", {"boards": [1], "withdraw": True})
    assert {row["entry"]: row["new_score"] for row in back["changes"]} == {
        north: "2 matchpoints", east: "0 matchpoints",
    }  # fmt: skip
    done(who, f"{path}/withdrawal", {"boards": [1], "why": "They did not"})
    assert scores(who, cup) == before
    log = [row["told"] for row in who.get(f"/tournaments/{cup}/log?round=1").json["items"]]
    assert log[-2:] == [
        "Board 1: The table sat the other way round (arrow switch). They sat the wrong way.",
        "Board 1: The arrow switch is withdrawn. They did not.",
    ]


def test_a_table_can_be_told_to_sit_the_other_way_round_before_it_plays(people: People, cup: str) -> None:
    who = people.admin
    first, second = draw(who, cup)["encounters"]
    north, east = (side[0] for side in first["sides"])
    done(who, f"/encounters/{first['id']}/arrow-switches", {"boards": [1, 2], **WHY})
    for table, won in ((first, 3), (second, -1)):
        for board in (1, 2):
            assert enter(who, table, board, won).status_code == 200
    assert (scores(who, cup)[north], scores(who, cup)[east]) == (0, 4)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"boards": [9], **WHY}, "board"),
        ({"boards": [1], "why": "  "}, "why"),
        ({"boards": [], **WHY}, "shape"),
        ({"boards": [2], **WHY}, "same-ruling"),
    ],
)
def test_an_arrow_switch_that_cannot_be_is_refused(people: People, cup: str, body: dict[str, Any], code: str) -> None:
    who = people.admin
    table = draw(who, cup)["encounters"][0]
    path = f"/encounters/{table['id']}/arrow-switches"
    done(who, path, {"boards": [2], **WHY})
    answer = who.post(path, body)
    assert (answer.status_code in (409, 422), answer.json["code"]) == (True, code), answer.json
    assert who.post(f"{path}/withdrawal", {"boards": [1], **WHY}).json["code"] == "no-ruling"
    assert len(who.get(f"/encounters/{table['id']}").json["switched"]) == 1


def test_teams_of_four_are_told_to_take_an_artificial_score(people: People) -> None:
    cup = tournament(people.admin, 4, TEAMS)
    table = draw(people.admin, cup)["encounters"][0]
    answer = people.admin.post(f"/encounters/{table['id']}/arrow-switches", {"boards": [table["boards"][0]], **WHY})
    assert (answer.status_code, answer.json["code"]) == (422, "arrow-switch")
    shown = done(people.admin, f"/encounters/{table['id']}/arrow-switches/check", {"boards": [table["boards"][0]]})
    assert "give it an artificial score" in shown["declined"]
    assert shown["changes"] == []
