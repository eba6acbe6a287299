"""Read the cells of a spreadsheet (XLSX). Only values are read: no formulas, no macros, no links.

The library ``openpyxl`` reads the file row by row; ``defusedxml`` makes it refuse XML with entities. A file is refused
before that if it is too large once unpacked, or holds macros.
"""

from __future__ import annotations

import io
import re
import zipfile
from base64 import b64decode
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from contextlib import suppress
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Final

from domain.csv_rows import write_rows
from domain.engine.worded import WordedError
from domain.series.score_file import MOST_COLUMNS, MOST_ROWS

if TYPE_CHECKING:
    from domain.csv_rows import Row

LARGEST_FILE: Final = 180 * 1024
"""The most bytes of a spreadsheet."""
LARGEST_UNPACKED: Final = 8 * 1024 * 1024
"""The most bytes of all its parts once unpacked."""
MOST_PARTS: Final = 200
MACROS: Final = "vbaproject.bin"
CONTROLS: Final = re.compile(r"[\0-\x08\x0e-\x1f]")
"""Characters that no text has."""


class SpreadsheetError(WordedError):
    """Raised for a file that cannot be read; the message gives the reason."""


def decode_base64(text: str) -> bytes:
    """Return a spreadsheet that was sent in Base64. Raises `SpreadsheetError`."""
    try:
        return b64decode(text, validate=True)
    except ValueError:
        raise SpreadsheetError("xlsx is no Base64") from None


def csv_of_bytes(data: bytes) -> str:
    """Return a file as text: a spreadsheet as CSV, anything else as it is. Raises `SpreadsheetError`.

    Text is UTF-8, or what older spreadsheet programs save: UTF-16 with a byte order mark, or Windows-1252.
    """
    if data.startswith(b"PK"):
        return write_rows(read_spreadsheet(data))
    encodings = ("utf-16",) if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        with suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            if not CONTROLS.search(text):
                return text
    raise SpreadsheetError("the file is neither an XLSX spreadsheet nor text")


def read_spreadsheet(data: bytes, worksheet: str = "") -> list[Row]:
    """Return the rows of a worksheet. ``worksheet``: its name; by default the first. Raises `SpreadsheetError`."""
    _check(data)
    from openpyxl import load_workbook

    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    except Exception as error:  # noqa: BLE001 (the library raises many kinds for files that are damaged)
        raise SpreadsheetError("the spreadsheet cannot be read: {reason}", reason=_short(error)) from None
    try:
        if worksheet and worksheet not in book.sheetnames:
            raise SpreadsheetError(
                "there is no worksheet {name}; there are {names}",
                name=repr(worksheet),
                names=", ".join(book.sheetnames)[:300],
            )
        sheet = book[worksheet] if worksheet else book.worksheets[0]
        rows = sheet.iter_rows(max_row=MOST_ROWS + 2, max_col=MOST_COLUMNS + 1, values_only=True)
        return [(number, [_text(cell) for cell in row]) for number, row in enumerate(rows, 1)]
    except SpreadsheetError:
        raise
    except Exception as error:  # noqa: BLE001 (as above; parts are parsed only when they are read)
        raise SpreadsheetError("the spreadsheet cannot be read: {reason}", reason=_short(error)) from None
    finally:
        book.close()


def _check(data: bytes) -> None:
    """Raise `SpreadsheetError` if a file is no XLSX, too large, or holds macros."""
    if len(data) > LARGEST_FILE:
        raise SpreadsheetError("the spreadsheet has more than {most} KiB; save it as CSV", most=LARGEST_FILE // 1024)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = packed.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        raise SpreadsheetError("the file is no XLSX spreadsheet; save it as XLSX or CSV") from None
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
        raise SpreadsheetError("the spreadsheet is too large once it is unpacked; save it as CSV")
    if any(part.filename.casefold().endswith(MACROS) for part in parts):
        raise SpreadsheetError("the spreadsheet holds macros; save it as XLSX without macros, or as CSV")


def _text(cell: Any) -> str:
    """Return the value of a cell as text: a date as ISO date, a whole number without decimals."""
    match cell:
        case None:
            return ""
        case datetime():
            return cell.date().isoformat()
        case date():
            return cell.isoformat()
        case bool():
            return str(cell)
        case float():
            return str(int(cell)) if cell.is_integer() else f"{cell:.6f}".rstrip("0")
        case _:
            return str(cell)


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__
