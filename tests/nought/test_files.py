"""Deals in files, for programs: what is written is read, and what cannot be read is refused."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

import nought
from tests.cases import cases


def test_every_worked_hand_is_the_same_as_a_table_and_in_files(tmp_path: Path) -> None:
    hands = nought.worked_hands()
    assert len(hands) >= 38
    assert nought.write_archive(hands.values(), tmp_path / "all.ndjson.gz") == len(hands)
    assert (tmp_path / "all.ndjson.gz").read_bytes().startswith(b"\x1f\x8b")
    assert list(nought.read_archive(tmp_path / "all.ndjson.gz")) == list(hands.values())
    with cases() as case:
        for name, deal in hands.items():
            with case(name):
                table = nought.Table.of(deal)
                assert table.document == deal
                assert table.copy().document == deal
                nought.write_hand(deal, tmp_path / name)
                assert nought.read_hand(str(tmp_path / name)).items == deal.items


def test_open_files_of_text_and_of_bytes_are_read_and_written() -> None:
    deal = nought.Table.open("304", "S").do("W no cut").document
    text, content = io.StringIO(), io.BytesIO()
    nought.write_hand(deal, text)
    nought.write_hand(deal, content)
    assert text.getvalue().encode() == content.getvalue()
    files = {
        "text": io.StringIO(text.getvalue()),
        "bytes": io.BytesIO(content.getvalue()),
        "UTF-16": io.BytesIO(text.getvalue().encode("utf-16")),
        "Windows": io.BytesIO(content.getvalue().replace(b"\n", b"\r\n")),
        "gzip": io.BytesIO(gzip.compress(content.getvalue())),
    }
    with cases() as case:
        for name, file in files.items():
            with case(name):
                assert nought.read_hand(file) == deal
    assert not text.closed


def test_a_bad_line_of_an_archive_ends_reading_unless_somebody_takes_it() -> None:
    content = io.BytesIO()
    nought.write_archive([nought.Table.open("304").document] * 2, content)
    damaged = content.getvalue().replace(b"\n", b"\n{}\n", 1)
    deals = nought.read_archive(io.BytesIO(damaged))
    assert next(deals).opened.dealer == "W"
    with pytest.raises(nought.NoughtError, match=r"^line 2: nought: the version is missing"):
        next(deals)
    bad: list[nought.BadLine] = []
    assert len(list(nought.read_archive(io.BytesIO(damaged), on_bad_line=bad.append))) == 2
    assert [line.number for line in bad] == [2]


def test_a_file_that_is_not_written_to_its_end_is_not_there(tmp_path: Path) -> None:
    old = nought.Table.open("304").document
    nought.write_archive([old], tmp_path / "deals.ndjson")

    def broken():  # type: ignore[no-untyped-def]
        yield old
        raise RuntimeError("the program failed")

    with pytest.raises(RuntimeError):
        nought.write_archive(broken(), tmp_path / "deals.ndjson")
    assert list(nought.read_archive(tmp_path / "deals.ndjson")) == [old]
    assert [path.name for path in tmp_path.iterdir()] == ["deals.ndjson"]


def test_a_table_keeps_what_was_recorded_corrections_and_breaches_too() -> None:
    table = nought.Table.open("304", "S", hands={}, rest="pack").do("W no cut, S deal")
    table.do("E 150", as_it_happened=True)
    table.amend(2, "E 160", "misheard").do("N pass").retract(3, "too early").insert(3, "N 170")
    assert table.sentences[2:] == ["E 160", "N 170"]
    facts = [type(item.fact).__name__ for item in table.document.items]
    assert facts == ["PackCut", "CardsDealt", "BidMade", "EntryAmended", "Passed", "EntryRetracted", "EntryInserted"]
    assert table.document.items[2].broke == "bid-too-low"
    again = nought.Table.of(table.document)
    assert again.sentences == table.sentences
    assert again.view("scribe") == table.view("scribe")
