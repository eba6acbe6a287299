"""Choices by rules of thumb in Sidi Barrani: bids, doubles and cards, as document 003 advises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.engine.facts import Act, CardPlayed, Passed
from domain.engine.state import NOBODY
from domain.games.sidi.acts import ContractBid, Doubled
from domain.games.sidi.orders import orders
from domain.games.sidi.ruleset import OBENABE, UNDENUFE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bots.sidi_player import SidiPlayer

TRUMP: Final = {"J": 30, "9": 17, "A": 12, "K": 7, "Q": 6, "T": 9, "8": 5, "7": 5, "6": 5}
"""The points that a trump of each rank promises its side."""
HIGHEST: Final = (14, 8, 3)
"""The points that the three highest cards of another suit promise, each if all higher ones are held too."""
WITHOUT: Final = (22, 16, 12, 9, 7, 5, 5, 5, 5)
"""The points that the cards of a suit promise in a contract without trumps, each if all higher ones are held too."""
PARTNER: Final = 46
"""The points that a partner adds whose cards are unknown."""
RAISE: Final = 18
"""The further points that a partner adds who bid the denomination."""
TOTAL: Final = 157
"""The points of a deal without Match."""
DOUBTS: Final = 2
"""The points by which a hand alone must exceed the total less the contract to double it."""
WORTH_A_TRUMP: Final = 9
"""The fewest points for which a trick is trumped."""


# --- bidding ------------------------------------------------------------------------------------------


def promise(player: SidiPlayer, denomination: str) -> int:
    """Return the points that the player's side is likely to take in a denomination, judged by the player's hand."""
    tables = player.rules.tables
    order = orders(player.state.rules.ruleset)[denomination]
    points = PARTNER
    for suit in tables.suits:
        held = list(player.cards(player.held & suit))
        if suit == order.trump:
            points += sum(TRUMP[tables.card[bit][0]] for bit in held)
            continue
        by_strength = sorted(player.cards(suit), key=lambda bit: (order.beats[bit] & suit).bit_count())
        for bit, worth in zip(by_strength, HIGHEST if order.trump else WITHOUT, strict=False):
            if not bit & player.held:
                break
            points += worth
    return points


def best_denomination(player: SidiPlayer) -> tuple[int, str]:
    """Return the points and the name of the most promising denomination, counting the partner's bid."""
    s, game = player.state, player.state.rules.ruleset
    hopes = {name: promise(player, name) for name in game.denominations}
    if s.bidder == player.partner:
        hopes[s.denomination] += RAISE
    return max((points, name) for name, points in hopes.items())


def call(player: SidiPlayer, options: Sequence[Act]) -> Act:
    """Choose a bid or a pass."""
    s = player.state
    hopes, denomination = best_denomination(player)
    reach = hopes - player.style.contract_margin
    bids = [
        act
        for act in options
        if isinstance(act, ContractBid) and act.denomination == denomination and act.points <= reach
    ]
    if s.bidder == player.partner and (denomination == s.denomination or reach < s.high + 30):
        bids = [act for act in bids if act.points > 100]
    if s.bidder == NOBODY:
        bids = [act for act in bids if is_true_of_under(player, act)]
    return bids[0] if bids else next(act for act in options if isinstance(act, Passed))


def is_true_of_under(player: SidiPlayer, bid: ContractBid) -> bool:
    """Return whether an opening bid is true about the Under.

    A bid of 40, 60, 80 or 100 promises the Under, 50, 70 or 90 denies it (003 "Tactics and Conventions"). Bids without
    a trump suit promise nothing and are always true.
    """
    if bid.denomination in (OBENABE, UNDENUFE):
        return True
    under = bool(player.held & orders(player.state.rules.ruleset)[bid.denomination].puur)
    return (bid.points % 20 == 0) == under


def double(player: SidiPlayer, options: Sequence[Act]) -> Doubled | None:
    """Return a double, in turn or not, if the hand alone promises to beat the contract (`DOUBTS`); else None."""
    offered = next((act for act in options if isinstance(act, Doubled)), None)
    if offered is None:
        return None
    against = promise(player, player.state.denomination) - PARTNER
    return offered if against >= TOTAL - player.state.high + DOUBTS else None


# --- playing ------------------------------------------------------------------------------------------


def card(player: SidiPlayer, options: Sequence[Act]) -> CardPlayed:
    """Choose one of the cards that may be played."""
    by_bit = {player.rules.tables.bit[act.card]: act for act in options if isinstance(act, CardPlayed)}
    if len(by_bit) > 1 and player.chance(player.style.slack):
        return player.rng.choice(list(by_bit.values()))
    cards = sum(by_bit)
    return by_bit[follow(player, cards) if player.state.trick else lead(player, cards)]


def lead(player: SidiPlayer, cards: int) -> int:
    """Return the card to lead: the top trump while opponents may have any, else a sure trick, else a low card."""
    s, trump, unseen = player.state, player.order.trump, player.unseen
    masters = player.masters(cards)
    ours = s.maker in (player.place, player.partner)
    rivals = [seat for seat in range(player.rules.seat_count) if seat not in (player.place, player.partner)]
    if ours and masters & trump and any(not player.void[seat] & trump for seat in rivals) and unseen & trump:
        return max(player.cards(masters & trump), key=player.worth)
    safe = [
        bit
        for bit in player.cards(masters & ~trump)
        if not (trump & unseen and any(player.void[seat] & player.rules.tables.suit_of[bit] for seat in rivals))
    ]
    if safe:
        return max(safe, key=lambda bit: (player.worth(bit), -bit))
    return cheapest(player, cards)


def follow(player: SidiPlayer, cards: int) -> int:
    """Return the card that gives points to the partner, takes the trick, or gives as little as possible."""
    trump = player.order.trump
    if player.partner_wins():
        give = cards & ~(player.masters(cards) | trump) or cards & ~trump or cards
        return max(player.cards(give), key=player.worth)
    winners = player.winners(cards)
    suited = winners & player.state.lead_suit & ~(player.order.puur if player.at_stake < WORTH_A_TRUMP else 0)
    if suited and player.last:
        return max(player.cards(suited), key=player.worth)
    if (top := suited & player.masters(suited)) and player.winner != player.partner:
        return max(player.cards(top), key=player.worth)
    trumps = winners & trump & ~player.state.lead_suit
    if trumps and player.winner != player.partner and player.at_stake >= WORTH_A_TRUMP:
        return min(player.cards(trumps), key=player.worth)
    return cheapest(player, cards)


def cheapest(player: SidiPlayer, cards: int) -> int:
    """Return the best card to lose a trick with: no trump, few points, from a long suit."""
    tables = player.rules.tables
    return min(
        player.cards(cards),
        key=lambda bit: (
            bool(bit & player.order.trump),
            player.worth(bit),
            player.higher(bit).bit_count() == 0,
            -(player.held & tables.suit_of[bit]).bit_count(),
        ),
    )
