"""Judge whether the seats of a deal's costly cards could know a better card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Final

from analysis.position import Goal, Unsolvable
from analysis.seat import DEALS, FEWEST, SeatAnalyst

if TYPE_CHECKING:
    from collections.abc import Callable

    from analysis.deal import DealAnalysis
    from analysis.seat import SeatPrices
    from analysis.solver import Solver
    from domain.engine.cards import Card
    from domain.record.record import Record


CLEARLY: Final = {Goal.POINTS: 1.0, Goal.ALL_TRICKS: 0.01, Goal.NO_TRICK: 0.01}
"""The mean difference from which a card is clearly better: a point, or one deal in a hundred with all tricks."""


@dataclass(frozen=True, slots=True)
class SeatJudgement:
    """The judgement whether a card that was costly with all hands open could be avoided by what its seat knew."""

    avoidable: bool | None
    """Whether another card was clearly better, by more than chance explains; None if that is not known."""
    better: Card | None = None
    """The best card by what the seat knew, if the played card was avoidable."""
    behind: float = 0.0
    """The mean points by which that card is better for the seat's side."""
    error: float = 0.0
    """The standard error of ``behind``."""
    pay_behind: float = 0.0
    """The mean tokens, or score, by which that card is better."""
    deals: int = 0
    """The number of deals in the means."""
    fitting: int = 0
    """The number of deals that fit the seat's knowledge."""
    reason: str = ""
    """Why it is not known."""


def judge(prices: SeatPrices, card: Card) -> SeatJudgement:
    """Return the judgement whether a seat could know a card that is clearly better than this one."""
    played = prices.expected.get(card)
    best = prices.best
    if played is None or best is None:
        return SeatJudgement(None, fitting=prices.fitting, reason="no deal was finished within the limit")
    if played.deals < min(FEWEST, prices.fitting):
        return SeatJudgement(None, deals=played.deals, fitting=prices.fitting, reason="too few deals were finished")
    pay_behind = abs(prices.expected[best].pay - played.pay)
    worse = played.is_worse and played.behind >= CLEARLY[prices.goal]
    return SeatJudgement(
        worse,
        best if worse else None,
        played.behind,
        played.behind_error,
        pay_behind,
        played.deals,
        prices.fitting,
    )


def judge_costly(
    record: Record,
    analysis: DealAnalysis,
    solver: Solver,
    *,
    seed: str,
    most: int = DEALS,
    budget: int | None = None,
    on_ply: Callable[[], None] = lambda: None,
) -> DealAnalysis:
    """Return the analysis with each costly card judged by what its seat knew.

    ``seed``: equal seeds draw equal deals. ``most``: the most deals drawn for a card. ``budget``: the number of
    positions after which no further deal is solved for a card. ``on_ply`` is called after each costly card.
    """
    plies = []
    for ply in analysis.plies:
        if ply.is_costly:
            try:
                analyst = SeatAnalyst(record, ply.ply, ply.seat, solver)
                rng = Random(f"{seed} {ply.ply}")  # noqa: S311 - no secret
                judgement = judge(analyst.expected(rng, most=most, budget=budget), ply.card)
            except Unsolvable as reason:
                judgement = SeatJudgement(None, reason=str(reason))
            ply = replace(ply, from_seat=judgement)
            on_ply()
        plies.append(ply)
    return replace(analysis, plies=tuple(plies))
