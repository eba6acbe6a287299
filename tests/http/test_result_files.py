"""Results of a round from a CSV file: the preview, and the entry of all or none."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest

from tests.http.people import People
from tests.http.test_boards_as_they_come import MITCHELL, enter, give
from tests.http.tournament_requests import done, draw, report, tournament


def check(people: People, cup: str, csv: str, number: int = 1) -> dict[str, Any]:
    checked: dict[str, Any] = done(people.admin, f"/tournaments/{cup}/rounds/{number}/results/check", {"csv": csv})
    return checked


def test_a_file_enters_the_results_of_all_boards_after_a_preview(people: People) -> None:
    who = people.admin
    cup = tournament(who, 6, MITCHELL)
    tables = draw(who, cup)["encounters"]
    played = [(table, board, n) for n, table in enumerate(tables) for board in table["boards"]]
    assert enter(who, *played[0][:2], 0).status_code == 200
    rows = [f"{table['table']};{n};{board};x;0" for table, board, n in played]
    csv = "\ufeffTable; NS ;board;names;EW\r\n" + "\r\n".join([*rows, ""])
    before = [who.get(f"/encounters/{table['id']}").json for table in tables]
    checked = check(people, cup, csv)
    assert [each["state"] for each in checked["lines"]] == ["same"] + ["new"] * 5
    assert (checked["new"], "declined" in checked) == (5, False)
    assert checked["lines"][-1] == {
        "line": 7, "table": 3, "board": tables[2]["boards"][-1], "won": [2, 0], "state": "new",
    }  # fmt: skip
    assert [who.get(f"/encounters/{table['id']}").json for table in tables] == before, "a preview changes nothing"
    path, headers = f"/tournaments/{cup}/rounds/1/results", {"Idempotency-Key": f"file-{cup}"}
    first = who.post(path, {"csv": csv}, headers=headers)
    assert first.status_code == 200, first.json
    for n, table in enumerate(tables):
        there = who.get(f"/encounters/{table['id']}").json
        assert {each["board"]: each["won"] for each in there["results"]} == {b: [n, 0] for b in table["boards"]}
        assert there["status"] == "provisional"
    again = who.post(path, {"csv": csv}, headers=headers).json
    assert (again["replayed"], again["version"]) == (True, first.json["version"])
    anew = who.post(path, {"csv": csv})
    assert (anew.status_code, anew.json["code"]) == (422, "result-file")
    assert "entered already" in anew.json["detail"]


def test_one_refused_line_declines_the_whole_file(people: People) -> None:
    who = people.admin
    cup = tournament(who, 6, MITCHELL)
    one, two, three = draw(who, cup)["encounters"]
    a, b = (1, one["boards"]), (2, two["boards"])
    assert enter(who, one, a[1][0], 2).status_code == 200
    assert give(who, three, three["boards"][:1], "average").status_code in (200, 201)
    rows = [
        f"1,{a[1][1]},1,0", f"1,{a[1][0]},1,0", f"2,{b[1][0]},one,0", f"2,{b[1][0]},1", f"9,{b[1][0]},1,0",
        f"2,{a[1][0]},1,0", f"3,{three['boards'][0]},1,0", f"2,{b[1][1]},5000,0", f"2,{b[1][1]},1,0",
        f"2,{b[1][1]},0,1",
    ]  # fmt: skip
    csv = "\n".join(["table,board,ns,ew", *rows])
    checked = check(people, cup, csv)
    states = [each["state"] for each in checked["lines"]]
    assert states == ["new", *["refused"] * 7, "new", "refused"]
    assert [each["table"] for each in checked["lines"]] == [1, 1, 2, 2, 9, 2, 3, 2, 2, 2]
    assert [each["won"] for each in checked["lines"]][1:5] == [[1, 0], [], [], [1, 0]]
    whys = [each.get("why", "") for each in checked["lines"]]
    for at, text in ((1, "has a result already"), (2, "ns is no whole number: 'one'"), (3, "ew is empty"),
                     (4, "there is no table 9"), (5, "there is no board"), (6, "artificial score"),
                     (9, "has a result already")):  # fmt: skip
        assert text in whys[at], whys[at]
    assert checked["declined"].startswith("line 3: ")
    assert checked["declined"].endswith("(8 lines are refused)")
    before = [who.get(f"/encounters/{table['id']}").json for table in (one, two, three)]
    answer = who.post(f"/tournaments/{cup}/rounds/1/results", {"csv": csv})
    assert (answer.status_code, answer.json["detail"]) == (422, checked["declined"])
    assert [who.get(f"/encounters/{table['id']}").json for table in (one, two, three)] == before


def test_a_file_of_whole_encounters_has_no_boards(people: People) -> None:
    who = people.admin
    cup = tournament(who, 4)
    tables = draw(who, cup)["encounters"]
    report(who, tables[0]["id"], 7, 3)
    done(who, f"/tournaments/{cup}/rounds/1/results", {"csv": "table\tns\tew\n1\t7\t3\n2\t4\t7\n"})
    assert who.get(f"/encounters/{tables[1]['id']}").json["results"][0]["won"] == [4, 7]


@pytest.mark.parametrize(
    ("csv", "why"),
    [
        ("\n\n", "the file is empty"),
        ("table,board,ns\n1,1,1", "ew is missing"),
        ("1,1,1,0\n1,2,1,0", "table is missing"),
        ("table,ns,ew,ns\n1,1,0,1", "twice"),
        ("table,ns,ew\n", "no result"),
        ("table,ns,ew\n" + "1,7,3\n" * 2001, "2001 results"),
        ('table,ns,ew\n"1,7,3\n', "row 2: a quotation mark is not closed"),
        ("table,ns,ew\n1,7,3\x00\n", ""),
        ("table,ns,ew\n٣,7,3\n", "no whole number"),
        ("table,ns,ew\n-1,7,3\n", "no whole number"),
    ],
)
def test_a_file_that_cannot_be_read_is_declined_with_the_reason(people: People, csv: str, why: str) -> None:
    cup = tournament(people.admin, 4)
    draw(people.admin, cup)
    assert why in check(people, cup, csv)["declined"]
    answer = people.admin.post(f"/tournaments/{cup}/rounds/1/results", {"csv": csv})
    assert (answer.status_code, answer.json["code"]) == (422, "result-file")
    assert people.admin.post(f"/tournaments/{cup}/rounds/2/results/check", {"csv": csv}).json["code"] == "round"


def test_only_who_directs_the_tournament_imports_results(people: People) -> None:
    club = people.club()
    cup = tournament(people.admin, 4, club=club)
    draw(people.admin, cup)
    body = {"csv": "table,ns,ew\n1,7,3\n"}
    for path in ("results", "results/check"):
        there = f"/tournaments/{cup}/rounds/1/{path}"
        assert people.anybody.post(there, body).status_code == 401
        assert people.issue("arbiter", club=club).post(there, body).status_code == 403
        assert people.issue("director", club=people.club()).post(there, body).status_code == 403
    assert people.issue("director", club=club).post(f"/tournaments/{cup}/rounds/1/results", body).status_code == 200


def test_a_result_without_the_number_of_the_losing_side_is_the_same_in_a_file(people: People) -> None:
    who = people.admin
    cup = tournament(who, 6, MITCHELL)
    table = draw(who, cup)["encounters"][0]
    body = {"board": table["boards"][0], "sheet": {"deals": [[{"tokens": 2}, {}]]}}
    assert who.post(f"/encounters/{table['id']}/result", body).status_code == 200
    checked = check(people, cup, f"table,board,ns,ew\n1,{table['boards'][0]},2,0\n1,{table['boards'][1]},0,1\n")
    assert [each["state"] for each in checked["lines"]] == ["same", "new"]


def test_a_line_that_cannot_be_read_is_named_and_the_others_are_entered(people: People) -> None:
    who = people.admin
    cup = tournament(who, 6)
    draw(who, cup)
    rows = "Tisch;NS;OW\n1;7,0;3\n2;-1;7\n3;-;–\n;;\nSumme;7;3\n2;7;3;1\n"
    checked = check(people, cup, rows)
    assert [(each["state"], each.get("why", "")) for each in checked["lines"]] == [
        ("new", ""), ("refused", "ns is no whole number from 0 on: '-1'"), ("left-out", "it has no result yet"),
        ("left-out", "a row of totals"), ("refused", "it has more cells than there are titles"),
    ]  # fmt: skip
    assert "declined" not in checked
    body = {"xlsx": b64encode(rows.encode("utf-16")).decode()}
    entered = done(who, f"/tournaments/{cup}/rounds/1/results", body)
    assert [each["line"] for each in entered["refused"]] == [3, 7]
    assert [each["state"] for each in check(people, cup, rows)["lines"]][:2] == ["same", "refused"]
    assert who.post(f"/tournaments/{cup}/rounds/1/results", {"xlsx": "no"}).json["code"] == "result-file"
