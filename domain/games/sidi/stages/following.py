"""Which cards may follow a lead (003 "Play").

To a trump lead one plays a trump, but the Puur never has to be given. To a plain lead one follows suit or
trumps; once somebody has trumped, no lower trump may be played by a hand that holds anything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.refusals import POSSIBLE, Refusal, Verdict, refuse
from domain.engine.values import CardName, card_codes

if TYPE_CHECKING:
    from domain.engine.facts import CardPlayed
    from domain.games.sidi.orders import Order
    from domain.games.sidi.ruleset import SidiRuleset
    from domain.games.sidi.state import SidiState


class Following:
    """The rules of following, under a game's terms."""

    def __init__(self, game: SidiRuleset) -> None:
        self.lowest = game.undertrump.reference == "lowest"
        self.only_if_forced = game.undertrump.all_trumps == "only_if_forced"

    def playable(self, s: SidiState, order: Order, hand: int) -> int:
        """The known cards of the hand that may be played to the trick."""
        lead = s.lead_suit
        if not lead:
            # Nothing was led, or nobody saw what.
            return hand
        trump = order.trump
        suited = hand & lead
        if lead == trump:
            return suited if self.must_follow(order, lead, hand) else hand
        if not hand & trump:
            return suited or hand
        low = self.undertrumps(s, order)
        if not hand & ~trump:
            return (self.only_if_forced and hand & ~low) or hand
        return (suited | hand & trump if suited else hand) & ~low

    def must_follow(self, order: Order, lead: int, hand: int) -> int:
        """Return the cards of the hand that oblige it to follow suit: the Puur never has to be given (003 "Play")."""
        return hand & lead & ~order.puur

    def undertrumps(self, s: SidiState, order: Order) -> int:
        """The trumps that are too low after those that a plain lead was trumped with."""
        trump, beats = order.trump, order.beats
        reference = 0
        for bit in s.trick:
            if bit & trump and (not reference or (not bit & beats[reference]) == self.lowest):
                reference = bit
        return trump & ~beats[reference] if reference else 0

    def explain(self, s: SidiState, order: Order, act: CardPlayed, seat: int, bit: int) -> Verdict:
        """Judge a card that the hand may hold, given what it is known to hold."""
        lead, left_unnamed = s.lead_suit, s.left_unnamed[seat]
        if not bit or (s.trick and not lead):
            return POSSIBLE
        hand = s.hands[seat]
        sure = None if s.surely_has(seat, bit) else POSSIBLE
        if not s.trick:
            return sure
        if bit & order.trump & ~lead:
            low = self.undertrumps(s, order)
            if not bit & low:
                # A trump that nobody saw might be higher.
                return POSSIBLE if 0 in s.trick else sure
            better = hand & ~(low if self.only_if_forced else order.trump)
            if better.bit_count() > left_unnamed and not (self.lowest and 0 in s.trick):
                return self.refuse_choice(s, order, act, "jass-undertrump", "{who} played {card}, a trump too low")
            return None if s.exact(seat) and 0 not in s.trick else POSSIBLE
        if bit & lead:
            return sure
        if self.must_follow(order, lead, hand).bit_count() > left_unnamed:
            return self.refuse_choice(
                s, order, act, "jass-revoke", "{who} played {card} while holding a card of the led suit"
            )
        return None if s.exact(seat) else POSSIBLE

    def refuse_choice(self, s: SidiState, order: Order, act: CardPlayed, code: str, msgid: str) -> Refusal:
        """Refuse a card and name those that are known to be in the hand and may be played."""
        rules = s.rules
        card = CardName(act.card, rules.faces)
        cards = rules.tables.cards(self.playable(s, order, s.hands[rules.place[act.seat]]))
        if not cards:
            return refuse(code, act.seat, msgid, card=card)
        return refuse(code, act.seat, msgid, "allowed: {cards}", card=card, cards=card_codes(cards, rules.faces, ", "))
