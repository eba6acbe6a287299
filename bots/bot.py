"""A bot: it sits in one seat, sees what that seat sees, and says what it does.

It has a record of its own, made of the acts as its seat saw them. It holds nothing else of the deal, so that it can
know no more than a person in its seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from analysis.position import Unsolvable
from analysis.seat import SeatAnalyst
from analysis.solver import Solver
from bots.player import Player
from bots.sidi_player import SidiPlayer
from bots.three04_player import Three04Player
from domain.engine.facts import CardPlayed
from domain.engine.hiding import hide_act
from domain.games.sidi.game import SIDI
from domain.games.three04.acts import CapsCalled
from domain.games.three04.game import THREE04
from domain.record.entries import Stamp
from domain.record.record import Record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from analysis.seat import SeatPrices
    from bots.strengths import Strength
    from domain.engine.cards import Seat
    from domain.engine.facts import Act, DealOpened
    from domain.engine.game import Game

AnyPlayer: TypeAlias = "Player[Any]"

PLAYERS: Final[dict[Game, type[Any]]] = {THREE04: Three04Player, SIDI: SidiPlayer}
"""The player by rules of thumb of each game."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The act that a bot would choose, with the prices by which it decided."""

    act: Act
    prices: SeatPrices | None = None
    """The prices of the cards by what its seat knows; None if it decided by rules of thumb."""

    @property
    def certain(self) -> bool:
        """Return whether it is a call of Caps, which wins wherever the unseen cards lie."""
        return isinstance(self.act, CapsCalled)


class Bot:
    """A player that is a program."""

    def __init__(self, opened: DealOpened, seat: Seat, strength: Strength, rng: Random) -> None:
        self.seat = seat
        self.strength = strength
        self.rng = rng
        self._record = Record(opened, Stamp())
        rules = self._record.rules
        self._thumb: AnyPlayer = PLAYERS[rules.ruleset.game](rules, opened.dealer, seat, strength.style, rng)
        self._thumb.keep(self._record)
        self._solver = Solver(limit=strength.limit)

    @property
    def acts(self) -> list[Act]:
        """Return the acts of the deal as the bot's seat saw them."""
        return self._record.acts

    def see(self, act: Act) -> None:
        """Take in an act at the table. The cards that the seat does not see in it are hidden first."""
        seen = hide_act(act, self.seat)
        self._thumb.see(seen)
        self._record.fold(seen, Stamp(len(self._record.entries) + 2))

    def call(self) -> Act | None:
        """Return a call that the bot makes out of turn, such as Caps or a double; None if it makes none."""
        return self._thumb.call()

    def choose(self) -> Act:
        """Return what the bot does in its turn: a bid, its trump indicator, or a card."""
        return self._decide().act

    def advise(self) -> Advice | None:
        """Return what the bot would do now, with the prices by which it decided.

        Returns None if another seat has to act and the bot would make no call out of turn.
        """
        if (call := self.call()) is not None:
            return Advice(call)
        rules, s = self._record.rules, self._record.state
        return self._decide() if rules.to_act(s) == self.seat else None

    def _decide(self) -> Advice:
        rules, s = self._record.rules, self._record.state
        plays = [act for act in rules.legal(s, self.seat) if isinstance(act, CardPlayed)]
        thumb = self._thumb.choose()
        if not isinstance(thumb, CardPlayed) or len(plays) < 2 or not self.strength.deals or self._thumb.committed:
            return Advice(thumb)
        return self._compare(plays, thumb)

    def _compare(self, plays: Sequence[CardPlayed], thumb: CardPlayed) -> Advice:
        """Return the card with the best mean pay over drawn deals that fit; the one by rule of thumb among equals.

        The rule of thumb also decides if most of the drawn deals take too long, as in the first tricks of a Jass.
        """
        try:
            analyst = SeatAnalyst(self._record, len(self._record.entries), self.seat, self._solver)
            prices = analyst.expected(self.rng, most=self.strength.deals, budget=self.strength.budget, give_up=True)
        except Unsolvable:
            return Advice(thumb)
        finished = max((price.deals for price in prices.expected.values()), default=0)
        if finished <= prices.unfinished:
            return Advice(thumb)
        sign = 1 if prices.for_makers else -1
        worth = {card: (sign * price.pay, sign * price.mean) for card, price in prices.expected.items()}
        best = max(worth.values())
        if worth.get(thumb.card) == best:
            return Advice(thumb, prices)
        return Advice(next((play for play in plays if worth.get(play.card) == best), thumb), prices)
