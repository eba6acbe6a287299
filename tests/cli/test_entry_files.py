"""Entries of a tournament as a file, at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Nought, complaint
from tests.tournaments.trf_reader import read

pytestmark = pytest.mark.usefixtures("book")


def test_entries_go_out_and_come_in_after_a_check(nought: Nought, tmp_path: Path) -> None:
    for cup in ("Spring cup", "Autumn cup"):
        assert nought("tournament", "open", cup, "--format", "swiss", "--rounds", 3).code == 0
    file = tmp_path / "entries.csv"
    file.write_text("player1,player2,rating,seed,club,Age\nAnula,Farook,1850,2,Lagoon,9\n=Kala,Nimal,x,1,,\n", "utf-8")
    shown = nought("tournament", "import-entries", "Spring cup", file, "--check")
    assert shown.code == 2
    assert "(kept)" in shown.out
    assert "left out: columns: Age" in shown.out
    assert "line 3: rating is no whole number" in shown.err
    assert "line 3: " in complaint(nought("tournament", "import-entries", "Spring cup", file))
    file.write_text(file.read_text("utf-8").replace("x", "").replace(",Age", "").replace(",9", ""), "utf-8")
    checked = nought("tournament", "import-entries", "Spring cup", file, "--check")
    assert checked.out.endswith("2 entries would be recorded.\n")
    assert nought("tournament", "import-entries", "Spring cup", file).out == "2 entries are recorded.\n"
    assert "already" in complaint(nought("tournament", "import-entries", "Spring cup", file))
    assert nought("tournament", "details", "Spring cup", 2, "--rating", 1700).out == "entry 2: 1700\n"
    written = nought("tournament", "export-entries", "Spring cup").out
    assert written.splitlines() == [
        "number,name,player1,id1,player2,id2,rating,seed,club,category,from_round,withdrawn",
        "1,Anula + Farook,Anula,,Farook,,1850,2,Lagoon,,,", "2,'=Kala + Nimal,'=Kala,,Nimal,,1700,1,,,,",
    ]  # fmt: skip
    file.write_text(written, "utf-8")
    assert nought("tournament", "import-entries", "Autumn cup", file).code == 0
    assert nought("tournament", "export-entries", "Autumn cup").out == written
    assert nought("tournament", "details", "Spring cup", 2).out == "entry 2: no rating and no club\n"
    report = nought("tournament", "trf", "Spring cup", "--city", "Jaffna", "--deputy", "Anna", "--deputy", "Kala").out
    trf = read(report)
    assert [each.name for each in trf.players.values()] == ["=Kala + Nimal", "Anula + Farook"]
    assert [each.rating for each in trf.players.values()] == [None, 1850]
    assert (trf.data["022"], trf.data["112"], trf.rounds) == (["Jaffna"], ["Anna", "Kala"], 3)
    third = tmp_path / "spring.trf"
    third.write_bytes(report.encode())
    assert nought("tournament", "open", "Summer cup", "--format", "swiss", "--rounds", 3).code == 0
    shown = nought("tournament", "import-entries", "Summer cup", third, "--check")
    assert "XXR 3" in shown.out
    assert shown.out.endswith("2 entries would be recorded.\n")
    assert nought("tournament", "import-entries", "Summer cup", third).code == 0
    again = nought("tournament", "trf", "Summer cup", "--city", "Jaffna", "--deputy", "Anna", "--deputy", "Kala").out
    assert [line for line in again.splitlines() if line.startswith("001")] == [
        line for line in report.splitlines() if line.startswith("001")
    ]
    assert "three letters" in complaint(nought("tournament", "trf", "Spring cup", "--federation", "Lanka"))
    for data, why in ((b"\xff\xfe\x00", "nor text"), (b"", "empty"), (b"PK", "XLSX")):
        file.write_bytes(data)
        assert why in complaint(nought("tournament", "import-entries", "Autumn cup", file))
    assert "cannot be read" in complaint(nought("tournament", "import-entries", "Autumn cup", tmp_path / "nowhere"))
