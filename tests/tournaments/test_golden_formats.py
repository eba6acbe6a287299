"""A small tournament of every format comes to what its golden file says: draws, reasons, warnings, standings.

To accept a change: ``python -m tests.tournaments.golden.write``.
"""

from __future__ import annotations

import pytest

from tests.tournaments.golden.write import EVENINGS, HERE, text


@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_is_as_in_its_golden_file(name: str) -> None:
    assert text(name) == (HERE / f"{name}.txt").read_text("utf-8")
