"""Many cases: in one test, where every failure is named in one table, or as parameters, some for the full run alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

    from domain.engine.ruleset import Ruleset

Case = Callable[..., AbstractContextManager[None]]
FULL: Final = bool(os.environ.get("NOUGHT_FULL"))
SHOWN = 40
"""Failures that are printed; their number is printed in any case."""


@contextmanager
def cases() -> Iterator[Case]:
    """Try cases: ``with cases() as case``, then ``with case("E", 17)`` around what is asserted of each.

    Fails at the end with a table of the cases that failed, and fails if there was none to try.
    """
    failures: list[str] = []
    tried = 0

    @contextmanager
    def case(*name: object) -> Iterator[None]:
        nonlocal tried
        tried += 1
        try:
            yield
        except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001, the table names it
            failures.append(_row(" ".join(str(part) for part in name), error))

    yield case
    assert tried, "there was no case to try"
    if failures:
        left_out = ["…"] if len(failures) > SHOWN else []
        rows = "\n".join([*failures[:SHOWN], *left_out])
        pytest.fail(f"{len(failures)} of {tried} cases failed\n{rows}", pytrace=False)


def _row(name: str, error: BaseException) -> str:
    """Return the case, the line of the test that failed, and what was wrong."""
    steps = extract_tb(error.__traceback__)
    step = next((step for step in reversed(steps) if Path(step.filename).name.startswith("test_")), steps[-1])
    reason = "\n".join(f"    {line}" for line in f"{type(error).__name__}: {error}".splitlines()[:12])
    return f"{name}  ({Path(step.filename).name}, line {step.lineno})\n{reason}"


def full(*values: object) -> ParameterSet:
    """The values of a case for the full run alone: ``@pytest.mark.parametrize("language", ["ta", full("si")])``."""
    return pytest.param(*values, marks=pytest.mark.full)


EVERYDAY_GAMES: Final = ("304", "304-six-36", "304-maharashtra", "sidi-barrani")
"""The games that differ most: four and six seats, trumps that are shown and that are not, and a Jass."""


def most_different(every: Iterable[Ruleset]) -> list[Ruleset | ParameterSet]:
    """Return the games of a law that costs much: those that differ most for every day, the others in the full run."""
    return [game if game.key in EVERYDAY_GAMES else full(game) for game in every]


def one_in(number: int, values: Iterable[object]) -> list[object]:
    """Return the values of a parameter: every day one in so many, the first among them; the others in the full run."""
    return [value if n % number == 0 else full(value) for n, value in enumerate(values)]
