"""Accelerated first rounds (FIDE Handbook C.04.5.1, Baku acceleration)."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from domain.tournament.draws import draw
from domain.tournament.draws.acceleration import points_in_round, upper_half, virtual_points
from domain.tournament.draws.history import DrawInput
from domain.tournament.standings.places import standings
from domain.tournament.state import Entry, Line
from domain.tournament.terms import Scoring, Terms, TermsError, check, parse, plain
from tests.tournaments.chance import SWISS, best_win, entered, tables, whole

BAKU = replace(SWISS, rounds=5, acceleration="baku")


@pytest.mark.parametrize(("count", "size"), [(161, 82), (8, 4), (10, 6), (4, 2), (3, 2), (2, 2), (7, 4), (12, 6)])
def test_the_upper_half_is_rounded_up_to_an_even_number(count: int, size: int) -> None:
    """The example of the article: of 161 players 82."""
    assert upper_half(DrawInput(BAKU, entered(count), [])) == [str(n) for n in range(1, size + 1)]


@pytest.mark.parametrize(
    ("rounds", "points"),
    [
        (9, [1, 1, 1, Fraction(1, 2), Fraction(1, 2), 0, 0, 0, 0]),
        (5, [1, 1, Fraction(1, 2), 0, 0]),
        (4, [1, Fraction(1, 2), 0, 0]),
        (1, [1]),
    ],
)
def test_the_first_half_of_the_rounds_has_virtual_points(rounds: int, points: list[Fraction]) -> None:
    """The example of the article: of nine rounds five, three with a point and two with half a point."""
    terms = replace(BAKU, rounds=rounds)
    assert [points_in_round(terms, n) for n in range(1, rounds + 1)] == points
    assert not any(points_in_round(replace(terms, acceleration="none"), n) for n in range(1, rounds + 1))


def test_a_late_entry_is_in_the_upper_half_if_it_stands_above_its_last() -> None:
    """Rule 3: the last of the upper half stays the last, whoever comes in later."""
    first = draw(BAKU, entered(8), [], [])
    late = [*entered(8), Entry("9", "Strong", seed=3, since=2), Entry("10", "Weak", seed=7, since=2)]
    assert upper_half(DrawInput(BAKU, late, [first])) == ["1", "2", "3", "9", "4"]


def test_by_hand_eight_entries() -> None:
    """Round 1: 1 to 4 among themselves, 5 to 8 among themselves. In round 2 the winners of the upper half have 2.

    The losers of the upper half and the winners of the lower half have 1, and meet.
    """
    first = draw(BAKU, entered(8), [], [])
    assert [set(two) for two in tables(first)] == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]
    assert first.pairings[0].why.startswith("With virtual points: Both have 1 point and have not met; ")
    lines = best_win(first)
    second = draw(BAKU, entered(8), [first], lines)
    assert [set(two) for two in tables(second)] == [{1, 2}, {3, 5}, {4, 6}, {7, 8}]
    lines += best_win(second)
    fourth = DrawInput(BAKU, entered(8), [first, second, replace(second, round=3)], lines)
    assert virtual_points(fourth) == {}


def test_virtual_points_count_in_no_standings() -> None:
    drawn, lines = whole(BAKU, entered(9), random.Random(4))
    plainly: dict[str, Fraction] = {}
    for line in lines:
        plainly[line.entry] = plainly.get(line.entry, Fraction(0)) + points(line)
    assert {row.entry: row.score for row in standings(BAKU, entered(9), lines)} == plainly
    assert len(drawn) == 5


def points(line: Line) -> Fraction:
    return Fraction(line.outcome + 1, 2)


def test_a_bye_in_an_accelerated_round_goes_to_the_lower_half_and_says_what_counts() -> None:
    first = draw(BAKU, entered(7), [], [])
    assert first.byes == {
        "7": "With virtual points: The number of entries is odd. Pair 7 has 0 points and has had no bye so far."
    }


def test_terms_without_acceleration_are_stored_as_before_and_others_are_checked() -> None:
    assert "acceleration" not in plain(SWISS)
    assert parse(plain(BAKU)) == BAKU
    for terms, problem in (
        (Terms("round-robin", acceleration="baku"), "only a Swiss"),
        (replace(BAKU, scoring=Scoring(counts="tokens")), "for wins and draws"),
        (replace(BAKU, acceleration="dubai"), "there is no 'dubai'; there are none, baku"),
    ):
        with pytest.raises(TermsError, match=problem):
            check(terms)
