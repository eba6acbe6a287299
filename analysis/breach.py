"""The likely result of a deal without a breach: from the card before it, all hands open, both sides at their best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.deal import card_states, find_sweeps
from analysis.position import Goal, Unsolvable, goal_of
from analysis.solver import Unfinished

if TYPE_CHECKING:
    from analysis.solver import Solver
    from domain.engine.facts import DealSettled
    from domain.record.record import Record


@dataclass(frozen=True, slots=True)
class LikelyResult:
    """The settlement that best play leads to from a ply on. It is an estimate for an arbiter, and no remedy."""

    ply: int
    """The ply from which both sides play their best: the last card that was due before the breach, or the breach."""
    goal: Goal
    """All tricks if the makers bid to win them; then the settlement has no points."""
    settled: DealSettled


def result_without(record: Record, ply: int, solver: Solver) -> LikelyResult:
    """Return the likely result of a deal without the breach at a ply.

    Nothing is changed that came before the card that was due at the ply or last before it. Calls that came before it
    count, and none comes after it. Raises `Unsolvable` if no card was due by then or not all cards are known, and
    `Unfinished` at the solver's limit.
    """
    before = [(at, s) for at, s, _ in card_states(record) if at <= ply]
    if not before:
        raise Unsolvable("the breach came before the first card")
    at, s = before[-1]
    goal = goal_of(s)
    prices = solver.prices(s, goal)
    sweeps, finished = find_sweeps(s, goal, prices, solver, s)
    if not prices.finished or not finished:
        raise Unfinished(f"no result after {solver.limit} positions")
    best = (max if s.makers() >> s.turn & 1 else min)(prices.of, key=lambda bit: prices.of[bit])
    # With a bid to win all tricks only the tricks decide, and no points are known.
    points = prices.of[best] if goal is Goal.POINTS else 0
    settled = s.rules.ruleset.game.settle_play(s, points, sweeps.get(best, ""))
    if settled is None:
        raise Unsolvable("the sides are not known")
    return LikelyResult(at, goal, settled)
