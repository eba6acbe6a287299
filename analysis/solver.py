"""Ask the kernel about a position of the play: the best result, the contract, and the result after every card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from analysis.layout import CARDS, UNKNOWN_PRICE
from analysis.machine import BadPosition, Machine
from analysis.position import Goal, Question, Unsolvable, question

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
    makers_all: frozenset[int] = frozenset()
    """The cards after which the makers' result is so high that they may win all tricks of the deal."""
    opponents_all: frozenset[int] = frozenset()
    """The cards after which the makers' result is so low that the opponents may win all tricks of the deal."""


class Unfinished(RuntimeError):
    """Raised when the kernel gave up at the limit."""


class Solver:
    """One kernel for each goal. Questions about the same deal are faster one after another."""

    def __init__(self, *, limit: int = LIMIT, use_table: bool = True) -> None:
        self.limit = limit
        self.use_table = use_table
        self.nodes = 0
        """The positions that the last question took."""
        self.visited = 0
        """The positions that all questions took."""
        self._machines: dict[Goal, tuple[Machine, bytes]] = {}
        """For each goal a kernel with its own table of positions, and the deal that it has."""

    def best(self, s: State, goal: Goal = Goal.POINTS, *, guess: int = 0, whole: State | None = None) -> int:
        """Return the makers' result with the best play of both sides, including what they have taken already.

        The bonus for all tricks is added if the makers win them, and subtracted if the opponents do. Raises
        `Unfinished` at the limit, `Unsolvable` if there is nothing to solve.
        """
        task, machine = self._set(s, goal, whole)
        result = machine.solve(self.limit, self.use_table, guess - task.taken)
        self._count(result.nodes)
        if not result.finished:
            raise Unfinished(f"no result after {self.limit} positions")
        return task.taken + int(result.low)

    def reaches(self, s: State, target: int, goal: Goal = Goal.POINTS, *, whole: State | None = None) -> bool:
        """Return whether the makers' result is at least ``target``. Raises as `best` does."""
        task, machine = self._set(s, goal, whole)
        result = machine.reaches(self.limit, self.use_table, target - task.taken)
        self._count(result.nodes)
        if not result.finished:
            raise Unfinished(f"no result after {self.limit} positions")
        return task.taken + int(result.low) >= target

    def makes(self, s: State, *, whole: State | None = None) -> bool:
        """Return whether the makers make their contract with the best play of both sides. Raises as `best` does."""
        play = s.rules.ruleset.game.card_play(s)
        if play.needs_all:
            return self.reaches(s, 1, Goal.ALL_TRICKS, whole=whole)
        return self.reaches(s, play.needed, whole=whole)

    def prices(self, s: State, goal: Goal = Goal.POINTS, *, guess: int = 0, whole: State | None = None) -> Prices:
        """Return the makers' result after each legal card, as in `best`. Raises `Unsolvable`."""
        task, machine = self._set(s, goal, whole)
        result = machine.price(self.limit, self.use_table, guess - task.taken)
        self._count(result.nodes)
        of = {
            task.bits[card]: task.taken + int(result.price[card])
            for card in range(CARDS)
            if result.price[card] != UNKNOWN_PRICE
        }
        return Prices(
            of,
            bool(result.finished),
            result.nodes,
            frozenset(bit for bit, value in of.items() if value == task.most),
            frozenset(bit for bit, value in of.items() if value == task.least),
        )

    def legal(self, s: State) -> int:
        """Return the cards that may be played, as a mask of the engine's bits. Raises `Unsolvable`."""
        task, machine = self._set(s, Goal.POINTS, None)
        legal = machine.legal()
        return sum(bit for card, bit in task.bits.items() if legal >> card & 1)

    def _count(self, nodes: int) -> None:
        self.nodes = nodes
        self.visited += nodes

    def _set(self, s: State, goal: Goal, whole: State | None) -> tuple[Question, Machine]:
        task = question(s, goal, whole)
        machine, known = self._machines.get(goal) or (Machine(), b"")
        deal = bytes(task.deal)
        try:
            if deal != known:
                self._machines[goal] = machine, b""
                machine.set_deal(task.deal)
                self._machines[goal] = machine, deal
            machine.set_position(task.position)
        except BadPosition as fault:
            # A breach before, such as a second card of a seat, can leave hands that no play leads to.
            raise Unsolvable("the cards do not fit together: {fault}", fault=str(fault)) from None
        return task, machine
