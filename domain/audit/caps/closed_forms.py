"""Prove orders by counting: the player keeps the lead, and the others cannot beat or trump any card of the order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from domain.audit.caps.question import GONE, TABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.audit.caps.question import Position, Question, Start, Terms

ALWAYS: Final = 64
"""More trumps than a hand can be made to follow with: the indicator on the table need not follow a lead of trumps."""


class Lead(NamedTuple):
    """A card that the player leads, and the number of leads before it."""

    card: int
    suit: int
    """The suit by number."""
    of_suit: int
    """The number of earlier leads of the suit."""
    of_trumps: int
    """The number of earlier leads of trumps."""


def sure_order(question: Question) -> tuple[int, ...] | None:
    """Return an order that is certain by counting alone; None if counting does not prove one."""
    start = question.starts[0]
    order = usual_order(question.terms, start.position)
    if len(question.starts) == 1 and (_has_top_trumps_only(question) or is_sure_now(question, start, order)):
        return order
    return None


def usual_order(terms: Terms, position: Position) -> tuple[int, ...]:
    """Return the player's cards in the order that is most often certain: trumps from the top, then each suit.

    The indicator comes last if it lies on the table.
    """
    trumps = terms.suit[position.trump]
    suits = (trumps, *(suit for suit in terms.suit if suit != trumps))
    last = position.hand & terms.indicator if position.closed else 0
    cards = [card for suit in suits for card in _from_the_top(position.hand & suit & ~last)]
    return (*cards, last) if last else tuple(cards)


def is_sure_now(question: Question, start: Start, order: Sequence[int]) -> bool:
    """Return whether an order is certain by counting, if the player leads now or led to the current trick.

    ``order``: the cards after the one that the player led.
    """
    table, terms, position = question.table, question.terms, start.position
    if not table.played:
        return is_sure(terms, position, order, question.tricks_done)
    if start.lying or table.leader or len(table.laid) < table.played:
        return False
    led = next(laid.card for laid in table.laid if laid.seat == 0)
    suit, trumps = terms.suit[table.led], terms.suit[position.trump]
    beaten = any(laid.card > led if laid.card & suit else laid.card & trumps for laid in table.laid)
    return not beaten and is_sure(terms, position, (led, *order), question.tricks_done, table.played)


def is_sure(terms: Terms, position: Position, order: Sequence[int], done: int, played: int = 0) -> bool:
    """Return whether the player wins every remaining trick by leading these cards, by counting alone.

    A hand that has to follow has one card fewer of the suit after each lead of it. So no hand beats or trumps a lead if
    it has no higher card or fewer cards of the suit than were led, and fewer trumps than were led.

    ``done``: the number of complete tricks. ``played``: the number of cards in the current trick, to which the player
    led the first card of the order; 0 if the player has still to lead it.
    """
    if position.leader or not terms.forced_count:
        return False
    ahead = order[1:] if played else order
    duty = position.duty or terms.holding_all or bool(played and order[0] & terms.suit[position.trump])
    if not terms.maker and not _may_lead_all(terms, position, ahead, done + bool(played), duty):
        return False
    leads, later = _leads(terms, position.trump, order), _leads(terms, position.trump, ahead)
    return not any(_can_win(terms, position, seat, later if seat < played else leads) for seat in range(1, terms.seats))


def _leads(terms: Terms, trump: int, order: Sequence[int]) -> list[Lead]:
    led = [0] * len(terms.suit)
    leads: list[Lead] = []
    for card in order:
        suit = (card.bit_length() - 1) // terms.ranks
        leads.append(Lead(card, suit, led[suit], led[trump]))
        led[suit] += 1
    return leads


def _may_lead_all(terms: Terms, position: Position, order: Sequence[int], done: int, duty: bool) -> bool:
    """Return whether the trump maker may lead these cards in this order, as far as counting tells.

    The rules are 000 "Closed Trump games" 1 and 2, and "Exhausted Trumps". ``duty``: whether the maker may have to lead
    trumps while it holds any.
    """
    trumps = terms.suit[position.trump]
    on_table = position.hand & terms.indicator if position.closed else 0
    if on_table and order[-1] != on_table:
        return False
    if terms.barred and position.closed and not done and order and order[0] & trumps:
        return False
    trumps_left = position.hand & trumps & ~on_table
    for card in order:
        if not card & trumps and trumps_left and duty:
            return False
        duty = duty or bool(card & trumps)
        trumps_left &= ~card
    return True


def _can_win(terms: Terms, position: Position, seat: int, leads: Sequence[Lead]) -> bool:
    """Return whether another seat may be able to beat or trump one of the leads, as far as counting tells."""
    hand, trump = position.hands[seat - 1], position.trump
    most, cards = [], []
    for n, suit in enumerate(terms.suit):
        unseen = position.unseen & suit if hand.unknown and hand.suits >> n & 1 else 0
        cards.append(hand.known & suit | unseen)
        most.append((hand.known & suit).bit_count() + min(hand.unknown, unseen.bit_count()))
    if seat == terms.maker and position.indicator != GONE:
        most[trump] += ALWAYS if position.indicator == TABLE else 1
        cards[trump] |= position.unseen & terms.suit[trump]
    for card, suit, of_suit, of_trumps in leads:
        if most[suit] > of_suit and cards[suit] > card:
            return True
        if suit != trump and most[trump] > of_trumps:
            return True
    return False


def _has_top_trumps_only(question: Question) -> bool:
    """Return whether the player holds only trumps, all higher than those of the others: each wins, whatever is led."""
    start = question.starts[0]
    position = start.position
    trumps = question.terms.suit[position.trump]
    if (
        start.lying
        or position.closed
        or not position.hand
        or position.hand & ~trumps
        or not question.terms.forced_count
    ):
        return False
    others = position.unseen
    for hand in position.hands:
        others |= hand.known
    for laid in question.table.laid:
        if laid.seat == 0:
            return False
        others |= laid.card
    return not others & trumps & -(position.hand & -position.hand)


def _from_the_top(cards: int) -> list[int]:
    """Return the single cards of a set, the highest first."""
    return [1 << n for n in reversed(range(cards.bit_length())) if cards >> n & 1]
