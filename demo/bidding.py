"""Bidding on four and on eight cards, the indicator, open or closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import Act, Passed
from domain.games.three04.acts import PCC, BidMade, IndicatorPlaced, PartnerAsked, RedealDemanded, TrumpOpened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from demo.mind import Mind

JACK, NINE, ACE, TEN = "J", "9", "A", "T"


def promise(mind: Mind, cards: int, suit: int) -> float:
    """The points that a side is likely to take with this suit for trumps, judged by four of its cards.

    The numbers were fitted to games that these players played among themselves.
    """
    ranks = [mind.rules.tables.card[bit][0] for bit in mind.each(cards & suit)]
    side = [mind.rules.tables.card[bit][0] for bit in mind.each(cards & ~suit)]
    points = BASE + LENGTH * len(ranks)
    points += sum(TRUMP.get(rank, 0) for rank in ranks)
    points += sum(SIDE.get(rank, 0) for rank in side)
    return points


BASE = 117.0
LENGTH = 16.0
TRUMP = {JACK: 29.0, NINE: 15.0, ACE: 8.0, TEN: 7.0}
SIDE = {JACK: 18.0, NINE: 2.0}


def best_suit(mind: Mind, cards: int) -> tuple[float, int]:
    """The suit that promises most, as a mask, and how much."""
    suits = [mind.rules.tables.suit_of[part & -part] for part in mind.suits(cards)]
    return max((promise(mind, cards, suit), suit) for suit in suits)


# --- four cards -----------------------------------------------------------------------------------


def first_auction(mind: Mind, options: Sequence[Act]) -> Act:
    """A bid, a pass, a question to partner, or a redeal."""
    s = mind.deal
    style = mind.style
    redeal = [act for act in options if isinstance(act, RedealDemanded)]
    if redeal and mind.chance(style.redeals):
        return redeal[0]
    cards = s.hands[mind.me]
    hopes, _ = best_suit(mind, cards)
    if s.asker == mind.partner:
        hopes += 22  # partner has strong cards, one in each suit
    elif s.bidder == mind.partner:
        hopes += 12
    elif s.passes == mind.rules.seat_count - 1:
        hopes += 8  # nobody else has much
    ask = next((act for act in options if isinstance(act, PartnerAsked)), None)
    may_ask = not s.had_turn >> mind.me & 1 and s.bidder != mind.partner
    if ask and may_ask and mixed(mind, cards) and mind.chance(style.asks):
        return ask
    reach = int((hopes - style.margin) // 10) * 10
    bids = [act for act in options if isinstance(act, BidMade) and isinstance(act.bid, int) and act.bid <= reach]
    if s.bidder == mind.partner and reach < 210:
        bids = []
    if not bids:
        return next(act for act in options if isinstance(act, Passed))
    return mind.rng.choice(bids) if mind.chance(style.jump) else bids[0]


def mixed(mind: Mind, cards: int) -> bool:
    """Strong cards without a suit to prefer (000 "Bidding with Four Cards", note 3)."""
    parts = list(mind.suits(cards))
    return len(parts) == len(mind.rules.tables.suits) and mind.rules.tables.worth(cards) >= 60


# --- eight cards ----------------------------------------------------------------------------------


def tricks_hoped(mind: Mind, cards: int, suit: int) -> float:
    """How many tricks a whole hand should take, with this suit for trumps."""
    tables = mind.rules.tables
    trumps, missing = cards & suit, suit & ~cards
    length = trumps.bit_count()
    sure = (trumps & ~((1 << missing.bit_length()) - 1)).bit_count() if missing else length
    # Others hold the missing trumps; after the sure ones are drawn, what is left of length takes tricks.
    found = float(sure) + max(0, length - sure) * (0.85 if sure >= 2 else 0.5)
    for part in mind.suits(cards & ~suit):
        whole = tables.suit_of[part & -part]
        gap = whole & ~part
        top = (part & ~((1 << gap.bit_length()) - 1)).bit_count()
        found += top * (0.97 if length >= 4 else 0.8) + max(0, part.bit_count() - top) * (0.75 if top >= 2 else 0.2)
    return found


def second_auction(mind: Mind, options: Sequence[Act]) -> Act:
    """250 needs seven tricks of eight (000 "Bidding with Eight Cards", note 2); mostly one passes."""
    cards = mind.held
    if mind.me == mind.state.maker:
        suits = [mind.rules.tables.suit_of[part & -part] for part in mind.suits(cards)]
    else:
        suits = [mind.rules.tables.suit_of[part & -part] for part in mind.suits(cards) if part.bit_count() >= 4]
    hoped = max((tricks_hoped(mind, cards, suit) for suit in suits), default=0.0)
    bids = [act for act in options if isinstance(act, BidMade)]
    if hoped >= 7 and any(act.bid == PCC for act in bids):
        return next(act for act in bids if act.bid == PCC)
    if bids and bids[0].bid != PCC and hoped >= 6.6 + (mind.style.margin - 16) / 40:
        return bids[0]
    return next(act for act in options if isinstance(act, Passed))


# --- the trump ------------------------------------------------------------------------------------


def indicator(mind: Mind, options: Sequence[Act]) -> Act:
    """A card of the best suit: not the jack, which is wanted for leading, and rarely the lowest."""
    s = mind.deal
    cards = mind.held
    if s.round_bidder == s.maker and len(list(mind.each(cards))) > 4:
        suit = max((tricks_hoped(mind, cards, whole), whole) for whole in mind.rules.tables.suits if whole & cards)[1]
    else:
        _, suit = best_suit(mind, cards)
    mine = list(mind.each(cards & suit))
    place = 0 if len(mine) < 3 else mind.rng.choice((0, 1, 1))
    chosen = mind.rules.tables.card[mine[place]]
    return next(act for act in options if isinstance(act, IndicatorPlaced) and act.card == chosen)


def declare(mind: Mind, options: Sequence[Act]) -> Act:
    """Open when trumps should be led at once, or when they are so long that nothing is worth hiding."""
    s = mind.deal
    opened = next(act for act in options if isinstance(act, TrumpOpened))
    closed = [act for act in options if act is not opened and type(act).__name__ == "TrumpClosed"]
    if not closed:
        return opened
    trumps = mind.held & s.trump
    missing = s.trump & ~trumps
    sure = (trumps & ~((1 << missing.bit_length()) - 1)).bit_count() if missing else trumps.bit_count()
    leads = (s.dealer + 1) % mind.rules.seat_count == mind.me or s.slam
    wanted = (leads and sure >= 1 and trumps.bit_count() >= 4) or trumps.bit_count() >= 6
    return opened if wanted and mind.chance(mind.style.opens) else closed[0]
