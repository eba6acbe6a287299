"""The dealing of one batch to every seat, counter-clockwise from the dealer's right (000 "Deal")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act, CardsDealt
from domain.engine.refusals import Refusal, Verdict, refuse
from domain.engine.stage import Stage
from domain.engine.words.values import CardCode, SeatLetter, SeatName, card_codes

if TYPE_CHECKING:
    from domain.engine.rules import Rules
    from domain.engine.state import State


class DealingStage(Stage):
    """The stage in which the dealer gives each seat a batch of ``argument`` cards."""

    def __init__(self, rules: Rules, argument: str) -> None:
        super().__init__(rules, argument)
        self.size = int(argument)
        self.batch = self.size * rules.seat_count
        """The number of cards that all seats get together."""
        self.judges = {CardsDealt: self.judge_deal}
        self.applies = {CardsDealt: self.apply_deal}

    def enter(self, s: Any) -> None:
        s.turn = s.dealer

    def legal(self, s: State, seat: int) -> list[Act]:
        if seat != s.dealer:
            return []
        hands = self.from_pack(s) or dict.fromkeys(self.rules.seats, (UNKNOWN,) * self.size)
        return [CardsDealt(self.rules.seats[seat], hands)]

    def from_pack(self, s: State) -> dict[str, tuple[str, ...]] | None:
        """Return the batch of each seat that follows from the pack and the cut; None if either is not known."""
        if not s.pack or s.cut_depth is None or 0 in s.pack:
            return None
        rules = self.rules
        order = s.pack[s.cut_depth :] + s.pack[: s.cut_depth]
        done = s.cards_dealt()
        hands = {}
        for n in range(rules.seat_count):
            seat = rules.seats[(s.dealer + 1 + n) % rules.seat_count]
            batch = order[done + n * self.size : done + (n + 1) * self.size]
            hands[seat] = tuple(rules.tables.card[bit] for bit in batch)
        return hands

    def judge_deal(self, s: State, seat: int, act: CardsDealt) -> Verdict:
        rules = self.rules
        if seat != s.dealer:
            return refuse(
                "not-the-dealer",
                act.seat,
                "{by} dealt, but is not the dealer",
                "only {dealer} may deal",
                by=SeatLetter(act.seat),
                dealer=rules.names[s.dealer],
            )
        if act.hands.keys() != rules.place.keys():
            return refuse(
                "deal-count",
                act.seat,
                "not every seat was dealt cards",
                "{size} cards to every seat",
                size=self.size,
            )
        return self.judge_cards(s, act) or (self.judge_pack(s, act) if s.pack else None)

    def judge_cards(self, s: State, act: CardsDealt) -> Refusal | None:
        """Judge whether each seat has its number of cards and no card is dealt twice. Unknown cards are allowed."""
        tables = self.rules.tables
        named = s.named
        for cards in act.hands.values():
            if len(cards) == self.size:
                named |= tables.mask(cards)
        if named.bit_count() == s.named.bit_count() + self.batch:
            return None
        return self.explain_cards(s, act)

    def explain_cards(self, s: State, act: CardsDealt) -> Refusal | None:
        """Return the refusal of a batch by the first wrong card or count; None if only cards are unknown."""
        tables, faces = self.rules.tables, self.rules.faces
        left = tables.all & ~s.named
        for seat, cards in act.hands.items():
            if len(cards) != self.size:
                return refuse(
                    "deal-count",
                    act.seat,
                    "cards dealt to {receiver}: {count}",
                    "expected: {size}",
                    receiver=SeatName(seat),
                    count=len(cards),
                    size=self.size,
                )
            for card in cards:
                bit = tables.bit.get(card, 0)
                if bit & left:
                    left ^= bit
                elif bit:
                    return refuse("deal-duplicate", act.seat, "{card} was dealt twice", card=CardCode(card, faces))
                elif card != UNKNOWN:
                    return refuse("unknown-card", act.seat, "{card} is not in this pack", card=card)
        return None

    def judge_pack(self, s: State, act: CardsDealt) -> Verdict:
        """Judge whether the batch agrees with the pack and the cut, if both are known."""
        expected = self.from_pack(s)
        if expected is None:
            return None
        for seat, cards in act.hands.items():
            if any(card not in (UNKNOWN, *expected[seat]) for card in cards):
                return refuse(
                    "deal-against-pack",
                    act.seat,
                    "{receiver} was dealt {cards}",
                    "the pack and the cut give {expected}",
                    receiver=SeatName(seat),
                    cards=card_codes(cards, self.rules.faces),
                    expected=card_codes(expected[seat], self.rules.faces),
                )
        return None

    def apply_deal(self, s: State, seat: int, act: CardsDealt) -> None:
        places, tables = self.rules.place, self.rules.tables
        for name, cards in act.hands.items():
            if name in places:
                place = places[name]
                mask = 0 if cards.count(UNKNOWN) == len(cards) else tables.mask(cards)
                s.hands[place] |= mask
                s.dealt[place] |= mask
                s.named |= mask
                unknown = len(cards) - mask.bit_count()
                if unknown:
                    s.unknown[place] += unknown
                    s.vague = True
        self.leave(s)
