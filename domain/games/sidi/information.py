"""Find the legal knowledge of one seat in a Jass (003 "Play"), where not following shows less than in 304.

After a play the hand cannot hold any card beside which the play would have been illegal under the rules of following.
Nothing is inferred from an announced Weis except the cards that were shown.
"""

from __future__ import annotations

from domain.engine.cards import Seat
from domain.engine.facts import Act
from domain.engine.knowledge.counting import deals_of
from domain.engine.knowledge.information import Course, Gap, Inference, Watcher, World
from domain.games.sidi.acts import WeisDeclared, WeisDetailed, WeisScored, WeisShown
from domain.games.sidi.orders import orders
from domain.games.sidi.rules import SidiRules
from domain.games.sidi.stages.follow_suit import FollowSuit
from domain.games.sidi.state import SidiState


class SidiWatcher(Watcher):
    """The watcher of one seat of a Jass."""

    rules: SidiRules
    state: SidiState

    def __init__(self, record: Course, seat: Seat, hands: list[int] | None = None) -> None:
        super().__init__(record, seat, hands)
        game = self.rules.ruleset
        self.orders = orders(game)
        self.follow_suit = FollowSuit(game)

    def _note(self, act: Act, seat: int, lead: int, tricks: int) -> None:
        match act:
            case WeisShown(_, cards):
                self._note_shown(seat, self.tables.mask(cards), "shown")
            case WeisDeclared() | WeisDetailed() | WeisScored() if seat != self.me:
                self.deal.more.append(("weis-told", self.ply))
            case _:
                super()._note(act, seat, lead, tricks)

    def _note_play(self, seat: int, bit: int, down: bool, indicator: bool, lead: int, tricks: int) -> None:
        d = self.deal
        if seat == self.me:
            d.own &= ~bit
        elif bit:
            self._note_left_hand(seat, bit, next((mask for mask in d.voids[seat] if mask & bit), 0))
            self._note_voids(seat, bit, lead)
        else:
            d.size[seat] -= 1
        if bit:
            self._note_seen(seat, bit)
        else:
            d.gaps.append(Gap("played", self.rules.seats[seat], self.ply))

    def _note_voids(self, seat: int, bit: int, lead: int) -> None:
        """Note the cards that the hand cannot hold because of the card that was played."""
        d = self.deal
        if not lead or 0 in self.state.trick:
            return
        void = self.impossible_with(bit) & ~bit
        self._note_impossible(seat, d.known[seat] & void)
        if new := void & ~sum(d.voids[seat]):
            d.voids[seat][new] = Inference("did-not-follow", self.ply, seat)

    def _note_contradiction(self, code: str, seat: int, msgid: str, bit: int, inference: Inference) -> None:
        super()._note_contradiction(f"jass-{code}", seat, msgid, bit, inference)

    def impossible_with(self, bit: int) -> int:
        """Return the cards that the hand cannot have held if this card was legal in the current trick."""
        order = self.orders[self.state.denomination]
        cards = 0
        for other in self.tables.card:
            if not bit & self.follow_suit.playable(self.state, order, bit | other):
                cards |= other
        return cards

    def _is_feasible(self, world: World) -> bool:
        return deals_of(world) > 0
