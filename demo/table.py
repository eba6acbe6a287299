"""A generated deal at one table, act by act. One subclass for each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from bots.player import Player
from domain.engine.facts import Act, CardsDealt, PackCut
from domain.engine.refusals import Refusal
from domain.engine.rules import rules_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from random import Random

    from bots.styles import Style
    from domain.engine.cards import Seat
    from domain.engine.ruleset import Ruleset
    from domain.engine.state import State

PlayerT = TypeVar("PlayerT", bound=Player[Any])

Mishap: TypeAlias = "Callable[[Deal[Any], Act], Act]"
"""A function that returns the act that happens instead of the chosen one."""


class Deal(Generic[PlayerT]):
    """A deal that generated players play. Each player decides by the cards and acts that its own seat has seen."""

    def __init__(self, ruleset: Ruleset, dealer: Seat, styles: Mapping[Seat, Style], rng: Random) -> None:
        self.rules = rules_of(ruleset)
        self.rng = rng
        self.state: State = self.rules.start(dealer)
        self.players = {seat: self.new_player(dealer, seat, styles[seat]) for seat in self.rules.seats}
        self.pack: list[str] = []

    def new_player(self, dealer: Seat, seat: Seat, style: Style) -> PlayerT:
        """Return the player of a seat."""
        raise NotImplementedError

    def next_act(self) -> Act:
        """Return the next act of the deal: a call out of turn, or the act of the seat whose turn it is."""
        for player in self.players.values():
            if (call := player.call()) is not None:
                return call
        seat = self.rules.to_act(self.state)
        if seat is None:
            raise AssertionError("nobody may act, but the deal is not over")
        return self.decide(seat)

    def decide(self, seat: Seat) -> Act:
        """Return the act of a seat in its turn. Its player chooses by the cards and acts that the seat has seen."""
        raise NotImplementedError

    def acts(self, mishap: Mishap | None = None) -> Iterator[Act]:
        """Yield every act until the deal is over, those that the rules compel included.

        ``mishap`` may put another act, also an illegal one, in the place of the chosen one. Raises AssertionError if
        a player chooses an illegal act.
        """
        while not self.state.outcome:
            act = self.next_act()
            verdict = self.rules.judge(self.state, act)
            if isinstance(verdict, Refusal):
                raise AssertionError(f"a generated player broke a rule: {verdict}")
            if mishap is not None:
                act = mishap(self, act)
            self.record_act(act)
            yield act
            for owed in self.rules.apply_owed_acts(self.state):
                self._show(owed)
                yield owed

    def record_act(self, act: Act) -> None:
        """Apply an act to the state, and show it to every player."""
        self.rules.apply(self.state, act)
        self._show(act)

    def _show(self, act: Act) -> None:
        for player in self.players.values():
            player.see(act)

    def cut(self, seat: Seat) -> Act:
        """Shuffle the pack and return the cut."""
        self.pack = list(self.rules.tables.bit)
        self.rng.shuffle(self.pack)
        depth = self.rng.choice((None, 0, 0, self.rng.randint(4, len(self.pack) - 4)))
        return PackCut(seat, depth)

    def deal(self, seat: Seat, size: int) -> Act:
        """Return the dealing of a batch of ``size`` cards to each seat."""
        hands = {name: tuple(self.pack.pop() for _ in range(size)) for name in self.rules.seats}
        return CardsDealt(seat, hands)
