"""Price the cards of a puzzle so that it is certain which of them are within a margin of the best."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from analysis.position import Goal, Unsolvable
from analysis.seat import SeatAnalyst
from analysis.versions import kernel_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from analysis.seat import Expected
    from analysis.solver import Solver
    from domain.engine.cards import Card, Seat
    from domain.record.record import Record

LISTED: Final = 600
"""The most fitting deals that are all solved, so that the means are exact."""
DRAWN: Final = 200
"""The deals drawn where more fit."""
BUDGET: Final = 20_000_000
"""The positions after which a puzzle is given up: some seconds."""
ERRORS: Final = 4.0
"""The standard errors by which a drawn mean must be clear of the margin."""
CLEAR: Final = 0.5
"""The points by which an exact mean must be clear of the margin, so that rounding decides nothing."""


def certain_prices(record: Record, seat: Seat, seed: str, margin: float, solver: Solver) -> dict[str, Any] | None:
    """Return by how many points each legal card is worse than the best, as JSON values.

    Returns None if the cards cannot be priced, or if chance could move a card over the margin. ``record``: the deal as
    the seat knows it, up to its turn; nothing else is read. ``seed``: equal seeds draw equal deals.
    """
    try:
        analyst = SeatAnalyst(record, len(record.acts), seat, solver)
        if analyst.knows.more:
            return None
        exact = analyst.fitting.count <= LISTED
        most = analyst.fitting.count if exact else DRAWN
        rng = Random(seed)  # noqa: S311 - no secret
        prices = analyst.expected(rng, most=most, until_settled=False, budget=BUDGET)
    except Unsolvable:
        return None
    whole = all(price.deals == most for price in prices.expected.values())
    if prices.goal is not Goal.POINTS or prices.unfinished or not prices.expected or not whole:
        return None
    if not (_is_clear(prices.expected, margin) if exact else _is_certain(prices.expected, margin)):
        return None
    return {
        "kernel": kernel_key(),
        "seed": seed,
        "deals": most,
        "fitting": str(prices.fitting),
        "behind": {card: round(max(0.0, price.behind), 3) for card, price in sorted(prices.expected.items())},
    }


def _is_clear(prices: Mapping[Card, Expected], margin: float) -> bool:
    """Return whether no exact mean is close to the margin."""
    return all(abs(price.behind - margin) >= CLEAR for price in prices.values())


def _is_certain(prices: Mapping[Card, Expected], margin: float) -> bool:
    """Return whether each card is certainly within the margin of the best, or certainly beyond it.

    Another card within the margin may be the true best, better than the best one here by up to its error. So that much
    is added to the errors of the cards within the margin.
    """
    right = [price for price in prices.values() if price.behind <= margin]
    ahead = max(ERRORS * price.behind_error - price.behind for price in right)
    within = all(price.behind + ERRORS * price.behind_error + max(0.0, ahead) <= margin for price in right)
    wrong = [price for price in prices.values() if price.behind > margin]
    return within and all(price.behind - ERRORS * price.behind_error > margin for price in wrong)
