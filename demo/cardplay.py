"""Which card to play, and when Caps or spoilt trumps can be called for certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import Act, CardPlayed
from domain.games.three04.acts import CapsCalled, SpoiltTrumpsDeclared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from demo.mind import Mind

WORTH_A_CUT = 10
"""Points that make a cut in the dark worth trying."""


def choose(mind: Mind, options: Sequence[Act]) -> CardPlayed:
    """One of the cards that may be played."""
    plays = [act for act in options if isinstance(act, CardPlayed)]
    if mind.plan:
        return _planned(mind, plays)
    if len(plays) == 1:
        return plays[0]
    if mind.chance(mind.style.slack):
        return mind.rng.choice(plays)
    if not mind.state.trick:
        return lead(mind, plays)
    if any(mind.rules.tables.bit[play.card] & mind.state.lead_suit and not play.down for play in plays):
        return follow(mind, plays)
    return throw_or_cut(mind, plays)


def _planned(mind: Mind, plays: list[CardPlayed]) -> CardPlayed:
    """After a call of Caps the cards come in the order stated."""
    for play in plays:
        if play.card == mind.plan[0]:
            mind.plan.pop(0)
            return play
    return plays[0]


def _bit(mind: Mind, play: CardPlayed) -> int:
    return mind.rules.tables.bit[play.card]


def _points(mind: Mind, play: CardPlayed) -> int:
    return mind.worth(_bit(mind, play))


def lead(mind: Mind, plays: list[CardPlayed]) -> CardPlayed:
    """Trumps from the top while others have any; else a sure trick; else a low card."""
    s = mind.deal
    by_bit = {_bit(mind, play): play for play in plays}
    cards = sum(by_bit)
    masters = mind.masters(cards)
    unseen = mind.unseen
    trumps = cards & s.trump
    if mind.me == s.maker and trumps and unseen & s.trump:
        if (top := masters & trumps) and (trumps.bit_count() > 1 or s.bid >= 250):
            return by_bit[1 << (top.bit_length() - 1)]
        if trumps.bit_count() >= 4 and not masters & ~s.trump:
            return by_bit[trumps & -trumps]
    if plain := masters & ~s.trump:
        ours = (mind.me, mind.partner)
        rivals = [seat for seat in range(len(mind.void)) if seat not in ours and not s.asleep >> seat & 1]

        def safety(bit: int) -> tuple[int, int, int]:
            suit = mind.rules.tables.suit_of[bit]
            cut = sum(1 for seat in rivals if mind.void[seat] & suit)
            return -cut, (unseen & suit).bit_count(), mind.worth(bit)

        best = max(mind.each(plain), key=safety)
        if safety(best)[0] == 0 or not unseen & (s.trump or unseen):
            return by_bit[best]
    if trumps and mind.me == s.maker and not cards & ~s.trump:
        return by_bit[1 << (trumps.bit_length() - 1)]

    def cheap(bit: int) -> tuple[int, int, int]:
        suit = mind.rules.tables.suit_of[bit]
        feeds = mind.void[mind.partner] & suit and mind.partner == s.maker
        return (suit == s.trump) * 2 - bool(feeds), mind.worth(bit), -(cards & suit).bit_count()

    return by_bit[min(mind.each(cards), key=cheap)]


def follow(mind: Mind, plays: list[CardPlayed]) -> CardPlayed:
    """Points to partner, the trick to me, or as little as possible."""
    s = mind.deal
    by_bit = {_bit(mind, play): play for play in plays}
    cards = sum(by_bit)
    masters = mind.masters(cards)
    low = min(mind.each(cards), key=mind.worth)
    if mind.partner_has_it():
        give = cards & ~masters or cards
        return by_bit[max(mind.each(give), key=mind.worth)]
    best = mind.winning_card
    cut_already = not best or (not s.closed and best & s.trump and not cards & s.trump)
    if cut_already:
        ours = mind.winner == mind.partner
        return by_bit[max(mind.each(cards & ~masters or cards), key=mind.worth)] if ours else by_bit[low]
    winners = cards & ~((best << 1) - 1)
    if mind.winner == mind.partner and mind.last:
        return by_bit[max(mind.each(cards & ~masters or cards), key=mind.worth)]
    if winners and mind.last:
        return by_bit[max(mind.each(winners & ~masters or winners), key=mind.worth)]
    if top := winners & masters:
        chosen = 1 << (top.bit_length() - 1)
        return by_bit[chosen]
    return by_bit[low]


def throw_or_cut(mind: Mind, plays: list[CardPlayed]) -> CardPlayed:
    """Void in the suit that was led."""
    s = mind.deal
    ours = mind.partner_has_it()
    indicator = [play for play in plays if play.indicator]
    rest = [play for play in plays if not play.indicator]
    if indicator and (not rest or (not ours and (mind.winner != mind.partner or mind.at_stake < 20))):
        return indicator[0]
    if not rest:
        return indicator[0]
    by_bit = {_bit(mind, play): play for play in rest}
    cards = sum(by_bit)
    if ours or (mind.winner == mind.partner and mind.last):
        give = cards & ~(s.trump | mind.masters(cards)) or cards & ~s.trump or cards
        return by_bit[max(mind.each(give), key=mind.worth)]
    if not s.closed and (cut := _cutters(mind, cards)) and mind.winner != mind.partner:
        chosen = cut & -cut
        if mind.last or mind.at_stake or mind.me == s.maker:
            return by_bit[chosen]
    if s.closed and not s.trump and mind.winner != mind.partner and mind.at_stake >= WORTH_A_CUT:
        guess = trump_guess(mind, cards)
        if guess & cards and mind.chance(mind.style.gambles):
            return by_bit[guess & cards & -(guess & cards)]
    spare = cards & ~s.trump or cards
    return by_bit[min(mind.each(spare), key=lambda bit: (mind.worth(bit), bit.bit_length() % 8))]


def _cutters(mind: Mind, cards: int) -> int:
    """The trumps that would win the trick as it stands."""
    s = mind.deal
    there = [bit for bit in s.trick if bit & s.trump]
    floor = max(there, default=0)
    return cards & s.trump & ~((floor << 1) - 1) if floor else cards & s.trump


def trump_guess(mind: Mind, cards: int) -> int:
    """The suit that is most likely the trump, for somebody who has not been told: few of it seen, few held."""
    s = mind.deal
    tables = mind.rules.tables
    seen = s.gone | mind.held

    def likely(suit: int) -> tuple[int, int]:
        jack = 1 << (suit.bit_length() - 1)
        return -bool(seen & (jack | jack >> 1)), -(seen & suit).bit_count()

    return max((suit for suit in tables.suits if suit & cards), key=likely)


# --- calls ----------------------------------------------------------------------------------------


def sure_order(mind: Mind) -> tuple[str, ...] | None:
    """An order of my cards that takes every remaining trick wherever the unseen cards lie; None if none is simple.

    Trumps from the top, then each suit from the top. It is certain if, suit by suit, my highest cards are
    above all unseen ones for as many rounds as one hand could follow, and no trump is left outside by then.
    """
    s = mind.deal
    if s.trick or s.turn != mind.me or not s.trump or s.owed:
        return None
    held, unseen = mind.held, mind.unseen
    order: list[str] = []
    outside = unseen & s.trump
    if outside.bit_count() > (held & s.trump).bit_count():
        return None
    for part in sorted(mind.suits(held), key=lambda part: not part & s.trump):
        suit = mind.rules.tables.suit_of[part & -part]
        rivals = unseen & suit
        mine = list(mind.each(part))[::-1]
        rounds = rivals.bit_count()
        if any(bit < rivals for bit in mine[:rounds] if rivals and bit < 1 << (rivals.bit_length() - 1)):
            return None
        order += [mind.rules.tables.card[bit] for bit in mine]
    return tuple(order)


def caps(mind: Mind) -> CapsCalled | None:
    """Caps, if it may be called and is certain (000 "Caps")."""
    if not any(isinstance(each.act, CapsCalled) for each in mind.rules.templates(mind.state, mind.seat)):
        return None
    order = sure_order(mind)
    return CapsCalled(mind.seat, order) if order else None


def spoilt(mind: Mind, options: Sequence[Act]) -> SpoiltTrumpsDeclared | None:
    """Spoilt trumps, once every trump was seen on the maker's side (000 "Spoilt Trumps")."""
    s = mind.deal
    call = next((act for act in options if isinstance(act, SpoiltTrumpsDeclared)), None)
    if call is None or not s.trump:
        return None
    side = 0
    for seat in (s.maker, (s.maker + mind.rules.seat_count // 2) % mind.rules.seat_count):
        side |= mind.shown[seat] | (s.dealt[seat] if seat == mind.me else 0)
    if mind.me == s.maker:
        side |= s.indicator
    return call if not s.trump & ~side else None
