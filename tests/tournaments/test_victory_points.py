"""Victory points: the scale of the World Bridge Federation, and encounters that are scored with it."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.tournament.standings.places import explain, standings
from domain.tournament.standings.scores import (
    adjustment_number,
    adjustment_words,
    amount,
    format_score,
    format_value,
    tally,
)
from domain.tournament.standings.victory_points import scale, victory_points
from domain.tournament.state import BYE, PLAYED, Entry, Line
from domain.tournament.terms import Terms, TermsError, check, parse
from tests.cases import FULL
from tests.tournaments.retold import victory_points as recomputed

FOUR_BOARDS = (
    *(10.00, 10.61, 11.20, 11.76, 12.29, 12.80, 13.28, 13.74, 14.18, 14.60, 15.00, 15.38, 15.74, 16.09, 16.42, 16.73),
    *(17.03, 17.31, 17.59, 17.84, 18.09, 18.33, 18.55, 18.76, 18.97, 19.16, 19.34, 19.52, 19.69, 19.85, 20.00),
)
"""The scale for 4 boards as the World Bridge Federation publishes it (WBF_VPScales.pdf of December 2022)."""


def terms_with(**more: object) -> Terms:
    values = {"format": "duplicate", "side": 4, "rounds": 3, "boards": 4, "scoring": {"counts": "victory-points"}}
    return check(parse({**values, "tie_breaks": ["difference"], **more}))


def test_the_published_scale_for_four_boards() -> None:
    assert [points / 100 for points in scale(4)] == list(FOUR_BOARDS)


@pytest.mark.parametrize(("boards", "imps"), [(6, 37), (8, 43), (16, 60), (20, 68), (32, 85)])
def test_the_number_of_imps_that_wins_everything(boards: int, imps: int) -> None:
    """The published scales end with 37 imps on 6 boards and 85 on 32; the first whole number from 15 √N on."""
    assert scale(boards).index(2000) == imps
    assert victory_points(Fraction(imps), boards) == victory_points(Fraction(999), boards) == 20
    assert victory_points(Fraction(-imps), boards) == 0


@pytest.mark.parametrize("boards", [1, 4, 9, 16, 25, 36, 64])
def test_a_third_of_the_way_is_15_and_two_thirds_are_18_09(boards: int) -> None:
    """By the golden section: (1 - τ) / (1 - τ³) is 1/2, and (1 - τ²) / (1 - τ³) is 0.80902."""
    third = 5 * int(boards**0.5)
    assert victory_points(Fraction(third), boards) == 15
    assert victory_points(Fraction(2 * third), boards) == Fraction(1809, 100)


@pytest.mark.parametrize("boards", range(1, 65))
def test_no_imp_is_worth_more_than_the_one_before_it(boards: int) -> None:
    """The rule of the technical report; a correction raises the rounded formula, and by no more than it must."""
    values = scale(boards)
    steps = [high - low for low, high in pairwise(values)]
    assert steps == sorted(steps, reverse=True)
    assert values[0] == 1000
    ratio, width = 5**0.5 - 2, 15 * boards**0.5
    for imps, points in enumerate(values):
        formula = min(2000.0, 1000 + 1000 * (1 - ratio ** (imps / width)) / (1 - ratio))
        assert -0.5001 < points - formula < 3.5001, (imps, points, formula)
        if points - formula > 0.5001:
            lower = [*values[:imps], points - 1, *values[imps + 1 :]]
            assert lower[imps + 1] - lower[imps] > lower[imps] - lower[imps - 1], "the correction was needed"


def test_the_corrections_of_sixteen_boards() -> None:
    """By the formula 14 imps give 13.743 and 15 give 13.969: rounded, the fifteenth would be worth more."""
    steps = [high - low for low, high in pairwise(scale(16))]
    assert (scale(16)[14], steps[13:15]) == (1375, [23, 22])


@settings(max_examples=150 if FULL else 40)
@given(st.fractions(min_value=-130, max_value=130, max_denominator=100), st.integers(min_value=1, max_value=64))
def test_both_sides_sum_to_20_and_more_imps_are_never_less(imps: Fraction, boards: int) -> None:
    points = victory_points(imps, boards)
    assert points + victory_points(-imps, boards) == 20
    assert (100 * points).denominator == 1
    assert 0 <= points <= victory_points(imps + Fraction(1, 3), boards) <= 20
    assert points == recomputed(imps, boards)


def board_line(entry: str, won: int, board: int, round_: int = 1, against: str = "2") -> Line:
    return Line(round_, entry, PLAYED, 1, (against,), won=won, board=board)


def test_an_encounter_of_four_boards_on_paper() -> None:
    """5, -1, 0 and 3 imps on 4 boards: 7 imps, so 13.74 to 6.26."""
    swings = (5, -1, 0, 3)
    lines = [board_line("1", 100 * won, n) for n, won in enumerate(swings, 1)]
    lines += [board_line("2", -100 * won, n, against="1") for n, won in enumerate(swings, 1)]
    entries = [Entry("1", "Amal"), Entry("2", "Bimal")]
    rows = standings(terms_with(), entries, lines)
    assert [(row.entry, row.score) for row in rows] == [("1", Fraction(1374, 100)), ("2", Fraction(626, 100))]
    assert (rows[0].won, rows[1].lost, rows[0].breaks["difference"]) == (1, 1, 7)
    assert list(map(str, explain(terms_with(), entries, lines, entry="2")))[:2] == [
        "Round 1: lost to Amal by 7 imps on 4 boards (6.26 victory points).",
        "Total: 6.26 victory points.",
    ]


def test_averages_can_give_both_sides_more_than_half() -> None:
    """Both teams have 3 imps on a board that neither spoilt (Law 86): each has the points for its own imps."""
    own = [tally(terms_with(), entry, [board_line(entry, 300, 1)]).score for entry in "12"]
    assert own == [Fraction(1328, 100)] * 2


def test_a_bye_is_the_mean_of_the_other_encounters_or_what_the_terms_say() -> None:
    lines = [board_line("1", 100, 1), board_line("1", 0, 1, 2, "3"), Line(3, "1", BYE)]
    assert tally(terms_with(), "1", lines).score == Fraction(1120 + 1000 + 1060, 100)
    bye = {"counts": "victory-points", "bye": 12}
    assert tally(terms_with(scoring=bye), "1", lines).score == Fraction(1120 + 1000 + 1200, 100)


def test_victory_points_have_two_decimals_and_rulings_in_hundredths() -> None:
    assert format_score(terms_with(), Fraction(25, 2)) == "12.50"
    assert str(amount(terms_with(), Fraction(-1, 2))) == "-0.50 victory point"
    number = adjustment_number(terms_with(), Fraction("-0.25"), "score")
    assert (number, str(adjustment_words(terms_with(), number, "score"))) == (-25, "-0.25 victory point")


def test_tie_breaks_that_are_scores_have_two_decimals_too() -> None:
    """A column of the standings with 10.00 and 11.76, not with 10 and 11.76."""
    shown = {name: format_value(terms_with(), name, Fraction(10)) for name in ("best-round", "head-to-head", "wins")}
    assert shown == {"best-round": "10.00", "head-to-head": "10.00", "wins": "10"}
    assert format_value(terms_with(), "quotient", Fraction(11, 2)) == "5.50"


def test_victory_points_need_boards() -> None:
    with pytest.raises(TermsError, match="victory-points need boards"):
        check(parse({"format": "swiss", "rounds": 3, "scoring": {"counts": "victory-points"}}))
