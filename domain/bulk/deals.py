"""Many deals as arrays: what happened in each, as far as a plain deal goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Small: TypeAlias = NDArray[np.uint8]
Numbers: TypeAlias = NDArray[np.int16]
Masks: TypeAlias = NDArray[np.uint32]
"""Sets of cards: bit ``c`` is card ``c``."""
Flags: TypeAlias = NDArray[np.bool_]

SEATS: Final = 4
HAND: Final = 8
"""Cards of a hand, and so tricks of a deal."""
BATCH: Final = 4
"""Cards of each seat in one dealing."""
CARDS: Final = SEATS * HAND
SUITS: Final = 4
SUIT: Final = 8
"""Cards of a suit."""

NOBODY: Final = 4
"""In place of a seat."""
NO_CARD: Final = 255

BIDS: Final = 1000
"""How many numbers of three digits there are."""

# Kinds of calls. The code of a call is its kind times the number of seats, plus its seat.
NUMBER: Final = 0
PASS: Final = 1
ASK: Final = 2
TOP: Final = 3
"""Partner Close Caps."""
UNREADABLE: Final = 4
END: Final = 5
"""In place of a call, after the last one; without a seat."""
CALLS: Final = 6 * SEATS
"""How many codes of calls there are."""

SHORT: Final = 6
"""Calls that many an auction has; what it has more stands apart."""

# How a card was played, beside its number.
DOWN: Final = 32
INDICATOR: Final = 64
PLAYED: Final = 128
"""Marks the place of a card that was played at all."""

# What the trump maker did after a trick.
LOOKED: Final = 1
FOUND: Final = 2
"""There was a trump among the face-down cards; the others' were shown."""
SHOWED: Final = 4
"""The indicator, to all."""

DECLINED: Final = -1
"""In place of a number of cards lifted."""


@dataclass(frozen=True, slots=True)
class Calls:
    """The calls of an auction in their order; both arrays are (calls, deals), at most `SHORT` calls."""

    codes: Small
    """What was called; here seats are counted from dealer's right."""
    numbers: Numbers
    """The number bid; 0 for every other call."""
    longer: NDArray[np.intp]
    """Which of the deals have more calls."""
    rest: Calls | None
    """Those further calls; None when there are none."""


@dataclass(frozen=True, slots=True)
class Results:
    """How each deal was settled, for the usual reasons; the first team sits in the even places."""

    made: Flags
    tokens: Numbers
    """Won (+) or lost (-) by the first team, (deals)."""
    points: Numbers
    """Card points of each team, (2, deals)."""
    tricks: Small
    """Tricks of each team, (2, deals)."""


@dataclass(frozen=True, slots=True)
class Deals:
    """Deals of one game, from the cut to the settlement.

    In a deal that was passed out the second batch, `second` and everything about trumps and tricks are
    without meaning.
    """

    dealer: Small
    cut: NDArray[np.int8]
    """Cards lifted, 0 if nobody counted them, or `DECLINED`; (deals)."""
    cards: Small
    """The batches one after another; in each, seat by seat its cards, (32, deals)."""
    passed_out: Flags
    first: Calls
    second: Calls
    indicator: Small
    """The first trump indicator, (deals)."""
    again: Small
    """The one laid after an eight-card bid, or `NO_CARD`, (deals)."""
    opened: Flags
    """Whether the maker opened the game before the first lead."""
    seats: Small
    """Who played, in the order of play, (4, deals, 8); `NOBODY` fourth in Partner Close Caps."""
    plays: Small
    """The card, plus `DOWN` and `INDICATOR`, (4, deals, 8)."""
    looks: Small
    """`LOOKED`, `FOUND` and `SHOWED` after each trick, (deals, 8)."""
    results: Results


def translated(values: Small, table: bytes) -> Small:
    """Every value through a table of 256."""
    return np.frombuffer(values.tobytes().translate(table), np.uint8).reshape(values.shape)
