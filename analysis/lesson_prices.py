"""Price the cards of a question in a lesson by what its seat knows, to be stored with the question."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from analysis.position import Unsolvable
from analysis.seat import DEALS, SeatAnalyst
from analysis.solver import Solver
from analysis.versions import kernel_key
from domain.kernel.errors import Declined

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.record.record import Record

BUDGET: Final = 30_000_000
"""The positions after which no further deal is solved, and the most for one deal: some seconds."""


def price_cards(record: Record, seat: Seat, seed: str, *, most: int = DEALS, budget: int = BUDGET) -> dict[str, Any]:
    """Return by how many points each legal card is worse than the best, as JSON values.

    ``record``: the deal as the seat knows it, up to its turn; nothing else is read. ``seed``: equal seeds draw equal
    deals. Raises `Declined` if the cards cannot be priced.
    """
    try:
        analyst = SeatAnalyst(record, len(record.acts), seat, Solver(limit=budget))
        prices = analyst.expected(Random(seed), most=most, budget=budget)  # noqa: S311 - no secret
    except Unsolvable as error:
        raise Declined("no-analysis", "the cards cannot be priced: {reason}", reason=error.sentence) from None
    if prices.best is None:
        raise Declined("no-analysis", "no deal was solved within the limit; ask at a later trick")
    return {
        "kernel": kernel_key(),
        "seed": seed,
        "deals": max(price.deals for price in prices.expected.values()),
        "fitting": str(prices.fitting),
        "behind": {card: round(max(0.0, price.behind), 3) for card, price in sorted(prices.expected.items())},
    }
