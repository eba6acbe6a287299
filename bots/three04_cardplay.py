"""Choices by rules of thumb in 304 during the play: cards, and calls that are certain to succeed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import Act, CardPlayed
from domain.games.three04.acts import CapsCalled, SpoiltTrumpsDeclared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bots.three04_player import Three04Player

WORTH_A_CUT = 10
"""The fewest points in a trick for which a face-down card of the likely trump suit is tried."""


def choose(player: Three04Player, options: Sequence[Act]) -> CardPlayed:
    """Choose one of the cards that may be played."""
    plays = [act for act in options if isinstance(act, CardPlayed)]
    if player.plan:
        return _next_planned_play(player, plays)
    if len(plays) == 1:
        return plays[0]
    if player.chance(player.style.slack):
        return player.rng.choice(plays)
    if not player.state.trick:
        return lead(player, plays)
    if any(player.rules.tables.bit[play.card] & player.state.lead_suit and not play.down for play in plays):
        return follow(player, plays)
    return throw_or_cut(player, plays)


def _next_planned_play(player: Three04Player, plays: list[CardPlayed]) -> CardPlayed:
    """Return the next card in the order that the player stated with Caps; else any, if none of them may be played."""
    return next((play for card in player.plan for play in plays if play.card == card), plays[0])


def _bit(player: Three04Player, play: CardPlayed) -> int:
    return player.rules.tables.bit[play.card]


def _points(player: Three04Player, play: CardPlayed) -> int:
    return player.worth(_bit(player, play))


def lead(player: Three04Player, plays: list[CardPlayed]) -> CardPlayed:
    """Lead trumps from the top while others have any, else a sure trick, else a low card."""
    s = player.state
    by_bit = {_bit(player, play): play for play in plays}
    cards = sum(by_bit)
    masters = player.masters(cards)
    unseen = player.unseen
    trumps = cards & s.trump
    if player.place == s.maker and trumps and unseen & s.trump:
        if (top := masters & trumps) and (trumps.bit_count() > 1 or s.bid >= 250):
            return by_bit[1 << (top.bit_length() - 1)]
        if trumps.bit_count() >= 4 and not masters & ~s.trump:
            return by_bit[trumps & -trumps]
    if plain := masters & ~s.trump:
        ours = (player.place, player.partner)
        rivals = [seat for seat in range(len(player.void)) if seat not in ours and not s.asleep >> seat & 1]

        def safety(bit: int) -> tuple[int, int, int]:
            suit = player.rules.tables.suit_of[bit]
            cut = sum(1 for seat in rivals if player.void[seat] & suit)
            return -cut, (unseen & suit).bit_count(), player.worth(bit)

        best = max(player.cards(plain), key=safety)
        if safety(best)[0] == 0 or not unseen & (s.trump or unseen):
            return by_bit[best]
    if trumps and player.place == s.maker and not cards & ~s.trump:
        return by_bit[1 << (trumps.bit_length() - 1)]

    def cheap(bit: int) -> tuple[int, int, int]:
        suit = player.rules.tables.suit_of[bit]
        feeds = player.void[player.partner] & suit and player.partner == s.maker
        return (suit == s.trump) * 2 - bool(feeds), player.worth(bit), -(cards & suit).bit_count()

    return by_bit[min(player.cards(cards), key=cheap)]


def follow(player: Three04Player, plays: list[CardPlayed]) -> CardPlayed:
    """Follow suit: give points to the partner, take the trick, or give as little as possible."""
    s = player.state
    by_bit = {_bit(player, play): play for play in plays}
    cards = sum(by_bit)
    masters = player.masters(cards)
    low = min(player.cards(cards), key=player.worth)
    if player.partner_wins():
        give = cards & ~masters or cards
        return by_bit[max(player.cards(give), key=player.worth)]
    best = player.winning_card
    cut_already = not best or (not s.closed and best & s.trump and not cards & s.trump)
    if cut_already:
        ours = player.winner == player.partner
        return by_bit[max(player.cards(cards & ~masters or cards), key=player.worth)] if ours else by_bit[low]
    winners = cards & ~((best << 1) - 1)
    if player.winner == player.partner and player.last:
        return by_bit[max(player.cards(cards & ~masters or cards), key=player.worth)]
    if winners and player.last:
        return by_bit[max(player.cards(winners & ~masters or winners), key=player.worth)]
    if top := winners & masters:
        chosen = 1 << (top.bit_length() - 1)
        return by_bit[chosen]
    return by_bit[low]


def throw_or_cut(player: Three04Player, plays: list[CardPlayed]) -> CardPlayed:
    """Play a card without one of the led suit: trump the trick, or throw a card away."""
    s = player.state
    ours = player.partner_wins()
    indicator = [play for play in plays if play.indicator]
    rest = [play for play in plays if not play.indicator]
    if indicator and (not rest or (not ours and (player.winner != player.partner or player.at_stake < 20))):
        return indicator[0]
    if not rest:
        return indicator[0]
    by_bit = {_bit(player, play): play for play in rest}
    cards = sum(by_bit)
    if ours or (player.winner == player.partner and player.last):
        give = cards & ~(s.trump | player.masters(cards)) or cards & ~s.trump or cards
        return by_bit[max(player.cards(give), key=player.worth)]
    if not s.closed and (cut := _cutters(player, cards)) and player.winner != player.partner:
        chosen = cut & -cut
        if player.last or player.at_stake or player.place == s.maker:
            return by_bit[chosen]
    if s.closed and not s.trump and player.winner != player.partner and player.at_stake >= WORTH_A_CUT:
        guess = trump_guess(player, cards)
        if guess & cards and player.chance(player.style.gambles):
            return by_bit[guess & cards & -(guess & cards)]
    spare = cards & ~s.trump or cards
    return by_bit[min(player.cards(spare), key=lambda bit: (player.worth(bit), bit.bit_length() % 8))]


def _cutters(player: Three04Player, cards: int) -> int:
    """Return the trumps that beat all trumps in the trick, as a mask."""
    s = player.state
    there = [bit for bit in s.trick if bit & s.trump]
    floor = max(there, default=0)
    return cards & s.trump & ~((floor << 1) - 1) if floor else cards & s.trump


def trump_guess(player: Three04Player, cards: int) -> int:
    """Return the most likely trump suit for a player who does not know it, among the suits of ``cards``.

    Suits whose jack and nine are unseen come first, then suits of which fewer cards were seen or are held.
    """
    s = player.state
    tables = player.rules.tables
    seen = s.gone | player.held

    def likely(suit: int) -> tuple[int, int]:
        jack = 1 << (suit.bit_length() - 1)
        return -bool(seen & (jack | jack >> 1)), -(seen & suit).bit_count()

    return max((suit for suit in tables.suits if suit & cards), key=likely)


# --- calls ----------------------------------------------------------------------------------------


def sure_order(player: Three04Player) -> tuple[str, ...] | None:
    """Return an order of the held cards that takes every remaining trick, wherever the unseen cards lie.

    The order is trumps from the top, then each suit from the top. It is certain if in each suit the highest cards
    beat all unseen ones for as many rounds as one hand could follow, and no unseen trump is left by then. Returns None
    if this order is not certain.
    """
    s = player.state
    if s.trick or s.turn != player.place or not s.trump or s.owed:
        return None
    held, unseen = player.held, player.unseen
    order: list[str] = []
    outside = unseen & s.trump
    if outside.bit_count() > (held & s.trump).bit_count():
        return None
    for part in sorted(player.suits(held), key=lambda part: not part & s.trump):
        suit = player.rules.tables.suit_of[part & -part]
        rivals = unseen & suit
        own = list(player.cards(part))[::-1]
        rounds = rivals.bit_count()
        if any(bit < rivals for bit in own[:rounds] if rivals and bit < 1 << (rivals.bit_length() - 1)):
            return None
        order += [player.rules.tables.card[bit] for bit in own]
    return tuple(order)


def caps(player: Three04Player) -> CapsCalled | None:
    """Return a call of Caps if it is legal and certain, else None (000 "Caps")."""
    if not any(isinstance(template.act, CapsCalled) for template in player.rules.templates(player.state, player.seat)):
        return None
    order = sure_order(player)
    return CapsCalled(player.seat, order) if order else None


def spoilt(player: Three04Player, options: Sequence[Act]) -> SpoiltTrumpsDeclared | None:
    """Return a call of spoilt trumps if the player knows that the maker's side had all trumps, else None.

    See 000 "Spoilt Trumps".
    """
    s = player.state
    call = next((act for act in options if isinstance(act, SpoiltTrumpsDeclared)), None)
    if call is None or not s.trump:
        return None
    side = 0
    for seat in (seat for seat in range(player.rules.seat_count) if s.makers() >> seat & 1):
        side |= player.shown[seat] | (s.dealt[seat] if seat == player.place else 0)
    if player.place == s.maker:
        side |= s.indicator
    return call if not s.trump & ~side else None
