"""Parallel sections at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Nought, complaint

pytestmark = pytest.mark.usefixtures("book")


def test_a_list_is_divided_shown_and_opened(nought: Nought, tmp_path: Path) -> None:
    file = tmp_path / "entries.txt"
    file.write_text("1) Anula & Farook\n2) The Herons: Kala, Nimal\nPerera\nSilva\n", "utf-8")
    command = ("tournament", "sections", "Spring", file, "--sections", 2, "--format", "swiss", "--set", "rounds=3")
    checked = nought(*command, "--check")
    assert checked.out == "Spring A: Anula + Farook, Silva\nSpring B: The Herons, Perera\n"
    complaint(nought("tournament", "show", "Spring A"))
    assert nought(*command, "--set", "encounter.race=7").out.endswith("2 sections are open\n")
    assert "Kala, Nimal" in nought("tournament", "show", "Spring B").out
    complaint(nought(*command[:4], "--sections", 3, *command[6:]))
    complaint(nought("tournament", "sections", "Spring", tmp_path / "nowhere", *command[4:]))
