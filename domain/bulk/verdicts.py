"""The verdict on each of many deals: certainly good, or to be left to the engine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from domain.bulk.dealing import dealt
from domain.bulk.deals import CARDS, END, HAND, NO_CARD, NOBODY, SEATS, Calls, Deals, Flags, Masks, Numbers, Small
from domain.bulk.play import cards_allowed, leads_allowed
from domain.bulk.settlement import nothing_won, settled
from domain.bulk.terms import Terms
from domain.bulk.tricks import EVERY_SEAT, Trump, announcements, in_turn, looked_as_compelled, own_cards, tricks_of


@dataclass(frozen=True, slots=True)
class Verdicts:
    """One verdict a deal."""

    good: Flags
    """True only where the engine would find nothing to say."""
    acts: Numbers
    """How many acts a deal has; without meaning where it is not good."""


def judge(deals: Deals, terms: Terms) -> Verdicts:
    """Judge deals of one ruleset."""
    cards = dealt(deals)
    first = terms.auctions.first(deals.first)
    second = terms.auctions.again(deals.second, first)
    again = second.bidder != NOBODY
    eldest = (deals.dealer + np.uint8(1)) & np.uint8(SEATS - 1)
    winner, maker = (_seated(auction.bidder, eldest) for auction in (first, second))
    maker = np.where(again, maker, winner)
    trump = Trump(
        eldest=eldest,
        maker=maker,
        card=np.where(again, deals.again, deals.indicator),
        shown_early=second.alone | (second.high >= terms.ruleset.closed.reveal_from),
        alone=second.alone,
    )
    tricks = tricks_of(deals, trump)

    good = second.good & _held(cards.batch, winner, deals.indicator)
    good &= np.where(again, _held(cards.hand, maker, deals.again), deals.again == NO_CARD)
    good &= in_turn(tricks) & own_cards(tricks, cards.hand)
    good &= cards_allowed(tricks) & leads_allowed(tricks, terms) & looked_as_compelled(tricks)
    good &= settled(deals.results, tricks, second.high, terms)
    nobody_bid = (first.bidder == NOBODY) & nothing_won(deals.results)
    good = np.where(deals.passed_out, nobody_bid, good) & cards.good & first.good

    acts = _length(deals.first) + np.int16(2)
    played = _length(deals.second) + 2 * again + announcements(tricks)
    played += np.where(trump.alone, CARDS - HAND, CARDS) + 3
    return Verdicts(good, acts + played * ~deals.passed_out)


def _seated(place: Small, eldest: Small) -> Small:
    """A seat that was counted from dealer's right; `NOBODY` stays nobody."""
    return np.where(place == NOBODY, np.uint8(NOBODY), (place + eldest) & np.uint8(SEATS - 1))


def _held(hands: Masks, seat: Small, card: Small) -> Flags:
    """Whether the seat's hand has the card."""
    hand = np.bitwise_or.reduce(hands * (seat == EVERY_SEAT))
    held: Flags = hand >> card & 1 == 1
    return held


def _length(calls: Calls) -> Numbers:
    length: Numbers = np.add.reduce(calls.codes != END * SEATS, axis=0, dtype=np.int16)
    if calls.rest is not None:
        length[calls.longer] += _length(calls.rest)
    return length
