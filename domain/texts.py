"""Which characters a text may hold, wherever it comes from: a form, the API, the command line, an archive.

Refused is what nobody sees and what makes a text look like another one: control characters, halves of characters,
characters that are none, and those that turn the direction of what follows. Joiners (ZWJ, ZWNJ) stay: Sinhala and Tamil
need them; so do the marks that order Arabic and Hebrew words within a line.
"""

from __future__ import annotations

import re
from typing import Final

_CONTROLS: Final = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
"""C0 and C1, but for tab and the ends of lines."""
_HALVES: Final = "\ud800-\udfff"
_TURNS: Final = "\u202a-\u202e\u2066-\u2069"
"""Embeddings, overrides and isolates of direction, which reach beyond the text that they stand in."""
_NONE: Final = "\ufdd0-\ufdef\ufff9-\ufffb" + "".join(
    f"{chr(plane * 0x10000 + 0xFFFE)}{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(17)
)
"""Code points that are no characters, and marks of annotations."""

_UNFIT: Final = re.compile(f"[{_CONTROLS}{_HALVES}{_TURNS}{_NONE}]")
_UNFIT_IN_A_LINE: Final = re.compile(f"[{_CONTROLS}{_HALVES}{_TURNS}{_NONE}\t\n\r\u2028\u2029]")


def unfit(text: str) -> str | None:
    """Return the first character that no text may hold, by its code; None if there is none."""
    return _first(_UNFIT, text)


def unfit_in_a_line(text: str) -> str | None:
    """Return the first character that a name, or another text of one line, may not hold; None if there is none."""
    return _first(_UNFIT_IN_A_LINE, text)


def _first(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return f"U+{ord(match[0]):04X}" if match else None
