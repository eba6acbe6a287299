"""An independent reader of files of clubs. It shares no code with the product, and is told the form of each file."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from fractions import Fraction
from io import BytesIO
from xml.etree import ElementTree

from tests.careless.dialects import Dialect

SPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
HALVES = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}


class Unreadable(Exception):
    """Raised for a file or a cell that this reader cannot read either."""


class Undecided(Exception):
    """Raised for a text that damage has changed so that nobody can say whom or what it names."""


def rows_of(data: bytes, dialect: Dialect) -> list[list[str]]:
    """Return the cells of a table."""
    if dialect.is_sheet:
        return _sheet(data)
    text = text_of(data, dialect)
    rows: list[list[str]] = [[]]
    cell, quoted, at = "", False, 0
    while at < len(text):
        sign = text[at]
        if quoted and sign == '"' and text[at + 1 : at + 2] == '"':
            cell, at = cell + '"', at + 1
        elif sign == '"' and (quoted or not cell.strip()):
            quoted, cell = not quoted, cell if quoted else ""
        elif quoted or sign not in (dialect.separator, "\n"):
            cell += sign
        else:
            rows[-1].append(cell)
            cell = ""
            if sign == "\n":
                rows.append([])
        at += 1
    if quoted:
        raise Unreadable("a quotation mark is not closed")
    rows[-1].append(cell)
    return rows[1:] if dialect.declares else rows


def text_of(data: bytes, dialect: Dialect) -> str:
    """Return the text of a file, with line feeds."""
    encoding = dialect.encoding.partition(" ")[0]
    text = data.decode(encoding, "replace")
    if "\ufffd" in text:
        if encoding != "utf-8" or any(letter > "\x7f" for letter in text if letter != "\ufffd"):
            raise Unreadable(f"a byte that is not {encoding}")
        text = data.decode("cp1252", "replace")  # a single letter of an older program
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def people_of(cell: str, joint: str, names: Sequence[str], *, is_damaged: bool = False) -> tuple[str, ...]:
    """Return the people of a cell. ``joint``: what stands between them; empty if the cell is one person.

    ``names``: all names that a file may have, which the joint does not part. Raises `Undecided` if the cell of a
    damaged file has another text with any sign that may stand between people.
    """
    whole = [name for name in names if joint and joint in name]
    for n, name in enumerate(whole):
        cell = cell.replace(name, chr(0xE000 + n))
    parts = cell.split(joint) if joint else [cell]
    if any(chr(0xE000 + n) in part and part.strip() != chr(0xE000 + n) for part in parts for n in range(len(whole))):
        raise Undecided(cell)
    for n, name in enumerate(whole):
        parts = [part.replace(chr(0xE000 + n), name) for part in parts]
    people = tuple(" ".join(part.split()) for part in parts if part.split())
    strange = [each for each in people if each not in names]
    signs = any(re.search('[",/&+;–]| - ', each) for each in (strange if len(people) > 1 else people))
    if is_damaged and joint and (signs or (strange and "/" in joint)):
        raise Undecided(cell)
    return people


def number_of(cell: str) -> Fraction | None:
    """Return a number, to two decimals; None for an empty cell."""
    plain = cell.strip().replace("−", "-").replace(",", ".").replace(" ", "")
    if plain in ("", "-", "–"):
        return None
    whole, half = (plain[:-1], HALVES[plain[-1]]) if plain[-1] in HALVES else (plain, Fraction(0))
    if not re.fullmatch(r"[-+]?\d{0,7}(\.\d+)?", whole) or whole in ("-", "+", "."):
        raise Unreadable(cell)
    value = Fraction(whole or 0)
    return value - half if whole.startswith("-") else value + half


def _sheet(data: bytes) -> list[list[str]]:
    """Return the cells of a spreadsheet whose texts stand in their cells, as `dialects` writes it."""
    try:
        packed = zipfile.ZipFile(BytesIO(data)).read("xl/worksheets/sheet1.xml")
    except Exception as error:  # noqa: BLE001 (of many kinds)
        raise Unreadable(str(error)) from None
    sheet = ElementTree.fromstring(packed)  # noqa: S314, our own file
    rows: list[list[str]] = []
    for row in sheet.iter(f"{SPACE}row"):
        rows += [[] for _ in range(int(row.attrib["r"]) - len(rows))]
        for cell in row.iter(f"{SPACE}c"):
            column = 0
            for letter in re.sub(r"\d", "", cell.attrib["r"]):
                column = column * 26 + ord(letter) - 64
            rows[-1] += [""] * (column - len(rows[-1]))
            texts = [part.text or "" for part in cell.iter(f"{SPACE}t")]
            rows[-1][column - 1] = "".join(texts) if texts else cell.findtext(f"{SPACE}v") or ""
    return rows
