"""Choices by rules of thumb in 304 before the play: bids, the trump indicator, open or closed trump."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import Act, Passed
from domain.games.three04.acts import PCC, BidMade, IndicatorPlaced, PartnerAsked, RedealDemanded, TrumpOpened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bots.three04_player import Three04Player

TWO, THREE, JACK, NINE, ACE, TEN = "2", "3", "J", "9", "A", "T"


def promise(player: Three04Player, cards: int, suit: int) -> float:
    """Return the points that a side is likely to take with this suit as trump, judged by four of its cards.

    The numbers were fitted to games that these players played among themselves with 304 points in the pack. Other packs
    have points and high cards in proportion.
    """
    ranks = [player.rules.tables.card[bit][0] for bit in player.cards(cards & suit)]
    side = [player.rules.tables.card[bit][0] for bit in player.cards(cards & ~suit)]
    points = BASE + LENGTH * len(ranks)
    points += sum(TRUMP.get(rank, 0) for rank in ranks)
    points += sum(SIDE.get(rank, 0) for rank in side)
    return points * player.rules.ruleset.points_in_play / POINTS


POINTS = 304
"""The points of the pack to which the numbers were fitted."""
BASE = 117.0
LENGTH = 16.0
TRUMP = {TWO: 35.0, THREE: 32.0, JACK: 29.0, NINE: 15.0, ACE: 8.0, TEN: 7.0}
SIDE = {TWO: 20.0, THREE: 19.0, JACK: 18.0, NINE: 2.0}


def best_suit(player: Three04Player, cards: int) -> tuple[float, int]:
    """Return the most promising suit of some cards: its points and its mask."""
    suits = [player.rules.tables.suit_of[part & -part] for part in player.suits(cards)]
    return max((promise(player, cards, suit), suit) for suit in suits)


# --- four cards -----------------------------------------------------------------------------------


def first_auction(player: Three04Player, options: Sequence[Act]) -> Act:
    """Choose a bid, a pass, a question to the partner, or a redeal."""
    s = player.state
    style = player.style
    redeal = [act for act in options if isinstance(act, RedealDemanded)]
    if redeal and player.chance(style.redeals):
        return redeal[0]
    cards = s.hands[player.place]
    hopes, _ = best_suit(player, cards)
    if s.asker == player.partner:
        hopes += 22  # partner has strong cards, one in each suit
    elif s.bidder == player.partner:
        hopes += 12
    elif s.passes == player.rules.seat_count - 1:
        hopes += 8  # nobody else has much
    ask = next((act for act in options if isinstance(act, PartnerAsked)), None)
    may_ask = not s.had_turn >> player.place & 1 and s.bidder != player.partner
    if ask and may_ask and is_mixed(player, cards) and player.chance(style.asks):
        return ask
    reach = int((hopes - style.margin) // 10) * 10
    bids = [act for act in options if isinstance(act, BidMade) and isinstance(act.bid, int) and act.bid <= reach]
    if s.bidder == player.partner and reach < 210:
        bids = []
    if not bids:
        return pass_or_least(options)
    return player.rng.choice(bids) if player.chance(style.jump) else bids[0]


def is_mixed(player: Three04Player, cards: int) -> bool:
    """Return whether the cards are strong without a suit to prefer (000 "Bidding with Four Cards", note 3)."""
    parts = list(player.suits(cards))
    return len(parts) == len(player.rules.tables.suits) and player.rules.tables.worth(cards) >= 60


# --- eight cards ----------------------------------------------------------------------------------


def expected_tricks(player: Three04Player, cards: int, suit: int) -> float:
    """Return how many tricks a whole hand should take with this suit as trump."""
    tables = player.rules.tables
    trumps, missing = cards & suit, suit & ~cards
    length = trumps.bit_count()
    sure = (trumps & ~((1 << missing.bit_length()) - 1)).bit_count() if missing else length
    # After the sure trumps have drawn some of the others' trumps, each further trump takes a share of a trick.
    tricks = float(sure) + max(0, length - sure) * (0.85 if sure >= 2 else 0.5)
    for part in player.suits(cards & ~suit):
        whole = tables.suit_of[part & -part]
        gap = whole & ~part
        top = (part & ~((1 << gap.bit_length()) - 1)).bit_count()
        tricks += top * (0.97 if length >= 4 else 0.8) + max(0, part.bit_count() - top) * (0.75 if top >= 2 else 0.2)
    return tricks


def second_auction(player: Three04Player, options: Sequence[Act]) -> Act:
    """Choose a bid or a pass on eight cards; 250 needs seven tricks (000 "Bidding with Eight Cards", note 2)."""
    cards = player.held
    if player.place == player.state.maker:
        suits = [player.rules.tables.suit_of[part & -part] for part in player.suits(cards)]
    else:
        suits = [player.rules.tables.suit_of[part & -part] for part in player.suits(cards) if part.bit_count() >= 4]
    hoped = max((expected_tricks(player, cards, suit) for suit in suits), default=0.0)
    bids = [act for act in options if isinstance(act, BidMade)]
    if hoped >= 7 and any(act.bid == PCC for act in bids):
        return next(act for act in bids if act.bid == PCC)
    if bids and bids[0].bid != PCC and hoped >= 6.6 + (player.style.margin - 16) / 40:
        return bids[0]
    return pass_or_least(options)


def pass_or_least(options: Sequence[Act]) -> Act:
    """Return a pass, or the lowest bid if the rules do not let the seat pass."""
    return next((act for act in options if isinstance(act, Passed)), options[0])


# --- the trump ------------------------------------------------------------------------------------


def indicator(player: Three04Player, options: Sequence[Act]) -> Act:
    """Choose the lowest card of the best suit or, of three or more cards, more often the second lowest."""
    s = player.state
    cards = player.held
    if s.round_bidder == s.maker and len(list(player.cards(cards))) > 4:
        suit = max(
            (expected_tricks(player, cards, whole), whole) for whole in player.rules.tables.suits if whole & cards
        )[1]
    else:
        _, suit = best_suit(player, cards)
    suited = list(player.cards(cards & suit))
    position = 0 if len(suited) < 3 else player.rng.choice((0, 1, 1))
    chosen = player.rules.tables.card[suited[position]]
    return next(act for act in options if isinstance(act, IndicatorPlaced) and act.card == chosen)


def declare(player: Three04Player, options: Sequence[Act]) -> Act:
    """Open or close the trump. Opening suits a hand that leads from four trumps with a sure one, or has six trumps."""
    s = player.state
    opened = next(act for act in options if isinstance(act, TrumpOpened))
    closed = [act for act in options if act is not opened and type(act).__name__ == "TrumpClosed"]
    if not closed:
        return opened
    trumps = player.held & s.trump
    missing = s.trump & ~trumps
    sure = (trumps & ~((1 << missing.bit_length()) - 1)).bit_count() if missing else trumps.bit_count()
    leads = (s.dealer + 1) % player.rules.seat_count == player.place or s.slam
    worthwhile = (leads and sure >= 1 and trumps.bit_count() >= 4) or trumps.bit_count() >= 6
    return opened if worthwhile and player.chance(player.style.opens) else closed[0]
