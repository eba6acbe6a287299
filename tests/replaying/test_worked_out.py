"""Hands that nobody wrote down: what follows from the cards played is shown once the deal is over, and marked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from domain.engine.cards import UNKNOWN
from domain.engine.facts import CardsDealt, DealSettled
from domain.engine.hiding import ARBITER, PUBLIC, SCRIBE
from domain.engine.rules import settle
from domain.engine.ruleset import Ruleset
from domain.record.entries import Stamp
from domain.record.record import Record
from domain.record.traits import traits
from replay.frames import encode_replay
from replay.notation import record_of
from replay.views import view_at
from replay.worked_hands import worked_document, worked_names
from tests.cases import FULL, one_in
from tests.replaying.hidden import random_deal, told_from
from tests.replaying.test_hidden_information import every_game

DEALS = 200 if FULL else 4


def blind(record: Record, *, over: bool = True) -> Record:
    """The same deal as a club records it: no dealt card is written down."""
    unseen = Record(record.opened, Stamp(), record.rules)
    for act in record.acts:
        if isinstance(act, CardsDealt):
            act = replace(act, hands={seat: (UNKNOWN,) * len(cards) for seat, cards in act.hands.items()})
        unseen.fold(act, Stamp())
    if over:
        settled = record.settlement or settle(record.state)
        assert settled is not None
        unseen.fold(settled, Stamp())
    return unseen


def played(seed: int, game: Ruleset) -> Record:
    """A random deal from the cut to its end."""
    return told_from(game, *random_deal(random.Random(f"{game.key} {seed}"), game))


def worked(name: str) -> Record:
    document = worked_document(name)
    assert document is not None
    return record_of(document)


def checked_plies(record: Record) -> Iterator[int]:
    """Views of a blind deal, beside those of the whole one: nothing is wrong, and nothing counts as seen."""
    unwritten = blind(record)
    for ply in range(len(record.acts)):
        truth, view = view_at(record, ARBITER, ply), view_at(unwritten, ARBITER, ply)
        for seat, cards in view["hands"].items():
            known = set(cards) - {UNKNOWN}
            assert len(cards) == len(truth["hands"][seat])
            assert known <= set(truth["hands"][seat])
            assert known <= set(view.get("worked_out", {}).get(seat, ())) | view["seen"].keys()
        shown = [card for cards in view.get("worked_out", {}).values() for card in cards]
        assert not set(shown) & view["seen"].keys()
        yield len(shown)


@pytest.mark.parametrize("name", one_in(3, worked_names()))
def test_a_worked_hand_without_its_cards_tells_no_wrong_card(name: str) -> None:
    record = worked(name)
    shown = list(checked_plies(record))
    assert len(shown) == len(record.acts)


def test_a_deal_that_was_played_to_the_last_trick_tells_every_hand() -> None:
    record = worked("05-an-opponent-cuts")
    unwritten = blind(record)
    at = max(ply for ply, act in enumerate(record.acts) if isinstance(act, CardsDealt))
    assert view_at(unwritten, ARBITER, at)["hands"] == view_at(record, ARBITER, at)["hands"]
    assert traits(unwritten) == traits(record), "the search finds it as if the hands had been written down"


@every_game
def test_a_random_deal_without_its_cards_tells_no_wrong_card(game: Ruleset) -> None:
    assert any(shown for seed in range(DEALS) for shown in checked_plies(played(seed, game)))


@every_game
def test_nothing_is_worked_out_before_the_deal_is_over_or_for_a_seat(game: Ruleset) -> None:
    """What was recorded so far says what it said before; a seat is shown what it saw, also afterwards."""
    record = played(0, game)
    assert b"worked_out" not in encode_replay(blind(record, over=False), ARBITER)
    over = blind(record)
    for viewer in (*game.seating.seats, PUBLIC, SCRIBE):
        assert b"worked_out" not in encode_replay(over, viewer)
    for ply in range(-1, len(record.acts) - 1):
        assert "worked_out" not in view_at(over.until(ply), ARBITER, ply)


def test_the_cards_of_an_abandoned_deal_are_not_worked_out() -> None:
    record = worked("05-an-opponent-cuts")
    unwritten = blind(record, over=False)
    unwritten.fold(DealSettled("played", {}, {}, {}, ()), Stamp())
    unwritten.given_up = True
    assert unwritten.abandoned
    assert b"worked_out" not in encode_replay(unwritten, ARBITER)
