"""Price the cards that the seat to act may play next, with all hands open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.deal import needed_of
from analysis.position import Goal, goal_of

if TYPE_CHECKING:
    from analysis.solver import Solver
    from domain.engine.cards import Card, Seat
    from domain.engine.state import State


@dataclass(frozen=True, slots=True)
class NextCard:
    """The makers' result after each card that may be played next, if both sides then play their best."""

    seat: Seat
    """The seat to act."""
    makers: tuple[Seat, ...]
    """The side whose results the prices are."""
    goal: Goal
    """The unit of the prices: card points of the makers, or 1 and 0 for all tricks won or not."""
    needed: int
    """The makers' result from which the contract is made."""
    prices: dict[Card, int]
    """The makers' result after each legal card; without cards for which the limit was reached."""
    finished: bool
    """Whether every legal card has its price."""

    @property
    def best(self) -> Card | None:
        """Return the best card of the seat, the first of several; None if not every card has its price."""
        if not self.finished:
            return None
        return (max if self.seat in self.makers else min)(self.prices, key=self.prices.__getitem__)

    @property
    def is_made(self) -> bool | None:
        """Return whether the contract is made with the best play of both sides; None if that is not known."""
        return None if self.best is None else self.prices[self.best] >= self.needed


def price_next(s: State, solver: Solver) -> NextCard:
    """Price the legal cards of a state. Raises `Unsolvable` if no card is to be played, or if a card is not known."""
    goal = goal_of(s)
    priced = solver.prices(s, goal)
    rules = s.rules
    play = rules.ruleset.game.card_play(s)
    return NextCard(
        rules.seats[s.turn],
        tuple(seat for place, seat in enumerate(rules.seats) if play.makers >> place & 1),
        goal,
        needed_of(play),
        {rules.tables.card[bit]: result for bit, result in priced.of.items()},
        priced.finished,
    )
