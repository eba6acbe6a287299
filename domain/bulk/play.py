"""Which cards may be played (000 "Play", "Closed Trump games", "Exhausted Trumps")."""

from __future__ import annotations

import numpy as np

from domain.bulk.deals import Flags
from domain.bulk.terms import Terms
from domain.bulk.tricks import EVERY_SEAT, FIRST, LAST, LAST_SEAT, Bits, Tricks, before, every, from_here_on


def cards_allowed(tricks: Tricks) -> Flags:
    """Whether each card could be played, and face up or down as it was; which cards the maker leads aside."""
    indicator, leads, must_follow = tricks.indicator, tricks.leads, tricks.can_follow & ~tricks.leads

    # The indicator is the card on the table, and no other.
    wrong = indicator ^ (tricks.is_indicator & tricks.closed)
    # Whoever can follow suit does so, from the hand.
    wrong |= must_follow & (~tricks.follows | indicator)
    # Whoever cannot plays face down while trumps are closed; but the indicator may follow a trump.
    must_hide = ~(must_follow | leads) & tricks.closed & ~(indicator & tricks.trump_led)
    must_hide &= ~_after_it_was_shown(tricks)
    wrong |= tricks.down ^ must_hide
    # The maker cuts with the indicator only: from its hand it throws no trump face down.
    wrong |= must_hide & tricks.is_maker & tricks.is_trump & ~indicator
    # Before the last trick the indicator does nothing but cut.
    wrong |= indicator & (leads | tricks.trump_led) & ~LAST
    allowed: Flags = np.bitwise_or.reduce(wrong & tricks.present) == 0
    return allowed


def _after_it_was_shown(tricks: Tricks) -> Bits:
    """Who plays to the last trick after the indicator was played face up, which opens the trump, by seat."""
    leader = tricks.order[0][:, -1]
    places = [(seat - leader) & LAST_SEAT for seat in (EVERY_SEAT, tricks.trump.maker)]
    shown = np.bitwise_or.reduce(tricks.indicator & ~tricks.down) & LAST
    after: Bits = every(places[0] > places[1]) & shown
    return after


def leads_allowed(tricks: Tricks, terms: Terms) -> Flags:
    """Whether the maker led what it may: no trump to the first trick, then trumps while it has the duty."""
    trump, exhausted = tricks.trump, terms.ruleset.exhausted
    leads = np.bitwise_or.reduce(tricks.leads & tricks.is_maker)
    barred = trump.eldest == trump.maker
    if terms.ruleset.pcc.closed_lead_restriction:
        barred = barred | trump.alone
    not_a_trump = every(barred) & tricks.closed & FIRST

    others = np.bitwise_or.reduce(tricks.is_trump & ~tricks.is_maker)
    if exhausted.trigger == "unanswered_lead":
        bound = before(leads & tricks.trump_led & ~others)
    else:
        bound = ~from_here_on(others) & ~not_a_trump
    if not exhausted.applies_closed:
        bound = bound & ~tricks.closed
    bound = bound & tricks.holds_trumps & ~every(trump.alone)
    wrong = leads & bound & ~tricks.trump_led | not_a_trump & tricks.trump_led
    allowed: Flags = wrong == 0
    return allowed
