"""Floats of a Swiss: nobody meets a lower score, or a higher one, twice running if that can be avoided.

FIDE Handbook C.04.3 (A.4, C.12 and C.13): of two that played, the upper one floated down and the lower one up; who did
not play floated down.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.tournament.draws import DrawError, draw
from domain.tournament.draws.history import Past
from domain.tournament.state import Draw, Line, Pairing
from domain.tournament.terms import Terms
from tests.cases import FULL
from tests.tournaments.chance import SWISS, best_win, entered, played

HALF = Fraction(1, 2)


def points(lines: Sequence[Line], until: int) -> Counter[str]:
    """The points after so many rounds, added up plainly: byes and walkovers are wins, forfeits nothing."""
    scores: Counter[str] = Counter()
    for line in lines:
        if line.round <= until:
            level = line.kind == "played" and line.won == line.lost
            won = line.kind in ("bye", "walkover") or line.won > line.lost
            scores[line.entry] += HALF if level else Fraction(won)  # type: ignore[assignment]
    return scores


def ways(drawn: Draw, lines: Sequence[Line], names: Sequence[str]) -> dict[str, str]:
    """The entries that floated in a round, each with its direction."""
    score = points(lines, drawn.round - 1)
    there = {line.entry for line in lines if line.round == drawn.round and line.kind == "played"}
    floats = {name: "down" for name in names if name not in there}
    for pairing in drawn.pairings:
        one, other = pairing.entries
        if one in there and score[one] != score[other]:
            floats[max(one, other, key=lambda each: score[each])] = "down"
            floats[min(one, other, key=lambda each: score[each])] = "up"
    return floats


def matchings(places: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    if not places:
        yield []
        return
    one, *rest = places
    for other in rest:
        for matching in matchings([each for each in rest if each != other]):
            yield [(one, other), *matching]


@settings(max_examples=40 if FULL else 15, deadline=None)
@given(st.sampled_from([6, 7, 8]), st.integers(2, 4), st.randoms(use_true_random=False))
def test_as_few_as_possible_float_the_same_way_twice_running(count: int, rounds: int, chance: random.Random) -> None:
    """By trying all rounds with the same bye, no more repeated seats and no greater differences. Reasons tell it."""
    names = [str(n) for n in range(1, count + 1)]
    terms = Terms("swiss", rounds=rounds + 1)
    drawn: list[Draw] = []
    lines: list[Line] = []
    for _ in range(rounds):
        try:
            drawn.append(draw(terms, entered(count), drawn, lines))
        except DrawError:
            return
        lines += played(drawn[-1], chance, terms)
    try:
        new = draw(terms, entered(count), drawn, lines)
    except DrawError:
        return
    score, before, past = points(lines, rounds), ways(drawn[-1], lines, names), Past(drawn)
    met = {frozenset(pairing.entries) for each in drawn for pairing in each.pairings}

    def again(two: Sequence[str]) -> list[str]:
        upper, lower = sorted(two, key=lambda each: -score[each])
        if score[upper] == score[lower]:
            return []
        return [each for each, way in ((upper, "down"), (lower, "up")) if before.get(each) == way]

    def seats(two: Sequence[str]) -> bool:
        balance = [past.balance(each) for each in two]
        return min(balance) >= 2 or max(balance) <= -2

    def worth(pairs: Sequence[Sequence[str]]) -> tuple[int, Fraction, int]:
        squares = sum(((score[one] - score[other]) ** 2 for one, other in pairs), Fraction(0))
        return sum(map(seats, pairs)), squares, sum(len(again(two)) for two in pairs)

    field = [each for each in names if each not in new.byes]
    possible = [each for each in matchings(field) if not met & set(map(frozenset, each))]
    assert worth([pairing.entries for pairing in new.pairings]) == min(map(worth, possible))
    for pairing in new.pairings:
        for each in pairing.entries:
            assert (f"Pair {each} floats" in pairing.why) == (each in again(pairing.entries)), pairing.why


def test_by_hand_two_who_floated_down_meet_and_a_third_floats() -> None:
    """In round 2, 1 and 3 with a point beat 8 and 6 without one: they floated down, and 8 and 6 up.

    1, 2 and 3 have 2 points, 4 and 5 have 1, and 6, 7 and 8 none. So 2 floats down to 5, whom it has not met, and 7
    floats up to 4. By the list alone 3 would float down, as the last of its group.
    """
    drawn = [
        Draw(1, tuple(Pairing(n, ((str(n),), (str(n + 4),))) for n in (1, 2, 3, 4))),
        Draw(2, tuple(Pairing(n, ((one,), (other,))) for n, (one, other) in enumerate(("81", "42", "63", "57"), 1))),
    ]
    lines = [line for each in drawn for line in best_win(each)]
    third = draw(SWISS, entered(8), drawn, lines)
    assert {frozenset(each.entries) for each in third.pairings} == set(map(frozenset, ("13", "25", "47", "68")))
