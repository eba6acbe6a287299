"""The worth of a result on a board: matchpoints, cross-tokens and imps, worked by hand.

The usual scoring of duplicate bridge, applied to tokens (000 "Scoring") and to the points of a Jass.
"""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournament.results.board import board_rows
from domain.tournament.results.lines import compare_boards, played_lines
from domain.tournament.results.sheet import Total
from domain.tournament.rulings import artificial
from domain.tournament.standings.boards import (
    AVERAGES,
    POINTS,
    SCALE,
    TOKENS,
    Outcomes,
    Result,
    Scale,
    board_lines,
    lines_of,
    of_teams,
    team_lines,
    worth,
)
from domain.tournament.standings.scores import format_number
from domain.tournament.state import Draw, Entry, Line, Pairing
from domain.tournament.terms import Scoring, Terms

COUNTS = ("matchpoints", "cross-tokens", "cross-imps", "imps")
F = Fraction

number = st.integers(-60, 60)
ruling = st.sampled_from(list(AVERAGES))
tables = st.lists(st.tuples(number, st.none() | st.tuples(ruling, ruling)), min_size=1, max_size=20)


def results(*won: int | tuple[str, str], board: int = 1) -> list[Result]:
    """A result for each table: 1 against 2, 3 against 4, and so on; a pair of averages where it was ruled on."""
    return [
        Result(
            board, (str(2 * n + 1), str(2 * n + 2)), *((0, each) if isinstance(each, tuple) else (each,)), table=n + 1
        )
        for n, each in enumerate(won)
    ]


def first(*won: int | tuple[str, str], counts: str, times: int = 0, scale: Scale = TOKENS) -> list[Fraction]:
    """The values of the sides North and South."""
    return [both[0] for both in worth(results(*won), counts, times, scale)]


# --- artificial scores ------------------------------------------------------------------------------


def test_the_averages_that_a_director_gave_count_as_averages_of_the_board() -> None:
    """Board 1 at three tables, top 4. Results 1 and -1 at two tables: 2 and 0, brought to the top by Neuberg,
    (3 × 3) / 2 - 1 = 3½ and (3 × 1) / 2 - 1 = ½. The third table has 60 and 40 percent of 4: 2.4 and 1.6.
    Board 2 was not played at the third table: nobody there gets anything for it.
    """
    pairings = tuple(Pairing(n, ((str(2 * n - 1),), (str(2 * n),)), boards=(1, 2)) for n in (1, 2, 3))
    averages = {1: ("average-plus", "average-minus"), 2: ("not-played", "not-played")}
    lines = [
        *(line for board in (1, 2) for line in board_results(1, 1, board, 1)),
        *(line for board in (1, 2) for line in board_results(1, 2, board, -1)),
        *artificial.lines(1, 3, pairings[2].sides, averages),
    ]
    terms = Terms("duplicate", rounds=3, boards=2, scoring=Scoring(counts="matchpoints"))
    entries = [Entry(str(n), f"Pair {n}") for n in range(1, 7)]
    came = compare_boards(terms, entries, [Draw(1, pairings)], lines, points=False)
    assert {(line.entry, line.board): F(line.won, SCALE) for line in came if line.board == 1} == {
        ("1", 1): F(7, 2), ("2", 1): F(1, 2), ("3", 1): F(1, 2), ("4", 1): F(7, 2),
        ("5", 1): F(12, 5), ("6", 1): F(8, 5),
    }  # fmt: skip
    assert {line.entry for line in came if line.board == 2} == {"1", "2", "3", "4"}


def board_results(round_: int, table: int, board: int, won: int) -> list[Line]:
    """A result at a table: so many tokens for North and South, or with a minus for the others."""
    sides = ((str(2 * table - 1),), (str(2 * table),))
    total = Total((max(won, 0), max(-won, 0)), (0, 0), (0, 0))
    return list(played_lines(round_, table, sides, total, board, confirmed=True))


# --- matchpoints --------------------------------------------------------------------------------


def test_two_for_every_table_beaten_and_one_for_every_table_level() -> None:
    """Results 2, 1, 1, -3. 2 beats three: 6. 1 beats one and is level with one: 2 + 1 = 3. -3 beats nobody: 0.

    East and West at the same tables: what is left of 6.
    """
    both = worth(results(2, 1, 1, -3), "matchpoints")
    assert both == [(6, 0), (3, 3), (3, 3), (0, 6)]


def test_a_board_played_fewer_times_is_brought_to_the_same_top() -> None:
    """Neuberg, for 6 tables of which 4 have a result: (6 / 4) × (matchpoints + 1) - 1.

    6, 3, 3 and 0 of 6 become 1.5 × 7 - 1 = 9.5, 1.5 × 4 - 1 = 5, 5 and 1.5 × 1 - 1 = 0.5, of 10.
    """
    assert worth(results(2, 1, 1, -3), "matchpoints", times=6) == [
        (F(19, 2), F(1, 2)),
        (5, 5),
        (5, 5),
        (F(1, 2), F(19, 2)),
    ]


def test_neuberg_as_in_the_example_of_the_english_bridge_union() -> None:
    """Max Bavin, "The Neuberg formula" (EBU, Laws and Ethics): ten different results where eleven were expected."""
    points = (520, 500, 490, 480, 460, 450, 430, 420, 400, -50)
    assert first(*points, counts="matchpoints", times=11, scale=POINTS) == [
        F(each) for each in ("19.9", "17.7", "15.5", "13.3", "11.1", "8.9", "6.7", "4.5", "2.3", "0.1")
    ]


def test_a_single_result_is_worth_half() -> None:
    """8 tables are to come: 8 / 1 × (0 + 1) - 1 = 7 of 14."""
    assert worth(results(-5), "matchpoints", times=8) == [(7, 7)]


def test_an_average_is_a_share_of_the_top_and_the_other_tables_are_factored() -> None:
    """Five tables, one ruled A+ and A-: 60 and 40 percent of 8. Four results of five: 5 / 4 × (m + 1) - 1.

    2, 1, 1, -3 have 6, 3, 3, 0, so 7.75, 4, 4 and 0.25.
    """
    both = worth(results(2, 1, ("A+", "A-"), 1, -3), "matchpoints", times=5)
    assert both[2] == (F(24, 5), F(16, 5))
    assert [each[0] for each in both] == [F(31, 4), 4, F(24, 5), 4, F(1, 4)]


def test_both_sides_may_be_given_the_same_average() -> None:
    assert worth(results(1, -2, ("A+", "A+")), "matchpoints")[2] == (F(12, 5), F(12, 5))
    assert worth(results(("A", "A-")), "matchpoints", times=3) == [(2, F(8, 5))]


# --- cross-tokens -------------------------------------------------------------------------------


def test_the_difference_from_every_other_table_in_the_mean() -> None:
    """Results 2, 1, 1, -3. 2 is 1, 1 and 5 above the others: 7 / 3. 1 is 1 below, level, 4 above: 1. -3: -13 / 3."""
    assert worth(results(2, 1, 1, -3), "cross-tokens") == [
        (F(7, 3), F(-7, 3)),
        (1, -1),
        (1, -1),
        (F(-13, 3), F(13, 3)),
    ]


def test_a_single_result_differs_from_nothing() -> None:
    assert worth(results(4), "cross-tokens", times=8) == [(0, 0)]
    assert worth(results(4), "imps", times=8) == [(0, 0)]


def test_an_average_of_differences_is_a_fifth_of_the_greatest_swing() -> None:
    """The greatest swing of 2, 1, 1, -3 is 13 / 3. From -13/3 to 13/3, 60 percent of the way is 13 / 15."""
    both = worth(results(2, 1, 1, -3, ("A+", "A")), "cross-tokens")
    assert both[4] == (F(13, 15), 0)
    assert worth(results(("A+", "A-")), "cross-tokens") == [(0, 0)]


# --- imps ---------------------------------------------------------------------------------------


def test_the_difference_from_the_datum_on_a_scale() -> None:
    """Results 2, 1, 1, -3: the datum is 1/4. 2 is 7/4 above: 2 imps (1 to 2 tokens). 1 is 3/4 above: 1. -3 is 13/4
    below: 4 lost (3 to 4 tokens)."""
    assert first(2, 1, 1, -3, counts="imps") == [2, 1, 1, -4]


def test_of_five_results_the_highest_and_the_lowest_do_not_make_the_datum() -> None:
    """1, 1, 1, 1 and 36: without one 1 and the 36 the datum is 1, and nobody loses by what happened at one table.

    36 is 35 above: all twelve steps. With four results (1, 1, 1, 36) the datum is 39/4.
    """
    assert first(1, 1, 1, 1, 36, counts="imps") == [0, 0, 0, 0, 12]
    assert first(1, 1, 1, 36, counts="imps") == [-7, -7, -7, 11]


@pytest.mark.parametrize(
    ("difference", "imps"),
    [(0, 0), (F(1, 2), 1), (F(99, 100), 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 5), (6, 6), (9, 7), (29, 12), (99, 12)],
)
def test_the_scale_of_tokens(difference: Fraction | int, imps: int) -> None:
    assert sum(least <= difference for least in TOKENS) == imps


@pytest.mark.parametrize(
    ("difference", "imps"), [(10, 0), (20, 1), (40, 1), (50, 2), (420, 9), (430, 10), (490, 10), (3990, 23), (4000, 24)]
)
def test_the_scale_of_points_is_the_published_one(difference: int, imps: int) -> None:
    """Laws of Duplicate Bridge 2017, Law 78B: 20-40 is 1, 50-80 is 2, 430-490 is 10, 4000 and more 24."""
    assert sum(least <= difference for least in POINTS) == imps


@pytest.mark.parametrize("scale", [TOKENS, POINTS])
def test_a_scale_goes_up_and_its_last_step_is_the_widest(scale: Scale) -> None:
    steps = [after - before for before, after in zip((0, *scale), scale, strict=False)]
    assert steps[-1] == max(steps)
    assert all(each > 0 for each in steps)


def test_points_take_their_own_scale() -> None:
    """514 and 40 for two tables of a Jass: the datum is 277, and both are 237 away: 6 imps (220 to 270)."""
    assert first(514, 40, counts="imps", scale=POINTS) == [6, -6]


# --- laws ---------------------------------------------------------------------------------------


def results_of(outcomes: list[tuple[int, tuple[str, str] | None]]) -> list[Result]:
    return results(*(ruled or won for won, ruled in outcomes))


@given(tables, st.sampled_from(COUNTS), st.integers(0, 25))
def test_both_sides_of_a_result_come_to_the_whole(
    outcomes: list[tuple[int, tuple[str, str] | None]], counts: str, times: int
) -> None:
    whole = 2 * max(times - 1, len(outcomes) - 1) if counts == "matchpoints" else 0
    for (_, ruled), (one, other) in zip(outcomes, worth(results_of(outcomes), counts, times), strict=True):
        if not ruled:
            assert one + other == whole
    for line in board_lines(results_of(outcomes), counts, times):
        if counts == "matchpoints":
            assert line.won + line.lost == SCALE * whole
            assert 0 <= line.won <= SCALE * whole


@given(st.lists(number, min_size=1, max_size=20), st.sampled_from(COUNTS), st.integers(0, 25))
def test_a_better_result_is_never_worth_less(won: list[int], counts: str, times: int) -> None:
    scores = [each for _, each in sorted(zip(won, first(*won, counts=counts, times=times), strict=True))]
    assert scores == sorted(scores)


@given(st.lists(number, min_size=1, max_size=20), st.sampled_from(COUNTS), st.integers(0, 25), st.data())
def test_the_order_of_the_tables_does_not_matter(won: list[int], counts: str, times: int, data: st.DataObject) -> None:
    both = dict(zip(won, first(*won, counts=counts, times=times), strict=True))
    again = data.draw(st.permutations(won))
    assert dict(zip(again, first(*again, counts=counts, times=times), strict=True)) == both


@given(st.lists(number, min_size=1, max_size=20), st.sampled_from(COUNTS), st.integers(0, 25))
def test_seen_from_east_and_west_it_is_the_same(won: list[int], counts: str, times: int) -> None:
    """If all sides had sat the other way round, each would have got what the other got."""
    turned = [(other, one) for one, other in worth(results(*(-each for each in won)), counts, times)]
    assert worth(results(*won), counts, times) == turned


@given(st.lists(number, min_size=1, max_size=20))
def test_what_all_tables_get_is_what_there_is_to_share(won: list[int]) -> None:
    """Matchpoints: half of the top for each, also when brought to another top. Cross-tokens: nothing."""
    for times in (0, 30):
        top = 2 * max(times - 1, len(won) - 1)
        assert sum(first(*won, counts="matchpoints", times=times)) == F(top * len(won), 2)
    assert sum(first(*won, counts="cross-tokens")) == 0


@given(st.lists(number, min_size=2, max_size=12))
def test_matchpoints_and_cross_tokens_by_comparing_two_tables_at_a_time(won: list[int]) -> None:
    """An independent reckoning, table against table."""
    points = [0] * len(won)
    tokens = [F(0)] * len(won)
    for one in range(len(won)):
        for other in range(one):
            better = (won[one] > won[other]) - (won[one] < won[other])
            points[one] += 1 + better
            points[other] += 1 - better
            tokens[one] += F(won[one] - won[other], len(won) - 1)
            tokens[other] += F(won[other] - won[one], len(won) - 1)
    assert first(*won, counts="matchpoints") == points
    assert first(*won, counts="cross-tokens") == tokens


# --- lines --------------------------------------------------------------------------------------


def test_a_line_for_each_side_in_hundredths() -> None:
    """7 / 3 is 233 hundredths, and -233 for the other side; what stood on the sheet is in the points."""
    lines = board_lines([*results(2, 1, 1, -3)], "cross-tokens")
    assert [(line.entry, line.against, line.won, line.lost) for line in lines[:2]] == [
        ("1", ("2",), 233, 0),
        ("2", ("1",), -233, 0),
    ]
    assert [(line.points, line.points_lost) for line in lines[-2:]] == [(0, 3), (3, 0)]
    assert {(line.board, line.round) for line in lines} == {(1, 0)}
    assert [line.outcome for line in lines] == [1, -1, 1, -1, 1, -1, -1, 1]


def test_in_matchpoints_what_is_left_of_the_top_is_lost() -> None:
    lines = board_lines(results(2, 1, 1, -3), "matchpoints", times=6)
    assert [(line.won, line.lost) for line in lines] == [
        (950, 50), (50, 950), (500, 500), (500, 500), (500, 500), (500, 500), (50, 950), (950, 50),
    ]  # fmt: skip


@given(st.lists(number, min_size=1, max_size=20), st.integers(0, 25))
def test_rounding_takes_nothing_from_either_side(won: list[int], times: int) -> None:
    for counts in COUNTS:
        lines = board_lines(results(*won), counts, times)
        for one, other in zip(lines[::2], lines[1::2], strict=True):
            if counts == "matchpoints":
                assert (one.won, one.lost) == (other.lost, other.won)
            else:
                assert one.won == -other.won


def test_a_provisional_result_makes_provisional_lines_only_at_its_table() -> None:
    one, other = results(2, 1)
    lines = board_lines([one, Result(1, other.sides, 1, round=3, table=2, confirmed=False)], "matchpoints")
    assert [(line.confirmed, line.round, line.table) for line in lines] == [
        (True, 0, 1), (True, 0, 1), (False, 3, 2), (False, 3, 2),
    ]  # fmt: skip


def test_a_further_result_changes_the_lines_of_its_board_only() -> None:
    before = results(2, 1) + results(1, 1, board=2)
    after = [*before, Result(2, ("5", "6"), 3)]
    was, now = lines_of(before, "matchpoints"), lines_of(after, "matchpoints")
    assert [line for line in was if line.board == 1] == [line for line in now if line.board == 1]
    assert [line.board for line in now] == [1] * 4 + [2] * 6


# --- cross-imps -----------------------------------------------------------------------------------


def test_cross_imps_are_the_mean_of_the_imps_against_every_other_table() -> None:
    """Points 420, 400, 420, -50, as four tables of a Jass, on the scale of Law 78B.

    420 is 20, 0 and 470 ahead: 1 + 0 + 10 = 11, by three: 11 / 3. 400 is 20 behind twice and 450 ahead: -1 - 1 + 10.
    -50 is 470, 450 and 470 behind: three times 10.
    """
    assert first(420, 400, 420, -50, counts="cross-imps", scale=POINTS) == [F(11, 3), F(8, 3), F(11, 3), -10]


def test_cross_imps_of_tokens_by_comparing_two_tables_at_a_time() -> None:
    """Results 2, 1, 1, -3 on the scale of tokens: differences of 1, 4 and 5 tokens are 2, 5 and 5 imps.

    2: 2 + 2 + 5 = 9, by three: 3. 1: -2 + 0 + 5 = 3: 1. -3: -5 - 5 - 5: -5.
    """
    assert first(2, 1, 1, -3, counts="cross-imps") == [3, 1, 1, -5]


# --- averages by the session ------------------------------------------------------------------------


def test_averages_by_the_session_take_the_better_and_the_worse_of_both() -> None:
    """Three tables, top 4. Pairs 1, 3 and 5 sit North and South; board 3 is ruled at the first table, A+ and A-.

    Boards 1 and 2: pair 1 has 4 and 4 of 8, 100 percent; pair 2 has nothing. So pair 1 has 100 percent of 4 on board
    3, more than 60, and pair 2 has 0, less than 40. Fixed averages would be 2.4 and 1.6.
    """
    played = [each for board in (1, 2) for each in results(3, 2, 1, board=board)]
    ruled = results(("A+", "A-"), 1, -1, board=3)
    fixed = {(line.entry, line.board): line.won for line in lines_of([*played, *ruled], "matchpoints", 3)}
    session = lines_of([*played, *ruled], "matchpoints", 3, averages="session")
    by_session = {(line.entry, line.board): line.won for line in session}
    assert (fixed["1", 3], fixed["2", 3]) == (240, 160)
    assert (by_session["1", 3], by_session["2", 3]) == (400, 0)
    assert {key: won for key, won in fixed.items() if key not in (("1", 3), ("2", 3))} == {
        key: won for key, won in by_session.items() if key not in (("1", 3), ("2", 3))
    }


def test_a_pair_between_40_and_60_percent_keeps_the_fixed_averages() -> None:
    """One of three tables is equal to the others: 50 percent, so A+ is 60 and A- is 40 percent of 4."""
    played = results(1, 1, 1)
    ruled = results(("A+", "A-"), 1, -1, board=2)
    lines = lines_of([*played, *ruled], "matchpoints", 3, averages="session")
    assert [line.won for line in lines if line.board == 2 and line.entry in ("1", "2")] == [240, 160]


# --- assigned scores ---------------------------------------------------------------------------------


def assigned(north: Outcomes, east: Outcomes, *others: int) -> list[Result]:
    """A board with an assigned score at the first table, and played results at the others."""
    return [Result(1, ("1", "2"), assigned=(north, east)), *results(0, *others)[1:]]


def test_an_assigned_score_is_weighted_comparison_by_comparison() -> None:
    """Half of 3 and half of -1 for both sides, against 2 and -1. 3 beats both: 4; -1 loses to 2 and ties: 1. Half of
    each is 2.5 of 4. The table with 2 is behind 3 and ahead of -1: half of 0 and half of 2, and 2 for the other: 3. The
    table with -1: half of 0 and half of 1 against the first, 0 against the second: 0.5. Together: 6.
    """
    half = ((50, 3), (50, -1))
    both = worth(assigned(half, half, 2, -1), "matchpoints")
    assert both == [(F(5, 2), F(3, 2)), (3, 1), (F(1, 2), F(7, 2))]


def test_each_side_may_have_its_own_score() -> None:
    """North and South keep 3, East and West are given -3 as their opponents' result: both did badly by the ruling.

    North and South: 3 against 1: 2 of 2. East and West: -3 lost by North is a win over 1: 2 of 2. At the other table
    North and South compare with 3 and have 0; East and West with 3 for the pair that sat as they did: 0.
    """
    assert worth(assigned(((100, 3),), ((100, -3),), 1), "matchpoints") == [(2, 2), (0, 0)]
    assert worth(assigned(((100, 3),), ((100, -3),), 1), "cross-tokens") == [(2, 4), (-2, -4)]


def test_an_assigned_score_of_teams_weights_the_swings() -> None:
    """60 percent of 2 and 40 of -1 at the first table, 1 at the second from the other seats: 2 + -1 = 1 token: 2 imps,
    or -1 - 1 = -2: 3 imps lost. 0.6 x 2 - 0.4 x 3 = 0.
    """
    outcomes = ((60, 2), (40, -1))
    one = Result(7, ("A", "B"), assigned=(outcomes, outcomes))
    assert of_teams(one, Result(7, ("B", "A"), 1)) == (0, 0)
    assert of_teams(one, Result(7, ("B", "A"), 0)) == (F(6 * 3 - 4 * 2, 10), F(-10, 10))


# --- the sheet of a board ------------------------------------------------------------------------------


def test_the_calculation_of_a_score_names_each_comparison_and_the_factor() -> None:
    """Four tables of which three have a result; the third is better than one and equal to none."""
    pairings = tuple(Pairing(n, ((str(2 * n - 1),), (str(2 * n),)), boards=(1,)) for n in (1, 2, 3, 4))
    lines = [*board_results(1, 1, 1, 2), *board_results(1, 2, 1, -1), *board_results(1, 3, 1, 0)]
    lines += artificial.lines(1, 4, pairings[3].sides, {1: ("average", "average-minus")})
    terms = Terms("duplicate", rounds=4, boards=1, scoring=Scoring(counts="matchpoints"))
    entries = [Entry(str(n), f"Pair {n}") for n in range(1, 9)]
    rows = board_rows(terms, entries, [Draw(1, pairings)], lines, 1, points=False)
    assert [row.scores for row in rows] == [(F(17, 3), F(1, 3)), (F(1, 3), F(17, 3)), (3, 3), (3, F(12, 5))]
    assert str(rows[2].why[0]) == (
        "Against each other result: 0 (round 1, table 1) + 2 (round 1, table 2) = 2. Neuberg: 4 ÷ 3 × (2 + 1) − 1 = 3."
    )
    assert str(rows[3].why[1]) == "Average of 40 % of the top 6: 2.40."


@pytest.mark.parametrize("counts", COUNTS)
def test_every_calculation_ends_with_the_score(counts: str) -> None:
    pairings = tuple(Pairing(n, ((str(2 * n - 1),), (str(2 * n),)), boards=(1,)) for n in (1, 2, 3, 4, 5, 6))
    lines = [line for n in range(1, 6) for line in board_results(1, n, 1, n * (-1) ** n)]
    lines += artificial.lines(1, 6, pairings[5].sides, {1: ("average-plus", "average-minus")})
    terms = Terms("duplicate", rounds=6, boards=1, scoring=Scoring(counts=counts))
    entries = [Entry(str(n), f"Pair {n}") for n in range(1, 13)]
    rows = board_rows(terms, entries, [Draw(1, pairings)], lines, 1, points=False)
    assert len(rows) == 6
    for row in rows:
        for score, why in zip(row.scores, row.why, strict=True):
            assert re.search(f"{re.escape(format_number(score).replace('-', '−'))}\\.$", str(why)), str(why)


# --- teams of four ------------------------------------------------------------------------------


def test_teams_of_four_add_up_both_tables() -> None:
    """A won 2 at the first table. At the second, where B sat North and South, B won 1. Together A is 1 up: 2 imps."""
    one, other = Result(7, ("A", "B"), 2), Result(7, ("B", "A"), 1)
    assert of_teams(one, other) == (2, -2)
    assert of_teams(other, one) == (-2, 2)
    assert of_teams(one, Result(7, ("B", "A"), 2)) == (0, 0)
    assert of_teams(Result(7, ("A", "B"), 400), Result(7, ("B", "A"), -30), POINTS) == (10, -10)


def test_a_board_of_teams_of_four_gives_each_team_a_line() -> None:
    """Two imps, in hundredths; provisional as long as one of the tables is."""
    one = Result(7, ("A", "B"), 2, round=3, table=1)
    lines = team_lines(one, Result(7, ("B", "A"), 1, round=3, table=2, confirmed=False))
    rows = [(line.entry, line.against, line.won, line.lost, line.board, line.round, line.confirmed) for line in lines]
    assert rows == [("A", ("B",), 200, 0, 7, 3, False), ("B", ("A",), -200, 0, 7, 3, False)]


def test_a_ruling_at_either_table_of_a_team_match_takes_the_place_of_the_swing() -> None:
    one = Result(7, ("A", "B"), 2)
    assert of_teams(one, Result(7, ("B", "A"), ruled=("A-", "A+"))) == (3, -3)
    assert of_teams(Result(7, ("A", "B"), ruled=("A+", "A")), Result(7, ("B", "A"), 5)) == (3, 0)


def test_tables_that_do_not_belong_together_are_not_compared() -> None:
    for other in (Result(8, ("B", "A")), Result(7, ("A", "B")), Result(7, ("B", "C"))):
        with pytest.raises(ValueError, match="seats changed"):
            of_teams(Result(7, ("A", "B")), other)
    with pytest.raises(ValueError, match="not of several"):
        worth(results(1) + results(1, board=2), "imps")
    with pytest.raises(ValueError, match="there is no ruling 'A\\+\\+'; there are A\\+, A, A-"):
        worth(results(("A++", "A")), "imps")
