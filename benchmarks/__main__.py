"""``python -m benchmarks [names…]``: a name is a row's number or the module the row lives in."""

from __future__ import annotations

import argparse
import pkgutil
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

import benchmarks
from benchmarks.harness import LEAST_ROUNDS, machine, measure, save, show
from benchmarks.signals import end_in_order

if TYPE_CHECKING:
    from benchmarks.harness import Row

NOT_ROWS = {"__main__", "book", "deals", "followers", "harness", "signals", "subscriptions"}


def modules() -> list[str]:
    """Return the names of the modules that have a list ``ROWS``."""
    return [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name not in NOT_ROWS]


def chosen(names: list[str]) -> list[Row]:
    """Return the rows of these modules and numbers, sorted by number; all rows if no name is given.

    Raises ``SystemExit`` for an unknown name.
    """
    known = modules()
    numbers = {int(name) for name in names if name.isdecimal()}
    for name in names:
        if name not in known and not name.isdecimal():
            raise SystemExit(f"{name!r} is no row; give a row's number or one of: {', '.join(known)}")
    picked = known if numbers or not names else [name for name in known if name in names]
    rows: list[Row] = []
    for module in picked:
        module_rows: list[Row] = import_module(f"benchmarks.{module}").ROWS
        rows += [row for row in module_rows if not names or module in names or row.number in numbers]
    if missing := numbers - {row.number for row in rows}:
        raise SystemExit(f"no row is numbered {', '.join(map(str, sorted(missing)))}")
    return sorted(rows, key=lambda row: row.number)


def main() -> int:
    """Run the rows of the arguments. Return 1 if a bar was not met, else 0."""
    end_in_order()
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", help="row numbers or modules; every row when left out")
    parser.add_argument("--rounds", type=int, default=7, help=f"at least {LEAST_ROUNDS}")
    parser.add_argument("--json", type=Path, default=Path("benchmarks.json"), help="where to keep the figures")
    arguments = parser.parse_args()
    if arguments.rounds < LEAST_ROUNDS:
        parser.error(f"{arguments.rounds} rounds asked for; the least that mean anything here is {LEAST_ROUNDS}")

    console = Console()
    facts = machine()
    versions = ", ".join(f"{name} {version}" for name, version in facts["versions"].items() if version)
    console.print(f"Python {facts['python']}, {facts['cpus']} CPUs, {facts['system']}; {versions}")
    results = measure(chosen(arguments.names), arguments.rounds, console)
    show(results, console)
    save(results, arguments.rounds, arguments.json)
    return 1 if any(result.met is False for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
