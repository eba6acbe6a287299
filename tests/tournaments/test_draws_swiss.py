"""Swiss: no rematch, score groups, byes, sides, and a matching that nothing beats."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from networkx import Graph, max_weight_matching

from domain.tournament.draws import DrawError, NothingLeft, check_draw, draw
from domain.tournament.draws.cheapest_matching import match_cheapest, prices, weights
from domain.tournament.draws.history import DrawInput, Past, seats
from domain.tournament.formats.swiss import LEVELS, costs, floated, scores
from domain.tournament.state import Adjustment, Draw, Entry, Line, Pairing
from domain.tournament.terms import Scoring, Terms
from tests.cases import FULL
from tests.tournaments.chance import SWISS, best_win, entered, met, played, tables, whole
from tests.tournaments.simulated import sizes

AT = {level: place for place, level in enumerate(LEVELS)}


def test_in_the_first_round_the_upper_half_of_the_list_meets_the_lower() -> None:
    first = draw(SWISS, entered(8), [], [])
    assert tables(first) == [(1, 5), (6, 2), (3, 7), (8, 4)]
    assert first.pairings[0].why == (
        "In the first round the upper half of the list meets the lower half; Pair 1 sits North according to the list."
    )


def test_then_each_group_of_one_score_is_folded_and_whoever_sat_north_less_does_now() -> None:
    """After 1, 2, 3 and 4 have won: 1 and 2 meet 3 and 4, and 5 and 6 meet 7 and 8.

    1 and 3 were North, 2 and 4 East; so were 6 and 8, 5 and 7.
    """
    first = draw(SWISS, entered(8), [], [])
    second = draw(SWISS, entered(8), [first], best_win(first))
    assert [set(two) for two in tables(second)] == [{1, 3}, {2, 4}, {5, 7}, {6, 8}]
    third = draw(SWISS, entered(8), [first, second], [*best_win(first), *best_win(second)])
    # 1 and 2 have 2 points; 3 4 5 6 have 1, and 7 8 none. 3 sat East in round 2 and 1 North, by the list.
    assert [set(two) for two in tables(third)] == [{1, 2}, {3, 5}, {4, 6}, {7, 8}]
    assert third.pairings[0].sides == (("2",), ("1",))
    assert third.pairings[0].why == (
        "Both have 2 points and have not met; Pair 1 sat North more often than East, so Pair 2 sits North now."
    )


def test_where_both_sat_north_as_often_whoever_sat_there_last_does_not() -> None:
    drawn = [
        Draw(1, (Pairing(1, (("1",), ("3",))), Pairing(2, (("4",), ("2",))))),
        Draw(2, (Pairing(1, (("4",), ("1",))), Pairing(2, (("2",), ("3",))))),
    ]
    lines = [*best_win(drawn[0]), *best_win(drawn[1])]
    third = draw(SWISS, entered(4), drawn, lines)
    assert (
        third.pairings[0].why
        == "Both have 2 points and have not met; Pair 2 sat North last time, so Pair 1 sits North now."
    )


def test_who_has_a_different_score_meets_the_nearest() -> None:
    """By hand: of six, 1 meets 4, 2 meets 5 and 3 meets 6, then 1 meets 2, 3 meets 4 and 5 meets 6; the lower wins.

    1 and 3 have 2 points, 2 and 5 have 1, 4 and 6 none; 2 and 5 have met. Two differences of one point are the least:
    2 and 5 meet 1 and 3, or 4 and 6. The second is further down. 5 has met 6, so 5 meets 4, and 2 meets 6.
    """
    drawn = [
        Draw(1, tuple(Pairing(n, ((str(n),), (str(n + 3),))) for n in (1, 2, 3))),
        Draw(2, tuple(Pairing(n, ((str(2 * n),), (str(2 * n - 1),))) for n in (1, 2, 3))),
    ]
    third = draw(SWISS, entered(6), drawn, [*best_win(drawn[0]), *best_win(drawn[1])])
    assert [set(two) for two in tables(third)] == [{1, 3}, {2, 6}, {4, 5}]
    assert third.pairings[1].why.startswith(
        "Pair 2 has 1 point and Pair 6 has 0 points; they have not met, and no possible draw has smaller"
    )


def test_the_last_of_the_lowest_score_sits_out_and_nobody_twice_before_all_have() -> None:
    first = draw(SWISS, entered(7), [], [])
    assert first.byes == {"7": "The number of entries is odd. Pair 7 has 0 points and has had no bye so far."}
    second = draw(SWISS, entered(7), [first], best_win(first))
    assert list(second.byes) == ["6"]
    drawn, _ = whole(replace(SWISS, rounds=3), entered(3), random.Random(1))
    assert sorted(entry for each in drawn for entry in each.byes) == ["1", "2", "3"]


def test_who_sits_out_again_is_told_why() -> None:
    """2 and 3 have met, so one of them meets 4, who has never sat out, and the other sits out a second time."""
    first = Draw(1, (Pairing(1, (("1",), ("4",))),), {"2": "by hand", "3": "by hand"})
    second = Draw(2, (Pairing(1, (("2",), ("3",))), Pairing(2, (("4",), ("1",)))))
    entries = [replace(each, out=3) if each.id == "1" else each for each in entered(4)]
    third = draw(SWISS, entries, [first, second], [*best_win(first), *best_win(second)])
    assert third.byes == {
        "3": "The number of entries is odd. Pair 3 has been without an opponent once before, "
        "no more often than any other entry that could sit out."
    }


def test_a_walkover_counts_as_a_round_without_an_opponent() -> None:
    first = draw(SWISS, entered(7), [], [])
    lines = best_win(first)
    lines = [replace(each, kind="walkover" if each.entry == "6" else each.kind) for each in lines]
    assert list(draw(SWISS, entered(7), [first], lines).byes) == ["5"]


def test_a_ruling_changes_the_score_that_counts() -> None:
    first = draw(SWISS, entered(4), [], [])
    lines = best_win(first)
    assert [set(two) for two in tables(draw(SWISS, entered(4), [first], lines))] == [{1, 2}, {3, 4}]
    second = draw(SWISS, entered(4), [first], lines, adjustments=[Adjustment("4", 4)])
    # 4 has 2 points, 1 and 2 have 1, 3 none: 4 and 3 would be two points apart.
    assert [set(two) for two in tables(second)] == [{1, 4}, {2, 3}]


def test_a_missing_result_is_told() -> None:
    first = draw(SWISS, entered(4), [], [])
    lines = [line for line in best_win(first) if line.table == 1]
    with pytest.raises(DrawError, match="Round 1 has no result of Pair 4 against Pair 2 at table 2 yet"):
        draw(SWISS, entered(4), [first], lines)


def test_after_the_last_round_nothing_is_left() -> None:
    drawn, lines = whole(replace(SWISS, rounds=2), entered(8), random.Random(2))
    with pytest.raises(NothingLeft, match="All 2 rounds are drawn"):
        draw(replace(SWISS, rounds=2), entered(8), drawn, lines)


def test_who_has_met_everybody_is_named_when_no_round_is_left() -> None:
    drawn, lines = whole(replace(SWISS, rounds=3), entered(4), random.Random(2))
    with pytest.raises(DrawError) as raised:
        draw(replace(SWISS, rounds=4), entered(4), drawn, lines)
    assert str(raised.value) == (
        "Round 4 cannot be drawn without a rematch: "
        "Pair 1, Pair 2, Pair 3 and Pair 4 have met everybody who still plays."
    )
    assert not isinstance(raised.value, NothingLeft)


def test_who_is_left_over_is_named_when_nobody_has_met_everybody() -> None:
    """Six where 1, 2 and 3 have met 4, 5 and 6: two threes, and in each somebody is left over."""
    drawn = [
        Draw(r + 1, tuple(Pairing(n + 1, ((str(n + 1),), (str((n + r) % 3 + 4),))) for n in range(3))) for r in range(3)
    ]
    lines = [line for each in drawn for line in best_win(each)]
    with pytest.raises(DrawError, match=r"however it is drawn, Pair \d and Pair \d or others in their place"):
        draw(SWISS, entered(6), drawn, lines)


def test_who_withdrew_is_not_drawn_and_who_comes_late_is() -> None:
    first = draw(SWISS, entered(8), [], [])
    entries = [replace(each, out=2) if each.id == "3" else each for each in entered(8)]
    entries.append(Entry("9", "Late", since=2))
    second = draw(SWISS, entries, [first], best_win(first))
    assert {entry for pairing in second.pairings for entry in pairing.entries} == set("12456789")
    assert check_draw(SWISS, entries, [first], second, best_win(first)) == []


def _matchings(places: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not places:
        yield []
        return
    one, *rest = places
    for other in rest:
        for matching in _matchings([each for each in rest if each != other]):
            yield [(one, other), *matching]


@settings(max_examples=60 if FULL else 20, deadline=None)
@given(st.integers(4, 10), st.integers(0, 3), st.randoms(use_true_random=False), st.sampled_from(["wins", "tokens"]))
def test_no_other_pairing_is_better_by_any_of_what_counts(
    count: int, rounds: int, chance: random.Random, counts: str
) -> None:
    """By trying all: the sums of the costs, compared level by level, are the least there are."""
    terms = Terms("swiss", rounds=min(rounds, count // 2), scoring=Scoring(counts=counts))
    entries = entered(count)
    drawn: list[Draw] = []
    lines: list[Line] = []
    for _ in range(terms.rounds or 0):
        drawn.append(draw(terms, entries, drawn, lines))
        lines += played(drawn[-1], chance, terms)
    field = [entry.id for entry in entries]
    before = DrawInput(terms, entries, drawn, lines)
    given_ = costs(field, scores(before), Past(drawn, lines), ways=floated(before))
    size = count + count % 2
    possible = [each for each in _matchings(range(size)) if all(two in given_ for two in each)]
    cheapest = match_cheapest(size, given_)
    if not possible:
        assert 2 * len(cheapest) < size
        return

    def total(matching: list[tuple[int, int]]) -> list[int]:
        return [sum(level) for level in zip(*(given_[two] for two in matching), strict=True)]

    assert total(cheapest) == min(map(total, possible))
    new = draw(replace(terms, rounds=99), entries, drawn, lines)
    drawn_together = [pairing.entries for pairing in new.pairings] + [(entry,) for entry in new.byes]
    assert {frozenset(field[i] for i in two if i < count) for two in cheapest} == set(map(frozenset, drawn_together))


@settings(max_examples=30 if FULL else 10, deadline=None)
@given(st.integers(2, 16), st.floats(0.1, 1), st.randoms(use_true_random=False))
def test_the_quick_matching_is_as_good_as_the_one_over_all_couples(
    half: int, share: float, chance: random.Random
) -> None:
    count = 2 * half
    given_ = {
        two: (chance.randrange(3) ** 2, chance.randrange(50))
        for two in combinations(range(count), 2)
        if chance.random() < share
    }
    weight = weights(count, given_)
    graph = Graph()
    graph.add_weighted_edges_from((i, j, -each) for (i, j), each in weight.items())
    slow = [(min(two), max(two)) for two in max_weight_matching(graph, maxcardinality=True)]
    cheapest = match_cheapest(count, given_)
    assert len({place for two in cheapest for place in two}) == 2 * len(cheapest) == 2 * len(slow)
    if len(cheapest) == half:
        assert sum(weight[two] for two in cheapest) == sum(weight[two] for two in slow)


@pytest.mark.parametrize(("count", "rounds"), sizes((8, 4), (9, 5), (33, 7), full=[(32, 7), (33, 9), (100, 6)]))
@pytest.mark.parametrize("counts", ["wins", "tokens"])
def test_a_whole_swiss(count: int, rounds: int, counts: str) -> None:
    terms = Terms("swiss", rounds=rounds, scoring=Scoring(counts=counts))
    chance = random.Random(count)
    lots = [str(n) for n in range(1, count + 1)]
    chance.shuffle(lots)
    entries = [replace(each, seed=each.seed if chance.random() < 0.5 else None) for each in entered(count)]
    drawn, _ = whole(terms, entries, chance, lots)
    assert len(drawn) == rounds
    assert max(Counter(met(drawn)).values()) == 1
    assert max(Counter(entry for each in drawn for entry in each.byes).values(), default=0) <= 1
    past = Past(drawn)
    assert max(abs(past.balance(entry.id)) for entry in entries) <= 2


@pytest.mark.full
def test_a_whole_swiss_of_255() -> None:
    drawn, _ = whole(replace(SWISS, rounds=4), entered(255), random.Random(5))
    assert max(Counter(met(drawn)).values()) == 1
    assert max(Counter(entry for each in drawn for entry in each.byes).values()) == 1


def test_half_a_point_is_a_difference_and_counts_by_its_square() -> None:
    """`LEVELS`, "score": in the smallest part of a point that somebody has. The lowest score is 0."""
    score = {"1": Fraction(2), "2": Fraction(1, 2), "3": Fraction(0), "4": Fraction(0)}
    all_costs = costs(list(score), score, Past([]))
    assert {two: cost[AT["score"]] for two, cost in all_costs.items()} == {
        (0, 1): 9, (0, 2): 16, (0, 3): 16, (1, 2): 1, (1, 3): 1, (2, 3): 0,
    }  # fmt: skip


def test_a_group_is_folded_and_its_last_leaves_it_for_the_first_of_a_lower_one() -> None:
    """`LEVELS`, "fold": four times the square of how far a couple is off, as half a place counts in odd groups."""
    score = {str(n): Fraction(n < 4) for n in range(7)}
    all_costs = costs(list(score), score, Past([]))
    off = {two: cost[AT["fold"]] for two, cost in all_costs.items() if 7 not in two}
    within = {(i, j): 4 * (j - i - 2) ** 2 for i in range(4) for j in range(i + 1, 4)}
    lower = {(4 + i, 4 + j): (2 * (j - i) - 3) ** 2 for i in range(3) for j in range(i + 1, 3)}
    leaving = {(i, 4 + j): 4 * ((3 - i) ** 2 + j**2) for i in range(4) for j in range(3)}
    assert off == within | lower | leaving


@pytest.mark.parametrize("side", [0, 1])
def test_two_who_both_sat_on_one_side_twice_more_often_should_not_meet(side: int) -> None:
    """`LEVELS`, "seat": one of them would sit there a third time."""

    def sat(round_: int, *two: str) -> Draw:
        pairs = [(entry, f"against {entry} in {round_}") for entry in two]
        return Draw(round_, tuple(Pairing(n, ((p[side],), (p[1 - side],))) for n, p in enumerate(pairs, 1)))

    past = Past([sat(1, "1", "2", "3"), sat(2, "1", "2")])
    all_costs = costs(["1", "2", "3", "4"], dict.fromkeys("1234", Fraction(0)), past)
    assert {two for two, cost in all_costs.items() if cost[AT["seat"]]} == {(0, 1)}


def test_a_round_needs_two_who_still_play() -> None:
    assert tables(draw(SWISS, entered(2), [], [])) == [(1, 2)]
    for count in (0, 1):
        with pytest.raises(DrawError, match="A round needs at least two entries that still play"):
            draw(SWISS, entered(count), [], [])


def test_who_has_the_lowest_score_but_had_a_walkover_does_not_sit_out() -> None:
    """Of those who always had an opponent, the one of the lowest score does."""
    first = draw(SWISS, entered(7), [], [])
    lines = [replace(each, kind="walkover" if each.entry == "6" else each.kind) for each in best_win(first)]
    second = draw(SWISS, entered(7), [first], lines, adjustments=[Adjustment("6", -4)])
    assert list(second.byes) == ["5"]


@pytest.mark.parametrize(
    ("sat", "seated"),
    [
        ({"2": "NE"}, (("2", "1"), "Pair 2 sat East last time, so sits North now.")),
        ({"1": "NE"}, (("1", "2"), "Pair 1 sat East last time, so sits North now.")),
        ({"2": "EN"}, (("1", "2"), "Pair 2 sat North last time, so Pair 1 sits North now.")),
        ({"1": "EN"}, (("2", "1"), "Pair 1 sat North last time, so Pair 2 sits North now.")),
        ({}, (("2", "1"), "Pair 2 sits North according to the list.")),
    ],
)
def test_who_has_not_sat_down_yet_stands_between_north_and_east(
    sat: dict[str, str], seated: tuple[tuple[str, str], str]
) -> None:
    past = Past([])
    for entry, sides in sat.items():
        past.sat[entry] = [1 if side == "N" else -1 for side in sides]
    two, reason = seats("1", "2", past, "Pair {}".format, odd=False)
    assert (two, str(reason)) == seated


def test_two_groups_of_an_odd_number_that_should_not_mix_do_so_once() -> None:
    """The couples within the groups are looked at first, and leave one in each over."""
    one, other = range(19), range(19, 38)
    given_ = {two: (0,) for group in (one, other) for two in combinations(group, 2)}
    given_ |= {(i, j): (1,) for i in one for j in other}
    cheapest = match_cheapest(38, given_)
    assert (len(cheapest), sum(given_[two][0] for two in cheapest)) == (19, 1)


@pytest.mark.parametrize("most", [0, 1, 2, 60])
@pytest.mark.parametrize("count", [2, 4, 5, 6])
def test_prices_are_as_high_as_two_together_can_pay(count: int, most: int) -> None:
    """No two pay more than twice what they weigh. The sum is what it costs at least that each chooses another."""
    chance = random.Random(count * 100 + most)
    for _ in range(10):
        weight = {two: chance.randint(0, most) for two in combinations(range(count), 2)}
        price = prices(count, weight)
        assert all(price[i] + price[j] <= 2 * each for (i, j), each in weight.items())
        assert sum(price) == min(
            sum(weight[min(i, j), max(i, j)] for i, j in enumerate(chosen))
            for chosen in permutations(range(count))
            if all(i != j for i, j in enumerate(chosen))
        )
