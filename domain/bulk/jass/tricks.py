"""The tricks of many deals: whose turn it was, who took them, and whether each card could be played (003 "Play").

A seat plays once to each trick, so what it holds before a trick is what it plays from there on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from domain.bulk.deals import SEATS, Flags, Numbers, Small, translated
from domain.bulk.jass.deals import HAND, LANE, SUIT, Deals, Masks
from domain.bulk.jass.terms import Terms
from domain.bulk.tricks import EVERY_SEAT, LAST_SEAT, taken_by

ONE: Final = np.uint64(1)
NOTHING: Final = np.uint64(0)
CARD: Final = np.uint8(63)
RANK: Final = np.uint8(LANE - 1)
DISCARDED: Final = np.uint8(64)
"""Marks a card that is neither of the suit led nor a trump."""
TOO_LOW: Final = np.uint8(128)
"""Marks a trump on a plain lead that is lower than one before it; the highest mark."""


@dataclass(frozen=True, slots=True)
class Tricks:
    """What came of the tricks."""

    good: Flags
    """Whether everybody played in turn, from the hand, and nothing but what was allowed."""
    points: Numbers
    """Of the cards each team took, (2, deals)."""
    tricks: Small
    """(2, deals)."""
    last: Small
    """Who took the last one."""


def tricks_of(deals: Deals, hands: Masks, maker: Small, denomination: Small, terms: Terms) -> Tricks:
    """Go through the tricks of deals that are played for a denomination; the ``maker`` leads."""
    seats, plays = deals.seats, deals.plays
    suit = plays // np.uint8(LANE)
    is_trump, follows = suit == denomination, suit == suit[0]
    order = (is_trump.view(np.uint8) + terms.order.take(denomination)) * np.uint8(LANE) | plays & RANK
    strength, worth = translated(order, terms.strength), translated(order, terms.points)
    taken = taken_by(strength, follows, is_trump, seats)

    good = seats[0, 0] == maker
    good &= np.logical_and.reduce(seats[0, 1:] == taken[:-1])
    good &= np.logical_and.reduce(((seats[1:] - seats[:-1]) & LAST_SEAT) == 1, axis=(0, 1))
    marked = plays | (~(follows | is_trump)).view(np.uint8) * DISCARDED
    marked |= _too_low(strength, is_trump & ~follows).view(np.uint8) * TOO_LOW
    good &= _cards_allowed(_by_seat(marked, seats), suit[0], hands, denomination, terms)

    to_second = taken & np.uint8(1)
    worth = worth[0] + worth[1] + worth[2] + worth[3]
    points, tricks = np.empty((2, maker.size), np.int16), np.empty((2, maker.size), np.uint8)
    points[1] = np.add.reduce(worth * to_second, dtype=np.int16)
    points[0] = np.add.reduce(worth, dtype=np.int16) - points[1]
    tricks[1] = np.add.reduce(to_second)
    tricks[0] = np.uint8(HAND) - tricks[1]
    return Tricks(good, points, tricks, taken[-1])


def _too_low(strength: Small, cuts: Flags) -> Flags:
    """Which trumps that cut a plain lead are lower than the highest one before them."""
    trumps = (strength + np.uint8(1)) * cuts.view(np.uint8)
    low = np.zeros(trumps.shape, bool)
    for place in range(2, SEATS):
        low[place] = (trumps[place] < np.maximum.reduce(trumps[:place])) & cuts[place]
    return low


def _by_seat(plays: Small, seats: Small) -> Small:
    """The card of each seat in the place of the card of each turn. Played out of turn, not all have one."""
    cards = np.zeros_like(plays)
    for place in range(SEATS):
        cards |= plays[place] * (seats[place] == EVERY_SEAT[:, :, None]).view(np.uint8)
    return cards


def _cards_allowed(cards: Small, led: Small, hands: Masks, denomination: Small, terms: Terms) -> Flags:
    """Whether all seats played their hands, and each card could be played; from the last trick back to the first."""
    puur = terms.puur.take(denomination)
    hand = np.zeros_like(hands)
    wrong = np.zeros(hands.shape, bool)
    for trick in reversed(range(HAND)):
        card = cards[:, trick]
        hand |= np.left_shift(ONE, card & CARD, dtype=np.uint64)
        due = np.uint64(SUIT) << led[trick].astype(np.uint64) * np.uint64(LANE) & ~puur
        wrong |= ((hand & due) != NOTHING) & ((card & DISCARDED) != 0)
    allowed: Flags = ~np.logical_or.reduce(wrong | (hand != hands))

    seat, when, deal = np.unravel_index(np.flatnonzero(cards >= TOO_LOW), cards.shape)
    is_trump = (cards[seat, :, deal] & CARD) // np.uint8(LANE) == denomination[deal, None]
    before = np.arange(HAND) < when[:, None]
    allowed[deal[~np.logical_and.reduce(is_trump | before, axis=1)]] = False
    return allowed
