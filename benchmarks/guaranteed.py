"""Guaranteed results from the seat against brute force: row 10f.

Brute force judges all layouts of the unseen cards to list the deals that the seat cannot tell from the true one, and
tries every card that the rules allow. The tests make the same comparison (`tests/analysis/test_seat.py`; 2,000 endgames
with ``NOUGHT_FULL=1``).
"""

from __future__ import annotations

from itertools import islice
from random import Random

from analysis.seat import SeatAnalyst
from analysis.solver import Solver, Unfinished
from benchmarks.harness import Finding, Row, at_most
from tests.analysis.test_seat import points, results

ENDGAMES = 40
"""The endgames for each round."""


def guaranteed_against_brute_force(rounds: int) -> Finding:
    """Return the share of endgames whose guaranteed results were undecided or false, in percent; 100 if one was false.

    All rounds are judged together.
    """
    solver = Solver()
    endgames = (
        (SeatAnalyst(record, ply, seat, solver), of)
        for record, ply, seat in points()
        if (of := results(record, ply, seat, solver)) is not None
    )
    count = rounds * ENDGAMES
    false = undecided = 0
    for analyst, of in islice(endgames, count):
        try:
            guaranteed = analyst.guaranteed()
        except Unfinished:
            undecided += 1
            continue
        worst = min if analyst.expected(Random(1), most=1).for_makers else max
        brute = {card: worst(values) for card, values in of.items()}
        false += {card: each.result for card, each in guaranteed.items()} != brute
    share = 100.0 if false else 100 * undecided / count
    return Finding((share,), (), f"{count} endgames: {undecided} undecided, {false} false")


ROWS = [Row(10, "f: guaranteed, undecided or false", "brute force", at_most(1, " %"), guaranteed_against_brute_force)]
