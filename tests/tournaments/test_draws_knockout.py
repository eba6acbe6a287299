"""Knockout: the bracket, byes, walkovers, the third place and the consolation."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.tournament.draws import DrawError, NothingLeft, check_draw, draw
from domain.tournament.draws.knockout import bracket, bracket_order
from domain.tournament.state import Draw, Entry, Line
from domain.tournament.terms import Terms
from tests.tournaments.chance import KNOCKOUT, best_win, entered, met, played, result, tables, whole

BOTH = replace(KNOCKOUT, consolation=True, third_place=True)


def staged(draw_: Draw) -> list[tuple[str, set[int]]]:
    return [(pairing.stage, set(two)) for pairing, two in zip(draw_.pairings, tables(draw_), strict=True)]


def through(terms: Terms, entries: Sequence[Entry]) -> list[Draw]:
    """A whole knockout in which the lower number always wins."""
    drawn: list[Draw] = []
    lines: list[Line] = []
    while True:
        try:
            drawn.append(draw(terms, entries, drawn, lines))
        except NothingLeft:
            return drawn
        lines += best_win(drawn[-1])


def test_the_bracket_of_sixteen() -> None:
    """As it is printed everywhere: from top to bottom 1-16 8-9 4-13 5-12, 2-15 7-10 3-14 6-11."""
    assert bracket_order(16) == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]


@given(st.integers(1, 9))
def test_the_best_of_what_is_left_could_always_still_meet_the_last_of_it(power: int) -> None:
    """In each round where the better always win, the numbers at a table add up to one more than are left."""
    places = bracket_order(1 << power)
    while len(places) > 1:
        assert all(one + other == len(places) + 1 for one, other in zip(places[::2], places[1::2], strict=True))
        places = [min(two) for two in zip(places[::2], places[1::2], strict=True)]


def test_eight_with_the_third_place_and_the_consolation() -> None:
    assert [staged(each) for each in through(BOTH, entered(8))] == [
        [("quarter-final", {1, 8}), ("quarter-final", {4, 5}), ("quarter-final", {2, 7}), ("quarter-final", {3, 6})],
        [
            ("semi-final", {1, 4}),
            ("semi-final", {2, 3}),
            ("consolation semi-final", {5, 8}),
            ("consolation semi-final", {6, 7}),
        ],
        [("final", {1, 2}), ("third place", {3, 4}), ("consolation final", {5, 6})],
    ]


def test_where_places_are_empty_the_best_have_no_opponent_in_the_first_round() -> None:
    first = draw(KNOCKOUT, entered(11), [], [])
    assert staged(first) == [("round of 16", {8, 9}), ("round of 16", {7, 10}), ("round of 16", {6, 11})]
    assert list(first.byes) == ["1", "4", "5", "2", "3"]
    assert first.byes["4"] == "In the first round, the bracket has no opponent for number 4 of the list."
    second = draw(KNOCKOUT, entered(11), [first], best_win(first))
    assert staged(second) == [("quarter-final", two) for two in ({1, 8}, {4, 5}, {2, 7}, {3, 6})]
    assert second.pairings[0].why.startswith("Pair 1 had no opponent and Pair 8 won at table 1; ")


def test_who_loses_after_a_bye_joins_the_consolation_then() -> None:
    """Six: 5 and 6 lose and meet. 1, who had no opponent in the first round, loses to 4, and joins who won of them."""
    terms = replace(KNOCKOUT, consolation=True)
    first = draw(terms, entered(6), [], [])
    second = draw(terms, entered(6), [first], best_win(first))
    assert staged(second) == [("semi-final", {1, 4}), ("semi-final", {2, 3}), ("consolation first round", {5, 6})]
    north = 0 if second.pairings[0].sides[0] == ("1",) else 7
    lines = [*best_win(first), *result(second, second.pairings[0], north, 7 - north)]
    lines += best_win(Draw(2, second.pairings[1:]))
    third = draw(terms, entered(6), [first, second], lines)
    assert staged(third) == [("final", {2, 4}), ("consolation final", {1, 5})]


def test_after_the_final_it_is_said_who_has_won() -> None:
    drawn = through(KNOCKOUT, entered(4))
    with pytest.raises(NothingLeft, match="The tournament is over: Pair 1 has won"):
        draw(KNOCKOUT, entered(4), drawn, [line for each in drawn for line in best_win(each)])


def test_a_level_encounter_needs_a_winner() -> None:
    first = draw(KNOCKOUT, entered(2), [], [])
    with pytest.raises(DrawError, match="Round 1 needs a winner of Pair 1 against Pair 2 at table 1; they are level"):
        draw(KNOCKOUT, entered(2), [first], result(first, first.pairings[0], 4, 4))


def test_a_missing_result_is_told() -> None:
    first = draw(KNOCKOUT, entered(4), [], [])
    with pytest.raises(DrawError, match="Round 1 has no result of Pair 1 against Pair 4 at table 1 yet"):
        draw(KNOCKOUT, entered(4), [first], [])


def test_who_would_meet_one_who_has_withdrawn_goes_through() -> None:
    entries = entered(8)
    first = draw(KNOCKOUT, entries, [], [])
    entries[3] = replace(entries[3], out=2)
    second = draw(BOTH, entries, [first], best_win(first))
    assert second.byes == {"1": "Pair 4 has withdrawn; Pair 1 goes through without playing."}
    lines = [*best_win(first), *best_win(second)]
    third = draw(replace(BOTH, consolation=False), entries, [first, second], lines)
    assert staged(third) == [("final", {1, 2})]


def test_who_withdraws_before_a_result_is_in_has_lost() -> None:
    entries = entered(4)
    first = draw(KNOCKOUT, entries, [], [])
    lines = [line for line in best_win(first) if line.table == 2]
    entries[0] = replace(entries[0], out=1)
    assert staged(draw(KNOCKOUT, entries, [first], lines)) == [("final", {2, 4})]


def test_where_neither_turned_up_nobody_comes_through() -> None:
    first = draw(KNOCKOUT, entered(4), [], [])
    lines = [replace(each, kind="forfeit") if each.table == 1 else each for each in best_win(first)]
    second = draw(KNOCKOUT, entered(4), [first], lines)
    assert second.byes == {"2": "Pair 2 has no opponent from the round before and goes through without playing."}


def test_two_who_were_exchanged_by_hand_have_exchanged_their_places_in_the_bracket() -> None:
    """7 and 8 change places, so 1 meets 7, and the winner whoever wins of 4 and 5."""
    first = draw(KNOCKOUT, entered(8), [], [])
    tables_ = list(first.pairings)
    tables_[0] = replace(tables_[0], sides=(("1",), ("7",)))
    tables_[2] = replace(tables_[2], sides=(("8",), ("2",)))
    by_hand = Draw(1, tuple(tables_))
    assert check_draw(KNOCKOUT, entered(8), [], by_hand) == []
    lines = best_win(Draw(1, tuple(tables_[1:])))
    lines += result(by_hand, tables_[0], 0, 7)
    second = draw(KNOCKOUT, entered(8), [by_hand], lines)
    assert staged(second) == [("semi-final", {7, 4}), ("semi-final", {2, 3})]


def test_one_with_a_bye_who_was_exchanged_by_hand_has_exchanged_places_too() -> None:
    """Three: 1 has no opponent, 2 meets 3. By hand 3 has none, and 2 meets 1."""
    first = draw(KNOCKOUT, entered(3), [], [])
    by_hand = Draw(1, (replace(first.pairings[0], sides=(("2",), ("1",))),), {"3": "by hand"})
    assert staged(draw(KNOCKOUT, entered(3), [by_hand], best_win(by_hand))) == [("final", {1, 3})]


def test_a_knockout_takes_in_nobody_late() -> None:
    late = [*entered(4), Entry("5", "Late", since=2)]
    message = "Late comes in for round 2, but a knockout takes in nobody after its first round."
    assert str(KNOCKOUT.rules.why_closed(late, [])) == message
    with pytest.raises(DrawError, match=message):
        draw(KNOCKOUT, late, [], [])


@pytest.mark.parametrize(("count", "message"), [(1, "there are 1"), (513, "there are 513")])
def test_a_knockout_is_for_two_to_512(count: int, message: str) -> None:
    with pytest.raises(DrawError, match=message):
        draw(KNOCKOUT, entered(count), [], [])


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 40), st.booleans(), st.booleans(), st.randoms(use_true_random=False))
@example(256, True, True, random.Random(1))
@example(100, True, False, random.Random(2))
def test_a_whole_knockout(count: int, consolation: bool, third_place: bool, chance: random.Random) -> None:
    """Nobody plays on after losing, but once more for the third place or in the consolation; nobody meets twice."""
    terms = replace(KNOCKOUT, consolation=consolation, third_place=third_place)
    drawn, lines = whole(terms, entered(count), chance)
    assert len(drawn) <= (terms.rules.last_round(terms, entered(count)) or 0)
    assert max(Counter(met(drawn)).values(), default=1) == 1
    stage = {(each.round, entry): p.stage for each in drawn for p in each.pairings for entry in p.entries}
    lost = Counter(line.entry for line in lines if line.outcome < 0)
    assert max(lost.values()) <= (2 if consolation or third_place else 1)
    in_consolation = {entry for (_, entry), what in stage.items() if what.startswith("consolation")}
    for entry in in_consolation:
        own = [line for line in lines if line.entry == entry and line.kind == "played"]
        main = [line for line in own if not stage[line.round, entry].startswith("consolation")]
        assert len(main) == 1
        assert main[0].outcome < 0
        assert own[0] == main[0]
    if not consolation:
        assert all("consolation" not in what for what in stage.values())
    assert bool(third_place) or all(what != "third place" for what in stage.values())


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 24), st.randoms(use_true_random=False))
def test_a_knockout_ends_whoever_withdraws(count: int, chance: random.Random) -> None:
    entries = entered(count)
    drawn: list[Draw] = []
    lines: list[Line] = []
    for _ in range(12):
        try:
            new = draw(BOTH, entries, drawn, lines)
        except NothingLeft:
            break
        there = [*new.byes, *(entry for pairing in new.pairings for entry in pairing.entries)]
        assert len(set(there)) == len(there)
        assert all(entry.plays(new.round) for entry in entries if entry.id in there)
        drawn.append(new)
        lines += played(new, chance, BOTH)
        entries = [
            replace(each, out=new.round + 1) if each.out is None and chance.random() < 0.1 else each for each in entries
        ]
    else:
        raise AssertionError("it does not end")


@given(st.integers(2, 20))
def test_a_bracket_has_every_encounter_of_its_rounds_in_order(count: int) -> None:
    """After any round, with the consolation and the third place beside it; from the final back to the first."""
    entries = entered(count)
    drawn = through(BOTH, entries)
    lines = [line for each in drawn for line in best_win(each)]
    for rounds in range(len(drawn) + 1):
        bracket_rounds = bracket(entries, drawn[:rounds], [line for line in lines if line.round <= rounds])
        assert [len(each) for each in bracket_rounds] == [2**n for n in reversed(range((count - 1).bit_length()))]
        for each, couples in zip(drawn[:rounds], bracket_rounds, strict=False):
            main = [
                set(pairing.entries)
                for pairing in each.pairings
                if pairing.stage != "third place" and not pairing.stage.startswith("consolation")
            ]
            assert [set(two) for two in couples if None not in two and not each.byes.keys() & {*two}] == main


def test_a_bracket_tells_what_is_known_before_a_round_is_over() -> None:
    entries = entered(4)
    first = draw(KNOCKOUT, entries, [], [])
    assert bracket(entries, [first], []) == [[("1", "4"), ("2", "3")], [(None, None)]]
    assert bracket(entries, [first], best_win(first))[1] == [("1", "2")]
    with pytest.raises(DrawError, match="2 to 512"):
        bracket(entered(1), [], [])


@pytest.mark.parametrize(
    ("count", "alone", "with_consolation"),
    [(2, 1, 1), (3, 2, 2), (4, 2, 2), (5, 3, 4), (8, 3, 4), (9, 4, 5), (16, 4, 5)],
)
def test_a_knockout_doubles_with_each_round_and_the_consolation_may_take_one_more(
    count: int, alone: int, with_consolation: int
) -> None:
    """Somebody joins the consolation late only where there is a round between the first one and the final."""
    terms = replace(KNOCKOUT, consolation=True)
    assert KNOCKOUT.rules.last_round(KNOCKOUT, entered(count)) == alone
    assert terms.rules.last_round(terms, entered(count)) == with_consolation


def test_512_can_play_a_knockout() -> None:
    first = bracket(entered(512), [], [])[0]
    assert (len(first), first[0]) == (256, ("1", "512"))


def test_half_a_result_is_no_result() -> None:
    first = draw(KNOCKOUT, entered(2), [], [])
    for line in best_win(first):
        with pytest.raises(DrawError, match="has no result"):
            draw(KNOCKOUT, entered(2), [first], [line])


def test_who_goes_through_without_playing_keeps_its_place_in_the_bracket() -> None:
    """Sixteen: 8 withdraws after the first round, so 1 goes through and meets the winner of 4 and 5, not of 2 and 7."""
    entries = entered(16)
    drawn = [draw(KNOCKOUT, entries, [], [])]
    entries[7] = replace(entries[7], out=2)
    lines = best_win(drawn[0])
    drawn.append(draw(KNOCKOUT, entries, drawn, lines))
    assert list(drawn[1].byes) == ["1"]
    lines += best_win(drawn[1])
    assert staged(draw(KNOCKOUT, entries, drawn, lines)) == [("semi-final", {1, 4}), ("semi-final", {2, 3})]


def test_a_round_with_more_encounters_than_the_bracket_has_does_not_fit() -> None:
    first = draw(KNOCKOUT, entered(4), [], [])
    second = replace(first, round=2)
    with pytest.raises(DrawError, match="The draw of round 2 does not fit the bracket"):
        draw(KNOCKOUT, entered(4), [first, second], best_win(first))


def test_nobody_joins_the_consolation_from_the_final() -> None:
    """1 comes to the final without having played. 3, alone in the consolation, has nobody to wait for."""
    terms = replace(KNOCKOUT, consolation=True)
    entries = entered(4)
    first = draw(terms, entries, [], [])
    entries[3] = replace(entries[3], out=1)
    lines = [line for line in best_win(first) if line.table == 2]
    final = draw(terms, entries, [first], lines)
    assert (staged(final), final.byes) == ([("final", {1, 2})], {})


def test_a_bracket_tells_nothing_after_a_round_whose_result_was_taken_back() -> None:
    entries = entered(8)
    first = draw(KNOCKOUT, entries, [], [])
    second = draw(KNOCKOUT, entries, [first], best_win(first))
    assert bracket(entries, [first, second], best_win(second))[1:] == [[(None, None), (None, None)], [(None, None)]]
