"""Draws with a director's wishes, at the command line."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Nought, complaint

pytestmark = pytest.mark.usefixtures("book")


def opened(nought: Nought, cup: str, entries: int = 4, *terms: object) -> None:
    """A Swiss of four rounds."""
    answer = nought("tournament", "open", cup, "--format", "swiss", "--rounds", 4, "--set", "encounter.race=7", *terms)
    assert answer.code == 0, answer.err
    for n in range(1, entries + 1):
        nought("tournament", "enter", cup, f"Pair {n}", "--player", f"{n}a", "--player", f"{n}b")


@pytest.mark.full
def test_entries_are_kept_apart_and_may_meet_again(nought: Nought) -> None:
    cup = "A family plays"
    opened(nought, cup)
    answer = nought("tournament", "apart", cup, 1, 3, "--absolute", "--why", "one family")
    assert answer.code == 0, answer.err
    number = answer.out.split()[1]
    assert answer.out == f"avoidance {number} keeps entries 1, 3 apart\n"
    assert nought("tournament", "apart", cup).out == f"{number}: Pair 1, Pair 3 (must not meet)\n"
    complaint(nought("tournament", "apart", cup, 1))
    complaint(nought("tournament", "apart", cup, 1, 3, "--absolute"))
    complaint(nought("tournament", "apart", cup, 1, "--withdraw", number))
    assert nought("tournament", "apart", cup, "--withdraw", number).out == f"avoidance {number} is withdrawn\n"
    assert nought("tournament", "apart", cup).out == ""
    complaint(nought("tournament", "apart", cup, "--withdraw", number))


def test_a_bye_is_requested_within_the_terms_and_taken_back(nought: Nought) -> None:
    cup = "One asks for a bye"
    opened(nought, cup, 5)
    complaint(nought("tournament", "bye", cup, 5, 1))
    assert nought("tournament", "terms", cup, "--set", "requested_byes=1").code == 0
    assert nought("tournament", "bye", cup, 5, 1, "--why", "ill").out == "entry 5 sits out round 1\n"
    complaint(nought("tournament", "bye", cup, 5, 2))
    assert "Pair 5 had asked for a bye." in nought("tournament", "draw", cup).out
    complaint(nought("tournament", "bye", cup, 4, 1, "--withdraw"))
    assert nought("tournament", "bye", cup, 5, 1, "--withdraw").out == "entry 5 plays round 1\n"


@pytest.mark.full
def test_a_round_is_drawn_while_a_table_still_plays(nought: Nought) -> None:
    cup = "One table is slow"
    opened(nought, cup)
    nought("tournament", "draw", cup)
    nought("tournament", "result", cup, 1, 1, "7-2")
    assert "Round 1 has no result of" in complaint(nought("tournament", "draw", cup))
    assert "--assume" in complaint(nought("tournament", "draw", cup, "--assume", "2:1-0"))
    complaint(nought("tournament", "draw", cup, "--assume", "1=1-0"))
    drawn = nought("tournament", "draw", cup, "--assume", "2=1-0")
    assert drawn.code == 0, drawn.err
    assert "There is no result yet." in nought("tournament", "round", cup, 2).out
    nought("tournament", "result", cup, 1, 2, "3-7")
    shown = nought("tournament", "round", cup, 2).out
    assert "The result is different: 3 to 7." in shown
    assert "These changes came after the draw" in shown


@pytest.mark.full
def test_a_manual_draw_of_a_duplicate_keeps_the_boards_of_its_tables(nought: Nought) -> None:
    cup = "A duplicate by hand"
    terms = ("--set", "boards=2", "--set", "scoring.counts=matchpoints", "--rounds", 3)
    assert nought("tournament", "open", cup, "--format", "duplicate", *terms).code == 0
    for n in range(1, 7):
        nought("tournament", "enter", cup, f"Pair {n}")
    pairs = [("1-2", "3-4", "5-6"), ("1-2", "3-6"), ("1-2", "3-6", "5-4")]
    for again, round_ in enumerate(pairs):
        tables = [part for pair in round_ for part in ("--pair", pair)]
        drawn = nought("tournament", "draw", cup, *tables, *(("--redraw", "a slip") if again else ()))
        assert drawn.code == 0, drawn.err
        shown = json.loads(nought("tournament", "round", cup, 1, "--json").out)
        assert [each["boards"] for each in shown["encounters"]] == [[1, 2], [3, 4], [5, 6]][: len(round_)]
