"""Bids, doubles and cards of a generated player of Sidi Barrani: modest, and as document 003 advises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.engine.facts import Act, CardPlayed, Passed
from domain.engine.state import NOBODY
from domain.games.sidi.acts import ContractBid, Doubled
from domain.games.sidi.orders import orders
from domain.games.sidi.ruleset import OBENABE, UNDENUFE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from demo.jass_mind import JassMind

TRUMP: Final = {"J": 30, "9": 17, "A": 12, "K": 7, "Q": 6, "T": 9, "8": 5, "7": 5, "6": 5}
"""What a trump of each rank promises, in points of the side."""
HIGHEST: Final = (14, 8, 3)
"""What the highest card of another suit promises, and what the two below it do if those above are held too."""
WITHOUT: Final = (22, 16, 12, 9, 7, 5, 5, 5, 5)
"""The same without trumps, for as many cards from the top as lie together."""
PARTNER: Final = 46
"""What a partner brings of whom nothing is known."""
RAISE: Final = 18
"""What it brings more, having bid the same."""
TOTAL: Final = 157
"""The points of a deal without Match."""
DOUBTS: Final = 2
"""How many points more than needed to beat a contract one must see in one's own hand to double it."""
WORTH_A_TRUMP: Final = 9
"""Points that make trumping a trick worth it."""


# --- bidding ------------------------------------------------------------------------------------------


def promise(mind: JassMind, denomination: str) -> int:
    """The points that a side is likely to take in this denomination, with the hand of this seat."""
    tables = mind.rules.tables
    order = orders(mind.jass.rules.ruleset)[denomination]
    points = PARTNER
    for suit in tables.suits:
        held = list(mind.each(mind.held & suit))
        if suit == order.trump:
            points += sum(TRUMP[tables.card[bit][0]] for bit in held)
            continue
        by_strength = sorted(mind.each(suit), key=lambda bit: (order.beats[bit] & suit).bit_count())
        for bit, worth in zip(by_strength, HIGHEST if order.trump else WITHOUT, strict=False):
            if not bit & mind.held:
                break
            points += worth
    return points


def best_denomination(mind: JassMind) -> tuple[int, str]:
    """What promises most, with what partner has said, and how much."""
    s, game = mind.jass, mind.jass.rules.ruleset
    hopes = {each: promise(mind, each) for each in game.denominations}
    if s.bidder == mind.partner:
        hopes[s.denomination] += RAISE
    return max((points, each) for each, points in hopes.items())


def call(mind: JassMind, options: Sequence[Act]) -> Act:
    """A bid or a pass."""
    s = mind.jass
    hopes, denomination = best_denomination(mind)
    reach = hopes - mind.style.margin
    bids = [
        act
        for act in options
        if isinstance(act, ContractBid) and act.denomination == denomination and act.points <= reach
    ]
    if s.bidder == mind.partner and (denomination == s.denomination or reach < s.high + 30):
        bids = [act for act in bids if act.points > 100]
    if s.bidder == NOBODY:
        bids = [act for act in bids if tells_the_under(mind, act)]
    return bids[0] if bids else next(act for act in options if isinstance(act, Passed))


def tells_the_under(mind: JassMind, bid: ContractBid) -> bool:
    """An opening of 40, 60, 80 or 100 promises the Under, 50, 70 or 90 denies it (003 "Tactics and Conventions")."""
    if bid.denomination in (OBENABE, UNDENUFE):
        return True
    under = bool(mind.held & orders(mind.jass.rules.ruleset)[bid.denomination].puur)
    return (bid.points % 20 == 0) == under


def double(mind: JassMind, options: Sequence[Act]) -> Doubled | None:
    """A double, in turn or not, of a contract that this hand alone nearly beats."""
    offered = next((act for act in options if isinstance(act, Doubled)), None)
    if offered is None:
        return None
    against = promise(mind, mind.jass.denomination) - PARTNER
    return offered if against >= TOTAL - mind.jass.high + DOUBTS else None


# --- playing ------------------------------------------------------------------------------------------


def card(mind: JassMind, options: Sequence[Act]) -> CardPlayed:
    """One of the cards that may be played."""
    by_bit = {mind.rules.tables.bit[act.card]: act for act in options if isinstance(act, CardPlayed)}
    if len(by_bit) > 1 and mind.chance(mind.style.slack):
        return mind.rng.choice(list(by_bit.values()))
    cards = sum(by_bit)
    return by_bit[follow(mind, cards) if mind.state.trick else lead(mind, cards)]


def lead(mind: JassMind, cards: int) -> int:
    """Trumps from the top while opponents may have any; else a sure trick; else something low."""
    s, trump, unseen = mind.state, mind.order.trump, mind.unseen
    masters = mind.masters(cards)
    ours = s.maker in (mind.me, mind.partner)
    rivals = [seat for seat in range(mind.rules.seat_count) if seat not in (mind.me, mind.partner)]
    if ours and masters & trump and any(not mind.void[seat] & trump for seat in rivals) and unseen & trump:
        return max(mind.each(masters & trump), key=mind.worth)
    safe = [
        bit
        for bit in mind.each(masters & ~trump)
        if not (trump & unseen and any(mind.void[seat] & mind.rules.tables.suit_of[bit] for seat in rivals))
    ]
    if safe:
        return max(safe, key=lambda bit: (mind.worth(bit), -bit))
    return cheapest(mind, cards)


def follow(mind: JassMind, cards: int) -> int:
    """Points to partner, the trick to me, or as little as possible."""
    trump = mind.order.trump
    if mind.partner_has_it():
        give = cards & ~(mind.masters(cards) | trump) or cards & ~trump or cards
        return max(mind.each(give), key=mind.worth)
    winners = mind.winners(cards)
    suited = winners & mind.state.lead_suit & ~(mind.order.puur if mind.at_stake < WORTH_A_TRUMP else 0)
    if suited and mind.last:
        return max(mind.each(suited), key=mind.worth)
    if (top := suited & mind.masters(suited)) and mind.winner != mind.partner:
        return max(mind.each(top), key=mind.worth)
    trumps = winners & trump & ~mind.state.lead_suit
    if trumps and mind.winner != mind.partner and mind.at_stake >= WORTH_A_TRUMP:
        return min(mind.each(trumps), key=mind.worth)
    return cheapest(mind, cards)


def cheapest(mind: JassMind, cards: int) -> int:
    """The card that is missed least: not a trump, worth little, from a long suit."""
    tables = mind.rules.tables
    return min(
        mind.each(cards),
        key=lambda bit: (
            bool(bit & mind.order.trump),
            mind.worth(bit),
            mind.higher(bit).bit_count() == 0,
            -(mind.held & tables.suit_of[bit]).bit_count(),
        ),
    )
