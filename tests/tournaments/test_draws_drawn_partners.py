"""Drawn partners: new partners and opponents every round, and who sits out."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.tournament.draws import DrawError, draw
from domain.tournament.draws.history import Past
from domain.tournament.formats.drawn_partners import Table, better, cost
from domain.tournament.state import Draw, Entry, Pairing
from tests.cases import FULL
from tests.tournaments.chance import JASS, entered, met, whole
from tests.tournaments.simulated import sizes


def partners(drawn: list[Draw]) -> Counter[frozenset[str]]:
    return Counter(frozenset(side) for each in drawn for pairing in each.pairings for side in pairing.sides)


def test_the_first_round_goes_by_the_lots() -> None:
    entries = [Entry(str(n), f"Player {n}") for n in range(1, 9)]
    first = draw(JASS, entries, [], [], lots=list("53817264"))
    # As round 1 of Berger's table: the first of the lots with the last, and so on.
    assert [pairing.sides for pairing in first.pairings] == [(("5", "4"), ("3", "6")), (("8", "2"), ("1", "7"))]
    assert first.pairings[0].why == "All have new partners. The opponents have not met before."


def test_what_is_repeated_is_said() -> None:
    four = entered(4)
    drawn: list[Draw] = []
    for _ in range(4):
        drawn.append(draw(JASS, four, drawn, []))
    assert max(partners(drawn[:3]).values()) == 1
    assert "were partners before" in drawn[3].pairings[0].why
    assert drawn[1].pairings[0].why.startswith("All have new partners. Opponents who have met before: Pair ")


def test_ten_players_sit_out_two_at_a_time_from_the_foot_of_the_list() -> None:
    drawn, _ = whole(replace(JASS, rounds=6), entered(10), random.Random(1))
    assert [sorted(each.byes, key=int) for each in drawn] == [
        ["9", "10"], ["7", "8"], ["5", "6"], ["3", "4"], ["1", "2"], ["9", "10"],
    ]  # fmt: skip
    assert drawn[0].byes["9"] == "The number of players is not divisible by four. Pair 9 has not sat out yet."
    assert drawn[5].byes["9"] == (
        "The number of players is not divisible by four. Pair 9 has sat out once, no more often than any other player."
    )


@pytest.mark.parametrize("count", [8, 16, 64])
def test_everybody_sits_on_both_sides(count: int) -> None:
    order = [str(n) for n in range(1, count + 1)]
    random.Random(count).shuffle(order)
    drawn: list[Draw] = []
    balance: Counter[str] = Counter()
    for _ in range(4):
        drawn.append(draw(JASS, entered(count), drawn, [], lots=order))
        for pairing in drawn[-1].pairings:
            balance.update(pairing.sides[0])
            balance.subtract(pairing.sides[1])
    assert max(map(abs, balance.values())) <= 2


def test_a_table_needs_four() -> None:
    with pytest.raises(DrawError, match="A table needs four players; 3 still play"):
        draw(JASS, entered(3), [], [])


def test_who_withdrew_is_not_drawn_and_who_comes_late_is() -> None:
    first = draw(JASS, entered(8), [], [])
    entries = [replace(each, out=2) if each.id == "3" else each for each in entered(8)]
    second = draw(JASS, [*entries, Entry("9", "Late", since=2)], [first], [])
    assert {entry for pairing in second.pairings for entry in pairing.entries} == set("12456789")


def test_two_players_change_places_where_less_is_repeated() -> None:
    """A and B were partners, and C and D; by exchanging B and C nobody has the same partner again."""
    tables: list[Table] = [("a", "b", "e", "f"), ("c", "d", "g", "h")]
    past = Past([Draw(1, (Pairing(1, (("a", "b"), ("c", "d"))),))])
    assert [cost(table, past)[0] for table in tables] == [1, 1]
    assert [cost(table, past)[:2] for table in better(tables, past)] == [(0, 0), (0, 0)]


@settings(max_examples=25 if FULL else 10, deadline=None)
@given(st.integers(4, 22), st.randoms(use_true_random=False), st.data())
def test_no_partner_twice_while_there_are_enough_others_and_byes_in_turn(
    count: int, chance: random.Random, data: st.DataObject
) -> None:
    """Of m at the tables, everybody has at least m / 2 who were not partners yet while no more than m / 2 rounds are
    drawn, and then a perfect matching without a repetition exists (Dirac 1952)."""
    rounds = data.draw(st.integers(1, max(1, (count - count % 4) // 2)))
    lots = [str(n) for n in range(1, count + 1)]
    chance.shuffle(lots)
    drawn, _ = whole(replace(JASS, rounds=rounds), [Entry(each, each) for each in lots], chance, lots)
    assert len(drawn) == rounds
    assert max(partners(drawn).values()) == 1
    for upto in range(1, rounds + 1):
        out = Counter(entry for each in drawn[:upto] for entry in each.byes)
        times = [out[each] for each in lots]
        assert max(times) - min(times) <= 1
        assert len(drawn[upto - 1].byes) == count % 4


@pytest.mark.parametrize(
    ("count", "rounds", "most"), sizes((8, 4, 3), (16, 5, 2), (32, 8, 2), full=[(64, 8, 1), (256, 4, 1)])
)
def test_a_whole_evening_repeats_hardly_an_encounter(count: int, rounds: int, most: int) -> None:
    """In r rounds everybody has 2 r opponents: 8 of 7 others, 10 of 15, 16 of 31, 16 of 63."""
    drawn, _ = whole(replace(JASS, rounds=rounds), entered(count), random.Random(count))
    assert max(partners(drawn).values()) == 1
    assert max(Counter(met(drawn)).values()) <= most


def test_partners_at_the_only_table_change_where_that_repeats_less() -> None:
    past = Past([Draw(1, (Pairing(1, (("1", "2"), ("3", "4"))),))])
    (table,) = better([("1", "2", "3", "4")], past)
    assert cost(table, past)[0] == 0


def by_chance(count: int, rounds: int, chance: random.Random) -> list[Draw]:
    """Rounds of tables that nobody drew."""
    order = [str(n) for n in range(1, count + 1)]
    drawn = []
    for round_ in range(1, rounds + 1):
        chance.shuffle(order)
        fours = [order[at : at + 4] for at in range(0, count, 4)]
        drawn.append(Draw(round_, tuple(Pairing(n, ((a, b), (c, d))) for n, (a, b, c, d) in enumerate(fours, 1))))
    return drawn


@pytest.mark.parametrize("rounds", [1, 2])
def test_tables_that_were_made_better_are_not_made_better_again(rounds: int) -> None:
    for seed in range(60):
        *before, last = by_chance(16, rounds + 1, random.Random(seed))
        past = Past(before)
        tables = better([(*one, *other) for one, other in (pairing.sides for pairing in last.pairings)], past)
        assert better(tables, past) == tables


@pytest.mark.parametrize(("way", "north"), [(1, ("1", "2")), (-1, ("3", "4"))])
def test_of_the_two_ways_to_seat_a_table_it_is_the_one_that_comes_out_more_evenly(
    way: int, north: tuple[str, ...]
) -> None:
    """1 sat East three times more often than North, 2 North three times, 3 and 4 North once; or all the other way.

    Whoever is worst off comes out alike in both ways; for the others it is 2, 0 and 0, or 2, 2 and 2.
    """
    twos = [("x", "y"), ("1", "3")], [("x", "y"), ("1", "4")], [("2", "3"), ("x", "y")], [("2", "4"), ("x", "y")]
    ones = [("x",), ("1",)], [("2",), ("x",)], [("3",), ("x",)], [("4",), ("x",)]
    drawn = [Draw(n, (Pairing(1, (sides[::way][0], sides[::way][1])),)) for n, sides in enumerate((*twos, *ones), 1)]
    (pairing,) = draw(replace(JASS, rounds=9), entered(4), drawn, []).pairings
    assert pairing.sides[0] == north
