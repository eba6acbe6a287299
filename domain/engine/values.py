"""Values of a sentence: seats, cards, suits and lists as data, which each language writes in its own way.

``str`` of a value is how an English sentence has it; `replay.words.refusals` writes it in any language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from domain.engine.seats import seat_name

if TYPE_CHECKING:
    from domain.engine.cards import Card, Seat
    from domain.engine.faces import Faces


@dataclass(frozen=True, slots=True)
class SeatName:
    """A seat by its name: ``East``, ``seat 3``."""

    seat: Seat

    def __str__(self) -> str:
        return seat_name(self.seat)


@dataclass(frozen=True, slots=True)
class SeatLetter:
    """A seat of the game as the notation writes it: ``E``, ``3``."""

    seat: Seat

    def __str__(self) -> str:
        return self.seat


@dataclass(frozen=True, slots=True)
class CardCode:
    """A card as the notation writes it: ``JH``. ``faces``: what the game's cards are called."""

    card: Card
    faces: Faces

    def __str__(self) -> str:
        return self.card


@dataclass(frozen=True, slots=True)
class CardName:
    """A card in words: ``jack of hearts``."""

    card: Card
    faces: Faces

    def __str__(self) -> str:
        return self.faces.spoken(self.card)


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit or denomination as the notation writes it: ``H``, ``obenabe``."""

    letter: str
    faces: Faces

    def __str__(self) -> str:
        return self.letter


@dataclass(frozen=True, slots=True)
class ActKind:
    """A kind of act by the name of its class: ``CardPlayed``."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Term:
    """A word or phrase that the catalogues translate: ``Half Court``, ``{card} face down`` with the value ``card``."""

    msgid: str
    values: Mapping[str, Value] | None = None

    def __str__(self) -> str:
        return self.msgid.format_map(self.values or {})


@dataclass(frozen=True, slots=True)
class Listing:
    """Several values in a row; ``separator``: what stands between them in English."""

    items: tuple[Value, ...]
    separator: str = ", "

    def __str__(self) -> str:
        return self.separator.join(map(str, self.items))


Value: TypeAlias = str | int | SeatName | SeatLetter | CardCode | CardName | Suit | ActKind | Term | Listing
"""A number and a text are written alike in every language."""


def card_codes(cards: Iterable[Card], faces: Faces, separator: str = " ") -> Listing:
    """Return cards as a value, in the notation's letters."""
    return Listing(tuple(CardCode(card, faces) for card in cards), separator)


def seat_letters(seats: Iterable[Seat], separator: str = ", ") -> Listing:
    """Return seats as a value, in the notation's letters."""
    return Listing(tuple(map(SeatLetter, seats)), separator)
