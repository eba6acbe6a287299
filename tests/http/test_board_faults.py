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
    log = [row["sentence"] for row in who.get(f"/tournaments/{cup}/log?round=1").json["items"]]
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


# --- wrong boards -----------------------------------------------------------------------------------

MITCHELL: dict[str, Any] = {"format": "duplicate", "rounds": 3, "boards": 2, "scoring": {"counts": "matchpoints"}}
"""Three tables: boards 1 and 2, 3 and 4, 5 and 6 in the first round; each board is played three times."""
MIXED = {"why": "The boards were mixed up"}


@pytest.fixture
def mitchell(people: People) -> str:
    return tournament(people.admin, 6, MITCHELL)


def table_with(tables: list[dict[str, Any]], board: int) -> dict[str, Any]:
    return next(table for table in tables if board in table["boards"])


def test_the_result_stands_for_a_board_that_nobody_at_the_table_had_played(people: People, mitchell: str) -> None:
    """Law 15B2. Board 3 has 3 here and 1 at its own table: 3 ÷ 2 × (2 + 1) − 1 = 3.5 of 4; board 1 is an average."""
    who = people.admin
    tables = draw(who, mitchell)["encounters"]
    table, other = table_with(tables, 1), table_with(tables, 3)
    north, east = (side[0] for side in table["sides"])
    enter(who, other, 3, 1)
    enter(who, table, 1, 3)
    before = scores(who, mitchell)
    draw(who, mitchell)
    path = f"/encounters/{table['id']}/wrong-boards"
    body = {"board": 3, "instead": 1, "scores": ["average", "average"]}
    shown = done(who, f"{path}/check", body)
    assert shown["notes"][:2] == [
        "Nobody at the table had played board 3 before: the result stands for it (Law 15B).",
        "Board 1, which was not played, gets the artificial scores.",
    ]
    assert any("is still to play board 3" in note for note in shown["notes"][2:])
    assert scores(who, mitchell) == before, "a preview records nothing"
    done(who, path, {**body, **MIXED})
    after = scores(who, mitchell)
    assert (after[north], after[east]) == (5.5, 2.5)
    assert {row["entry"]: row["new_score"] for row in shown["changes"]}[north] == "5½ matchpoints"
    there = who.get(f"/encounters/{table['id']}").json
    assert there["boards"] == [1, 2, 3]
    assert [(each["board"], each["won"]) for each in there["results"]] == [(3, [3, 0])]
    assert [each["board"] for each in there["artificial"]] == [1]
    assert there["wrong_boards"] == [
        {"board": 3, "instead": 1, "stands": True, "scores": ["average", "average"], **MIXED},
    ]
    shown = done(who, f"{path}/check", {"board": 3, "withdraw": True})
    assert {row["entry"]: row["new_score"] for row in shown["changes"]}[north] == "2 matchpoints"
    done(who, f"{path}/withdrawal", {"board": 3, "why": "It was board 1"})
    assert scores(who, mitchell) == before
    log = [row["sentence"] for row in who.get(f"/tournaments/{mitchell}/log?round=1").json["items"]]
    assert log[-2:] == [
        "Board 3 was played instead of board 1. The result stands for it. Board 1: artificial score, North and South"
        " average, East and West average. The boards were mixed up.",
        "Board 3: It is withdrawn that the table played this board instead of another. It was board 1.",
    ]


def test_the_result_does_not_count_if_somebody_had_played_the_board(people: People, mitchell: str) -> None:
    """Law 15B1: the second score is cancelled for both sides, and both get artificial scores (Law 12C2)."""
    who = people.admin
    first = draw(who, mitchell)["encounters"]
    for table in first:
        for board in table["boards"]:
            enter(who, table, board, 1)
    second = draw(who, mitchell)["encounters"]
    table = second[0]
    north = table["sides"][0][0]
    (known, *_) = next(each["boards"] for each in first if any(north in side for side in each["sides"]))
    instead = table["boards"][0]
    path = f"/encounters/{table['id']}/wrong-boards"
    enter(who, table, instead, 3)
    before = scores(who, mitchell)
    body = {"board": known, "instead": instead, "scores": ["average-minus", "average-plus"]}
    assert "had played board" in done(who, f"{path}/check", body)["notes"][0]
    done(who, path, {**body, **MIXED})
    there = who.get(f"/encounters/{table['id']}").json
    assert there["results"] == []
    assert there["wrong_boards"][0]["stands"] is False
    assert [(each["board"], each["scores"]) for each in there["artificial"]] == [(instead, body["scores"])]
    assert (
        who.post(f"/encounters/{table['id']}/result", {"board": known, "sheet": {"deals": [[{}, {}]]}}).status_code
        == 422
    )
    done(who, f"{path}/withdrawal", {"board": known, "why": "It was the right one"})
    assert scores(who, mitchell) == before


def test_the_board_that_was_not_played_can_be_played_later(people: People, mitchell: str) -> None:
    """The wrong board is recorded before its result; the round is closed with a late play of the right board."""
    who = people.admin
    tables = draw(who, mitchell)["encounters"]
    table = table_with(tables, 1)
    path = f"/encounters/{table['id']}/wrong-boards"
    done(who, path, {"board": 3, "instead": 1, "scores": ["late-play", "late-play"], **MIXED})
    for each in tables:
        for board in each["boards"]:
            if (each, board) != (table, 1):
                enter(who, each, board, 1)
    assert who.post(f"/tournaments/{mitchell}/rounds/1/close").status_code == 409
    assert enter(who, table, 3, 2).status_code == 200
    done(who, f"/tournaments/{mitchell}/rounds/1/close")
    assert enter(who, table, 1, 1).status_code == 200
    assert who.post(f"{path}/withdrawal", {"board": 3, **MIXED}).json["code"] == "result-there"


def test_a_later_draw_says_who_would_meet_a_board_that_it_played_instead_of_another(
    people: People, mitchell: str
) -> None:
    """Law 15B: who has played board 3 instead of board 1 knows it, and meets it again in a later round."""
    who, path = people.admin, f"/tournaments/{mitchell}"
    table = table_with(draw(who, mitchell)["encounters"], 1)
    entries = {side[0] for side in table["sides"]}
    done(who, f"/encounters/{table['id']}/wrong-boards", {"board": 3, "instead": 1, **MIXED})
    warned = set()
    for number in (2, 3):
        shown = done(who, f"{path}/preview", {"path": f"/api/v1{path}/rounds", "body": {}})
        drawn = draw(who, mitchell)
        there = table_with(drawn["encounters"], 3)
        again = [side[0] for side in there["sides"] if side[0] in entries]
        assert drawn["broke"] == [
            f"Table {there['table']}, board 3: Pair {entry} has played this board instead of another one (Law 15B). "
            "Give it an artificial score there."
            for entry in again
        ]
        assert all(sentence in shown["recorded"][-1] for sentence in drawn["broke"]), "it is said before"
        warned |= set(again)
        assert drawn["round"] == number
    assert warned == entries, "in a Mitchell everybody plays every board"
    names = ("table", "sides", "boards", "why")
    own = {"pairings": [{name: each[name] for name in names} for each in drawn["encounters"]], "byes": {}}
    checked = done(who, f"{path}/rounds/check", {"round": 3, "by_hand": own})
    assert set(drawn["broke"]) <= set(checked["broke"])
    done(who, f"{path}/rounds/3/withdrawal", MIXED)
    done(who, f"{path}/rounds/2/withdrawal", MIXED)
    done(who, f"/encounters/{table['id']}/wrong-boards/withdrawal", {"board": 3, "why": "It was board 1"})
    assert [draw(who, mitchell)["broke"] for _ in (2, 3)] == [[], []]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"board": 99, "instead": 1}, "board"),
        ({"board": 3, "instead": 5}, "board"),
        ({"board": 2, "instead": 1}, "board"),
        ({"board": 3, "instead": 1, "why": " "}, "why"),
        ({"board": 3, "instead": 1, "scores": ["late-play", "average"]}, "artificial-score"),
        ({"board": 4, "instead": 2}, "artificial-score"),
        ({"board": 6, "instead": 1}, "same-ruling"),
    ],
)
def test_a_wrong_board_that_cannot_be_is_refused(
    people: People, mitchell: str, body: dict[str, Any], code: str
) -> None:
    who = people.admin
    table = table_with(draw(who, mitchell)["encounters"], 1)
    path = f"/encounters/{table['id']}/wrong-boards"
    done(who, path, {"board": 6, "instead": 2, **MIXED})
    answer = who.post(path, {**MIXED, **body})
    assert (answer.status_code in (409, 422), answer.json["code"]) == (True, code), answer.json
    assert who.post(f"{path}/withdrawal", {"board": 3, **MIXED}).json["code"] == "no-ruling"
    assert len(who.get(f"/encounters/{table['id']}").json["wrong_boards"]) == 1


def test_teams_of_four_have_no_wrong_boards(people: People) -> None:
    """Law 15B is for pairs; Law 86 is for teams."""
    table = draw(people.admin, tournament(people.admin, 4, TEAMS))["encounters"][0]
    answer = people.admin.post(
        f"/encounters/{table['id']}/wrong-boards", {"board": 5, "instead": table["boards"][0], **MIXED}
    )
    assert (answer.status_code, answer.json["code"]) == (422, "wrong-board")


def test_others_learn_of_it_once_everybody_has_played_the_boards(people: People, mitchell: str) -> None:
    """Hidden is the default: neither the table nor the log tells the public of boards that are still to be played."""
    who, public = people.admin, people.anybody
    tables = draw(who, mitchell)["encounters"]
    table = table_with(tables, 1)
    done(who, f"/encounters/{table['id']}/arrow-switches", {"boards": [2], **WHY})
    done(who, f"/encounters/{table['id']}/wrong-boards", {"board": 3, "instead": 1, **MIXED})
    enter(who, table, 3, 2)
    there = public.get(f"/encounters/{table['id']}").json
    assert (there["switched"], there["wrong_boards"], there["results"], there["artificial"]) == ([], [], [], [])
    log = [row["sentence"] for row in public.get(f"/tournaments/{mitchell}/log?round=1").json["items"]]
    assert not any(word in sentence for sentence in log for word in ("other way round", "instead of", "artificial"))
    for check in ("arrow-switches/check", "wrong-boards/check"):
        body = {"boards": [2]} if "arrow" in check else {"board": 3, "instead": 1}
        assert public.post(f"/encounters/{table['id']}/{check}", body).status_code in (401, 403)
