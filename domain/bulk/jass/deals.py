"""Many deals of a Jass as arrays: what happened in each, as far as a plain deal goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from domain.bulk.deals import SEATS, SUITS, Flags, Numbers, Small
from domain.jass import ruleset as jass
from domain.jass.ruleset import JassRuleset

Masks: TypeAlias = NDArray[np.uint64]
"""Sets of cards: bit ``c`` is card ``c``."""
Places: TypeAlias = NDArray[np.intp]
"""Places in other arrays."""
Codes: TypeAlias = NDArray[np.int64]

HAND: Final = 9
"""Cards of a hand, and so tricks of a deal."""
BATCH: Final = 3
"""Cards of each seat in one dealing."""
CARDS: Final = SEATS * HAND
LANE: Final = 16
"""Bits of a suit in a set; the ranks take up the lowest nine."""
SUIT: Final = (1 << HAND) - 1
"""All cards of the first suit."""

OBENABE: Final = SUITS
UNDENUFE: Final = SUITS + 1
DENOMINATIONS: Final = SUITS + 2

# Kinds of calls, beside those of `domain.bulk.deals`; the highest number of all is `TOP`, other numbers are `NUMBER`.
DOUBLE: Final = 2
REDOUBLE: Final = 6
CALLS: Final = 7 * SEATS
"""How many codes of calls there are."""
BID: Final = 8
"""A bid is so many times its number, plus its denomination, plus one."""

# Kinds of things that are said in the play; each but the last two has a value.
DECLARED: Final = 0
"""The value of the highest Weis."""
SIZE: Final = 1
"""Its number of cards."""
HIGHEST: Final = 2
"""The place of its highest card in the pack's order of ranks."""
TRUMPS: Final = 3
"""1 if it is in trumps, else 0."""
SCORED: Final = 4
"""The values of all that the seat scores, as one number: see `JOINED`."""
DEMANDED: Final = 5
"""The value that is to be shown, plus `WHOSE` times the seat that is to show it."""
SHOWN: Final = 6
"""0; the cards stand apart."""
CONCEDED: Final = 7
STOECK: Final = 8
JOINED: Final = 1000
"""Several values make one number: each one so many times the next."""
WHOSE: Final = 10_000


def word(count: Codes | int, seat: Codes | int, kind: Codes | int, value: Codes | int) -> Codes | int:
    """The code of something said: after so many cards, by whom, of what kind."""
    return ((value * 16 + kind) * SEATS + seat) * 64 + count


def unfolded(code: Codes) -> tuple[Codes, Codes, Codes, Codes]:
    """After how many cards it was said, by whom, of what kind, and its value."""
    return code & 63, code >> 6 & SEATS - 1, code >> 8 & 15, code >> 12


def denominations(game: JassRuleset) -> tuple[str, ...]:
    """The denominations of a game in the order of their numbers."""
    return (*game.pack.suits, jass.OBENABE, jass.UNDENUFE)


def spread(mask: int) -> int:
    """A set of cards of the engine, as one here."""
    return sum((mask >> suit * HAND & SUIT) << suit * LANE for suit in range(SUITS))


def packed(mask: int) -> int:
    """A set of cards, as one of the engine."""
    return sum((mask >> suit * LANE & SUIT) << suit * HAND for suit in range(SUITS))


@dataclass(frozen=True, slots=True)
class Calls:
    """The auctions: the first call of every deal, then the second of each that has one, and so on.

    Deals with more calls come before those with fewer.
    """

    deals: Places
    """All of them, in that order."""
    many: list[int]
    """How many of them have a first call, a second one …"""
    codes: Small
    """What was called: a kind times the number of seats, plus the seat, counted from dealer's right."""
    bids: Numbers
    """See `BID`; 0 for what is no bid."""


@dataclass(frozen=True, slots=True)
class Words:
    """What was said in all the deals, deal by deal, each in its order."""

    code: Codes
    """Each as `word` puts it, and at the end, behind them all, one that is none."""
    kind: Small
    cards: Masks
    """What is shown; without meaning for every other kind."""
    deal: Places
    first: Places
    """The place of each deal's first word, (deals)."""
    end: Places
    """The place behind its last."""


@dataclass(frozen=True, slots=True)
class Results:
    """How each deal was settled."""

    made: Flags
    score: Numbers
    """(2, deals), like what follows; the first team sits in the even places."""
    points: Numbers
    tricks: Small
    doubled: Flags
    redoubled: Flags
    match: Flags
    weis: Flags
    stoeck: Flags


@dataclass(frozen=True, slots=True)
class Deals:
    """Deals that were played, from the cut to the settlement."""

    dealer: Small
    cut: NDArray[np.int8]
    """Cards lifted, 0 if nobody counted them, or `DECLINED`."""
    cards: Small
    """The batches one after another; in each, seat by seat its cards, (36, deals)."""
    calls: Calls
    seats: Small
    """Who played, in the order of play, (4, 9, deals)."""
    plays: Small
    """Which card, (4, 9, deals)."""
    words: Words
    results: Results
    acts: Numbers
    """How many acts there are."""
