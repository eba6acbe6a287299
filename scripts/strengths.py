"""Measure the strengths of bots against each other over duplicate deals.

Each deal is played twice with the same cards: in the second room the two sides have changed places. Half the difference
of what the first strength is paid in both rooms is one result. All pairs play the same deals, and their number is set
beforehand. An illegal act ends the run with an error.

``python -m scripts.strengths 304,sidi-barrani expert:club expert:beginner --deals 2000 --results strengths.jsonl``

With a file for the results, one JSON line for each deal, a run that was ended goes on where it stopped. Lines that
other bots wrote, of another version of the code, do not count.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import IO, TYPE_CHECKING, Final

from analysis.machine import digest
from bots.bot import Bot
from bots.strengths import STRENGTHS
from bots.styles import STYLES
from demo.games import DEAL_TYPES
from domain.engine.facts import Act, DealOpened
from domain.engine.parameters import plain
from domain.engine.rules import settle
from domain.games.catalogue import RULESETS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.engine.cards import Seat

SURE: Final = NormalDist().inv_cdf(0.975)
"""The standard errors on each side of an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Task:
    """One deal of a pair of strengths."""

    ruleset: str
    one: str
    other: str
    deal: int

    @property
    def pair(self) -> tuple[str, str, str]:
        """Return the ruleset and the two strengths."""
        return self.ruleset, self.one, self.other


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one deal in two rooms."""

    gained: float
    """The gain of the first strength in each room: tokens, or in a game that is played for points the score."""
    longest: float
    """The longest decision of both, in seconds of one processor."""


class Clock(Bot):
    """A bot whose longest decision is timed."""

    longest = 0.0

    def choose(self) -> Act:
        begun = time.process_time()
        act = super().choose()
        Clock.longest = max(Clock.longest, time.process_time() - begun)
        return act


def play(key: str, seed: int, strengths: dict[Seat, str]) -> dict[str, int]:
    """Play the deal of a seed. Return what each team gets: tokens, or its score in a game that is played for points."""
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


def duplicate(task: Task) -> Result:
    """Play one deal in two rooms: in the second, the strengths have changed seats. Return the result for the first."""
    seats, teams = RULESETS[task.ruleset].seating.seats, RULESETS[task.ruleset].seating.teams
    Clock.longest = 0.0
    gained = 0
    for place in range(2):
        sides = {seat: task.one if n % 2 == place else task.other for n, seat in enumerate(seats)}
        paid = play(task.ruleset, task.deal, sides)
        gained += paid[teams[place]] - paid[teams[1 - place]]
    return Result(gained / 2, round(Clock.longest, 3))


def version_of_bots() -> str:
    """Return a digest of the code of the bots and of the kernel."""
    code = hashlib.sha256(digest().encode())
    for path in sorted(Path(__file__).parents[1].glob("bots/*.py")):
        code.update(path.read_bytes())
    return code.hexdigest()[:12]


def read_results(path: Path | None, version: str) -> dict[Task, Result]:
    """Return the results of a file that bots of this version wrote; none if there is no file yet."""
    if path is None or not path.exists():
        return {}
    # A run that was ended may have left half a line.
    lines = [json.loads(line) for line in path.read_text().splitlines() if line.endswith("}")]
    return {
        Task(line["ruleset"], line["one"], line["other"], line["deal"]): Result(line["gained"], line["longest"])
        for line in lines
        if line["bots"] == version
    }


def play_all(
    tasks: list[Task], results: dict[Task, Result], processes: int | None, file: IO[str] | None, version: str
) -> None:
    """Play the deals, add each result to ``results`` and to the file, and show how many are done."""
    with ProcessPoolExecutor(processes) as pool:
        for task, result in zip(tasks, pool.map(duplicate, tasks), strict=True):
            results[task] = result
            if file is not None:
                file.write(json.dumps({"bots": version} | asdict(task) | asdict(result)) + "\n")
                file.flush()
            sys.stderr.write(f"\r{len(results)} deals ")
    sys.stderr.write("\n")


def summary(results: dict[Task, Result]) -> Iterator[str]:
    """Yield a line for each pair: the mean with its interval."""
    pairs: dict[tuple[str, str, str], list[Result]] = defaultdict(list)
    for task, result in results.items():
        pairs[task.pair].append(result)
    for (ruleset, one, other), of_pair in pairs.items():
        gains = [result.gained for result in of_pair]
        reach = SURE * stdev(gains) / sqrt(len(gains)) if len(gains) > 1 else float("inf")
        longest = max(result.longest for result in of_pair)
        yield (
            f"{ruleset}: {one} against {other}, {len(gains)} deals: {fmean(gains):+.3f} ± {reach:.3f} a deal (95 %), "
            f"longest decision {longest:.2f} s"
        )


def main() -> None:
    """Play the deals that have no result yet, and print the means of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", help="rulesets, separated by commas")
    parser.add_argument("pairs", nargs="+", help="two strengths, such as expert:club")
    parser.add_argument("--deals", type=int, default=200, help="the number of deals of each pair")
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--results", type=Path, help="a file for the results, which are read first")
    parser.add_argument("--processes", type=int)
    given = parser.parse_args()
    pairs = [tuple(pair.split(":")) for pair in given.pairs]
    rulesets = given.rulesets.split(",")
    if not all(len(pair) == 2 and {*pair} <= {*STRENGTHS} for pair in pairs):
        parser.error(f"a pair is two strengths of {', '.join(STRENGTHS)}, such as expert:club")
    if not {*rulesets} <= {*RULESETS}:
        parser.error(f"the rulesets are {', '.join(RULESETS)}")
    deals = range(given.first, given.first + given.deals)
    tasks = [Task(ruleset, one, other, deal) for deal in deals for ruleset in rulesets for one, other in pairs]
    version = version_of_bots()
    stored = read_results(given.results, version)
    results = {task: stored[task] for task in tasks if task in stored}
    left = [task for task in tasks if task not in results]
    if given.results is None:
        play_all(left, results, given.processes, None, version)
    else:
        with given.results.open("a", encoding="utf-8") as file:
            if file.tell() and not given.results.read_text().endswith("\n"):
                file.write("\n")
            play_all(left, results, given.processes, file, version)
    print(*summary(results), sep="\n")


if __name__ == "__main__":
    main()
