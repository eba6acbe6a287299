"""Cards with the signs of suits, lines without a seat, and files of other programs."""

from __future__ import annotations

import codecs
import gzip
import re
from pathlib import Path

import pytest

from api.cli.parts.files import parse_content, pieces
from domain.engine.cards import parse_card
from domain.engine.facts import CardPlayed, CardsDealt
from replay.notation import BadLine, DealDocument, HandFileError, check, parse_action, read_hand
from tests.notation.conftest import CASES, HANDS

SEATLESS = (CASES / "table-line-without-seat.nought.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10♠", "TS"),
        ("♠10", "TS"),
        ("10s", "TS"),
        ("J♥", "JH"),
        ("♥J", "JH"),
        ("a♦\ufe0f", "AD"),
        ("♧9", "9C"),
        ("q♡", "QH"),
    ],
)
def test_a_card_may_have_a_sign_and_a_ten_its_digits(text: str, card: str) -> None:
    assert parse_card(text) == card
    assert parse_action(f"E {text}") == CardPlayed("E", card)
    assert parse_action(f"E ({text})") == CardPlayed("E", card, down=True)


@pytest.mark.parametrize("text", ["♠", "10", "♠♥", "J♥♥", "♠JH", "11♠"])
def test_what_is_no_card_stays_none(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        parse_card(text)


def test_a_hand_file_may_have_signs_everywhere() -> None:
    """The worked hands with signs in place of letters, in every card, are the same deals."""
    for path in HANDS[:6]:
        text = path.read_text(encoding="utf-8")
        signed = "\n".join(_with_signs(line) if "note" not in line else line for line in text.splitlines())
        assert "♥" in signed
        assert [item.fact for item in read_hand(signed).items] == [item.fact for item in read_hand(text).items]


def _with_signs(line: str) -> str:
    signs = dict(zip("SHDC", "♠♥♦♣", strict=True))
    return re.sub(r"\b([2-9TJQKA])([SHDC])\b", lambda m: m[1].replace("T", "10") + signs[m[2]], line)


def test_a_table_line_may_leave_out_the_seat_of_the_dealer() -> None:
    """`tests/notation/cases/table-line-without-seat.nought.toml`."""
    document = read_hand(SEATLESS)
    assert check(document).clean
    timed = read_hand(SEATLESS.replace('"deal"', '{act = "deal", at = "2026-02-14T20:15:09Z"}'))
    assert [act for act in timed.acts if isinstance(act, CardsDealt)] == [
        act for act in document.acts if isinstance(act, CardsDealt)
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('[Event "Club evening"]\n[Site ""]\n', "PBN"),
        ('% PBN 2.1\n[Event ""]\n', "PBN"),
        ("pn|Anula,Farook,Selvam,Ruwan|md|3SAK|\n", "LIN"),
        ('{\n  "nought": 1\n}\n', "JSON"),
        ("Name;Punkte\nAnula;3\n", "CSV"),
        ("012 Cup\n001    1\n", "TRF"),
        ("<!DOCTYPE html>\n", "web page"),
    ],
)
def test_a_text_of_another_program_is_named(text: str, name: str) -> None:
    with pytest.raises(HandFileError) as caught:
        read_hand(text)
    assert name in str(caught.value)
    assert "“nought = 1”" in str(caught.value)


@pytest.mark.parametrize(
    ("start", "name"),
    [(b"PK\x03\x04", "XLSX"), (b"\xd0\xcf\x11\xe0", "XLS"), (b"%PDF-1.7", "PDF"), (b"\x89PNG", "PNG")],
)
@pytest.mark.parametrize("suffix", [".xlsx", ".nought.toml", ".jsonl", ""])
def test_a_file_that_is_no_text_is_named(tmp_path: Path, start: bytes, name: str, suffix: str) -> None:
    path = tmp_path / f"deals{suffix}"
    path.write_bytes(start + b"\x00" * 100)
    (piece,) = pieces(str(path))
    assert isinstance(piece.content, BadLine)
    assert name in piece.content.reason


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize(
    "encoded",
    [
        SEATLESS.encode(),
        codecs.BOM_UTF8 + SEATLESS.encode(),
        codecs.BOM_UTF16_LE + SEATLESS.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + SEATLESS.encode("utf-16-be"),
        SEATLESS.replace("\n", "\r\n").encode(),
        SEATLESS.replace("\n", "\r").encode(),
    ],
    ids=["utf-8", "mark", "utf-16-le", "utf-16-be", "crlf", "cr"],
)
def test_a_hand_file_has_any_line_ends_and_marks(tmp_path: Path, encoded: bytes, pack: type[bytes]) -> None:
    path = tmp_path / "deal.nought.toml"
    path.write_bytes(pack(encoded))
    (piece,) = pieces(str(path))
    document = parse_content(piece.content)
    assert isinstance(document, DealDocument)
    assert document == read_hand(SEATLESS)


def test_a_text_that_is_not_utf_8_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "deal.nought.toml"
    path.write_bytes('nought = 1\nruleset = "304"\nplayers.N = "Zoë"\n'.encode("cp1252"))
    (piece,) = pieces(str(path))
    assert isinstance(piece.content, BadLine)
    assert piece.content.reason.startswith("line 3: this is no text in UTF-8 (byte 0xeb)")
