"""The rounds of a report file, read into a tournament (docs/tournaments.md, "The rounds of a report file").

`Simulated.check_move` reads the report of every simulated Swiss and round robin into another tournament.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.club.file_people import KEEP, People
from domain.club.name_matching import Players
from domain.kernel.errors import Declined
from domain.tournament.entries.plan import Plan, plan
from domain.tournament.files.report.columns import write
from domain.tournament.files.report.entries import read
from domain.tournament.tables.encounter import Encounter
from domain.tournament.terms import Scoring, Terms
from tests.cases import cases
from tests.http.people import People as Callers
from tests.http.tournament_requests import SWISS, done, draw, enter, report, tournament
from tests.tournaments.golden.report_file import TERMS, Built, text

BLIND = Terms("swiss", side=1, rounds=5, tie_breaks=("buchholz", "sonneborn-berger"))
"""A Swiss in which it does not matter by how much a side wins."""
ELSEWHERE = """\
012 Open of the lake\r
001    1      Perera                            2310                             1.5    1     2 w 1     3 b =\r
001    2      Silva                             2200                             1.0    3     1 b 0  0000 - U\r
001    3      Kala                                                               1.5    2  0000 - F     1 w =\r
XXR 5\r
"""


def imported(file: str, cup: Built) -> Plan:
    """The plan for a file with its rounds; the tables' lines are those of the tournament afterwards."""
    tables: dict[UUID, Encounter] = {}
    people = People(Players(()), {}, (), KEEP, lambda: UUID(int=99))
    content = read(file, cup.tournament.terms.side, with_rounds=True)
    made = plan(cup.tournament, content, people, ("2026-02-16T18:00:00.000Z", "Keeper", ""), tables)
    cup.lines = [line for table in tables.values() for line in table.lines()]
    return made


def test_the_golden_file_comes_in_and_goes_out_again_with_the_same_rounds() -> None:
    file, cup = text(), Built(TERMS)
    made = imported(file, cup)
    assert (made.declined, made.rounds, made.rounds_taken) == (None, 0, 3)
    assert [str(each) for each in made.notes] == [
        "table 2 of round 1 is recorded as a ruling: 4 to 4: neither side has the 7 tokens of the race."
    ]
    assert not [each.why for each in made.lines if each.line.entry and each.why]
    after = write(cup.report())
    kept = ("001", "240", "XX", "### round", "### withdrew", "### ruling", "### start number 4", "### kept")
    was, now = ([line for line in each.splitlines() if line.startswith(kept)] for each in (file, after))
    assert was == now
    assert {number: each.closed for number, each in cup.tournament.rounds.items()} == {1: True, 2: True, 3: False}


def test_of_a_file_of_another_program_a_win_is_one_deal_to_none() -> None:
    cup = Built(replace(BLIND, scoring=Scoring(requested_bye="full"), requested_byes=1))
    made = imported(ELSEWHERE, cup)
    assert (made.declined, made.rounds_taken, made.notes) == (None, 2, ())
    played = {(line.round, line.entry): (line.won, line.deals_won) for line in cup.lines}
    assert played == {(1, "1"): (1, 1), (1, "2"): (0, 0), (2, "1"): (0, 0), (2, "3"): (0, 0)}
    assert cup.tournament.entries["3"].requested == (1,)
    assert list(cup.tournament.rounds[2].drawn.byes) == ["2"]


def test_points_and_places_that_differ_from_those_of_the_file_are_said() -> None:
    made = imported(ELSEWHERE.replace(" 1.5    2 ", " 1.0    3 "), Built(replace(BLIND, scoring=Scoring(late="full"))))
    (line,) = [each for each in made.lines if each.line.entry and each.line.entry.name == "Kala"]
    assert str(line.why) == "in the file place 3 with 1 point, here place 2 with 1½ points"


def test_rounds_that_cannot_be_taken_are_refused_and_the_reason_says_what_helps() -> None:
    late = Scoring(late="full")
    fits = replace(BLIND, scoring=late)
    changes = {
        "1 meets 3, but 3 does not meet 1": (fits, "     2 w 1 ", "     3 w 1 "),
        "contradict each other": (fits, "1 b 0", "1 b 1"),
        "the sides of 1 and 2": (fits, "1 b 0", "1 w 0"),
        "cannot be read": (fits, "1 b 0", "1 b ?"),
        "has no opponent and the result": (fits, "0000 - U", "0000 - 1"),
        "no bye is worth that": (fits, "0000 - U", "0000 - H"),
        "the tournament 1": (replace(fits, rounds=1), "", ""),
        "something else than wins counts": (replace(fits, scoring=Scoring("tokens")), "", ""),
        "taken into a Swiss or a round robin": (Terms("knockout", side=1), "", ""),
        "before the first round": (fits, "first", ""),
    }  # fmt: skip
    with cases() as case:
        for reason, (terms, old, new) in changes.items():
            with case(reason):
                cup = Built(terms)
                if old == "first":
                    cup.enter("Amal", "Bimal")
                    cup.draw("2026-02-14", "1-2")
                try:
                    declined = str(imported(ELSEWHERE.replace(old, new, 1) if new else ELSEWHERE, cup).declined)
                except Declined as why:
                    declined = str(why.sentence)
                assert reason in declined


@pytest.mark.parametrize(("old", "new"), [("1 = 7:3", "1 = 3:7"), ("1 = 2:4", "1 = 2:5"), ("1 = 7:6", "1 = 6:7")])
def test_a_comment_that_contradicts_the_lines_is_refused(old: str, new: str) -> None:
    with pytest.raises(Declined, match="contradicts the lines 001"):
        imported(text().replace(old, new, 1), Built(TERMS))


def test_a_comment_on_a_start_number_that_is_not_there_is_refused() -> None:
    with cases() as case:
        for old, new in (("round 3: 6", "round 3: 66"), ("start number 2, score", "start number 77, score")):
            with case(new), pytest.raises(Declined, match="the file has no competitor"):
                imported(text().replace(old, new, 1), Built(TERMS))


@given(st.lists(st.tuples(st.integers(0, 3000), st.sampled_from("0123456789=+-wbUHFZ :,.\n#")), min_size=1, max_size=4))
def test_a_damaged_file_is_taken_or_refused_and_nothing_else_happens(changes: list[tuple[int, str]]) -> None:
    damaged = list(text())
    for place, character in changes:
        damaged[place % len(damaged)] = character
    with suppress(Declined):
        imported("".join(damaged), Built(TERMS))


def test_a_report_moves_a_tournament_and_the_next_round_is_drawn_alike(people: Callers) -> None:
    first = tournament(people.admin, 5, SWISS)
    for won in (7, 3):
        for table in draw(people.admin, first)["encounters"]:
            report(people.admin, table["id"], won, 10 - won)
        number = len(people.admin.get(f"/tournaments/{first}").json["rounds"])
        done(people.admin, f"/tournaments/{first}/rounds/{number}/close")
    file = people.anybody.get(f"/tournaments/{first}/report.trf").text
    second = tournament(people.admin, 0, SWISS)
    enter(people.admin, second, "Pair 3")  # entered before: it keeps its players
    body = {"text": file, "rounds": True}
    before = {"method": "POST", "path": f"/api/v1/tournaments/{second}/entry-files", "body": body}
    recorded = done(people.admin, f"/tournaments/{second}/preview", before)["recorded"]
    assert any("Round 2" in each for each in recorded)
    assert people.anybody.get(f"/tournaments/{second}").json["rounds"] == []
    done(people.admin, f"/tournaments/{second}/entry-files", body)
    shown = people.anybody.get(f"/tournaments/{second}").json
    assert [each["closed"] for each in shown["rounds"]] == [True, True]
    assert [each["players"] for each in shown["entries"] if each["name"] == "Pair 3"] == [["Pair 3 A", "Pair 3 B"]]
    places = [
        {(row["place"], row["name"], row["score"]) for row in standings["items"]}
        for standings in (people.anybody.get(f"/tournaments/{cup}/standings").json for cup in (first, second))
    ]
    assert places[0] == places[1]
    names = {
        cup: {each["id"]: each["name"] for each in people.anybody.get(f"/tournaments/{cup}").json["entries"]}
        for cup in (first, second)
    }
    drawn = [
        [
            [names[cup][entry] for side in table["sides"] for entry in side]
            for table in draw(people.admin, cup)["encounters"]
        ]
        for cup in (first, second)
    ]
    assert drawn[0] == drawn[1]
