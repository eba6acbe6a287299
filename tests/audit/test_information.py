"""A seat knows never less than the rules tell it, nothing against the truth, and nothing that it was not shown."""

from __future__ import annotations

import os

import pytest

from domain.audit.knowledge import tables_of
from domain.engine.facts import DealOpened
from domain.engine.knowledge.information import Knowledge, knowledge, watch
from domain.engine.parameters import plain
from domain.engine.rules import Rules
from domain.engine.state import State
from domain.games.three04.acts import FaceDownInspected
from domain.record.entries import Stamp
from domain.record.record import Record
from tests.rules.random_deals import HOUSES, deal, house
from tests.rules.table import Table

DEALS = 400 if os.environ.get("NOUGHT_FULL") else 20

HANDS = {
    "N": "8C JH 9H AH  TH KH JS 9S",
    "E": "7H 7S AS 7D  8D QD KD TD",
    "W": "8H TS KS AD  9D JD JC 9C",
    "S": "QH QS 8S AC  TC KC QC 7C",
}
"""North makes clubs trump with its only one; the others have one heart each."""


def record_of(rules: Rules, dealer: str, acts: list) -> Record:  # type: ignore[type-arg]
    record = Record(DealOpened(plain(rules.ruleset), dealer), Stamp(), rules)
    for n, act in enumerate(acts):
        record.fold(act, Stamp(n + 1))
    return record


def true_to(s: State, knows: Knowledge) -> None:
    """The cards as they lie are among what the seat holds possible."""
    me = knows.seat
    tables = s.rules.tables
    own = s.hands[me] | (s.indicator if s.indicator_down and s.maker == me else 0)
    assert knows.hand == own
    for seat, known in enumerate(knows.known):
        assert known & ~s.hands[seat] == 0
    if s.trump and not knows.trump:
        assert s.trump not in knows.excluded
    world = next(world for world in knows.worlds if world.trump in (0, s.trump))
    for space in world.spaces:
        if space.where in ("hand", "asleep"):
            cards = s.hands[space.seat] & ~knows.known[space.seat]
            assert cards.bit_count() == space.count
            assert cards & ~space.suits == 0
            assert cards & ~world.unseen == 0
    assert world.duty == s.duty or not s.trump
    assert world.unseen.bit_count() == sum(space.count for space in world.spaces)
    assert not tables.all & ~(knows.hand | knows.seen | world.unseen | sum(knows.known))


@pytest.mark.parametrize("number", range(len(HOUSES)))
def test_the_truth_is_always_possible_and_counted(number: int) -> None:
    rules = house(number)
    for seed in range(number, DEALS, len(HOUSES)):
        dealer, acts = deal(rules, seed)
        record = record_of(rules, dealer, acts)
        for seat in rules.seats:
            s = rules.start(dealer)
            for watcher, act in watch(record, seat):
                if act is None:
                    break
                knows = watcher.knowledge()
                assert knows.gaps == ()
                assert knows.breach is None
                if sum(map(s.size, range(4))):
                    true_to(s, knows)
                rules.apply(s, act)


def excluded(*sentences: str) -> dict[str, tuple[str, int]]:
    """Which suits South knows not to be trump, why, and how many plies before this one."""
    table = Table(HANDS).playing("N 160", "8C").does(*sentences)
    ply = len(table.record.entries)
    knows = knowledge(table.record, "S", ply)
    letter = table.rules.tables.letter
    return {letter[suit]: (why.code, ply - why.ply) for suit, why in knows.excluded.items()}


LED = "E 7H, N JH, W 8H, S QH, N 9H, W AD down, S QS down, E 7D down, N inspects none"


def test_a_card_that_lay_face_down_among_no_trumps_is_none() -> None:
    """000 "Closed Trump games": South's own card was a spade."""
    assert excluded(LED) == {"S": ("no-trumps-found", 1)}


def test_where_a_trump_was_found_one_of_the_cards_face_down_is_a_trump() -> None:
    """000 "Closed Trump games": nobody could follow, so hearts did not lie there; South cannot tell whose card cut."""
    table = Table(HANDS).playing("N 160", "8C")
    table.does("E 7H, N JH, W 8H, S QH, N 9H, W JC down, S QS down, E 7D down, N inspects trumps")
    letter = table.rules.tables.letter
    before, turned = list(tables_of(table.record, "S"))[found_at(table.record) :][1:3]
    assert {letter[suit]: why.code for suit, why in before.knows.excluded.items()} == {"H": "trumps-found"}
    assert [letter[world.trump] for world in before.knows.worlds] == ["S", "D", "D", "C", "C"]
    assert {letter[suit]: why.code for suit, why in turned.knows.excluded.items()} == {"H": "trumps-found"}
    assert [letter[world.trump] for world in turned.knows.worlds] == ["S", "D", "C"]


def found_at(record: Record) -> int:
    """The ply at which the maker said whether a trump lay face down."""
    return next(n for n, entry in enumerate(record.entries) if isinstance(entry.act, FaceDownInspected))


def test_a_suit_the_maker_had_to_go_on_leading_is_not_trump() -> None:
    """000 "Exhausted Trumps": nobody answered North's heart, North led a spade, and hearts must still be with North."""
    assert excluded(f"{LED}, N JS, W KS, S 8S, E 7S") == {"S": ("no-trumps-found", 5), "H": ("exhausted", 4)}
    assert excluded(f"{LED}, N JS, W KS, S 8S, E 7S, N AH")["H"] == ("exhausted", 5)
