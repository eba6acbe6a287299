"""Round robin: Berger's tables as published, byes, two legs, who withdraws and who comes late."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournament.draws import DrawError, check_draw, draw
from domain.tournament.formats.round_robin import berger
from domain.tournament.state import Draw, Entry, Pairing
from tests.tournaments.chance import ROUND_ROBIN, entered, met, tables, whole
from tests.tournaments.simulated import sizes

# FIDE Handbook C.05 Annex 1 "Details of Berger Table", as printed for 7 or 8 and for 9 or 10 players.
EIGHT = """
1-8 2-7 3-6 4-5
8-5 6-4 7-3 1-2
2-8 3-1 4-7 5-6
8-6 7-5 1-4 2-3
3-8 4-2 5-1 6-7
8-7 1-6 2-5 3-4
4-8 5-3 6-2 7-1
"""
TEN = """
1-10 2-9 3-8 4-7 5-6
10-6 7-5 8-4 9-3 1-2
2-10 3-1 4-9 5-8 6-7
10-7 8-6 9-5 1-4 2-3
3-10 4-2 5-1 6-9 7-8
10-8 9-7 1-6 2-5 3-4
4-10 5-3 6-2 7-1 8-9
10-9 1-8 2-7 3-6 4-5
5-10 6-4 7-3 8-2 9-1
"""


def printed(table: str) -> list[list[tuple[int, int]]]:
    rows = [row.split() for row in table.split("\n") if row]
    return [[(int(two.split("-")[0]), int(two.split("-")[1])) for two in row] for row in rows]


@pytest.mark.parametrize(("places", "table"), [(8, EIGHT), (10, TEN)], ids=["eight", "ten"])
def test_the_tables_are_those_that_are_published(places: int, table: str) -> None:
    assert [berger(places, round_) for round_ in range(1, places)] == printed(table)


@given(st.integers(2, 64), st.sampled_from([1, 2]))
def test_everybody_meets_everybody_and_sits_north_as_often_as_east_give_or_take_one(count: int, legs: int) -> None:
    places = count + count % 2
    rounds = [
        [two for two in berger(places, round_) if max(two) <= count] for round_ in range(1, legs * (places - 1) + 1)
    ]
    assert Counter(frozenset(two) for each in rounds for two in each) == {
        frozenset((i, j)): legs for i in range(1, count + 1) for j in range(1, i)
    }
    assert all(len({place for two in each for place in two}) == 2 * len(each) for each in rounds)
    north = Counter(two[0] for each in rounds for two in each)
    east = Counter(two[1] for each in rounds for two in each)
    off = 0 if legs == 2 else 1
    assert all(abs(north[place] - east[place]) <= off for place in range(1, count + 1))


def test_seven_play_the_table_for_eight_and_whoever_would_meet_the_eighth_sits_out() -> None:
    drawn, _ = whole(ROUND_ROBIN, entered(7), random.Random(1))
    assert [[two for two in row if 8 not in two] for row in printed(EIGHT)] == [tables(each) for each in drawn]
    assert [list(each.byes) for each in drawn] == [[str(n)] for n in (1, 5, 2, 6, 3, 7, 4)]
    assert (
        drawn[1].byes["5"] == "The number of entries is odd. In this round Pair 5 has no opponent in the pairing table."
    )


def test_the_second_time_everybody_meets_everybody_the_sides_are_reversed() -> None:
    drawn, _ = whole(replace(ROUND_ROBIN, legs=2), entered(6), random.Random(1))
    assert len(drawn) == replace(ROUND_ROBIN, legs=2).rules.last_round(replace(ROUND_ROBIN, legs=2), entered(6)) == 10
    assert [[(two[1], two[0]) for two in tables(each)] for each in drawn[:5]] == [tables(each) for each in drawn[5:]]


@pytest.mark.parametrize(("count", "legs"), sizes((8, 1), (9, 2), (31, 1), full=[(64, 1), (256, 1)]))
def test_a_whole_round_robin(count: int, legs: int) -> None:
    terms = replace(ROUND_ROBIN, legs=legs)
    drawn, _ = whole(terms, entered(count), random.Random(count))
    assert len(drawn) == terms.rules.last_round(terms, entered(count))
    assert set(Counter(met(drawn)).values()) == {legs}
    assert Counter(entry for each in drawn for entry in each.byes) == (
        {str(n): legs for n in range(1, count + 1)} if count % 2 else {}
    )


def test_lots_number_those_who_have_no_seed() -> None:
    entries = [Entry("1", "A"), Entry("2", "B"), Entry("3", "C", seed=1), Entry("4", "D")]
    assert tables(draw(ROUND_ROBIN, entries, [], [], lots=["4", "2", "1", "3"])) == [(3, 1), (4, 2)]


def test_two_who_were_exchanged_by_hand_in_the_first_round_have_exchanged_their_numbers() -> None:
    entries = entered(8)
    names = {1: 2, 2: 1}
    first = draw(ROUND_ROBIN, entries, [], [])
    by_hand = Draw(1, tuple(_renamed(pairing, names) for pairing in first.pairings))
    assert check_draw(ROUND_ROBIN, entries, [], by_hand) == []
    second = draw(ROUND_ROBIN, entries, [by_hand], [])
    assert tables(second) == [(8, 5), (6, 4), (7, 3), (2, 1)]


def _renamed(pairing: Pairing, names: dict[int, int]) -> Pairing:
    north, south = (tuple(str(names.get(int(entry), int(entry))) for entry in side) for side in pairing.sides)
    return replace(pairing, sides=(north, south))


def test_those_who_would_meet_one_who_has_withdrawn_sit_out() -> None:
    entries = entered(6)
    drawn = [draw(ROUND_ROBIN, entries, [], [])]
    entries[3] = replace(entries[3], out=2)
    second = draw(ROUND_ROBIN, entries, drawn, [])
    assert tables(second) == [(5, 3), (1, 2)]
    assert second.byes == {"6": "Pair 6 would meet Pair 4, who has withdrawn."}


def test_a_late_entry_takes_the_empty_place_of_an_odd_number_and_meets_whom_it_has_still_to_meet() -> None:
    entries = entered(7)
    drawn = [draw(ROUND_ROBIN, entries, [], [])]
    late = [*entries, Entry("8", "Late", since=2)]
    assert ROUND_ROBIN.rules.why_closed(late, drawn) is None
    assert tables(draw(ROUND_ROBIN, late, drawn, [])) == printed(EIGHT)[1]


def test_a_late_entry_takes_the_place_of_one_who_has_withdrawn() -> None:
    entries = entered(6)
    drawn = [draw(ROUND_ROBIN, entries, [], [])]
    entries[3] = replace(entries[3], out=2)
    second = draw(ROUND_ROBIN, [*entries, Entry("7", "Late", since=2)], drawn, [])
    assert tables(second) == [(6, 7), (5, 3), (1, 2)]


def test_nobody_can_come_late_into_a_full_table() -> None:
    drawn = [draw(ROUND_ROBIN, entered(6), [], [])]
    late = [*entered(6), Entry("7", "Late", since=2)]
    message = "Late comes in for round 2, but no place of the table is empty then."
    assert str(ROUND_ROBIN.rules.why_closed(late, drawn)) == message
    with pytest.raises(DrawError, match=message):
        draw(ROUND_ROBIN, late, drawn, [])


def test_a_round_robin_is_for_two_or_more() -> None:
    assert tables(draw(ROUND_ROBIN, entered(2), [], [])) == [(1, 2)]
    for count in (0, 1):
        with pytest.raises(DrawError, match="at least two entries"):
            draw(ROUND_ROBIN, entered(count), [], [])


def test_the_last_two_still_meet_and_one_alone_does_not_play_on() -> None:
    """Of four, 2 and 3 withdraw; 1 and 4 are to meet in the first round, and met by then or not."""
    entries = [replace(each, out=2) if each.id in "23" else each for each in entered(4)]
    first = draw(ROUND_ROBIN, entries, [], [])
    second = draw(ROUND_ROBIN, entries, [first], [])
    assert (second.pairings, sorted(second.byes)) == ((), ["1", "4"])
    entries[3] = replace(entries[3], out=2)
    with pytest.raises(DrawError, match="A round needs at least two entries that still play"):
        draw(ROUND_ROBIN, entries, [first], [])


def test_a_late_entry_that_withdrew_before_it_came_takes_nobody_s_place() -> None:
    """Five: the sixth place is empty. 6 never comes; 7 does and plays until round 4."""
    entries = [*entered(5), Entry("6", "Never", since=2, out=2), Entry("7", "Late", since=2, out=4)]
    first = draw(ROUND_ROBIN, entries, [], [])
    assert ROUND_ROBIN.rules.why_closed(entries, [first]) is None
    second = draw(ROUND_ROBIN, entries, [first], [])
    assert "7" in second.entries
    assert "6" not in second.entries
    assert second.byes == {}
