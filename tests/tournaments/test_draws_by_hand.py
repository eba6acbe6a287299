"""Breaches of a draw that a director makes or changes by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domain.tournament.draws import check_draw, draw
from domain.tournament.state import Draw, Entry, Pairing
from tests.tournaments.chance import JASS, KNOCKOUT, ROUND_ROBIN, SWISS, best_win, entered


def of(round_: int, *twos: tuple[str, str], byes: tuple[str, ...] = ()) -> Draw:
    pairings = (Pairing(table, ((north,), (east,))) for table, (north, east) in enumerate(twos, start=1))
    return Draw(round_, tuple(pairings), dict.fromkeys(byes, "by hand"))


ONE = of(1, ("1", "3"), ("2", "4"), byes=("5",))
GONE = [*entered(4), Entry("5", "Pair 5", out=2), Entry("6", "Late", since=3)]


@pytest.mark.parametrize(
    ("by_hand", "faults"),
    [
        (of(2, ("1", "2"), ("3", "5"), byes=("4",)), []),
        (of(3, ("1", "2"), ("3", "5"), byes=("4",)), ["The next round is 2, not 3."]),
        (of(2, ("1", "9"), ("3", "5"), byes=("4",)), ["No such entry: 9."]),
        (of(2, ("1", "3"), ("2", "5"), byes=("4",)), ["Pair 1 and Pair 3 have met before, in round 1."]),
        (of(2, ("1", "2"), ("3", "2"), byes=("4", "5")), [
            "Pair 2 is drawn 2 times.",
            "Entries that sit out: 2. Entries that must sit out: 0.",
            "Pair 5 has been without an opponent more often than others who play in this round.",
        ]),
        (of(2, ("1", "2"), byes=("4",)), ["Pair 3 is missing from the draw.", "Pair 5 is missing from the draw."]),
        (of(2, ("1", "2"), ("3", "4"), byes=("5",)), [
            "Pair 5 has been without an opponent more often than others who play in this round.",
        ]),
    ],
)  # fmt: skip
def test_a_swiss_by_hand(by_hand: Draw, faults: list[str]) -> None:
    assert check_draw(SWISS, entered(5), [ONE], by_hand) == faults


def test_who_has_left_or_is_not_there_yet_is_told() -> None:
    by_hand = of(2, ("1", "2"), ("3", "5"), ("4", "6"))
    assert check_draw(SWISS, GONE, [ONE], by_hand) == ["Pair 5 has withdrawn.", "Late joins in round 3."]


def test_two_tables_with_one_number_and_sides_of_the_wrong_size_are_told() -> None:
    by_hand = Draw(1, (Pairing(1, (("1",), ("2",))), Pairing(1, (("3", "4"), ("5",)))))
    assert check_draw(SWISS, entered(5), [], by_hand) == [
        "There are 2 encounters at table 1.",
        "Table 1 needs one entry on each side.",
    ]


def test_in_two_legs_everybody_may_meet_twice_but_not_three_times() -> None:
    terms = replace(ROUND_ROBIN, legs=2)
    before = [of(1, ("1", "2")), of(2, ("2", "1"))]
    assert check_draw(terms, entered(2), before[:1], before[1]) == []
    assert check_draw(terms, entered(2), before, of(3, ("1", "2"))) == [
        "Pair 1 and Pair 2 have met before, in rounds 1 and 2."
    ]


def test_partners_before_are_told() -> None:
    first = draw(JASS, entered(4), [], [])
    again = replace(first, round=2)
    faults = check_draw(JASS, entered(4), [first], again)
    assert faults == ["Pair 1 and Pair 4 have been partners before.", "Pair 2 and Pair 3 have been partners before."]


def test_who_is_out_of_a_knockout_and_who_is_missing_are_told() -> None:
    first = draw(KNOCKOUT, entered(4), [], [])
    faults = check_draw(KNOCKOUT, entered(4), [first], of(2, ("1", "4")), best_win(first))
    assert faults == ["Pair 2 is missing from the draw.", "Pair 4 is out of the knockout."]


def test_boards_that_somebody_has_played_are_told() -> None:
    terms = replace(SWISS, format="duplicate", boards=2)
    first = Draw(1, (Pairing(1, (("1",), ("2",)), boards=(1, 2)), Pairing(2, (("3",), ("4",)), boards=(3, 4))))
    second = Draw(2, (Pairing(1, (("1",), ("3",)), boards=(2, 3)), Pairing(2, (("2",), ("4",)), boards=(5, 6))))
    faults = check_draw(terms, entered(4), [first], second)
    assert faults == ["Pair 1 has played board 2 before.", "Pair 3 has played board 3 before."]


def test_a_side_with_too_few_is_told() -> None:
    by_hand = Draw(1, (Pairing(1, (("1", "2"), ("3",))),), {"4": "by hand"})
    assert "Table 1 needs two players on each side." in check_draw(JASS, entered(4), [], by_hand)
