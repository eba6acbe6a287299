"""Cells of tables for spreadsheets: texts that a spreadsheet would take for a formula are quoted, and read back."""

from __future__ import annotations

import re
from typing import Final

FORMULA: Final = "=+-@\t\r\uff1d\uff0b\uff0d\uff20"
"""The first characters by which a spreadsheet takes a text for a formula: the last four are those of East Asian fonts,
as wide as two, which some spreadsheets read as the first four."""
_QUOTED: Final = re.compile(rf"'*[{re.escape(FORMULA)}]")


def safe_cell(text: str) -> str:
    """Return a text with an apostrophe before it if a spreadsheet would take it for a formula.

    So has a text that begins with apostrophes and such a character, so that `plain_cell` finds every text again.
    """
    return f"'{text}" if _QUOTED.match(text) else text


def plain_cell(cell: str) -> str:
    """Return the text of a cell that `safe_cell` wrote."""
    return cell[1:] if cell.startswith("'") and _QUOTED.match(cell) else cell
