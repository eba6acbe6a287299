"""A board of a duplicate over the API: the results compared, the calculation of each score, and what stays hidden."""

from __future__ import annotations

import pytest

from tests.http.people import People
from tests.http.test_boards_as_they_come import MITCHELL, enter, give
from tests.http.tournament_requests import done, draw, tournament


def test_the_comparison_of_a_board_adds_up_to_the_standings(people: People) -> None:
    """2 beats 1 and an assigned 60 % of 3 and 40 % of -1: 2 + 0.4 x 2; the average is 50 % of the top."""
    who = people.admin
    cup = tournament(who, 6, {**MITCHELL, "boards": 1})
    sides, tables = {}, []
    for number in (1, 2, 3):
        for table in draw(who, cup)["encounters"]:
            if table["boards"] == [1]:
                tables.append(table)
                sides[number, table["table"]] = [side[0] for side in table["sides"]]
    assert enter(who, tables[0], 1, 2).status_code == 200
    assert give(who, tables[1], [1], "average", "average-minus").status_code in (200, 201)
    weighted = [{"percent": 60, "won": 3}, {"percent": 40, "won": -1}]
    done(who, f"/encounters/{tables[2]['id']}/assigned-scores", {"board": 1, "north_south": weighted, "why": "12C1"})
    answer = who.get(f"/tournaments/{cup}/boards/1").json
    assert (answer["board"], answer["boards"], answer["withheld"]) == (1, [1, 2, 3], False)
    rows = answer["results"]
    assert {(row["round"], row["table"]): row["sides"] for row in rows} == sides
    assert [row["won"] for row in rows if "won" in row] == [2]
    assert [row["artificial"] for row in rows if "artificial" in row] == [["average", "average-minus"]]
    assert [row["assigned"] for row in rows if "assigned" in row] == [[weighted, weighted]]
    ruled = next(row for row in rows if "artificial" in row)
    assert ruled["scores"] == [2, 1.6]
    assert ruled["why"][0] == "Average of 50 % of the top 4: 2."
    # Two results of three: Neuberg, 3 ÷ 2 × (mp + 1) − 1. Against 60 % of 3 and 40 % of −1, 2 has 0.4 × 2 = 0.8.
    assert next(row for row in rows if "won" in row)["scores"] == pytest.approx([1.7, 2.3])
    standings = {row["entry"]: row["score"] for row in who.get(f"/tournaments/{cup}/standings").json["items"]}
    for row in rows:
        for entry, score in zip(row["sides"], row["scores"], strict=True):
            assert standings[entry] == pytest.approx(score)


def test_a_board_that_others_have_still_to_play_has_no_results_for_them(people: People) -> None:
    cup = tournament(people.admin, 6, MITCHELL)
    table = draw(people.admin, cup)["encounters"][0]
    board = table["boards"][0]
    assert enter(people.admin, table, board, 3).status_code == 200
    path = f"/tournaments/{cup}/boards/{board}"
    assert [row["won"] for row in people.admin.get(path).json["results"]] == [3]
    hidden = people.anybody.get(path).json
    assert (hidden["results"], hidden["withheld"]) == ([], True)


def test_a_board_of_teams_has_a_row_when_both_tables_have_a_result(people: People) -> None:
    """3 at the first table, and 1 for the other team at the second: a swing of 2 tokens, which is 3 imps."""
    who = people.admin
    cup = tournament(who, 4, {**MITCHELL, "side": 4, "rounds": 1, "scoring": {"counts": "imps"}})
    first, *others = draw(who, cup)["encounters"]
    (second,) = (each for each in others if each["sides"] == first["sides"][::-1])
    path = f"/tournaments/{cup}/boards/{first['boards'][0]}"
    assert enter(who, first, first["boards"][0], 3).status_code == 200
    assert who.get(path).json["results"] == []
    assert enter(who, second, first["boards"][0], 1).status_code == 200
    done(who, f"/encounters/{first['id']}/confirmations", {"board": first["boards"][0]})
    (row,) = (each for each in who.get(path).json["results"] if each["table"] == first["table"])
    assert (row["scores"], row["confirmed"]) == ([3, -3], False)
    done(who, f"/encounters/{second['id']}/confirmations", {"board": first["boards"][0]})
    assert who.get(path).json["results"][0]["confirmed"] is True


def test_an_unknown_board_is_not_found(people: People) -> None:
    boards = tournament(people.admin, 6, MITCHELL)
    draw(people.admin, boards)
    swiss = tournament(people.admin, 4)
    for cup, board in ((boards, 0), (boards, 999), (boards, 10**30), (swiss, 1)):
        answer = people.anybody.get(f"/tournaments/{cup}/boards/{board}")
        assert (answer.status_code, answer.json["code"]) == (404, "not-found")
