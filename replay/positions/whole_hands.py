"""Complete hands from the given cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from domain.engine.cards import UNKNOWN, Card, Seat, parse_card
from domain.engine.words.values import SeatLetter, Term, seat_letters, sentence
from domain.engine.words.worded import WordedError

if TYPE_CHECKING:
    from domain.engine.rules import Rules

Hands: TypeAlias = Mapping[Seat, str | Iterable[Card]]
"""Cards by seat, in the order in which they are dealt: ``{"E": "JS 9S AS TS"}``."""

Rest: TypeAlias = Literal["unknown", "pack"]
"""The source of cards that are not given: unknown cards, or the cards left in the pack, from its end."""


class HandsError(WordedError, ValueError):
    """Raised when hands cannot be dealt; the message gives the reason."""

    code = "hands"


def no_seat(seat: Seat, rules: Rules) -> Term:
    """Return the sentence that the game does not have a seat."""
    return sentence("there is no seat {seat}: the seats are {seats}", seat=seat, seats=seat_letters(rules.seats))


def whole_hands(rules: Rules, hands: Hands, rest: Rest) -> dict[Seat, tuple[Card, ...]]:
    """Return the whole hand of each seat, filled as ``rest`` says.

    Raises `HandsError` if the pack lacks the cards, or for a word that is no card.
    """
    if rest not in get_args(Rest):
        sources = ", ".join(get_args(Rest))
        raise HandsError("{rest} is no source of cards: they are {sources}", rest=repr(rest), sources=sources)
    if strange := [seat for seat in hands if seat not in rules.place]:
        raise HandsError(no_seat(strange[0], rules))
    given = {seat: tuple(cards_in(hands.get(seat, ()))) for seat in rules.seats}
    named = [card for cards in given.values() for card in cards if card != UNKNOWN]
    left = [card for card in rules.tables.bit if card not in named]
    for card in named:
        if card not in rules.tables.bit:
            raise HandsError("{card} is not in the pack of {game}", card=card, game=rules.ruleset.name)
        if named.count(card) > 1:
            raise HandsError("{card} is in two places", card=card)
    size = rules.hand_size
    for seat, cards in given.items():
        if len(cards) > size:
            raise HandsError(
                "{seat} has {count} cards; a hand has {size}", seat=SeatLetter(seat), count=len(cards), size=size
            )
        missing = size - len(cards)
        given[seat] = cards + (tuple(left.pop() for _ in range(missing)) if rest == "pack" else (UNKNOWN,) * missing)
    return given


def cards_in(cards: str | Iterable[Card]) -> list[Card]:
    """Return cards from a text or a list. Raises `HandsError` for a word that is no card."""
    named: list[Card] = []
    for word in cards.replace(",", " ").split() if isinstance(cards, str) else cards:
        try:
            named.append(parse_card(word))
        except ValueError:
            raise HandsError(
                "{word} is no card: write rank then suit, as in JH, TS or ?? (unknown)", word=repr(word)
            ) from None
    return named
