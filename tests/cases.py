"""Many cases: in one test, where every failure is named in one table, or as parameters, some for the full run alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

Case = Callable[..., AbstractContextManager[None]]
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
