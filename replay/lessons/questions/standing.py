"""Count as a card player does before a card: who is void in a suit, which trumps are out, which own cards are high."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from domain.engine.faces import faces_of
from domain.engine.knowledge.information import knowledge
from domain.engine.state import NOBODY
from replay.words.lessons import cards_are_high, seat_is_void, trumps_out

if TYPE_CHECKING:
    from domain.engine.cards import Card
    from domain.engine.knowledge.information import Knowledge
    from replay.lessons.positions import Position
    from replay.words import Language


def standing(position: Position, language: Language) -> list[str]:
    """Return sentences on what the pupil's seat knows before its card; empty if that is not certain."""
    knows = _known(position)
    if knows is None or knows.breach is not None or knows.gaps or not knows.worlds:
        return []
    faces = faces_of(position.rules.ruleset)
    sentences = []
    if knows.trump:
        out = _out(knows) & knows.trump
        sentences.append(trumps_out(language, _cards(position, out)))
    for seat, suits in _voids(position, knows).items():
        sentences.append(seat_is_void(language, seat, [faces.contract(suit) for suit in suits]))
    if high := _high(position, knows):
        sentences.append(cards_are_high(language, high))
    return sentences


def _out(knows: Knowledge) -> int:
    """Return the cards that the seat has neither held nor seen."""
    shown = 0
    for mask in knows.known:
        shown |= mask
    for world in knows.worlds:
        shown |= world.unseen
    return shown & ~knows.hand


def _voids(position: Position, knows: Knowledge) -> dict[str, list[str]]:
    """Return the suits that a seat cannot hold, of those with a card out, by seat. An indicator counts as held."""
    rules, out = position.rules, _out(knows)
    may: dict[int, int] = {}
    for world in knows.worlds:
        for space in world.spaces:
            if space.seat != NOBODY and space.where in ("hand", "indicator") and space.count:
                may[space.seat] = may.get(space.seat, 0) | space.suits
    voids: dict[str, list[str]] = {}
    for seat, suits in may.items():
        held = suits | knows.known[seat]
        empty = [suit for suit, mask in rules.tables.suit.items() if mask & out and not mask & held]
        if empty:
            voids[rules.seats[seat]] = empty
    return voids


def _high(position: Position, knows: Knowledge) -> list[Card]:
    """Return the cards of the hand that no card out beats in their suit."""
    state, out = position.record.state, _out(knows)
    high = []
    for cards in position.rules.ruleset.game.card_play(state).order:
        for bit in reversed(cards):
            if bit & out:
                break
            if bit & knows.hand:
                high.append(position.rules.tables.card[bit])
    return high


def _cards(position: Position, mask: int) -> list[Card]:
    return [card for card, bit in position.rules.tables.bit.items() if mask & bit]


@lru_cache(maxsize=256)
def _known(position: Position) -> Knowledge | None:
    return None if position.seat is None else knowledge(position.record, position.seat, len(position.acts))
