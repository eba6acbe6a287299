"""Recognise files of other programs by how they begin, to say what they are."""

from __future__ import annotations

import re
from typing import Final

_BEGINNINGS: Final[tuple[tuple[bytes, str], ...]] = (
    (b"PK\x03\x04", "a ZIP archive, or a spreadsheet or document (XLSX, ODS, DOCX)"),
    (b"\xd0\xcf\x11\xe0", "an old Office file (XLS, DOC)"),
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"SQLite format 3", "an SQLite database"),
    (b"{\\rtf", "a text of a word processor (RTF)"),
)
_PATTERNS: Final[tuple[tuple[re.Pattern[bytes], str], ...]] = (
    (re.compile(rb'(%[^\n]*\n\s*)*\[\s*\w+\s+"'), "a PBN file of bridge deals"),
    (re.compile(rb"%\s*PBN"), "a PBN file of bridge deals"),
    (re.compile(rb"\w{2}\|[^|\n]*\|"), "a LIN file of bridge deals"),
    (
        re.compile(rb"(0[0-9]{2}|XX[A-Z]) +\S"),
        "a report file of a tournament (TRF); `nought tournament import-entries` reads it",
    ),
    (re.compile(rb"<(!doctype|html|\?xml)", re.IGNORECASE), "a web page or XML"),
    (
        re.compile(rb"[{\[]\s*[\]}\"{\[]"),
        "JSON; an archive has one deal on each line, and its name ends in .jsonl or .ndjson",
    ),
    (re.compile(rb"[^\n=\[{]*[;,\t][^\n=]*(\n|$)"), "a table of values (CSV)"),
)
READ: Final = "a hand file is TOML and begins with “nought = 1”, an archive has one deal in JSON on each line"


def foreign_file(start: bytes) -> str:
    """Return what a file that is no text is by its first bytes, and what can be read; empty for any other file."""
    return next((f"this is {name}; {READ}" for begins, name in _BEGINNINGS if start.startswith(begins)), "")


def foreign_text(start: bytes) -> str:
    """Return what a text is that is no TOML, and what can be read instead; empty if it is not known."""
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    for pattern, name in _PATTERNS:
        if pattern.match(text):
            return f"this is {name}; {READ}"
    return ""
