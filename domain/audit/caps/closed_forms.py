"""Find orders that counting proves: trumps are open, and the others cannot beat or trump any card of the order."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domain.audit.caps.question import Question


def sure_order(question: Question) -> tuple[int, ...] | None:
    """Return an order that is certain by counting alone; None if counting does not prove one."""
    start = question.starts[0]
    position = start.position
    if len(question.starts) != 1 or start.lying or position.closed or not question.terms.forced_count:
        return None
    suits = question.terms.suit
    others = position.unseen
    for hand in position.hands:
        others |= hand.known
    trumps = suits[position.trump]
    cards = [1 << n for n in reversed(range(position.hand.bit_length())) if position.hand >> n & 1]
    if not position.hand & ~trumps:
        # Only trumps, all higher than those of the others: each wins its trick, whatever is led.
        table = 0
        for laid in question.table.laid:
            if laid.seat:
                table |= laid.card
        played = any(laid.seat == 0 for laid in question.table.laid)
        return None if played or (others | table) & trumps & -cards[-1] else tuple(cards)
    if position.leader or question.table.played:
        return None
    own_trumps = (position.hand & trumps).bit_count()
    if (others & trumps).bit_count() > own_trumps:
        return None
    order: list[int] = []
    for suit in (trumps, *(suit for suit in suits if suit != trumps)):
        out = others & suit
        led = [card for card in cards if card & suit]
        # The others have to follow: after as many leads as there are cards, they have none left.
        if any(out & -card and out.bit_count() > n for n, card in enumerate(led)):
            return None
        order += led
    return tuple(order)
