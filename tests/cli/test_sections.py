"""Parallel sections at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Nought, complaint
from tests.tournaments.test_people_reader import LIST, PEOPLE

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


def test_what_check_shows_is_opened(nought: Nought, tmp_path: Path) -> None:
    """Names with a slash, with a comma and with Jr. are whole; a line with too many people is refused by both."""
    file = tmp_path / "entries.txt"
    file.write_text(LIST, "utf-16")
    command = ["tournament", "sections", "Names", file, "--sections", "2", "--format", "swiss", "--set", "rounds=5"]
    command += ["--set", "encounter.race=7"]
    shown = nought(*command, "--check").out
    assert nought(*command).out == f"{shown}2 sections are open\n"
    players = "".join(nought("tournament", "show", f"Names {letter}").out for letter in "AB")
    for people in PEOPLE:
        assert ", ".join(people) in players
    file.write_text(f"{LIST}Perera, Nimal, Silva, Sunil\nKala\n", "utf-8")
    for check in ([], ["--check"]):
        assert "line 11: an entry has up to 2 players, not 4" in complaint(nought(*command, *check))
    file.write_text(f"{LIST}kamala & Sunil\n", "utf-8")
    assert "line 11: kamala stands on line 2 too" in complaint(nought(*command, "--check"))
