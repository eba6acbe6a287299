"""Make a failing evening smaller: leave out faults, people, tables and entries as long as it still fails."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from simulation.run import play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simulation.plan import Plan, TablePlan
    from simulation.run import Outcome

MOST_RUNS = 400
"""The most evenings that are played to shrink one."""


def shrink(failed: Outcome, most_runs: int = MOST_RUNS) -> Outcome:
    """Return the outcome of the smallest plan that was found to fail still."""
    runs = 0
    best = failed
    while True:
        for smaller in _smaller(best.plan):
            if runs >= most_runs:
                return best
            runs += 1
            outcome = play(smaller)
            if outcome.failure:
                best = outcome
                break
        else:
            return best


def _smaller(plan: Plan) -> Iterator[Plan]:
    """Yield plans with less in them, those with the largest parts left out first."""
    faults = plan.faults
    for size in (len(faults) // 2, len(faults) // 4, 1):
        for begin in range(0, len(faults), size) if size else ():
            yield replace(plan, faults=faults[:begin] + faults[begin + size :])
    if len(plan.tables) > 1:
        for index in range(len(plan.tables)):
            followers = tuple(
                replace(each, table=each.table - (each.table > index))
                for each in plan.spectators
                if each.table != index
            )
            yield replace(plan, tables=plan.tables[:index] + plan.tables[index + 1 :], spectators=followers)
    for index in range(len(plan.spectators)):
        yield replace(plan, spectators=plan.spectators[:index] + plan.spectators[index + 1 :])
    for name in ("notes", "results"):
        if count := getattr(plan, name):
            yield replace(plan, **{name: count // 2})
    for index, table in enumerate(plan.tables):
        for less in _smaller_tables(table):
            yield replace(plan, tables=(*plan.tables[:index], less, *plan.tables[index + 1 :]))
    if plan.servers > 1:
        yield replace(plan, servers=plan.servers - 1)


def _smaller_tables(table: TablePlan) -> Iterator[TablePlan]:
    if len(table.deals) > 1:
        yield replace(table, deals=table.deals[:-1])
        yield replace(table, deals=table.deals[1:])
    *before, last = table.deals
    for entries in sorted({min(last.entries, 60) // 2, min(last.entries, 60) - 1}):
        if 0 < entries < last.entries:
            yield replace(table, deals=(*before, replace(last, entries=entries)))
    if table.in_match and len(table.deals) == 1:
        yield replace(table, in_match=False)
    if table.delay:
        yield replace(table, delay=0)
