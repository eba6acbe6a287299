"""Measure, judge, print and save the rows of the benchmark table.

A *case* is work that returns its number of events. A *race* runs its cases in turn, round after round (A B C,
A B C, …), so that a slow minute of the machine affects all of them alike, and compares them within each round. A *row*
is a race, or any other measurement, with a bar: a limit for its figure. Only ratios are judged; times are printed for
information.
"""

from __future__ import annotations

import gc
import json
import os
import platform
import time
from dataclasses import dataclass
from importlib import metadata
from statistics import median
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    Clock = Callable[[], float]

LEAST_ROUNDS = 5
PEERS = ("jass-kit", "chess", "open_spiel", "numpy", "numba", "endplay", "psycopg", "flask", "granian")


@dataclass(frozen=True, slots=True)
class Case:
    """Work to be timed. Each call does all of it and returns its number of ``unit``s.

    The first call is not timed, so a case may prepare its data there and keep them.
    """

    name: str
    work: Callable[[], int]
    unit: str = "event"


@dataclass(frozen=True, slots=True)
class Timing:
    """The seconds one case took per unit, one number for each round."""

    name: str
    unit: str
    rounds: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.rounds)


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a row: the figures to be judged, one per round, and the times they are computed from."""

    figures: tuple[float, ...]
    timings: tuple[Timing, ...] = ()
    note: str = ""

    @property
    def median(self) -> float:
        return median(self.figures)


@dataclass(frozen=True, slots=True)
class Bar:
    """The least or the most that the median figure of a row may be."""

    least: float | None = None
    most: float | None = None
    unit: str = "×"

    def met_by(self, figure: float) -> bool:
        return (self.least is None or figure >= self.least) and (self.most is None or figure <= self.most)

    def __str__(self) -> str:
        limits = (("≥", self.least), ("≤", self.most))
        return ", ".join(f"{sign} {limit:g}{self.unit}" for sign, limit in limits if limit is not None)


def at_least(figure: float, unit: str = "×") -> Bar:
    return Bar(least=figure, unit=unit)


def at_most(figure: float, unit: str = "×") -> Bar:
    return Bar(most=figure, unit=unit)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: its subject, the peer, the bar, and the function that measures it.

    ``run`` takes the number of rounds. A row without a bar is not judged.
    """

    number: int
    what: str
    peer: str
    bar: Bar | None
    run: Callable[[int], Finding]


@dataclass(frozen=True, slots=True)
class Result:
    row: Row
    finding: Finding

    @property
    def met(self) -> bool | None:
        """Return whether the bar was met; None for a row without one."""
        if self.row.bar is None:
            return None
        return self.row.bar.met_by(self.finding.median)


def timed(work: Callable[[], int], clock: Clock) -> float:
    """Return the seconds per unit of one call of the work, with the garbage collector off."""
    gc.collect()
    collecting = gc.isenabled()
    gc.disable()
    try:
        start = clock()
        units = work()
        elapsed = clock() - start
    finally:
        if collecting:
            gc.enable()
    return elapsed / units


def interleave(cases: Sequence[Case], rounds: int, clock: Clock = time.process_time) -> tuple[Timing, ...]:
    """Return the times of the cases, called in turn, round after round, after one call of each that is not timed.

    Raises ``ValueError`` for fewer rounds than `LEAST_ROUNDS`.
    """
    if rounds < LEAST_ROUNDS:
        raise ValueError(f"{rounds} rounds asked for; the least that mean anything here is {LEAST_ROUNDS}")
    for case in cases:
        case.work()
    taken: list[list[float]] = [[] for _ in cases]
    for _ in range(rounds):
        for case, times in zip(cases, taken, strict=True):
            times.append(timed(case.work, clock))
    return tuple(Timing(case.name, case.unit, tuple(times)) for case, times in zip(cases, taken, strict=True))


def speed(ours: Timing, peer: Timing) -> tuple[float, ...]:
    """Return the peer's time divided by ours for each round: above 1 we are faster."""
    return tuple(theirs / mine for mine, theirs in zip(ours.rounds, peer.rounds, strict=True))


def cost(ours: Timing, peer: Timing) -> tuple[float, ...]:
    """Return our time divided by the peer's for each round."""
    return tuple(mine / theirs for mine, theirs in zip(ours.rounds, peer.rounds, strict=True))


def race(
    ours: Case,
    peer: Case,
    *beside: Case,
    compare: Callable[[Timing, Timing], tuple[float, ...]] = speed,
    clock: Clock = time.process_time,
) -> Callable[[int], Finding]:
    """Return a row's ``run`` that compares our case with the peer's. ``beside``: cases that are timed only.

    The clock counts CPU time of this process; pass ``time.perf_counter`` for work that waits on a disk.
    """

    def run(rounds: int) -> Finding:
        timings = interleave((ours, peer, *beside), rounds, clock)
        return Finding(compare(timings[0], timings[1]), timings)

    return run


def times_only(*cases: Case, clock: Clock = time.process_time) -> Callable[[int], Finding]:
    """Return a ``run`` for a row without a bar: the cases are timed, not compared."""

    def run(rounds: int) -> Finding:
        return Finding((), interleave(cases, rounds, clock))

    return run


def machine() -> dict[str, Any]:
    """Return the facts about the machine that the times depend on."""
    versions: dict[str, str | None] = {}
    for name in PEERS:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            versions[name] = None
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": f"{platform.system()} {platform.machine()}",
        "cpus": os.cpu_count(),
        "versions": versions,
    }


def measure(rows: Iterable[Row], rounds: int, console: Console) -> list[Result]:
    results: list[Result] = []
    for row in rows:
        with console.status(f"{row.number}: {row.what}, against {row.peer}"):
            results.append(Result(row, row.run(rounds)))
    return results


def verdict(result: Result) -> str:
    if result.met is None:
        return ""
    return "[green]met[/]" if result.met else "[bold red]not met[/]"


def show(results: Sequence[Result], console: Console) -> None:
    """Print the verdicts, then the times."""
    judged = [result for result in results if result.row.bar is not None]
    if judged:
        table = Table(title="Bars", title_justify="left")
        for heading in ("#", "what", "against", "bar"):
            table.add_column(heading)
        for heading in ("median", "lowest", "highest"):
            table.add_column(heading, justify="right")
        table.add_column("")
        table.add_column("note")
        for result in judged:
            row, finding = result.row, result.finding
            unit = "" if row.bar is None else row.bar.unit
            figures = (finding.median, min(finding.figures), max(finding.figures))
            table.add_row(
                str(row.number), row.what, row.peer, str(row.bar),
                *(f"{figure:,.2f}{unit}" for figure in figures), verdict(result), finding.note,
            )  # fmt: skip
        console.print(table)

    table = Table(title="Times: they inform, they do not decide", title_justify="left")
    for heading in ("#", "case", "per"):
        table.add_column(heading)
    for heading in ("median µs", "lowest", "highest"):
        table.add_column(heading, justify="right")
    for result in results:
        for timing in result.finding.timings:
            times = (timing.median, min(timing.rounds), max(timing.rounds))
            table.add_row(str(result.row.number), timing.name, timing.unit, *(f"{1e6 * each:,.3f}" for each in times))
    console.print(table)


def save(results: Sequence[Result], rounds: int, path: Path) -> None:
    """Write the results and the facts about the machine as JSON."""
    document = {
        "machine": machine(),
        "rounds": rounds,
        "rows": [
            {
                "number": result.row.number,
                "what": result.row.what,
                "peer": result.row.peer,
                "bar": None if result.row.bar is None else str(result.row.bar),
                "figures": result.finding.figures,
                "median": result.finding.median if result.finding.figures else None,
                "met": result.met,
                "note": result.finding.note,
                "seconds": [
                    {"case": each.name, "per": each.unit, "median": each.median, "rounds": each.rounds}
                    for each in result.finding.timings
                ],
            }
            for result in results
        ],
    }
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
