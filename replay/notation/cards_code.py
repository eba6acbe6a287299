"""One letter a card, for machines: spades A–M, hearts N–Z, diamonds a–m, clubs n–z, each from 2 up to ace."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from domain.cards import RANKS, Card

SUITS: Final = "SHDC"

LETTER: Final[dict[Card, str]] = dict(
    zip((rank + suit for suit in SUITS for rank in RANKS), ascii_uppercase + ascii_lowercase, strict=True)
)
"""The letter of each card of 52, whatever the pack: ``JH`` is ``W``."""
CARD: Final[dict[str, Card]] = {letter: card for card, letter in LETTER.items()}


def pack_cards(cards: Iterable[Card]) -> str:
    """Cards as letters. An unknown card has none: ``KeyError``."""
    return "".join(map(LETTER.__getitem__, cards))


def unpack_cards(letters: str) -> tuple[Card, ...]:
    """What `pack_cards` wrote; a letter that is none raises ``KeyError``."""
    return tuple(map(CARD.__getitem__, letters))
