"""Boards of a duplicate at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Nought, complaint
from tests.http.test_score_files import spreadsheet

pytestmark = pytest.mark.usefixtures("book")


@pytest.mark.full
def test_one_board_is_confirmed_and_the_others_stay_provisional(nought: Nought) -> None:
    cup = "Confirmed board by board"
    terms = ("--format", "duplicate", "--rounds", 3, "--set", "boards=2", "--set", "scoring.counts=matchpoints")
    opened = nought("tournament", "open", cup, *terms)
    assert opened.code == 0, opened.err
    for n in range(1, 5):
        nought("tournament", "enter", cup, f"Pair {n}", "--player", f"{n}a", "--player", f"{n}b")
    drawn = nought("tournament", "draw", cup)
    assert drawn.code == 0, drawn.err
    for board in (1, 2):
        entered = nought("tournament", "result", cup, 1, 1, "1-0", "--board", board)
        assert entered.code == 0, entered.err
    assert nought("tournament", "confirm", cup, 1, 1, "--board", 2).out == "table 1 of round 1: provisional\n"
    complaint(nought("tournament", "confirm", cup, 1, 1, "--board", 2))
    complaint(nought("tournament", "confirm", cup, 1, 1, "--board", 9))
    assert nought("tournament", "confirm", cup, 1, 1, "--board", 1).out == "table 1 of round 1: confirmed\n"


def test_the_help_of_artificial_scores_names_all_of_them(nought: Nought) -> None:
    text = " ".join(nought("tournament", "artificial", "--help").out.split())
    for score in ("average-plus", "average-minus", "not-played", "late-play"):
        assert score in text


def test_results_are_imported_from_a_file_after_a_preview(nought: Nought, tmp_path: Path) -> None:
    cup = "Imported from a file"
    assert nought("tournament", "open", cup, "--format", "swiss", "--rounds", 3, "--set", "encounter.race=7").code == 0
    for n in range(1, 5):
        nought("tournament", "enter", cup, f"Pair {n}", "--player", f"{n}a", "--player", f"{n}b")
    nought("tournament", "draw", cup)
    file = tmp_path / "results.csv"
    file.write_text("table,ns,ew\n1,7,3\n9,7,3\n", encoding="utf-8")
    shown = nought("tournament", "import-results", cup, 1, file, "--check")
    assert shown.code == 2
    assert "refused" in shown.out
    assert "line 3: " in shown.err
    assert "line 3: " in complaint(nought("tournament", "import-results", cup, 1, file))
    file.write_text("table,ns,ew\n1,7,3\n2,4,7\n", encoding="utf-8")
    checked = nought("tournament", "import-results", cup, 1, file, "--check")
    assert checked.out.endswith("2 results would be entered in round 1\n")
    done = nought("tournament", "import-results", cup, 1, file)
    assert done.out == "2 results are entered in round 1\n", done.err
    complaint(nought("tournament", "import-results", cup, 1, file))
    file.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in complaint(nought("tournament", "import-results", cup, 1, file))


def test_a_check_names_the_table_of_a_line_that_is_refused_or_left_out(nought: Nought, tmp_path: Path) -> None:
    cup = "Checked line by line"
    assert nought("tournament", "open", cup, "--format", "swiss", "--rounds", 3, "--set", "encounter.race=7").code == 0
    for n in range(1, 7):
        nought("tournament", "enter", cup, f"Pair {n}", "--player", f"{n}a", "--player", f"{n}b")
    nought("tournament", "draw", cup)
    file = tmp_path / "results.csv"
    file.write_text("table,ns,ew\n1,7,three\n2,,\nthree,7,3\n9,7,3\n", encoding="utf-8")
    shown = nought("tournament", "import-results", cup, 1, file, "--check").out
    rows = [[cell.strip() for cell in line.split("│")[1:7]] for line in shown.splitlines() if "│" in line]
    assert rows == [
        ["2", "1", "", "", "", "refused"],
        ["3", "2", "", "", "", "left-out"],
        ["4", "", "", "", "", "refused"],
        ["5", "9", "", "7", "3", "refused"],
    ]


@pytest.mark.full
def test_an_arrow_switch_and_a_wrong_board_are_shown_recorded_and_withdrawn(nought: Nought) -> None:
    cup = "Otherwise than drawn"
    terms = ("--format", "duplicate", "--rounds", 3, "--set", "boards=2", "--set", "scoring.counts=matchpoints")
    assert nought("tournament", "open", cup, *terms).code == 0
    for n in range(1, 7):
        nought("tournament", "enter", cup, f"Pair {n}", "--player", f"{n}a", "--player", f"{n}b")
    nought("tournament", "draw", cup)
    boards = {
        table: [
            each
            for each in range(1, 7)
            if nought("tournament", "result", cup, 1, table, f"{n}-0", "--board", each).code == 0
        ]
        for n, table in enumerate((1, 2, 3), 1)
    }
    own, other = boards[1], boards[2]
    shown = nought("tournament", "switch", cup, 1, 1, "--board", own[0], "--check")
    assert (shown.code, shown.out) == (0, "no score and no place would change\n"), "a single result is half of the top"
    assert "needs a reason" in complaint(nought("tournament", "switch", cup, 1, 1, "--board", own[0]))
    done = nought("tournament", "switch", cup, 1, 1, "--board", own[0], "--why", "sat the wrong way")
    assert done.out == f"table 1 of round 1: sat the other way round on {own[0]}\n", done.err
    back = nought("tournament", "switch", cup, 1, 1, "--board", own[0], "--withdraw", "--why", "they did not")
    assert back.out == "table 1 of round 1: sat the other way round on no board\n"
    wrong = ("tournament", "wrong-board", cup, 1, 1, "--played", other[0])
    shown = nought(*wrong, "--instead-of", own[0], "--check")
    assert "the result stands for it (Law 15B)" in shown.out
    assert "New score" in shown.out
    complaint(nought(*wrong))
    complaint(nought(*wrong, "--instead-of", own[0], "--withdraw"))
    done = nought(*wrong, "--instead-of", own[0], "--score", "average", "--why", "boards mixed up")
    assert done.out == f"table 1 of round 1, board {other[0]}: its result stands\n", done.err
    assert nought(*wrong, "--withdraw", "--check").code == 0
    back = nought(*wrong, "--withdraw", "--why", "they were not")
    assert back.out == f"table 1 of round 1, board {other[0]}: withdrawn\n", back.err


def test_results_are_read_as_clubs_keep_them(nought: Nought, tmp_path: Path) -> None:
    """A table that has not played and a total are left out (results-as-a-club-keeps-them.csv of the cases)."""
    cup = "Kept by hand"
    assert nought("tournament", "open", cup, "--format", "swiss", "--rounds", 3, "--set", "encounter.race=7").code == 0
    for n in range(1, 7):
        nought("tournament", "enter", cup, f"Pair {n}", "--player", f"{n}a", "--player", f"{n}b")
    nought("tournament", "draw", cup)
    file = tmp_path / "results.csv"
    file.write_bytes(b"Tisch;NS;OW\r\n1;10;6\r\n2;;\r\nTotal;10;6\r\n")
    checked = nought("tournament", "import-results", cup, 1, file, "--check")
    assert checked.code == 0
    assert "it has no result yet" in checked.out
    assert "a row of totals" in checked.out
    done = nought("tournament", "import-results", cup, 1, file)
    assert (done.code, done.out) == (0, "1 result is entered in round 1\n"), done.err
    file.write_text("sep=;\nEvening of 14 March\nTable;N-S;E-W\n1;10,0;6\nTisch 2;+7;3,0\n3;seven;2\n", "utf-16")
    done = nought("tournament", "import-results", cup, 1, file)
    assert (done.code, done.err) == (1, "")
    assert done.out == "line 6 is not entered: ns is no whole number: 'seven'\n1 result is entered in round 1\n"
    file.write_bytes(spreadsheet([["Table", "NS", "EW"], [1, 10, 6], [2, 7, 3], [3, 2, 8.0]]))
    assert nought("tournament", "import-results", cup, 1, file).out == "1 result is entered in round 1\n"
    assert "all these results are entered already" in complaint(nought("tournament", "import-results", cup, 1, file))
