"""Ask the kernel about a position of the play: the best result, the contract, and the result after every card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from analysis.layout import CARDS, UNKNOWN_PRICE
from analysis.machine import Machine
from analysis.position import Goal, Question, question

if TYPE_CHECKING:
    from domain.engine.state import State

LIMIT: Final = 20_000_000
"""The most positions that one question may visit; they take some seconds."""


@dataclass(frozen=True, slots=True)
class Prices:
    """The makers' result after each legal card of a position."""

    of: dict[int, int]
    """The makers' result after each card, by the card's bit; without cards for which it was not finished."""
    finished: bool
    nodes: int


class Unfinished(RuntimeError):
    """Raised when the kernel gave up at the limit."""


class Solver:
    """One kernel. Questions about the same deal are faster one after another."""

    def __init__(self, *, limit: int = LIMIT, use_table: bool = True) -> None:
        self.limit = limit
        self.use_table = use_table
        self.nodes = 0
        """The positions that the last question took."""
        self._machine = Machine()
        self._deal = b""

    def best(self, s: State, goal: Goal = Goal.POINTS, *, guess: int = 0, whole: State | None = None) -> int:
        """Return the makers' result with the best play of both sides, what they have already counted in.

        Of a side that wins all tricks, the bonus counts for the makers, or against them. Raises `Unfinished` at the
        limit, `Unsolvable` if there is nothing to solve.
        """
        task = self._set(s, goal, whole)
        result = self._machine.solve(self.limit, self.use_table, guess - task.taken)
        self.nodes = result.nodes
        if not result.finished:
            raise Unfinished(f"no result after {self.limit} positions")
        return task.taken + int(result.low)

    def reaches(self, s: State, target: int, goal: Goal = Goal.POINTS, *, whole: State | None = None) -> bool:
        """Return whether the makers' result is at least ``target``. Raises like `best`."""
        task = self._set(s, goal, whole)
        result = self._machine.reaches(self.limit, self.use_table, target - task.taken)
        self.nodes = result.nodes
        if not result.finished:
            raise Unfinished(f"no result after {self.limit} positions")
        return task.taken + int(result.low) >= target

    def makes(self, s: State, *, whole: State | None = None) -> bool:
        """Return whether the makers make their contract with the best play of both sides. Raises like `best`."""
        play = s.rules.ruleset.game.card_play(s)
        if play.needs_all:
            return self.reaches(s, 1, Goal.ALL_TRICKS, whole=whole)
        return self.reaches(s, play.needed, whole=whole)

    def prices(self, s: State, goal: Goal = Goal.POINTS, *, guess: int = 0, whole: State | None = None) -> Prices:
        """Return the makers' result after each legal card, as in `best`. Raises `Unsolvable`."""
        task = self._set(s, goal, whole)
        result = self._machine.price(self.limit, self.use_table, guess - task.taken)
        self.nodes = result.nodes
        of = {
            task.bits[card]: task.taken + int(result.price[card])
            for card in range(CARDS)
            if result.price[card] != UNKNOWN_PRICE
        }
        return Prices(of, bool(result.finished), result.nodes)

    def legal(self, s: State) -> int:
        """Return the cards that may be played, as a mask of the engine's bits. Raises `Unsolvable`."""
        task = self._set(s, Goal.POINTS, None)
        legal = self._machine.legal()
        return sum(bit for card, bit in task.bits.items() if legal >> card & 1)

    def _set(self, s: State, goal: Goal, whole: State | None) -> Question:
        task = question(s, goal, whole)
        deal = bytes(task.deal)
        if deal != self._deal:
            self._machine.set_deal(task.deal)
            self._deal = deal
        self._machine.set_position(task.position)
        return task
