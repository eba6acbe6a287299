"""The time that the audit of Caps takes in a whole deal: row 14.

The deals are by generated players (`demo.styles`). The audit checks every card for each player whose side had won all
tricks. There is no peer: programs that sample deals answer another question.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from random import Random

from benchmarks.harness import Finding, Row, at_most
from bots.styles import STYLES
from demo.three04_table import Three04Deal
from domain.audit.caps.report import adjudicate
from domain.engine.facts import DealOpened
from domain.engine.parameters import plain
from domain.games.catalogue import STANDARD
from domain.games.three04.state import state_of_304
from domain.record.entries import Stamp
from domain.record.record import Record

GAMES = 200


@cache
def records() -> list[Record]:
    """Return the records of the deals that were played to the end without a slam."""
    played: list[Record] = []
    seats = STANDARD.seating.seats
    for seed in range(GAMES):
        rng = Random(seed)
        styles = {seat: rng.choice(list(STYLES.values())) for seat in seats}
        dealer = rng.choice(seats)
        record = Record(DealOpened(plain(STANDARD), dealer), Stamp())
        for n, act in enumerate(Three04Deal(STANDARD, dealer, styles, rng).acts()):
            record.fold(act, Stamp(n + 1))
        if record.state.outcome == "played" and not state_of_304(record.state).slam:
            played.append(record)
    return played


def at_share(share: float) -> Callable[[int], Finding]:
    """Return a ``run`` that measures the milliseconds within which this share of the deals is audited."""

    def run(rounds: int) -> Finding:
        figures = []
        for _ in range(rounds):
            times = []
            for record in records():
                start = time.process_time()
                adjudicate(record)
                times.append(time.process_time() - start)
            figures.append(1000 * sorted(times)[int(len(times) * share)])
        return Finding(tuple(figures), note=f"{len(records())} deals")

    return run


ROWS = [
    Row(14, "Caps of a whole deal, median", "", at_most(50, " ms"), at_share(0.5)),
    Row(14, "Caps of a whole deal, 95 of 100", "", at_most(500, " ms"), at_share(0.95)),
]
