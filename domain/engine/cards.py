"""Cards as text: the rank, then the suit (``"JH"``, ``"TS"`` for a ten); ``"??"`` is a card that nobody named.

The order and the points of cards belong to a ruleset's pack (`domain.engine.packs`).
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias

Card: TypeAlias = str
Seat: TypeAlias = str

RANKS: Final = "23456789TJQKA"
SUITS: Final = "SHDC"
UNKNOWN: Final[Card] = "??"

SUIT_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANK_NAMES: Final = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip


_SIGNS: Final = str.maketrans(dict(zip("♠♥♦♣♤♡♢♧\ufe0e\ufe0f", [*SUITS, *SUITS, "", ""], strict=True)))
"""The letter of each sign of a suit; the characters that choose how a sign looks are left out."""
_SIGN_FIRST: Final = re.compile(
    r"(?<![0-9TJQKA])([♠♥♦♣♤♡♢♧])[\ufe0e\ufe0f]?(10|[2-9TJQKA])(?![♠♥♦♣♤♡♢♧\ufe0e\ufe0f0-9])", re.IGNORECASE
)


def with_letters(text: str) -> str:
    """Return a text with letters for the signs of suits: ``10♠`` and ``♠10`` as ``10S``."""
    return _SIGN_FIRST.sub(r"\2\1", text).translate(_SIGNS)


def parse_card(text: str) -> Card:
    """Return the card that ``text`` names. ``jh``, ``10h`` and ``10♥`` are read as ``JH`` and ``TH``, ``?`` as ``??``.

    Raises ValueError, which quotes the text, if the text names no card.
    """
    word = with_letters(text.strip()).upper().replace("10", "T")
    if word in ("?", UNKNOWN):
        return UNKNOWN
    if len(word) == 2 and word[0] in RANKS and word[1] in SUITS:
        return word
    raise ValueError(f"{text!r} is no card: write rank then suit, as in JH, TS or ?? (unknown)")
