"""Whether deals are settled as their cards tell (000 "Scoring")."""

from __future__ import annotations

from typing import Final

import numpy as np

from domain.bulk.deals import HAND, Flags, Numbers, Results, Small, translated
from domain.bulk.terms import Terms
from domain.bulk.tricks import Tricks, bits

EVEN: Final = np.uint64(0x00FF_00FF_00FF_00FF)
"""Every other byte of eight."""
ONES: Final = np.uint64(0x0001_0001_0001_0001)
"""Multiplied by this, the highest of four numbers becomes the sum of all."""


def settled(results: Results, tricks: Tricks, bid: Numbers, terms: Terms) -> Flags:
    """Whether points, tricks, success and tokens of deals that were played are right."""
    worth = np.add.reduce(translated(tricks.cards, terms.points), dtype=np.uint8)
    to_second = tricks.taken_by & np.uint8(1)
    points, won = np.empty_like(results.points), np.empty_like(results.tricks)
    points[1] = _total(worth * to_second)
    points[0] = _total(worth) - points[1]
    won[1] = np.bitwise_count(bits(to_second))
    won[0] = HAND - won[1]

    alone, second = tricks.trump.alone, tricks.trump.maker & 1 == 1
    made_points = np.where(second, points[1], points[0]) >= bid
    made = np.where(alone, np.where(second, won[1], won[0]) == HAND, made_points)
    win = np.where(alone, terms.alone.win, terms.win[bid])
    lose = np.where(alone, terms.alone.lose, terms.lose[bid])
    tokens = np.where(made, win, -lose)
    good: Flags = (results.made == made) & (results.tokens == np.where(second, -tokens, tokens))
    good &= np.logical_and.reduce(results.points == points) & np.logical_and.reduce(results.tricks == won)
    return good


def nothing_won(results: Results) -> Flags:
    """Nobody bid: no play and no score (000 "Bidding with Four Cards")."""
    nothing: Flags = ~results.made & (results.tokens == 0)
    nothing &= np.logical_and.reduce(results.points == 0) & np.logical_and.reduce(results.tricks == 0)
    return nothing


def _total(worth: Small) -> Numbers:
    """The points of all tricks together; ``worth`` is (deals, 8)."""
    tricks = worth.view(np.uint64)[:, 0]
    pairs = (tricks & EVEN) + (tricks >> np.uint64(8) & EVEN)
    return (pairs * ONES >> np.uint64(48)).astype(np.int16)
