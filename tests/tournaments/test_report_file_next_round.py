"""Report files for the draw of the next round, and the codes of TRF26 (docs/tournaments.md, "Report files")."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain.kernel.errors import Declined
from domain.tournament.entries.plan import LEFT_OUT, REFUSED, TAKEN
from domain.tournament.terms import Scoring, Terms
from tests.http.people import People as Callers
from tests.http.tournament_requests import done, draw, tournament
from tests.tournaments.golden.report_file import Built
from tests.tournaments.test_report_file_rounds import imported

SWISS = Terms("swiss", rounds=5, requested_byes=2, tie_breaks=("buchholz",))
"""A Swiss in which it does not matter by how much a side wins, since the file does not say."""
NEXT_ROUND = """\
012 Test B2\r
XXR 5\r
001    1      Amal                              1900 SRI                         2.0    1     2 w 1     3 b 1\r
001    2      Bimal                             1850 SRI                         1.5    3     1 b 0     4 w 1  0000 - H
001    3      Chitra                            1800 SRI                         1.0    2  0000 - F     1 w 0\r
001    4      Dilani                            1700 SRI                         1.0    4     5 w 1     2 b 0\r
001    5      Esha                              1600 SRI                         1.0    5     4 b 0  0000 - U\r
"""
"""Two rounds were played. Bimal has asked not to play the third."""
PROHIBITED = """\
012 Cup\r
142 3\r
260   1   3    1    3\r
001    1      Amal                              1900 SRI                         0.0    1\r
001    2      Bimal                             1850 SRI                         0.0    2\r
001    3      Chitra                            1800 SRI                         0.0    3\r
001    4      Dilani                            1750 SRI                         0.0    4\r
"""


def test_a_round_in_which_nobody_meets_anybody_is_to_come() -> None:
    cup = Built(SWISS)
    made = imported(NEXT_ROUND, cup)
    assert (made.declined, made.rounds_taken, len(cup.tournament.rounds)) == (None, 2, 2)
    assert {each.name: each.requested for each in cup.tournament.entries.values() if each.requested} == {"Bimal": (3,)}


def test_tie_breaks_that_the_file_cannot_tell_are_left_out_and_it_is_said() -> None:
    """The terms that a new Swiss begins with count the difference, which a file with wins alone does not have."""
    cup = Built(Terms("swiss", rounds=5, requested_byes=2))
    before = cup.tournament.terms.tie_breaks
    made = imported(NEXT_ROUND, cup)
    assert (made.declined, made.rounds_taken, len(cup.tournament.rounds)) == (None, 2, 2)
    assert cup.tournament.terms.tie_breaks == tuple(each for each in before if each != "difference")
    assert str(made.notes[0]) == (
        "The file says who won, not by how much, so this is left out of the tie-breaks: difference"
    )


@pytest.mark.parametrize(
    ("cell", "byes", "note"),
    [
        ("H", {(3, "half")}, "not recorded: federation"),
        ("=", {(3, "half")}, "not recorded: federation"),
        ("Z", {(3, "none")}, "not recorded: federation"),
        ("-", {(3, "none")}, "not recorded: federation"),
        ("U", set(), "not recorded: federation, a bye that only the draw can give"),
    ],
)
def test_a_cell_of_the_next_round_is_a_request_but_for_the_bye_of_a_draw(
    cell: str, byes: set[tuple[int, str]], note: str
) -> None:
    """TRF16 and TRF26, "Player Section"; ``-`` and ``=`` are what Vega writes for an absence."""
    shares = {"none", "half"}
    for share in shares:
        cup = Built(replace(SWISS, scoring=Scoring(requested_bye=share)))
        made = imported(NEXT_ROUND.replace("0000 - H", f"0000 - {cell}"), cup)
        (bimal,) = (each for each in made.new if each.line.entry and each.line.entry.name == "Bimal")
        assert (made.declined, made.rounds_taken) == (None, 2)
        assert bimal.line.entry
        assert set(bimal.line.entry.byes) == byes
        assert str(bimal.why).startswith(note)
        recorded = {(number, share) for number in cup.tournament.entries[bimal.number].requested}
        assert recorded == {each for each in byes if each[1] == share}


def test_xxz_is_about_the_next_round() -> None:
    """JaVaFo, "Absent players": XXZ names those who do not play the round to be drawn. It says of no bye its worth."""
    cup = Built(SWISS)
    made = imported(NEXT_ROUND.replace("0000 - H", "").replace("XXR 5", "XXZ 2 4"), cup)
    assert made.declined is None
    assert {each.name: each.requested for each in cup.tournament.entries.values() if each.requested} == {
        "Bimal": (3,),
        "Dilani": (3,),
    }
    assert not [each for each in made.lines if "bye" in str(each.why) and "draw" not in str(each.why)]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("4 w 1  0000", "4 w 0  0000", "line 4: round 2: the results of 2 and 4 contradict each other"),
        ("001    3", "001    2", "line 5: the seed 2 stands there twice"),
        ("001    3", " 001    3", "line 5: something stands before 001, which is at positions 1 to 3"),
        ("1700 SRI    ", "1700 SRI   ", "line 6: the columns are shifted: position 96 is blank in a report file"),
        ("0000 - F", "0000 - 1", "line 5: round 1: 3 has no opponent and the result '1'"),
        (" 1.5 ", " 1;5 ", "line 4: the points (positions 81 to 84) are no number: '1;5'"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(old: str, new: str, why: str) -> None:
    try:
        declined = str(imported(NEXT_ROUND.replace(old, new), Built(SWISS)).declined)
    except Declined as error:
        declined = str(error.sentence)
    assert declined.startswith(why)


def test_a_line_whose_positions_count_bytes_is_read() -> None:
    cup = Built(SWISS)
    file = NEXT_ROUND.replace("Bimal" + " " * 29, "Bímäl ශ්‍රී" + " " * (29 - 6 - 2 - 10))
    made = imported(file, cup)
    assert made.declined is None
    assert (cup.tournament.entries["2"].name, cup.tournament.entries["2"].details.rating) == ("Bímäl ශ්‍රී", 1850)
    assert [line.won for line in cup.lines if line.entry == "2"] == [0, 1]


def test_byes_of_the_first_round_come_without_any_round() -> None:
    cup = Built(SWISS)
    first = "\n".join(
        f"001 {n:4}      {name:77}{cell}" for n, name, cell in ((1, "Amal", "0000 - H"), (2, "Bimal", ""))
    )
    made = imported(first, cup)
    assert (made.declined, made.rounds, made.rounds_taken) == (None, 0, 0)
    assert [each.requested for each in cup.tournament.entries.values()] == [(1,), ()]


def test_the_next_round_is_drawn_after_the_rounds_of_the_file(people: Callers) -> None:
    cup = tournament(people.admin, 0, {"format": "swiss", "rounds": 5, "requested_byes": 2, "tie_breaks": ["buchholz"]})
    done(people.admin, f"/tournaments/{cup}/entry-files", {"text": NEXT_ROUND, "rounds": True})
    drawn = draw(people.admin, cup)
    there = people.anybody.get(f"/tournaments/{cup}").json
    names = {each["id"]: each["name"] for each in there["entries"]}
    assert [each["closed"] for each in there["rounds"]] == [True, True, False]
    seated = {names[entry] for table in drawn["encounters"] for side in table["sides"] for entry in side}
    assert seated == {"Amal", "Chitra", "Dilani", "Esha"}


def test_prohibited_pairings_are_kept_apart() -> None:
    """TRF26, "Prohibited Pairings": 260 and its rounds, then start numbers."""
    cup = Built(Terms("swiss", rounds=3))
    made = imported(PROHIBITED, cup)
    assert [(each.entries, each.absolute) for each in cup.tournament.avoidances.values()] == [(("1", "3"), True)]
    assert [(each.state, str(each.why)) for each in made.lines[:3]] == [
        (LEFT_OUT, "the tournament keeps its name"),
        (LEFT_OUT, "the terms of the tournament decide"),
        (TAKEN, ""),
    ]


@pytest.mark.parametrize(
    ("line", "state", "why"),
    [
        ("260   1   2    1    3", TAKEN, "kept apart in all rounds, not only in rounds 1 to 2"),
        ("260 002 003    1    3", TAKEN, "kept apart in all rounds, not only in rounds 2 to 3"),
        ("260   1   3    1    9", REFUSED, "the file has no competitor 9"),
        ("260 1 3 1 3", REFUSED, "260 has the first round at positions 5 to 7 and the last at positions 9 to 11"),
        (
            "260   3   1    1    3",
            REFUSED,
            "260 has the first round at positions 5 to 7 and the last at positions 9 to 11",
        ),
        ("260   1   3", REFUSED, "260: there is no start number"),
    ],
)
def test_a_prohibited_pairing_that_is_not_kept_apart_as_written_says_so(line: str, state: str, why: str) -> None:
    made = imported(PROHIBITED.replace("260   1   3    1    3", line), Built(Terms("swiss", rounds=3)))
    assert (made.lines[2].state, str(made.lines[2].why)) == (state, why)


def test_prohibited_pairings_of_rounds_already_drawn_are_left_out() -> None:
    cup = Built(SWISS)
    made = imported(NEXT_ROUND.replace("XXR 5", "260   1   2    1    5"), cup)
    assert (made.lines[1].state, str(made.lines[1].why)) == (LEFT_OUT, "about rounds that are drawn already")
    assert not cup.tournament.avoidances


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("142 3", "the terms of the tournament decide"),
        ("162  W 1.0     D 0.5", "the terms of the tournament decide"),
        ("192 FIDE_DUTCH_2025", "the terms of the tournament decide"),
        ("250      01.0 001 003 0001 0002", "the terms of the tournament decide"),
        ("299 +              1.0   001    1", "points that were added or taken away: record them as rulings on scores"),
        ("310   1 India", "about teams of chess players"),
        ("SUI    1      Amal                              1950", "the national rating of a player"),
        ("102 An arbiter", "not about entries"),
    ],
)
def test_a_line_that_is_not_recorded_has_its_own_reason(line: str, why: str) -> None:
    """TRF26, "Tournament Section", "Accelerated Rounds", "Abnormal Assignment Points", "National Rating Support"."""
    made = imported(PROHIBITED.replace("142 3", line), Built(Terms("swiss", rounds=3)))
    assert (made.lines[1].state, str(made.lines[1].why)) == (LEFT_OUT, why)
