"""A deal that a seat could not tell from the real one: the cards that it did not see are dealt in another way."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from domain.engine.cards import UNKNOWN, Card, Seat
from domain.engine.facts import Act, CardPlayed, CardsDealt, PackCut, PackShuffled
from domain.engine.hiding import hide_act
from domain.games.three04.acts import FaceDownInspected, IndicatorPlaced, IndicatorTakenBack, RedealDemanded

if TYPE_CHECKING:
    from domain.engine.knowledge.information import Knowledge, World
    from domain.record.record import Record


class Layout:
    """A record up to a ply, with other cards in place of those that one seat did not see."""

    def __init__(self, record: Record, ply: int, knows: Knowledge, world: World, given: dict[int, int]) -> None:
        """Make the layout of a world. ``given``: the mask of the cards in each space of the world, by its number."""
        self.record = record
        self.rules = record.rules
        self.tables = record.rules.tables
        self.ply = ply
        self.knows = knows
        self.me = self.rules.seats[knows.seat]
        self.played: dict[int, int] = {}
        """The card of each face-down play that the seat has not seen, by ply."""
        self.indicator = 0
        self.hands = [0] * self.rules.seat_count
        """The mask of the cards that each other seat has left, with the indicator on the table; all of a
        partner who sits out."""
        for n, space in enumerate(world.spaces):
            card = given[n]
            if space.where in ("trick", "heap"):
                self.played[space.ply] = card
            act = record.acts[space.ply] if space.where == "trick" else None
            if space.where == "indicator" or (isinstance(act, CardPlayed) and act.indicator):
                self.indicator = card
            if space.where in ("hand", "indicator", "asleep"):
                self.hands[space.seat] |= card
        for seat, known in enumerate(knows.known):
            self.hands[seat] |= known

    def acts(self) -> list[Act]:
        """Return the acts before the ply, with the cards of this layout."""
        acts = self.record.acts[: self.ply]
        last = max((n for n, act in enumerate(acts) if isinstance(act, RedealDemanded)), default=-1)
        dealt = self._dealt(acts, last)
        before: list[Act] = []
        first: dict[Seat, Card] = {}
        laid = [n for n, act in enumerate(acts) if isinstance(act, IndicatorPlaced) and n > last]
        batches = iter(dealt)
        for n, act in enumerate(acts):
            match act:
                case PackShuffled() | PackCut():
                    before.append(hide_act(act, self.me))
                case CardsDealt(seat, _) if n > last:
                    before.append(CardsDealt(seat, next(batches)))
                case IndicatorPlaced(seat, _) if n > last and seat != self.me:
                    card = self._placed_indicator(n == laid[-1], before, seat)
                    first[seat] = card
                    before.append(replace(act, card=card))
                case IndicatorTakenBack(seat, _) if n > last and seat != self.me:
                    before.append(replace(act, card=first[seat]))
                case CardPlayed() if n in self.played:
                    before.append(replace(act, card=self.tables.card[self.played[n]]))
                case FaceDownInspected(seat, _, cards) if seat != self.me:
                    before.append(replace(act, cards={who: self._last_card(before, who) for who in cards}))
                case _:
                    before.append(act)
        return before

    def _placed_indicator(self, final: bool, before: list[Act], seat: Seat) -> Card:
        """Return the indicator a seat placed: the final one, or any of its cards if it was taken back."""
        if final and self._indicator():
            return self.tables.card[self._indicator()]
        dealt = next(act for act in reversed(before) if isinstance(act, CardsDealt))
        return dealt.hands[seat][0]

    def _indicator(self) -> int:
        """Return the indicator of this layout, else the one of the record, which the seat has seen (0 for none)."""
        return self.indicator or self.record.state.indicator

    def _last_card(self, before: list[Act], seat: Seat) -> Card:
        """Return the card that a seat played last."""
        return next(act.card for act in reversed(before) if isinstance(act, CardPlayed) and act.seat == seat)

    def _dealt(self, acts: list[Act], last: int) -> list[dict[Seat, tuple[Card, ...]]]:
        """Return the batches of the deal: the seat's own as they were, the others' as assigned."""
        rules = self.rules
        dealings = [act for n, act in enumerate(acts) if isinstance(act, CardsDealt) and n > last]
        whole = [0] * rules.seat_count
        for ply, act in enumerate(acts):
            if isinstance(act, CardPlayed) and ply > last:
                card = self.played.get(ply) or self.tables.bit.get(act.card, 0)
                whole[rules.place[act.seat]] |= card
        for place, held in enumerate(self.hands):
            whole[place] |= held
        maker = self.record.state.maker
        batches: list[dict[Seat, tuple[Card, ...]]] = [{} for _ in dealings]
        for place, seat in enumerate(rules.seats):
            cards = self._own_in_order(dealings) if place == self.knows.seat else self.tables.cards(whole[place])
            if place == maker and place != self.knows.seat and self._indicator():
                # The indicator was placed before all cards were dealt, so it is in the first batch.
                indicator = self.tables.card[self._indicator()]
                cards.remove(indicator)
                cards.insert(0, indicator)
            at = 0
            for n, act in enumerate(dealings):
                size = len(act.hands[seat])
                batches[n][seat] = tuple(cards[at : at + size])
                at += size
        return batches

    def _own_in_order(self, dealings: list[CardsDealt]) -> list[Card]:
        """Return the seat's own cards as dealt; unnamed ones are replaced by others that it holds or has played."""
        cards = [card for act in dealings for card in act.hands[self.me]]
        unnamed = self.tables.cards(self._own_cards() & ~self.tables.mask(cards))
        return [unnamed.pop(0) if card == UNKNOWN and unnamed else card for card in cards]

    def _own_cards(self) -> int:
        """Return all cards that the seat holds or has played."""
        cards = self.knows.hand
        for act in self.record.acts[: self.ply]:
            if isinstance(act, CardPlayed) and act.seat == self.me:
                cards |= self.tables.bit.get(act.card, 0)
        return cards
