"""Series at the command line: a change is seen before, the result is announced and taken back."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest

from domain.ledger import Ledger
from tests.cli.conftest import Nought, complaint
from tests.record.play import SCRIBE
from tests.tournaments.test_people_reader import SEASON

pytestmark = pytest.mark.usefixtures("book")


def match_of(ledger: Ledger, club: UUID) -> UUID:
    """A match of four players that ended level."""
    seats = dict(zip("SENW", ("Anna", "Bea", "Cleo", "Dora"), strict=True))
    match = ledger.matches.open("304", "S", club=club, players=seats, event="Friday", **SCRIBE).id
    ledger.matches.end(match, **SCRIBE)
    return match


def test_a_series_is_changed_announced_and_opened_again(nought: Nought, ledger: Ledger) -> None:
    club = ledger.clubs.open_club("Series Club", **SCRIBE).id
    match = match_of(ledger, club)
    series = nought("series", "open", "Winter", "--club", str(club)).out.strip()
    assert nought("series", "add", series, str(match), "--match").code == 0
    assert "11" in nought("series", "show", series).out
    checked = nought("series", "terms", series, "--points", "6,2", "--attendance", 1, "--check").out
    assert "Nothing is changed." in checked
    assert "4 + 1 = 5" in checked
    assert "11 = 11" in nought("series", "show", series).out
    assert nought("series", "terms", series, "--points", "6,2", "--why", "agreed").code == 0
    assert "4 = 4" in nought("series", "show", series).out
    assert "No longer ranked: Anna" in nought("series", "remove", series, "Friday", "--check").out
    assert nought("series", "end", series).code == 0
    assert "First: Anna, Bea, Cleo, Dora." in nought("series", "show", series).out
    assert "the series is over" in complaint(nought("series", "remove", series, "Friday"))
    assert nought("series", "reopen", series, "--why", "a slip").code == 0
    assert nought("series", "remove", series, "Friday", "--why", "another club's").code == 0
    output = nought("series", "log", series).out
    assert "Friday was removed. Another club's." in output
    assert "The series was opened again. A slip." in output


def test_what_a_series_refuses_is_one_line(nought: Nought, ledger: Ledger) -> None:
    club = ledger.clubs.open_club("Another Series Club", **SCRIBE).id
    series = nought("series", "open", "Summer", "--club", str(club)).out.strip()
    complaint(nought("series", "end", series))
    complaint(nought("series", "reopen", series, "--why", "a slip"))
    complaint(nought("series", "terms", series, "--points", "1,2"))
    complaint(nought("series", "terms", series, "--points", "x", "--check"))
    complaint(nought("series", "remove", series, "Nowhere", "--check"))


def test_an_old_season_is_imported_after_a_report(nought: Nought, ledger: Ledger, tmp_path: Path) -> None:
    club = ledger.clubs.open_club("Old Season Club", **SCRIBE).id
    ledger.clubs.register_player("Änna", club=club, **SCRIBE)
    series = nought("series", "open", "2025", "--club", str(club), "--counts", "score").out.strip()
    file = tmp_path / "season.csv"
    file.write_text("Name;17.1.2025;24.1.2025;Total\nAnna;12;7;19\nBéa;9;;9\n", "utf-8")
    checked = nought("series", "import", series, file, "--check").out
    for part in ("Anna → Änna (matched)", "Béa (kept)", "Columns left out: Total", "2 evenings would be recorded."):
        assert part in checked
    assert not ledger.series.get(UUID(series)).evenings
    assert nought("series", "import", series, file).out == "2 evenings are recorded.\n"
    assert "12 + 7 = 19" in nought("series", "show", series).out
    assert "already" in complaint(nought("series", "import", series, file))
    file.write_text("Name;One\nAnna;x\n", "utf-8")
    assert "row 2" in complaint(nought("series", "import", series, file))
    file.write_bytes(b"\xff\xfe\x00")
    assert "nor text" in complaint(nought("series", "import", series, file))
    assert "cannot be read" in complaint(nought("series", "import", series, tmp_path / "nowhere.csv"))


def test_a_name_with_a_slash_is_one_person(nought: Nought, ledger: Ledger, tmp_path: Path) -> None:
    """Four persons (season-names-with-slash.csv of the cases), and registered ones whole."""
    club = ledger.clubs.open_club("Slash Club", **SCRIBE).id
    ledger.clubs.register_player("Ravi / Kumaran", club=club, **SCRIBE)
    series = nought("series", "open", "Names", "--club", str(club)).out.strip()
    file = tmp_path / "scores.csv"
    file.write_text(SEASON + "Ravi / Kumaran;1;1;1\n", "utf-8")
    checked = nought("series", "import", series, file, "--check").out
    names = ("Ravi s/o Kumaran (kept", "Devi d/o Selvam (kept", "Anula A/P Nadarajah (kept", "Ravi / Kumaran (matched)")
    assert [checked.count(each) for each in names] == [1, 1, 1, 1]
    nought("series", "import", series, file)
    shown = nought("series", "show", series, "--csv").out
    assert sum("Ravi" in line or "Kumaran" in line for line in shown.splitlines()) == 2
