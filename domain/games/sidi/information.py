"""What one player legally knows in a Jass (003 "Play"): who may trump shows less by not following than in 304.

Which cards a hand cannot hold after a play is asked of the rules of following, card by card: had it held this one,
the play would have been illegal. What an announced Weis tells beyond the cards that were shown is not drawn from it.
"""

from __future__ import annotations

from domain.engine.cards import Seat
from domain.engine.counting import deals_of
from domain.engine.facts import Act
from domain.engine.information import Course, Gap, Inference, Watcher, World
from domain.games.sidi.acts import WeisDeclared, WeisDetailed, WeisScored, WeisShown
from domain.games.sidi.orders import orders
from domain.games.sidi.rules import SidiRules
from domain.games.sidi.stages.following import Following
from domain.games.sidi.state import SidiState


class SidiWatcher(Watcher):
    """One seat of a Jass, told act after act what it saw."""

    rules: SidiRules
    state: SidiState

    def __init__(self, record: Course, seat: Seat, hands: list[int] | None = None) -> None:
        super().__init__(record, seat, hands)
        game = self.rules.ruleset
        self.orders = orders(game)
        self.following = Following(game)

    def _note(self, act: Act, seat: int, lead: int, tricks: int) -> None:
        match act:
            case WeisShown(_, cards):
                self._held(seat, self.tables.mask(cards), "shown")
            case WeisDeclared() | WeisDetailed() | WeisScored() if seat != self.me:
                self.deal.more.append(("weis-told", self.ply))
            case _:
                super()._note(act, seat, lead, tricks)

    def _played(self, seat: int, bit: int, down: bool, indicator: bool, lead: int, tricks: int) -> None:
        d = self.deal
        if seat == self.me:
            d.mine &= ~bit
        elif bit:
            self._leaves(seat, bit, next((mask for mask in d.lacks[seat] if mask & bit), 0))
            self._lacks(seat, bit, lead)
        else:
            d.size[seat] -= 1
        if bit:
            self._show(seat, bit)
        else:
            d.gaps.append(Gap("played", self.rules.seats[seat], self.ply))

    def _lacks(self, seat: int, bit: int, lead: int) -> None:
        """What the play of a card tells that the hand does not hold."""
        d = self.deal
        if not lead or 0 in self.state.trick:
            return
        lacking = self.impossible_with(bit) & ~bit
        self._cannot_hold(seat, d.known[seat] & lacking)
        if new := lacking & ~sum(d.lacks[seat]):
            d.lacks[seat][new] = Inference("did-not-follow", self.ply, seat)

    def _contradicted(self, code: str, seat: int, what: str, rests: Inference) -> None:
        super()._contradicted(f"jass-{code}", seat, what, rests)

    def impossible_with(self, bit: int) -> int:
        """The cards beside which this one could not have been played to the trick as it lies."""
        order = self.orders[self.state.denomination]
        found = 0
        for other in self.tables.card:
            if not bit & self.following.playable(self.state, order, bit | other):
                found |= other
        return found

    def _feasible(self, world: World) -> bool:
        return deals_of(world) > 0
