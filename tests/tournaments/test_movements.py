"""Movements of pairs and boards in a duplicate: nobody meets anybody, or plays a board, twice.

The usual movements of duplicate bridge, since no document of 304 or Sidi Barrani tells of a duplicate.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace
from importlib.resources import files
from itertools import combinations
from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournament.draws import NothingLeft, check_draw
from domain.tournament.draws.movements import boards_needed, draw_duplicate, howell, times_played
from domain.tournament.draws.starters import LARGEST, SMALL, starter
from domain.tournament.state import Draw, DrawError, Entry, EntryId, Pairing
from domain.tournament.terms import MOST_ROUNDS, Encounter, Scoring, Terms, TermsError, check
from scripts import howells
from tests.tournaments.simulated import sizes


def terms(movement: str = "mitchell", rounds: int = MOST_ROUNDS, boards: int = 1, side: int = 2) -> Terms:
    scoring = Scoring(counts="imps" if side == 4 else "matchpoints")
    given_ = Terms(
        "duplicate", side=side, rounds=rounds, movement=movement, boards=boards, scoring=scoring, encounter=Encounter()
    )
    return check(given_)


def entries(number: int, **late: int) -> list[Entry]:
    """So many entries, ``"1"`` to …; ``e5=3`` lets the fifth come in round 3."""
    return [Entry(str(n), f"Pair {n}", since=late.get(f"e{n}", 1)) for n in range(1, number + 1)]


def played(given_: Terms, field: list[Entry], lots: tuple[EntryId, ...] = ()) -> list[Draw]:
    """All rounds."""
    drawn: list[Draw] = []
    for _ in range(given_.rules.last_round(given_, field) or 0):
        drawn.append(draw_duplicate(given_, field, drawn, (), lots))
    return drawn


def tables(drawn: list[Draw]) -> list[Pairing]:
    return [pairing for draw in drawn for pairing in draw.pairings]


def meetings(drawn: list[Draw]) -> Counter[frozenset[EntryId]]:
    return Counter(frozenset(pairing.entries) for pairing in tables(drawn))


def sat(drawn: list[Draw]) -> Counter[tuple[EntryId, int]]:
    """The number of times that each entry has played each board."""
    return Counter((entry, board) for pairing in tables(drawn) for entry in pairing.entries for board in pairing.boards)


def everybody_is_somewhere(draw: Draw, field: list[Entry]) -> None:
    """At a table or sitting out with a reason, and not both."""
    there = [entry for pairing in draw.pairings for entry in pairing.entries] + list(draw.byes)
    assert sorted(there) == sorted(entry.id for entry in field if entry.plays(draw.round))
    assert all(draw.byes.values())


def nothing_twice(drawn: list[Draw], field: list[Entry]) -> None:
    for draw in drawn:
        everybody_is_somewhere(draw, field)
    assert set(meetings(drawn).values()) <= {1}
    assert set(sat(drawn).values()) <= {1}


def tables_of(draw: Draw) -> list[str]:
    """The tables of a round as one writes them down: North and South, East and West, the boards."""
    return [
        f"{'+'.join(pairing.sides[0])} {'+'.join(pairing.sides[1])} {','.join(map(str, pairing.boards))}"
        for pairing in draw.pairings
    ]


# --- Mitchell -----------------------------------------------------------------------------------


def test_a_mitchell_of_three_tables() -> None:
    """Pairs 1, 4 and 5 stay (1; then 2 and 3 cross over, and so on), 2, 3 and 6 move up, the boards move down.

    Table 1: 1 stays; comes 2, then 6 (from table 3), then 3. Its boards: 1-2, 3-4, 5-6.
    """
    drawn = played(terms(boards=2), entries(6))
    assert [tables_of(draw) for draw in drawn] == [
        ["1 2 1,2", "4 3 3,4", "5 6 5,6"],
        ["1 6 3,4", "4 2 5,6", "5 3 1,2"],
        ["1 3 5,6", "4 6 1,2", "5 2 3,4"],
    ]
    assert boards_needed(terms(boards=2), entries(6)) == range(1, 7)
    assert times_played(terms(boards=2), entries(6)) == 3


def test_a_mitchell_of_four_tables_skips_after_two_rounds() -> None:
    """Three rounds. Without the skip, pair 2 would come in round 3 to table 3, where board 1 is: it has played it."""
    drawn = played(terms(rounds=3), entries(8))
    assert [tables_of(draw) for draw in drawn] == [
        ["1 2 1", "4 3 2", "5 6 3", "8 7 4"],
        ["1 7 2", "4 2 3", "5 3 4", "8 6 1"],
        ["1 3 3", "4 6 4", "5 7 1", "8 2 2"],
    ]


def test_a_mitchell_of_four_tables_and_four_rounds_relays_and_shares() -> None:
    """Tables 1 and 4 share a set; the one between tables 2 and 3 rests. In the last round the sides are changed."""
    drawn = played(terms(rounds=4), entries(8))
    boards = [[pairing.boards[0] for pairing in draw.pairings] for draw in drawn]
    assert boards == [[1, 2, 4, 1], [2, 3, 1, 2], [3, 4, 2, 3], [4, 1, 3, 4]]
    stays = {"1", "4", "5", "8"}
    assert [{pairing.sides[0][0] for pairing in draw.pairings} == stays for draw in drawn] == [True, True, True, False]
    assert {pairing.sides[1][0] for pairing in drawn[3].pairings} == stays
    nothing_twice(drawn, entries(8))


@given(st.integers(4, 70), st.integers(2, 40))
def test_in_a_mitchell_nobody_meets_anybody_or_plays_a_board_twice(pairs: int, rounds: int) -> None:
    field = entries(pairs)
    drawn = played(terms(rounds=rounds), field)
    assert len(drawn) == min(rounds, (pairs + 1) // 2)
    nothing_twice(drawn, field)
    out = Counter(entry for draw in drawn for entry in draw.byes)
    assert sum(out.values()) == (len(drawn) if pairs % 2 else 0)
    assert set(out.values()) <= {1}, "with a half table nobody sits out twice"
    assert max(Counter(board for pairing in tables(drawn) for board in pairing.boards).values()) == times_played(
        terms(rounds=rounds), field
    )
    assert {board for pairing in tables(drawn) for board in pairing.boards} <= set(
        boards_needed(terms(rounds=rounds), field)
    )


@given(st.integers(2, 20).map(lambda half: 2 * half))
def test_a_whole_mitchell_brings_both_lines_together(pairs: int) -> None:
    """Every pair of one line meets every pair of the other, and plays every board."""
    drawn = played(terms(), entries(pairs))
    assert len(meetings(drawn)) == (pairs // 2) ** 2
    assert len(sat(drawn)) == pairs * (pairs // 2)


@pytest.mark.parametrize(("rounds", "switched"), [(3, 0), (4, 1), (8, 1), (11, 1), (12, 2), (19, 2), (20, 3)])
def test_about_one_round_in_eight_is_played_the_other_way_round(rounds: int, switched: int) -> None:
    """So that both lines can be ranked in one list: the last rounds, about an eighth of all."""
    drawn = played(terms(rounds=rounds), entries(60))
    stays = {pairing.sides[0][0] for pairing in drawn[0].pairings}
    ways = [{pairing.sides[0][0] for pairing in draw.pairings} == stays for draw in drawn]
    assert ways == [True] * (rounds - switched) + [False] * switched


def test_the_strong_are_shared_out_between_both_lines() -> None:
    """Seeds 1, 4, 5, 8 … stay and 2, 3, 6, 7 … move."""
    field = [Entry(str(n), f"Pair {n}", seed=9 - n) for n in range(1, 9)]
    first = draw_duplicate(terms(rounds=3), field, ())
    assert [pairing.sides[0][0] for pairing in first.pairings] == ["8", "5", "4", "1"]


def test_where_nobody_is_seeded_the_lot_gives_the_places() -> None:
    first = draw_duplicate(terms(rounds=3), entries(4), (), (), ("3", "1", "4", "2"))
    assert tables_of(first) == ["3 1 1", "2 4 1"]


# --- Howell -------------------------------------------------------------------------------------


@pytest.mark.parametrize("pairs", sizes(*range(4, 17), 33, full=(64,)))
def test_in_a_howell_everybody_meets_everybody_once_and_no_board_twice(pairs: int) -> None:
    field = entries(pairs)
    drawn = played(terms("howell"), field)
    even = pairs + pairs % 2
    assert len(drawn) == even - 1
    nothing_twice(drawn, field)
    assert len(meetings(drawn)) == pairs * (pairs - 1) // 2
    out = Counter(entry for draw in drawn for entry in draw.byes)
    assert out == ({} if pairs % 2 == 0 else {entry.id: 1 for entry in field})
    assert boards_needed(terms("howell"), field) == range(1, even)
    assert set(Counter(each.boards for each in tables(drawn)).values()) == {times_played(terms("howell"), field)}
    assert times_played(terms("howell"), field) == pairs // 2


@pytest.mark.parametrize("pairs", [8, 10, 12, 14, 16, 18, 32])
def test_in_a_larger_howell_no_board_is_at_two_tables_at_once(pairs: int) -> None:
    for draw in played(terms("howell"), entries(pairs)):
        assert len({pairing.boards for pairing in draw.pairings}) == pairs // 2


@pytest.mark.parametrize("pairs", [4, 6])
def test_in_a_small_howell_all_tables_share_the_boards(pairs: int) -> None:
    for draw in played(terms("howell"), entries(pairs)):
        assert len({pairing.boards for pairing in draw.pairings}) == 1


@pytest.mark.parametrize(("pairs", "most"), [(4, 1), (6, 3), (8, 1), (10, 3), (12, 1), (14, 3), (16, 1)])
def test_in_a_howell_any_two_pairs_are_compared_about_as_often(pairs: int, most: int) -> None:
    """On how many boards two pairs hold the same hands, less on how many each holds the other's: -1, or 1 or -3."""
    drawn = played(terms("howell"), entries(pairs))
    side = {(pairing.sides[n][0], pairing.boards[0]): 1 - 2 * n for pairing in tables(drawn) for n in (0, 1)}
    sums = {
        sum(side[one, board] * side[other, board] for board in range(1, pairs))
        for one, other in combinations([str(n) for n in range(1, pairs + 1)], 2)
    }
    assert max(map(abs, sums)) == most


ODD = range(3, LARGEST + 1, 2)


@pytest.mark.parametrize("pairs", sizes(17, 18, 33, 64, 127, full=range(4, LARGEST + 2)))
def test_a_whole_howell_of_any_size_keeps_its_laws(pairs: int) -> None:
    """Everybody meets everybody and has every set once; all but the one that stays sit on both sides equally often."""
    plan = howell(pairs, MOST_ROUNDS)
    stays, v = plan.places[-1], len(plan.places) - 1
    assert len(plan.rounds) == plan.sets == v == pairs - 1 + pairs % 2
    everybody = list(range(v + 1))
    seats: Counter[int] = Counter()
    met, known = set(), set()
    for tables in plan.rounds:
        assert sorted(place for each in tables for place in (each.first, each.second)) == everybody
        assert len({each.board_set for each in tables}) == (len(tables) if v > 5 else 1)
        for each in tables:
            met.add(frozenset((each.first, each.second)))
            known |= {(each.first, each.board_set), (each.second, each.board_set)}
            seats[each.first] += 1
            seats[each.second] -= 1
    assert len(met) == v * (v + 1) // 2
    assert len(known) == (v + 1) * v
    assert seats == {place: v if place == stays else -1 for place in everybody}


def test_the_starters_and_adders_are_what_the_module_says() -> None:
    """Each difference once; every place once, also when the adders are added; all adders different, or all nought."""
    for v in ODD:
        apart = [{(x - y) % v, (y - x) % v} for x, y, _ in starter(v)]
        assert set().union(*apart) == set(range(1, v))
        assert sum(map(len, apart)) == v - 1
        for added in (0, 1):
            places = [(place + added * adder) % v for x, y, adder in starter(v) for place in (x, y)]
            assert sorted(places) == list(range(1, v))
        adders = {adder for _, _, adder in starter(v)}
        assert len(adders) == len(starter(v)) or adders == {0}
        assert v in SMALL or 0 not in adders


def test_in_a_howell_of_any_size_any_two_are_compared_about_as_often() -> None:
    """The row of signs is who sits North and South on set 0: x + a of each table, and y + a East and West."""
    for v in ODD:
        row = [-1] * v
        for x, _, adder in starter(v):
            row[(x + adder) % v] = 1
        assert sum(row) == -1, "as they are compared with the one that stays, who is always at North and South"
        assert howells.likeness(row) <= most_unlike(v)


def most_unlike(v: int) -> int:
    """The module's value for a Howell of v rounds."""
    factors = [p for p in range(2, v + 1) if v % p == 0 and all(p % by for by in range(2, isqrt(p) + 1))]
    twins = len(factors) == 2 and factors[0] * factors[1] == v and factors[1] == factors[0] + 2
    if twins or v & (v + 1) == 0 or (factors == [v] and v % 4 == 3):
        return 1
    return 3 if factors == [v] or v == 9 else 19


def test_the_large_starters_never_change() -> None:
    """The places of tournaments that were recorded rest on them."""
    content = files("domain.tournament.draws").joinpath("howells.txt").read_bytes()
    assert hashlib.sha256(content).hexdigest() == "6633038d91bbb34be8de0747a46648d488b1710321afce5ce6fea74b48bf0f48"


@pytest.mark.parametrize("v", sizes(19, full=(21, 29, 35, 63, 255)))
def test_the_starters_can_be_found_again(v: int) -> None:
    """By `scripts/howells.py`, as they were found."""
    starters, row = howells.find_starter(v)
    assert [(x, y) for x, y, _ in starter(v)] == starters
    assert howells.likeness(row) <= most_unlike(v)


def test_a_howell_of_seven_rounds_worked_by_hand() -> None:
    """Eight pairs: 8 stays, and places 0 to 6 are pairs 1 to 7.

    Round 1 is the starter {1,3} {2,6} {4,5} with the adders 3, 6, 5: sets -3, -6 and -5 modulo 7, that is 4, 1 and 2,
    counted from 0, or boards 5, 2 and 3. In round 2 everything is one further.
    """
    drawn = played(terms("howell"), entries(8))
    assert tables_of(drawn[0]) == ["8 1 1", "2 4 5", "3 7 2", "5 6 3"]
    assert tables_of(drawn[1]) == ["8 2 2", "3 5 6", "4 1 3", "6 7 4"]


@pytest.mark.parametrize(("pairs", "rounds"), [(8, 5), (40, 7), (256, 3)])
def test_a_howell_may_end_early(pairs: int, rounds: int) -> None:
    field = entries(pairs)
    drawn = played(terms("howell", rounds=rounds), field)
    assert len(drawn) == rounds
    nothing_twice(drawn, field)


# --- late and gone ------------------------------------------------------------------------------


def test_a_late_pair_takes_the_place_that_is_vacant() -> None:
    """Five pairs begin, so one sits out in each round; the sixth comes in round 2 and is there from then on."""
    field = entries(6, e6=2)
    drawn = played(terms("howell"), field)
    assert list(drawn[0].byes.values()) == ["an odd number of pairs: there is no opponent"]
    assert all(not draw.byes for draw in drawn[1:])
    nothing_twice(drawn, field)


def test_a_late_pair_that_fills_a_vacant_place_has_boards_played_more_often() -> None:
    """Seven begin, so a board is played three times; with the eighth there it is four."""
    assert times_played(terms("howell"), entries(7)) == 3
    assert times_played(terms("howell"), entries(8, e8=2)) == 4


def test_a_late_pair_without_a_vacant_place_takes_anothers_seats_for_a_round() -> None:
    """Each round somebody else makes room, is told so, and nothing is played twice."""
    field = entries(11, e11=2)
    drawn = played(terms(rounds=5), field)
    out = [entry for draw in drawn[1:] for entry in draw.byes]
    assert len(out) == len(set(out)) == 4
    assert all(why == "gives its place to 11, who came late" for draw in drawn[1:] for why in draw.byes.values())
    assert all(
        "; 11 came late and sits in the place of"
        in next(pairing.why for pairing in draw.pairings if "11" in pairing.entries)
        for draw in drawn[1:]
    )
    nothing_twice(drawn, field)


def test_who_withdraws_leaves_the_opponents_sitting_out() -> None:
    field = entries(8)
    field[0] = Entry("1", "Pair 1", out=2)
    drawn = played(terms(rounds=3), field)
    assert [list(draw.byes.values()) for draw in drawn] == [[], *[["the opponents have withdrawn"]] * 2]
    nothing_twice(drawn, field)


@given(
    st.sampled_from(["mitchell", "howell"]), st.integers(4, 16), st.integers(2, 15),
    st.lists(st.tuples(st.integers(2, 8), st.integers(0, 6)), max_size=4), st.data(),
)  # fmt: skip
def test_whoever_comes_and_goes_nothing_is_played_twice(
    movement: str, pairs: int, rounds: int, late: list[tuple[int, int]], data: st.DataObject
) -> None:
    """Entries are told as they come and go, round by round; what was drawn before stays as it is."""
    field = entries(pairs) + [
        Entry(str(pairs + n), "Late", since=since, out=since + stay if stay else None)
        for n, (since, stay) in enumerate(late, 1)
    ]
    for gone in data.draw(st.lists(st.integers(0, pairs - 1), max_size=2, unique=True)):
        field[gone] = Entry(field[gone].id, "Gone", out=data.draw(st.integers(2, 8)))
    given_ = terms(movement, rounds=rounds)
    try:
        last = given_.rules.last_round(given_, field)
    except DrawError:
        return
    drawn: list[Draw] = []
    for number in range(1, last + 1):
        known = [
            Entry(entry.id, entry.name, since=entry.since, out=entry.out if entry.out and entry.out <= number else None)
            for entry in field
            if entry.since <= number
        ]
        drawn.append(draw_duplicate(given_, known, drawn))
    nothing_twice(drawn, field)
    out: Counter[EntryId] = Counter()
    for draw in drawn:
        for entry, why in draw.byes.items():
            if why.startswith("gives its place to "):
                assert out[entry] <= out[why.split()[4].rstrip(",")], "nobody makes room for one who sat out less"
        out.update(list(draw.byes))


def test_a_directors_own_first_round_is_gone_on_from() -> None:
    """Pairs 2 and 8 were swapped by hand; seeds that are given afterwards move nobody."""
    field = entries(8)
    own = draw_duplicate(terms(rounds=3), field, ())
    swap = {"2": "8", "8": "2"}
    own = replace(
        own,
        pairings=tuple(
            replace(each, sides=tuple(tuple(swap.get(entry, entry) for entry in side) for side in each.sides))
            for each in own.pairings
        ),
    )
    drawn = [own]
    for _ in range(2):
        drawn.append(
            draw_duplicate(terms(rounds=3), [replace(entry, seed=9 - int(entry.id)) for entry in field], drawn)
        )
    assert tables_of(drawn[1])[0] == "1 7 2"
    assert tables_of(drawn[1])[1] == "4 8 3"
    nothing_twice(drawn, field)


# --- teams of four ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(4, 13))
def test_teams_of_four_meet_at_two_tables_with_the_seats_changed(number: int) -> None:
    field = entries(number)
    drawn = played(terms(boards=2, side=4), field)
    for draw in drawn:
        everybody_is_somewhere(Draw(draw.round, draw.pairings[::2], draw.byes), field)
        for one, other in zip(draw.pairings[::2], draw.pairings[1::2], strict=True):
            assert one.sides == other.sides[::-1]
            assert one.boards == other.boards
    assert set(meetings(drawn).values()) == {2}
    assert len(meetings(drawn)) == number * (number - 1) // 2
    assert set(sat(drawn).values()) == {2}, "once at each table"


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_", "number", "message"),
    [
        (terms(), 3, "needs 4 entries, so that every board is played twice; 3 begin"),
        (
            terms("howell"),
            257,
            "a Howell is for up to 256 pairs, and there are 257: a Mitchell takes them all",
        ),
        (terms(boards=8), 256, "this needs 1024 boards, and they are numbered up to 999: fewer boards a round fit"),
        (terms(rounds=1), 8, "in so few rounds no board is played twice"),
        (terms("howell", rounds=1), 8, "in so few rounds no board is played twice"),
    ],
)
def test_where_there_is_no_movement_it_is_told_why(given_: Terms, number: int, message: str) -> None:
    with pytest.raises(DrawError, match=message):
        draw_duplicate(given_, entries(number), ())


def test_a_duplicate_is_for_pairs_and_for_teams_of_four_who_count_imps() -> None:
    with pytest.raises(TermsError, match="duplicate is played by entries of 2 or 4"):
        terms(side=3)
    with pytest.raises(TermsError, match="teams of four count imps"):
        check(replace(terms(side=4), scoring=Scoring(counts="matchpoints")))


def test_there_are_as_many_rounds_as_256_pairs_need_to_meet() -> None:
    assert terms("howell").rules.last_round(terms("howell"), entries(256)) == MOST_ROUNDS == 255
    with pytest.raises(TermsError, match="rounds: 1 to 255 rounds can be played"):
        terms("howell", rounds=256)


def test_after_the_last_round_none_is_drawn() -> None:
    field = entries(6)
    with pytest.raises(NothingLeft, match="the tournament is over: this movement has 3 rounds"):
        draw_duplicate(terms(), field, played(terms(), field))


def test_a_directors_own_draw_is_asked_for_boards_that_are_known() -> None:
    drawn = played(terms(rounds=2), entries(6))[:1]
    own = Draw(2, (Pairing(1, (("1",), ("6",)), boards=(1,)), Pairing(2, (("4",), ("2",)), boards=(3,))))
    broken = check_draw(terms(rounds=2), entries(6), drawn, own)
    assert [each for each in broken if "board" in each] == ["Pair 1 has played board 1 before."]


@pytest.mark.parametrize(
    ("own", "count", "why"),
    [
        (terms(rounds=5), 6, "6 pairs play 3 rounds in a Mitchell, not 5. A Howell has 5; the terms choose it."),
        (terms("howell", rounds=5), 5, None),
        (terms("howell", rounds=5), 4, "4 pairs play 3 rounds in a Howell, not 5."),
        (terms(rounds=5, side=4), 4, "4 teams play 3 rounds, not 5: then all have met."),
        (terms(rounds=5), 10, None),
        (terms(rounds=5), 2, None),
    ],
)
def test_a_movement_with_fewer_rounds_than_the_terms_says_so(own: Terms, count: int, why: str | None) -> None:
    """docs/tournaments.md, "Duplicate". Two pairs have no movement: then the draw says why."""
    short = own.rules.shortfall(own, entries(count))
    assert (None if short is None else str(short)) == why
