"""The tricks of many deals laid out by seat, whose turn it was, and who took them (000 "Play").

A seat plays once to each trick, so what it holds before a trick is what it plays from there on: no trick has
to wait for the one before it. And since there are eight tricks, whatever is so or not so in each of them is
one byte for each deal, with a bit for each trick, the first one lowest: `Bits`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from domain.bulk.deals import (
    DOWN,
    FOUND,
    HAND,
    INDICATOR,
    LOOKED,
    NOBODY,
    PLAYED,
    SEATS,
    SHOWED,
    SUIT,
    SUITS,
    Deals,
    Flags,
    Masks,
    Small,
)

Bits: TypeAlias = NDArray[np.uint8]
"""In which tricks something is so."""
FIRST: Final = np.uint8(1)
LAST: Final = np.uint8(1 << (HAND - 1))

LAST_SEAT: Final = np.uint8(SEATS - 1)
EVERY_SEAT: Final = np.arange(SEATS, dtype=np.uint8)[:, None]
CARD: Final = np.uint8(DOWN - 1)
RANK: Final = np.uint8(SUIT - 1)
OF_SUIT: Final = np.uint8(PLAYED) | CARD ^ RANK
"""The part of a card in its place that tells its suit."""
EVERY_SUIT: Final = (np.arange(SUITS, dtype=np.uint8) * np.uint8(SUIT) | np.uint8(PLAYED))[:, None, None, None]


@dataclass(frozen=True, slots=True)
class Trump:
    """Who plays for what in each deal; every array is (deals)."""

    eldest: Small
    """The seat at dealer's right."""
    maker: Small
    card: Small
    """The trump indicator."""
    shown_early: Flags
    """Whether it must be shown after the first trick."""
    alone: Flags
    """Partner Close Caps: the maker's partner sleeps."""


@dataclass(frozen=True, slots=True)
class Tricks:
    """What happened in the tricks, by seat and deal, (4, deals), or by deal."""

    trump: Trump
    order: Small
    """The seats in the order of play, (4, deals, 8)."""
    cards: Small
    """The card of each seat, (4, deals, 8), with `PLAYED` and how it was played; 0 where the seat did not play."""
    taken_by: Small
    """Who took each trick, (deals, 8), if all was played and looked at as it must be."""
    is_maker: Bits
    """Every trick or none, by seat."""
    present: Bits
    """By seat, like what follows."""
    leads: Bits
    down: Bits
    indicator: Bits
    """The card was played as the trump indicator."""
    is_indicator: Bits
    """It is the maker's indicator, from the table or, once it was shown, from the hand."""
    follows: Bits
    """It is of the suit led."""
    is_trump: Bits
    can_follow: Bits
    """A card of the suit led is in the hand; the indicator on the table is not."""
    holds_trumps: Bits
    """The maker has a trump in the hand. By deal, like what follows."""
    trump_led: Bits
    closed: Bits
    """The indicator still lay face down on the table when the trick began."""
    looked: Bits
    found: Bits
    showed: Bits


def tricks_of(deals: Deals, trump: Trump) -> Tricks:
    """The plays in their places. Of cards played out of turn not all have one: see `in_turn`."""
    plays, order = deals.plays | np.uint8(PLAYED), deals.seats
    cards = np.zeros_like(plays)
    for position in range(SEATS):
        cards |= plays[position] * (order[position] == EVERY_SEAT[:, :, None]).view(np.uint8)
    suit, led = cards & OF_SUIT, plays[0] & OF_SUIT
    indicator = _in_every_trick(trump.card | np.uint8(PLAYED))
    trump_suit = indicator & ~RANK
    is_follower, is_trump = suit == led, suit == trump_suit
    is_maker = every(trump.maker == EVERY_SEAT)
    is_indicator = bits((cards & (np.uint8(PLAYED) | CARD)) == indicator) & is_maker
    looked, found, showed = (bits(deals.looks & np.uint8(look)) for look in (LOOKED, FOUND, SHOWED))
    closed = ~(before(showed) | every(deals.opened))

    # What is in the hand: all that is yet to be played, but for the indicator while it lies on the table.
    in_hand = from_here_on(bits(suit == EVERY_SUIT) & ~is_indicator)
    taken_up = from_here_on(np.bitwise_or.reduce(is_indicator)) & ~closed
    suits_led, suits_trump = bits(led == EVERY_SUIT[:, 0]), every(trump_suit[:, 0] == EVERY_SUIT[:, 0, :, 0])
    in_hand |= (taken_up & suits_trump)[:, None] & is_maker
    return Tricks(
        trump=trump,
        order=order,
        cards=cards,
        taken_by=taken_by(cards & RANK, is_follower, is_trump, EVERY_SEAT[:, :, None]),
        is_maker=is_maker,
        present=bits(cards & np.uint8(PLAYED)),
        leads=bits(order[0] == EVERY_SEAT[:, :, None]),
        down=bits(cards & np.uint8(DOWN)),
        indicator=bits(cards & np.uint8(INDICATOR)),
        is_indicator=is_indicator,
        follows=bits(is_follower),
        is_trump=bits(is_trump),
        can_follow=np.bitwise_or.reduce(in_hand & suits_led[:, None]),
        holds_trumps=np.bitwise_or.reduce(np.bitwise_or.reduce(in_hand & suits_trump[:, None]) & is_maker),
        trump_led=bits(led == trump_suit),
        closed=closed,
        looked=looked,
        found=found,
        showed=showed,
    )


def _in_every_trick(values: Small) -> Small:
    """The same for each trick, (deals, 8)."""
    return np.repeat(values, HAND).reshape(-1, HAND)


def bits(flags: NDArray[Any]) -> Bits:
    """Flags (anything but 0 is true) with the tricks along the last axis, as a byte each."""
    return np.packbits(flags.ravel(), bitorder="little").reshape(flags.shape[:-1])


def every(flags: Flags) -> Bits:
    """Every trick where it is so, none where it is not."""
    return np.negative(flags.view(np.uint8))


def from_here_on(flags: Bits) -> Bits:
    """The tricks in which, or after which, it is so."""
    for step in (1, 2, 4):
        flags = flags | flags >> np.uint8(step)
    return flags


def before(flags: Bits) -> Bits:
    """The tricks before which it was so."""
    for step in (1, 2, 4):
        flags = flags | flags << np.uint8(step)
    return flags << np.uint8(1)


def taken_by(strength: Small, follows: Flags, is_trump: Flags, seats: Small) -> Small:
    """The best trump takes the trick, or else the best card of the suit led.

    The four cards of each trick are along the first axis, with their strength within the suit, less than 16. A card
    that stays face down is neither.
    """
    value = follows.view(np.uint8) * np.uint8(16)
    value += is_trump.view(np.uint8) * np.uint8(32)
    value += strength
    value *= np.uint8(SEATS)
    value += seats
    best: Small = np.maximum.reduce(value) & LAST_SEAT
    return best


def in_turn(tricks: Tricks) -> Flags:
    """Whether the right seats led, and each trick went round counter-clockwise, past the sleeper."""
    trump, order = tricks.trump, tricks.order
    leaders, winners = (seats.view(np.uint64)[:, 0] for seats in (order[0], tricks.taken_by))
    good: Flags = order[0][:, 0] == np.where(trump.alone, trump.maker, trump.eldest)
    good &= leaders >> np.uint64(8) == winners & np.uint64((1 << 8 * (HAND - 1)) - 1)
    sleeper = _in_every_trick(np.where(trump.alone, trump.maker ^ 2, np.uint8(NOBODY)))
    for position in range(1, SEATS):
        right = (order[position - 1] + np.uint8(1)) & LAST_SEAT
        right = (right + (right == sleeper).view(np.uint8)) & LAST_SEAT
        amiss = bits(order[position] != right)
        if position == SEATS - 1:
            amiss = np.where(trump.alone, bits(order[position] != NOBODY), amiss)
        good &= amiss == 0
    return good


def own_cards(tricks: Tricks, hand: Masks) -> Flags:
    """Whether each seat that took part played the cards of its hand, each once."""
    cards = np.left_shift(np.uint32(1), tricks.cards & CARD)
    pairs = np.bitwise_or.reduce([cards.view(np.uint64)[..., pair] for pair in range(HAND // 2)])
    played = (pairs | pairs >> np.uint64(32)).astype(np.uint32)
    good: Flags = np.logical_and.reduce((played == hand) | (tricks.present == 0))
    return good


def looked_as_compelled(tricks: Tricks) -> Flags:
    """Whether the maker looked, told and showed after each trick just what the cards compel.

    000 "Closed Trump games", "Special Rule for Bids of 250 or more".
    """
    hidden, trumps = np.bitwise_or.reduce(tricks.down), np.bitwise_or.reduce(tricks.down & tricks.is_trump)
    early = every(tricks.trump.shown_early) & tricks.closed & FIRST
    good: Flags = (tricks.looked == hidden) & (tricks.found == trumps) & (tricks.showed == trumps | early)
    return good


def announcements(tricks: Tricks) -> Small:
    """How many acts the maker's looking and showing were, (deals)."""
    others = np.bitwise_or.reduce(tricks.down & ~tricks.is_maker)
    count = np.bitwise_count
    total: Small = count(tricks.looked) + count(tricks.showed) + count(tricks.found & others)
    return total
