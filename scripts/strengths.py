"""Measure the strengths of bots against each other over duplicate deals.

Each deal is played twice with the same cards: in the second room the two sides have changed places. The difference of
what the first strength is paid is one result. ``python -m scripts.strengths 304 expert club --deals 200``
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from bots.bot import Bot
from bots.strengths import STRENGTHS
from bots.styles import STYLES
from demo.games import DEAL_TYPES
from domain.engine.facts import Act, DealOpened
from domain.engine.parameters import plain
from domain.engine.rules import settle
from domain.games.catalogue import RULESETS

if TYPE_CHECKING:
    from domain.engine.cards import Seat


class Clock(Bot):
    """A bot whose longest decision is timed."""

    longest = 0.0

    def choose(self) -> Act:
        begun = time.perf_counter()
        act = super().choose()
        type(self).longest = max(self.longest, time.perf_counter() - begun)
        return act


def play(key: str, seed: int, strengths: dict[Seat, str]) -> dict[str, int]:
    """Play the deal of a seed; what each team gets: tokens, or its score in a game that is played for points."""
    ruleset = RULESETS[key]
    dealer = ruleset.seating.seats[seed % len(ruleset.seating.seats)]
    deal = DEAL_TYPES[ruleset.game](
        ruleset, dealer, dict.fromkeys(ruleset.seating.seats, STYLES["steady"]), Random(seed)
    )
    opened = DealOpened(plain(ruleset), dealer)
    deal.players = {
        seat: Clock(opened, seat, STRENGTHS[name], Random(f"{seed} {seat}")) for seat, name in strengths.items()
    }
    for _ in deal.acts():
        pass
    settled = settle(deal.state)
    if settled is None:
        raise AssertionError(f"deal {seed} is not settled")
    return dict(settled.score or settled.tokens)


def duplicate(task: tuple[str, int, str, str]) -> tuple[float, float]:
    """Play one deal in two rooms; how much more the first strength is paid, and the longest decision in seconds."""
    key, seed, one, other = task
    seats, teams = RULESETS[key].seating.seats, RULESETS[key].seating.teams
    gained = 0
    for place in range(2):
        paid = play(key, seed, {seat: one if n % 2 == place else other for n, seat in enumerate(seats)})
        gained += paid[teams[place]] - paid[teams[1 - place]]
    return gained / 2, Clock.longest


def main() -> None:
    """Play the deals, show the progress, and print the mean with its interval."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset")
    parser.add_argument("one", choices=STRENGTHS)
    parser.add_argument("other", choices=STRENGTHS)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--processes", type=int)
    given = parser.parse_args()
    results, longest = [], 0.0
    tasks = [(given.ruleset, given.first + n, given.one, given.other) for n in range(given.deals)]
    with ProcessPoolExecutor(given.processes) as pool:
        for gained, took in pool.map(duplicate, tasks):
            results.append(gained)
            longest = max(longest, took)
            if len(results) % 10 == 0:
                mean, error = fmean(results), stdev(results) / sqrt(len(results))
                sys.stderr.write(f"\r{len(results)} deals: {mean:+.3f} ± {1.96 * error:.3f}, longest {longest:.2f} s ")
    mean, error = fmean(results), stdev(results) / sqrt(len(results))
    print(f"\n{given.one} against {given.other}, {given.ruleset}: {mean:+.3f} ± {1.96 * error:.3f} a deal (95 %)")


if __name__ == "__main__":
    main()
