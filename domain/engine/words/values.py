"""Values of sentences: seats, cards, suits and lists as data, which each language writes in its own way.

``str`` of a value is its English text; `replay.words.refusals` writes a value in any language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from domain.engine.seats import seat_name

if TYPE_CHECKING:
    from domain.engine.cards import Card, Seat
    from domain.engine.faces import Faces

ORDINALS: Final = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)
NUMBERS: Final = (
    *("nought", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


@dataclass(frozen=True, slots=True)
class SeatName:
    """A seat by its name: ``East``, ``seat 3``."""

    seat: Seat

    def __str__(self) -> str:
        return seat_name(self.seat)


@dataclass(frozen=True, slots=True)
class SeatLetter:
    """A seat in the notation: ``E``, ``3``."""

    seat: Seat

    def __str__(self) -> str:
        return self.seat


@dataclass(frozen=True, slots=True)
class CardCode:
    """A card in the notation: ``JH``. ``faces``: the names of the game's cards."""

    card: Card
    faces: Faces

    def __str__(self) -> str:
        return self.card


@dataclass(frozen=True, slots=True)
class CardName:
    """A card in words: ``jack of hearts``. ``faces``: the names of the game's cards."""

    card: Card
    faces: Faces

    def __str__(self) -> str:
        return self.faces.spoken(self.card)


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit or denomination in the notation: ``H``, ``obenabe``."""

    letter: str
    faces: Faces

    def __str__(self) -> str:
        return self.letter


@dataclass(frozen=True, slots=True)
class Term:
    """A word or phrase that the catalogues translate: ``Half Court``, or ``{card} face down`` with a value ``card``."""

    msgid: str
    values: Mapping[str, Value] | None = None
    """The values of the places; None for a name, which may have braces of its own."""

    def __str__(self) -> str:
        return self.msgid if self.values is None else self.msgid.format_map(self.values)


@dataclass(frozen=True, slots=True)
class Listing:
    """Several values in a row. ``separator``: the text between two of them in English."""

    items: tuple[Value, ...]
    separator: str = ", "

    def __str__(self) -> str:
        return self.separator.join(map(str, self.items))


@dataclass(frozen=True, slots=True)
class Names:
    """Names in a row: ``A``, ``A and B``, ``A, B and C``."""

    items: tuple[Value, ...]

    def __str__(self) -> str:
        return " and ".join(filter(None, (", ".join(map(str, self.items[:-1])), *map(str, self.items[-1:]))))


@dataclass(frozen=True, slots=True)
class Plural:
    """A phrase that depends on the number ``num``: ``1 token``, ``3 tokens``."""

    one: str
    many: str
    num: int = 1
    values: Mapping[str, Value] | None = None

    def of(self, num: int, **values: Value) -> Plural:
        """Return the phrase for another number, with these values."""
        return replace(self, num=num, values=values)

    def __str__(self) -> str:
        return (self.one if self.num == 1 else self.many).format_map(self.values or {})


@dataclass(frozen=True, slots=True)
class Ordinal:
    """An ordinal number, in English ``third``, ``13th`` or ``21st``."""

    number: int

    def __str__(self) -> str:
        n = self.number
        if 0 < n <= len(ORDINALS):
            return ORDINALS[n - 1]
        ending = {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th") if n % 100 not in (11, 12, 13) else "th"
        return f"{n}{ending}"


@dataclass(frozen=True, slots=True)
class Cardinal:
    """A number, in English a word up to twelve (``three``), then digits (``13``)."""

    number: int

    def __str__(self) -> str:
        return NUMBERS[self.number] if self.number < len(NUMBERS) else str(self.number)


@dataclass(frozen=True, slots=True)
class Capital:
    """A value written with a capital first letter."""

    value: Value

    def __str__(self) -> str:
        return capital(str(self.value))


Value: TypeAlias = (
    str
    | int
    | SeatName
    | SeatLetter
    | CardCode
    | CardName
    | Suit
    | Term
    | Listing
    | Names
    | Plural
    | Ordinal
    | Cardinal
    | Capital
)
"""A value of a sentence. An int or a str is written alike in every language."""


def sentence(msgid: str, /, **values: Value) -> Term:
    """Return a sentence with its values. ``msgid`` must be a literal in the call, where `web.catalogues` finds it."""
    return Term(msgid, values)


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def card_codes(cards: Iterable[Card], faces: Faces, separator: str = " ") -> Listing:
    """Return the cards in the notation, as a value."""
    return Listing(tuple(CardCode(card, faces) for card in cards), separator)


def seat_letters(seats: Iterable[Seat], separator: str = ", ") -> Listing:
    """Return the seats in the notation, as a value."""
    return Listing(tuple(map(SeatLetter, seats)), separator)
