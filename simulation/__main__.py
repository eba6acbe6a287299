"""The command `python -m simulation`."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING

from simulation.plan import draw
from simulation.planted import FAULTS, planted
from simulation.run import play
from simulation.shrink import shrink

if TYPE_CHECKING:
    from simulation.plan import Plan
    from simulation.run import Outcome


def main() -> int:
    """Play evenings, print the first failure in its smallest form. Return 1 if an evening failed."""
    options = _options()
    fault = FAULTS[options.plant - 1] if options.plant else None
    if fault is not None:
        print(f"planted: {fault.name}")
    with planted(fault) if fault is not None else nullcontext():
        if options.seed is not None:
            return _show(play(draw(options.seed), keeps_trace=options.trace), shrinks=not options.whole)
        begun = time.process_time()
        for seed in options.seeds:
            outcome = play(draw(seed))
            if outcome.failure:
                return _show(outcome, shrinks=not options.whole)
        print(f"{len(options.seeds)} evenings, no failure, {time.process_time() - begun:.1f} s of processor time")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m simulation", description="Play evenings with faults from a seed.")
    parser.add_argument("--seeds", type=_seeds, default=range(100), metavar="FROM:TO", help="play these seeds")
    parser.add_argument("--seed", type=int, help="play one seed, and say what it does")
    parser.add_argument("--trace", action="store_true", help="print every step of it")
    parser.add_argument("--whole", action="store_true", help="do not shrink a failing evening")
    names = "; ".join(f"{number}: {fault.name}" for number, fault in enumerate(FAULTS, 1))
    parser.add_argument(
        "--plant", type=int, choices=range(1, len(FAULTS) + 1), metavar="NUMBER", help=f"plant a fault first. {names}"
    )
    return parser.parse_args()


def _seeds(text: str) -> range:
    begin, _, end = text.partition(":")
    return range(int(begin), int(end))


def _show(outcome: Outcome, *, shrinks: bool) -> int:
    """Print an outcome, after a failure the smallest one that still fails. Return 1 for a failure."""
    if outcome.failure and shrinks:
        print(f"seed {outcome.plan.seed} fails: {outcome.failure}\nshrinking …")
        outcome = play(shrink(outcome).plan, keeps_trace=True)
    print("\n".join([*_describe(outcome.plan), *outcome.trace]))
    print(f"{outcome.steps} steps, trace {outcome.digest[:16]}")
    print(f"FAILED: {outcome.failure}" if outcome.failure else "no failure")
    return 1 if outcome.failure else 0


def _describe(plan: Plan) -> list[str]:
    """Return the lines that say what a plan contains."""
    lines = [f"seed {plan.seed}: {plan.servers} servers, {plan.notes} notes, {plan.results} results"]
    for table in plan.tables:
        deals = ", ".join(f"script {deal.script}, {deal.entries} entries of {deal.step}" for deal in table.deals)
        lines.append(
            f"  table {table.number}, delay {table.delay} s, {'match' if table.in_match else 'deals'}: {deals}"
        )
    lines += [f"  spectator {each.number} of table {each.table}, from {each.joins:.1f} s" for each in plan.spectators]
    return lines + [f"  {fault}" for fault in plan.faults]


if __name__ == "__main__":
    sys.exit(main())
