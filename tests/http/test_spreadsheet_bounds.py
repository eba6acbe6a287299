"""A spreadsheet takes little memory and time, whatever its archive says of itself."""

from __future__ import annotations

import bz2
import io
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from api.spreadsheets import LARGEST_UNPACKED, MOST_TAGS, SpreadsheetError, read_spreadsheet
from tests.cases import full
from tests.http.test_score_files import spreadsheet

NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"
MEASURE = """
import resource, sys
from pathlib import Path
import api.spreadsheets, openpyxl
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    api.spreadsheets.read_spreadsheet(Path(sys.argv[1]).read_bytes())
except api.spreadsheets.SpreadsheetError:
    pass
used = resource.getrusage(resource.RUSAGE_SELF)
print((used.ru_maxrss - before) >> 10)
"""


def patched(**parts: str) -> bytes:
    """A spreadsheet with other parts. Keys: ``sheet`` and ``strings``."""
    named = {SHEET: parts.get("sheet"), STRINGS: parts.get("strings")}
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(spreadsheet())) as before, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as z:
        for name in before.namelist():
            z.writestr(name, named.get(name) or before.read(name))
    return written.getvalue()


def sheet(rows: str) -> str:
    return f"<worksheet {NAMESPACE}><sheetData>{rows}</sheetData></worksheet>"


def bomb(method: int, packed: bytes) -> bytes:
    """An archive of one part, of which its directory says that it has 1,000 bytes."""
    name = b"[Content_Types].xml"
    sizes = 0, len(packed), 1000, len(name), 0
    local = struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 46, 0, method, 0, 0, *sizes) + name + packed
    head = struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\1\2", 46, 46, 0, method, 0, 0, *sizes, 0, 0, 0, 0, 0) + name
    return local + head + struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 1, 1, len(head), len(local), 0)


MANY = MOST_TAGS - 5_000


def bombs() -> bytes:
    """700 MB of zeros."""
    pieces = bz2.BZ2Compressor()
    packed = b"".join(pieces.compress(bytes(1 << 20)) for _ in range(700)) + pieces.flush()
    return bomb(zipfile.ZIP_BZIP2, packed)


def one_text_in_many_cells() -> bytes:
    cell = '<c t="s"><v>0</v></c>'
    return patched(
        strings=f"<sst {NAMESPACE}><si><t>{'x' * 3_000_000}</t></si></sst>",
        sheet=sheet("".join(f"<row>{cell * 200}</row>" for _ in range(150))),
    )


HOSTILE: dict[str, Callable[[], bytes]] = {
    "BZIP2": bombs,
    "cells": lambda: patched(sheet=sheet(f"<row>{'<c/>' * MANY}</row>")),
    "rows": lambda: patched(sheet=sheet("<row/>" * MANY)),
    "deep": lambda: patched(sheet=sheet("<a>" * (MANY // 2) + "</a>" * (MANY // 2))),
    "far away": lambda: patched(sheet=sheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')),
    "one text in many cells": one_text_in_many_cells,
}
"""Small files that are large to whom believes them."""


@pytest.mark.full
@pytest.mark.parametrize("name", [name if name == "rows" else full(name) for name in HOSTILE])
def test_a_small_file_takes_little_memory(name: str, tmp_path: Path) -> None:
    """700 MB of zeros in 1 KB, 195,000 tags in 5 KB: less than 100 MB each.

    Everyday one of them: BZIP2 is refused by its name, in `test_a_file_that_is_too_much_is_refused`.
    """
    data = HOSTILE[name]()
    assert len(data) < 20_000
    file = tmp_path / "file.xlsx"
    file.write_bytes(data)
    done = subprocess.run([sys.executable, "-c", MEASURE, file], capture_output=True, text=True, check=True, timeout=60)
    assert int(done.stdout) < 100


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (bomb(zipfile.ZIP_BZIP2, bz2.compress(b"x")), "packed in a way"),
        (bomb(zipfile.ZIP_LZMA, b"x"), "packed in a way"),
        (bomb(zipfile.ZIP_DEFLATED, b"no stream"), "no XLSX"),
        (patched(sheet=sheet(" " * LARGEST_UNPACKED)), "too large"),
        (patched(sheet=sheet("<c/>" * MOST_TAGS)), "too large"),
        (patched(sheet="<!DOCTYPE a [<!ENTITY b 'c'>]>" + sheet("<row/>")), "cannot be read"),
    ],
)
def test_a_file_that_is_too_much_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(SpreadsheetError, match=why):
        read_spreadsheet(data)


def test_pictures_are_not_unpacked() -> None:
    stream = io.BytesIO(spreadsheet())
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/media/image1.png", bytes(5 * 1024 * 1024))
    assert read_spreadsheet(stream.getvalue()) == read_spreadsheet(spreadsheet())
