"""Read the cells of a spreadsheet (XLSX). Only values are read: no formulas, no macros, no links.

The sizes that an archive states are those of its sender. So its parts are unpacked here first, up to a bound, and
packed anew. Then the library ``openpyxl`` reads them row by row; ``defusedxml`` makes it refuse XML with entities.

The library ``python-calamine`` would read other formats too, but it holds a worksheet as one rectangle of cells: a file
of 5 KB with one cell far away takes gigabytes, or ends the process.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from base64 import b64decode
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from contextlib import suppress
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Final

from domain.csv_rows import write_rows
from domain.engine.words.worded import WordedError
from domain.series.score_file import MOST_COLUMNS, MOST_ROWS
from domain.tournament.entries.file_rows import LONGEST_FILE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from domain.csv_rows import Row

LARGEST_FILE: Final = 180 * 1024
"""The most bytes of a spreadsheet."""
LARGEST_UNPACKED: Final = 4 * 1024 * 1024
"""The most bytes of all its parts that are read, once unpacked. 60,000 characters of cells come to 2 MB."""
MOST_TAGS: Final = 200_000
"""The most tags of these parts: the library takes up to 6 µs and 300 bytes for each. 30,000 cells have 120,000."""
MOST_OTHER_TAGS: Final = 20_000
"""The most tags of a part that the library reads as a whole, such as styles: it takes up to 30 µs for each."""
READ_BY_ROW: Final = ("worksheets/", "sharedstrings")
PARTS_READ: Final = (".xml", ".rels")
"""Ends of the names of parts that are read; pictures and the like are not even unpacked."""
MOST_PARTS: Final = 200
MACROS: Final = "vbaproject.bin"
LINE_ENDS: Final = re.compile(r"\r\n|\r|\n")
REPLACED: Final = "\ufffd"
"""The character in place of bytes that are no UTF-8."""
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
    _check_whole(data)
    encodings: tuple[str, ...] = ("utf-8-sig",) if data.startswith(BOM_UTF8) else ("utf-8-sig", "cp1252")
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        encodings = ("utf-16",)
    for encoding in encodings:
        with suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            if not CONTROLS.search(text):
                return text
    raise SpreadsheetError("the file is neither an XLSX spreadsheet nor text in UTF-8, UTF-16 or Windows-1252")


def _check_whole(data: bytes) -> None:
    """Raise `SpreadsheetError` if a text in UTF-8 has a damaged letter, such as a name that was cut within one.

    In a text in another encoding, hardly any letter beyond ASCII is UTF-8.
    """
    text = data.decode(errors="replace")
    damaged = text.count(REPLACED)
    if 0 < 2 * damaged <= sum(not each.isascii() for each in text) and not CONTROLS.search(text):
        line = len(LINE_ENDS.findall(text[: text.index(REPLACED)])) + 1
        raise SpreadsheetError("line {line}: a letter of this text in UTF-8 is damaged", line=line)


def read_spreadsheet(data: bytes, worksheet: str = "") -> list[Row]:
    """Return the rows of a worksheet. ``worksheet``: its name; by default the first that is not hidden.

    Raises `SpreadsheetError`.
    """
    packed = _pack_anew(data)
    from openpyxl import load_workbook

    try:
        book = load_workbook(packed, read_only=True, data_only=True, keep_links=False)
    except Exception as error:  # noqa: BLE001 (the library raises many kinds for files that are damaged)
        raise SpreadsheetError("the spreadsheet cannot be read: {reason}", reason=_short(error)) from None
    try:
        if worksheet and worksheet not in book.sheetnames:
            raise SpreadsheetError(
                "there is no worksheet {name}; there are {names}",
                name=repr(worksheet),
                names=", ".join(book.sheetnames)[:300],
            )
        shown = (sheet for sheet in book.worksheets if sheet.sheet_state == "visible")
        sheet = book[worksheet] if worksheet else next(shown, book.worksheets[0])
        return _rows(sheet.iter_rows(max_row=MOST_ROWS + 2, max_col=MOST_COLUMNS + 1, values_only=True))
    except SpreadsheetError:
        raise
    except Exception as error:  # noqa: BLE001 (as above; parts are parsed only when they are read)
        raise SpreadsheetError("the spreadsheet cannot be read: {reason}", reason=_short(error)) from None
    finally:
        book.close()


def _rows(rows: Iterable[Sequence[Any]]) -> list[Row]:
    """Return the cells as texts. Raises `SpreadsheetError` if they are too long: one text may stand in many cells."""
    read: list[Row] = []
    left = LONGEST_FILE
    for number, row in enumerate(rows, 1):
        cells = [_text(cell) for cell in row]
        left -= sum(map(len, cells))
        if left < 0:
            raise SpreadsheetError("the spreadsheet has more than {most} characters", most=LONGEST_FILE)
        read.append((number, cells))
    return read


def _pack_anew(data: bytes) -> io.BytesIO:
    """Return a spreadsheet with the parts that are read, unpacked up to a bound.

    Raises `SpreadsheetError` if it is no XLSX, too large, or holds macros.
    """
    if len(data) > LARGEST_FILE:
        raise SpreadsheetError("the spreadsheet has more than {most} KiB; save it as CSV", most=LARGEST_FILE // 1024)
    anew = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed, zipfile.ZipFile(anew, "w") as unpacked:
            _copy_parts(packed, unpacked)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError, EOFError, OSError):
        raise SpreadsheetError("the file is no XLSX spreadsheet; save it as XLSX or CSV") from None
    return anew


def _copy_parts(packed: zipfile.ZipFile, unpacked: zipfile.ZipFile) -> None:
    """Copy the parts that are read. Raises `SpreadsheetError`, or what damaged archives raise."""
    parts = {part.filename.casefold(): part for part in packed.infolist()}
    if any(name.endswith(MACROS) for name in parts):
        raise SpreadsheetError("the spreadsheet holds macros; save it as XLSX without macros, or as CSV")
    left, tags = LARGEST_UNPACKED, MOST_TAGS
    for name, part in parts.items():
        if not name.endswith(PARTS_READ):
            continue
        if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise SpreadsheetError("the spreadsheet is packed in a way that no spreadsheet program uses")
        with packed.open(part) as stream:
            content = stream.read(left + 1)
        left -= len(content)
        tags -= (count := content.count(b"<"))
        is_whole = not any(each in name for each in READ_BY_ROW)
        if left < 0 or tags < 0 or (is_whole and count > MOST_OTHER_TAGS) or len(parts) > MOST_PARTS:
            raise SpreadsheetError("the spreadsheet is too large once it is unpacked; save it as CSV")
        unpacked.writestr(part.filename, content)


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
            return str(int(cell)) if cell.is_integer() else _decimals(cell)
        case _:
            return str(cell)


def _decimals(number: float) -> str:
    """Return a number with its decimals, but never three: 1.234 could be read as a thousand and more."""
    text = f"{number:.6f}".rstrip("0")
    return f"{text}0" if text[-4:-3] == "." else text


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__
