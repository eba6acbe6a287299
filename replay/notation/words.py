"""Words of the notation: seats and cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from domain.engine.cards import UNKNOWN, Card, Seat, parse_card
from domain.engine.seats import COMPASS
from domain.engine.words.values import CardCode, SeatLetter, seat_letters, sentence
from replay.notation.errors import NotationError

if TYPE_CHECKING:
    from domain.engine.rules import Rules

LONGEST_PLY: Final = 4
"""The most digits of a ply, since Python refuses to read very long numbers."""
SEAT: Final = re.compile(r"[NESW]|[1-9][0-9]?")
_LONG: Final = {name.upper(): seat for seat, name in COMPASS.items()}
_COUNTER_CLOCKWISE: Final = "SENW"


def read_seat(word: str, rules: Rules | None = None) -> Seat:
    """Return the seat of a word: ``E``, ``e``, ``East``, or the number of a seat. Raises `NotationError` for others."""
    seat = word.upper()
    seat = _LONG.get(seat, seat)
    if not SEAT.fullmatch(seat):
        raise NotationError(sentence("{word} is no seat: write N, E, S or W, or the number of a seat", word=repr(word)))
    if rules is not None and seat not in rules.place:
        seats = seat_letters(rules.seats)
        raise NotationError(
            sentence("{word} is no seat of this game: the seats are {seats}", word=repr(word), seats=seats)
        )
    return seat


@lru_cache(maxsize=256)
def write_seat(seat: Seat) -> str:
    """Return the word of a seat. Raises `NotationError` if the notation has none."""
    if not SEAT.fullmatch(seat):
        raise NotationError(f"{seat!r} is no seat that the notation can write")
    return seat


def read_card(word: str, rules: Rules | None = None) -> Card:
    """Return the card of a word. Raises `NotationError` if it is no card, or not in the pack of ``rules``."""
    try:
        card = parse_card(word)
    except ValueError:
        raise NotationError(
            sentence("{word} is no card: write rank then suit, as in JH, TS or ?? (unknown)", word=repr(word))
        ) from None
    if rules is not None and card != UNKNOWN and card not in rules.tables.bit:
        raise NotationError(sentence("{card} is not in the pack of this game", card=CardCode(card, rules.faces)))
    return card


def read_cards(words: str, rules: Rules | None = None) -> tuple[Card, ...]:
    """Return cards separated by spaces or commas."""
    return tuple(read_card(word, rules) for word in words.replace(",", " ").split())


@lru_cache(maxsize=256)
def write_card(card: Card) -> str:
    """Return the word of a card. Raises `NotationError` if it is no card."""
    try:
        known = parse_card(card) == card
    except ValueError:
        known = False
    if not known:
        raise NotationError(f"{card!r} is no card that the notation can write")
    return card


def write_cards(cards: Iterable[Card]) -> str:
    """Return cards separated by spaces."""
    return " ".join(map(write_card, cards))


def order_seats(seats: Iterable[Seat], after: Seat) -> list[Seat]:
    """Return seats counter-clockwise, from the right of ``after``. Equal sets of seats give the same order."""

    def place(seat: Seat) -> tuple[int, int, str]:
        if seat in _COUNTER_CLOCKWISE:
            return 0, _COUNTER_CLOCKWISE.index(seat), ""
        return (1, int(seat), "") if seat.isdecimal() else (2, 0, seat)

    ordered = sorted(seats, key=place)
    later = [seat for seat in ordered if place(seat) > place(after)]
    return later + [seat for seat in ordered if seat not in later]


def write_pairs(cards: Mapping[Seat, Card], after: Seat) -> str:
    """Return one card for each seat: ``W=JH N=7C``."""
    return " ".join(f"{write_seat(seat)}={write_card(cards[seat])}" for seat in order_seats(cards, after))


def read_pairs(words: str, rules: Rules | None = None) -> dict[Seat, Card]:
    """Return the cards by seat from the text of `write_pairs`. Raises `NotationError` for any other text."""
    pairs: dict[Seat, Card] = {}
    for word in re.sub(r"\s*=\s*", "=", words).replace(",", " ").split():
        name, sign, card = word.partition("=")
        if not sign:
            raise NotationError(
                sentence("{word} names no seat: write the seat and its card, as in W=7C", word=repr(word))
            )
        seat = read_seat(name, rules)
        if seat in pairs:
            raise NotationError(
                sentence("{seat} has two cards in {text}", seat=SeatLetter(seat), text=repr(words.strip()))
            )
        pairs[seat] = read_card(card, rules)
    return pairs


def write_hands(hands: Mapping[Seat, Iterable[Card]], dealer: Seat) -> str:
    """Return one batch for each seat, from the dealer's right: ``E:JH 9H AH TH N:…``."""
    return " ".join(f"{write_seat(seat)}:{write_cards(hands[seat])}" for seat in order_seats(hands, dealer))


def read_hands(words: str, rules: Rules | None = None) -> dict[Seat, tuple[Card, ...]]:
    """Return the batches by seat from the text of `write_hands`. Raises `NotationError` for any other text."""
    hands: dict[Seat, tuple[Card, ...]] = {}
    parts = re.split(r"([A-Za-z]+|[0-9]{1,2})\s*:", words)
    if parts[0].strip():
        text = repr(parts[0].strip())
        raise NotationError(sentence("{text} stands before any seat: write E:JH 9H AH TH N:… and so on", text=text))
    for name, cards in zip(parts[1::2], parts[2::2], strict=True):
        seat = read_seat(name, rules)
        if seat in hands:
            raise NotationError(
                sentence("{seat} is dealt to twice in {text}", seat=SeatLetter(seat), text=repr(words.strip()))
            )
        hands[seat] = read_cards(cards, rules)
    return hands
