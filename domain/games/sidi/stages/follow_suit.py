"""The rules of following a lead (003 "Play").

A trump lead must be followed with a trump, but nobody has to play the Puur. A plain lead must be followed with a card
of its suit or a trump. Once a player has trumped, a lower trump is legal only from a hand that holds no other card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.refusals import POSSIBLE, Refusal, Verdict, refuse
from domain.engine.words.values import CardName, card_codes

if TYPE_CHECKING:
    from domain.engine.facts import CardPlayed
    from domain.games.sidi.orders import Order
    from domain.games.sidi.ruleset import SidiRuleset
    from domain.games.sidi.state import SidiState


class FollowSuit:
    """The rules of following, with the parameters of a ruleset."""

    def __init__(self, game: SidiRuleset) -> None:
        self.lowest = game.undertrump.reference == "lowest"
        self.only_if_forced = game.undertrump.all_trumps == "only_if_forced"

    def playable(self, s: SidiState, order: Order, hand: int) -> int:
        """Return the known cards of the hand that may be played to the trick."""
        lead = s.lead_suit
        if not lead:
            # Nothing was led, or the led card is not known.
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
        """Return the trumps that are too low after the trumps already played to a plain lead; 0 if there are none."""
        trump, beats = order.trump, order.beats
        reference = 0
        for bit in s.trick:
            if bit & trump and (not reference or (not bit & beats[reference]) == self.lowest):
                reference = bit
        return trump & ~beats[reference] if reference else 0

    def explain(self, s: SidiState, order: Order, act: CardPlayed, seat: int, bit: int) -> Verdict:
        """Judge a card that the hand may hold, given the known cards of the hand."""
        lead = s.lead_suit
        if not bit or (s.trick and not lead):
            return POSSIBLE
        sure = None if s.surely_has(seat, bit) else POSSIBLE
        if not s.trick:
            return sure
        if bit & order.trump & ~lead:
            low = self.undertrumps(s, order)
            if not bit & low:
                # An unknown card of the trick may be a higher trump.
                return POSSIBLE if 0 in s.trick else sure
            better = ~(low if self.only_if_forced else order.trump)
            if s.count_sure(seat, better) and not (self.lowest and 0 in s.trick):
                return self.refuse_choice(
                    s, order, act, "jass-undertrump", "{who} played {card}, a trump that is too low"
                )
            return None if s.is_exact(seat) and 0 not in s.trick else POSSIBLE
        if bit & lead:
            return sure
        if s.count_sure(seat, self.must_follow(order, lead, s.hands[seat])):
            return self.refuse_choice(
                s, order, act, "jass-revoke", "{who} played {card}, but holds a card of the suit led"
            )
        return None if s.is_exact(seat) else POSSIBLE

    def refuse_choice(self, s: SidiState, order: Order, act: CardPlayed, code: str, msgid: str) -> Refusal:
        """Return the refusal of a card, with the cards known to be in the hand that may be played."""
        rules = s.rules
        card = CardName(act.card, rules.faces)
        cards = rules.tables.cards(self.playable(s, order, s.hands[rules.place[act.seat]]))
        if not cards:
            return refuse(code, act.seat, msgid, card=card)
        return refuse(code, act.seat, msgid, "allowed: {cards}", card=card, cards=card_codes(cards, rules.faces, ", "))
