"""`nought export --parquet`: tables for analysts, in a folder."""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from pyarrow import parquet

from api.deals.as_parquet import ParquetFolder
from domain.club.policy import LEVELS, MEMBERS, NAMES, OPEN
from domain.engine.facts import CardPlayed
from domain.ledger import Ledger
from replay import worked_hands
from replay.notation import DealDocument, record_of
from replay.rows.kinds import KINDS
from replay.rows.recorded_deal import RecordedDeal
from store.settings import Settings
from store.tables.catalogue import Rows
from tests.cases import cases
from tests.cli.conftest import HANDS, Nought, complaint, hand

FILES: Final = {f"{name}.parquet" for name in KINDS}
SENT: Final[Any] = {"by": "Anula", "at": "2026-02-14T20:15:00.000Z"}


def rows(folder: Path, kind: str) -> list[dict[str, Any]]:
    """Return the rows of a file, read by pyarrow alone."""
    read: list[dict[str, Any]] = parquet.read_table(folder / f"{kind}.parquet").to_pylist()
    return read


def test_every_deal_of_a_book_is_in_the_tables_with_its_players_and_its_result(
    nought: Nought, new_book: Settings, tmp_path: Path
) -> None:
    nought("import", *HANDS)
    answer = nought("export", "--all", "--parquet", tmp_path / "tables")
    assert (answer.code, answer.out, answer.err) == (0, "", f"{len(HANDS)} deals in {tmp_path / 'tables'}\n")
    assert {path.name for path in (tmp_path / "tables").iterdir()} == FILES
    archived = {deal["id"]: deal for deal in map(json.loads, nought("export", "--all").out.splitlines())}
    deals = {row["deal"]: row for row in rows(tmp_path / "tables", "deals")}
    players = rows(tmp_path / "tables", "players")
    assert list(deals) == list(archived)
    with cases() as case:
        for identity, deal in archived.items():
            with case(deal.get("number", 1)):
                settled = [line for line in deal["lines"] if isinstance(line, dict) and "settled" in line][-1]
                row = deals[identity]
                assert (row["status"], row["made"]) == (settled["settled"], settled.get("made"))
                seats = [each for each in players if each["deal"] == identity]
                assert {each["seat"]: each["player"] for each in seats} == deal["players"]
                assert {each["team"]: each["points"] for each in seats} == settled["points"]
                assert {each["team"]: each["tokens"] for each in seats} == settled["tokens"]


@pytest.mark.full
def test_only_named_deals_are_exported_and_caps_is_judged_only_if_that_is_wanted(
    nought: Nought, new_book: Settings, tmp_path: Path
) -> None:
    nought("import", hand(3), hand(4), hand(12), hand(32))
    named = [json.loads(line)["id"] for line in nought("export", "--all").out.splitlines()]
    assert nought("export", named[0], "--parquet", tmp_path / "one").err == f"1 deal in {tmp_path / 'one'}\n"
    assert [row["deal"] for row in rows(tmp_path / "one", "deals")] == [named[0]]
    nought("export", "--all", "--parquet", tmp_path / "quick")
    nought("export", "--all", "--caps", "--parquet", tmp_path / "judged")
    assert [row["caps"] for row in rows(tmp_path / "quick", "deals")] == [None] * 4
    judged = {row["number"]: row["caps"] for row in rows(tmp_path / "judged", "deals")}
    assert judged == {3: "right", 4: "early", 12: None, 32: None}


def test_names_are_those_that_the_archive_has_or_those_that_outsiders_of_each_club_see(
    nought: Nought, new_book: Settings, tmp_path: Path
) -> None:
    with Ledger(new_book.environment(), Rows()) as ledger:
        clubs = {sees: ledger.clubs.open_club(f"Club {sees}", sees=sees, **SENT).id for sees in LEVELS}
        forgotten = ledger.clubs.register_player("Ravi Kumaran", club=clubs[OPEN], **SENT).id
        for club in clubs.values():
            players = {"S": "Ravi Kumaran", "N": "Anula Perera"}
            ledger.deals.open("304", "S", players=players, club=club, note="Ravi came late", **SENT)
    assert nought("people", "forget", "--player", forgotten, "--yes", "--by", "Director").code == 0
    nought("export", "--all", "--parquet", tmp_path / "whole")
    nought("export", "--all", "--hide-names", "--parquet", tmp_path / "hidden")
    seen = {}
    for folder in ("whole", "hidden"):
        club_of = {row["deal"]: row["club"] for row in rows(tmp_path / folder, "deals")}
        for row in rows(tmp_path / folder, "players"):
            if row["player"]:
                seen[folder, club_of[row["deal"]], row["seat"]] = re.sub(r"\d+", "7", row["player"])
        for path in (tmp_path / folder).iterdir():
            assert "came late" not in str(parquet.read_table(path).to_pylist())
    open_club, names, members = map(str, (clubs[OPEN], clubs[NAMES], clubs[MEMBERS]))
    assert seen == {
        ("whole", open_club, "S"): "Former player 7",
        ("whole", open_club, "N"): "Anula Perera",
        ("whole", names, "S"): "Ravi Kumaran",
        ("whole", names, "N"): "Anula Perera",
        ("whole", members, "S"): "Ravi Kumaran",
        ("whole", members, "N"): "Anula Perera",
        ("hidden", open_club, "S"): "Former player 7",
        ("hidden", open_club, "N"): "Anula Perera",
        ("hidden", names, "S"): "R. K.",
        ("hidden", names, "N"): "A. P.",
    }


def test_what_cannot_be_written_is_refused_in_one_line(
    nought: Nought, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = tmp_path / "full"
    full.mkdir()
    (full / "notes.txt").touch()
    (tmp_path / "file").touch()
    new = tmp_path / "new"
    with cases() as case:
        for arguments, message in (
            (("--all", "--parquet", full), "is not empty"),
            (("--all", "--parquet", tmp_path / "file"), "is a file"),
            (("--all", "--parquet", tmp_path / "file" / "below"), "cannot be written"),
            (("--all", "--hand", "--parquet", new), "name it"),
            (("--all", "-o", "x.ndjson", "--parquet", new), "leave out --hand and -o"),
            (("--all", "--caps"), "go with --parquet"),
            (("--all", "--hide-names"), "go with --parquet"),
            (("--parquet", new), "name the deals to export, or give --all"),
        ):
            with case(message):
                assert message in complaint(nought("export", *arguments))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "extra [data]" in complaint(nought("export", "--all", "--parquet", new))
    assert not new.exists()


def test_no_half_written_file_stays(nought: Nought, tmp_path: Path) -> None:
    """Here there is no record book to open."""
    complaint(nought("export", "--all", "--parquet", tmp_path / "tables"))
    assert list((tmp_path / "tables").iterdir()) == []
    # A folder that was left behind like that can be used again.
    assert "no record book" in complaint(nought("export", "--all", "--parquet", tmp_path / "tables"))


@pytest.fixture
def folder() -> Iterator[Path]:
    place = Path(tempfile.mkdtemp(prefix="nought-"))
    yield place
    shutil.rmtree(place)


def worked() -> list[DealDocument]:
    documents = [worked_hands.worked_document(name) for name in worked_hands.worked_names()]
    return [document for document in documents if document is not None]


def test_rows_are_written_in_groups_so_that_memory_stays_bounded(folder: Path) -> None:
    with ParquetFolder(folder, group=100) as files:
        for deal in worked():
            files.add(RecordedDeal(record_of(deal), deal.id))
    groups = parquet.ParquetFile(folder / "plays.parquet").metadata
    played = sum(isinstance(act, CardPlayed) for deal in worked() for act in record_of(deal).acts)
    assert groups.num_rows == played > 1000
    sizes = [groups.row_group(n).num_rows for n in range(groups.num_row_groups)]
    assert all(100 <= size < 140 for size in sizes[:-1])
    assert len(sizes) > 8


def test_a_file_says_what_its_columns_mean(folder: Path) -> None:
    with ParquetFolder(folder):
        pass
    with cases() as case:
        for kind in KINDS.values():
            with case(kind.name):
                schema = parquet.read_schema(folder / f"{kind.name}.parquet")
                meanings = {field.name: field.metadata[b"meaning"].decode() for field in schema}
                assert meanings == {column.name: column.meaning for column in kind.columns}
