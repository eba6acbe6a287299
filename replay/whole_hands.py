"""Complete hands from the given cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

from domain.engine.cards import UNKNOWN, Card, Seat, parse_card

if TYPE_CHECKING:
    from domain.engine.rules import Rules

Hands: TypeAlias = Mapping[Seat, str | Iterable[Card]]
"""Cards by seat, in the order in which they are dealt: ``{"E": "JS 9S AS TS"}``."""

Rest: TypeAlias = Literal["unknown", "pack"]
"""The source of cards that are not given: unknown cards, or the cards left in the pack, from its end."""


def whole_hands(rules: Rules, hands: Hands, rest: Rest) -> dict[Seat, tuple[Card, ...]]:
    """Return the whole hand of each seat, filled as ``rest`` says. Raises ValueError if the pack lacks the cards."""
    if strange := [seat for seat in hands if seat not in rules.place]:
        raise ValueError(f"there is no seat {strange[0]}: the seats are {', '.join(rules.seats)}")
    given = {seat: tuple(cards_in(hands.get(seat, ()))) for seat in rules.seats}
    named = [card for cards in given.values() for card in cards if card != UNKNOWN]
    left = [card for card in rules.tables.bit if card not in named]
    for card in named:
        if card not in rules.tables.bit:
            raise ValueError(f"{card} is not in the pack of {rules.ruleset.name}")
        if named.count(card) > 1:
            raise ValueError(f"{card} is in two places")
    size = rules.hand_size
    for seat, cards in given.items():
        if len(cards) > size:
            raise ValueError(f"{seat} has {len(cards)} cards; a hand has {size}")
        missing = size - len(cards)
        given[seat] = cards + (tuple(left.pop() for _ in range(missing)) if rest == "pack" else (UNKNOWN,) * missing)
    return given


def cards_in(cards: str | Iterable[Card]) -> list[Card]:
    """Return cards from a text or a list. Raises ValueError for a word that is no card."""
    return [parse_card(card) for card in (cards.split() if isinstance(cards, str) else cards)]
