"""Ladder: challenges, what is refused, and who stands where after the results."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.tournament.draws import DrawError, check_draw, draw
from domain.tournament.formats.ladder import ladder
from domain.tournament.state import Draw, Entry, Line
from domain.tournament.terms import Terms
from tests.tournaments.chance import entered, result, tables
from tests.tournaments.simulated import FULL

LADDER = Terms("ladder", reach=2)


def beaten(draw_: Draw, *winners: str) -> list[Line]:
    """The results of a round, with those who win."""
    return [
        line
        for pairing in draw_.pairings
        for line in result(draw_, pairing, *((7, 0) if pairing.sides[0][0] in winners else (0, 7)))
    ]


def test_who_challenges_one_above_and_wins_takes_its_place() -> None:
    first = draw(LADDER, entered(6), [], [], challenges=[("4", "2"), ("6", "5")])
    assert tables(first) == [(2, 4), (5, 6)]
    assert (
        first.pairings[0].why
        == "Pair 4, in place 4, challenges Pair 2, in place 2; Pair 2 sits North according to the list."
    )
    assert first.byes == {}
    assert check_draw(LADDER, entered(6), [], first) == []
    assert ladder(entered(6), [first], beaten(first, "4", "5")) == ("1", "4", "2", "3", "5", "6")
    assert ladder(entered(6), [first], beaten(first, "2", "6")) == ("1", "2", "3", "4", "6", "5")


@pytest.mark.parametrize(
    ("challenges", "message"),
    [
        ([], "A round of a ladder is made of challenges; say who challenges whom."),
        (
            [("5", "1")],
            "Pair 5, in place 5, cannot challenge Pair 1, in place 1: up to 2 places above may be challenged, here up "
            "to Pair 3.",
        ),
        ([("1", "2")], "Pair 1, in place 1, cannot challenge Pair 2, in place 2: one challenges somebody above."),
        ([("2", "1"), ("3", "2")], "Pair 2 is in two challenges of round 1."),
        ([("2", "2")], "Pair 2 is in two challenges of round 1."),
        ([("9", "1")], "There is no entry '9'."),
        ([("6", "5")], "Pair 6 is not on the ladder in round 1."),
    ],
)
def test_challenges_that_are_refused(challenges: list[tuple[str, str]], message: str) -> None:
    entries = [replace(each, since=2) if each.id == "6" else each for each in entered(6)]
    with pytest.raises(DrawError) as raised:
        draw(LADDER, entries, [], [], challenges=challenges)
    assert str(raised.value) == message


def test_who_has_an_encounter_without_a_result_challenges_nobody_but_others_do() -> None:
    first = draw(LADDER, entered(6), [], [], challenges=[("4", "2")])
    with pytest.raises(DrawError, match="Pair 4 has an encounter of round 1 that has no result yet"):
        draw(LADDER, entered(6), [first], [], challenges=[("4", "3")])
    assert tables(draw(LADDER, entered(6), [first], [], challenges=[("6", "5")])) == [(5, 6)]


def test_a_result_that_comes_late_counts_for_the_round_it_was_drawn_in() -> None:
    """4 wins against 3 at once, 6 against 5 only after 3, now fourth, has won against 2."""
    first = draw(LADDER, entered(6), [], [], challenges=[("4", "3"), ("6", "5")])
    early = [line for line in beaten(first, "4", "6") if line.table == 1]
    second = draw(LADDER, entered(6), [first], early, challenges=[("3", "2")])
    lines = [*early, *beaten(second, "3"), *(line for line in beaten(first, "4", "6") if line.table == 2)]
    assert ladder(entered(6), [first, second], lines) == ("1", "3", "2", "4", "6", "5")


def test_who_comes_late_begins_at_the_foot_and_who_leaves_lets_the_others_up() -> None:
    first = draw(LADDER, entered(3), [], [], challenges=[("3", "1")])
    entries = [*entered(3), Entry("4", "Late", seed=1, since=2)]
    entries[1] = replace(entries[1], out=2)
    assert ladder(entries, [first], beaten(first, "3")) == ("3", "1", "4")


def test_a_ladder_has_no_last_round() -> None:
    assert LADDER.rules.last_round(LADDER, entered(8)) is None


@settings(max_examples=60 if FULL else 10, deadline=None)
@given(st.sampled_from([8, 30, 256] if FULL else [8, 30]), st.integers(1, 4), st.randoms(use_true_random=False))
def test_a_season_moves_everybody_by_its_own_encounters(count: int, reach: int, chance: random.Random) -> None:
    """The order is told independently: a winner from below is taken out and put in where the loser is."""
    terms = replace(LADDER, reach=reach)
    entries = entered(count)
    order = [entry.id for entry in entries]
    drawn: list[Draw] = []
    lines: list[Line] = []
    for _ in range(12):
        busy: set[str] = set()
        challenges = []
        for low in chance.sample(range(1, count), count // 4):
            two = (order[low], order[max(0, low - chance.randint(1, reach))])
            if not busy & set(two):
                busy |= set(two)
                challenges.append(two)
        new = draw(terms, entries, drawn, lines, challenges=challenges)
        assert check_draw(terms, entries, drawn, new) == []
        winners = [chance.choice(two) for two in challenges]
        drawn.append(new)
        lines += beaten(new, *winners)
        for winner, (below, above) in zip(winners, challenges, strict=True):
            if winner == below:
                order = [each for each in order if each != below]
                order[order.index(above) : order.index(above)] = [below]
        assert list(ladder(entries, drawn, lines)) == order


def test_who_leaves_the_ladder_is_on_it_until_then() -> None:
    entries = [replace(each, out=2) if each.id == "1" else each for each in entered(3)]
    assert ladder(entries, [], []) == ("1", "2", "3")
    first = draw(LADDER, entries, [], [], challenges=[("2", "1")])
    assert ladder(entries, [first], []) == ("2", "3")
