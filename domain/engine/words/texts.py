"""The characters that a text may hold, from every source: a form, the API, the command line, an archive.

Invisible characters, and those that make a text look like another one, are not allowed: control characters, surrogates,
noncharacters, and characters that change the direction of the following text. Joiners (ZWJ, ZWNJ) are allowed, because
Sinhala and Tamil need them; so are the marks that order Arabic and Hebrew words within a line.
"""

from __future__ import annotations

import re
from typing import Final

_CONTROLS: Final = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
"""The control characters C0 and C1, except tab, line feed and carriage return."""
_HALVES: Final = "\ud800-\udfff"
_TURNS: Final = "\u202a-\u202e\u2066-\u2069"
"""Embeddings, overrides and isolates of direction: they also affect the text that surrounds them."""
_NONE: Final = "\ufdd0-\ufdef\ufff9-\ufffb" + "".join(
    f"{chr(plane * 0x10000 + 0xFFFE)}{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(17)
)
"""Noncharacters, and the marks of interlinear annotations."""

_UNFIT: Final = re.compile(f"[{_CONTROLS}{_HALVES}{_TURNS}{_NONE}]")
_UNFIT_IN_A_LINE: Final = re.compile(f"[{_CONTROLS}{_HALVES}{_TURNS}{_NONE}\t\n\r\u2028\u2029]")


def unfit(text: str) -> str | None:
    """Return the code (``U+0000``) of the first character that no text may hold; None if there is none."""
    return _first(_UNFIT, text)


def unfit_in_a_line(text: str) -> str | None:
    """Return the code of the first character that a text of one line, such as a name, may not hold, or None."""
    return _first(_UNFIT_IN_A_LINE, text)


def _first(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return f"U+{ord(match[0]):04X}" if match else None
