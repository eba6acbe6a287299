"""What a seat knows: never less than the rules tell it, never anything against the truth, nothing it was not shown."""

from __future__ import annotations

import os

import pytest

from domain.audit.information import Knowledge, watch
from domain.facts import DealOpened
from domain.record import Record, Stamp
from domain.rules import Rules
from domain.ruleset import plain
from domain.state import State
from tests.rules.random_deals import HOUSES, deal, house

DEALS = 400 if os.environ.get("NOUGHT_FULL") else 40

HANDS = {
    "S": "JC 9C 8C JH  KC 9H 8H 7H",
    "E": "KS 8S KD KH  QC 7C 7S 8D",
    "N": "AC QS TD 9D  AH AS 9S 7D",
    "W": "JS JD QH TS  TC TH AD QD",
}
"""The worked example of 000 "Caps", with clubs for trumps; South deals."""


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
