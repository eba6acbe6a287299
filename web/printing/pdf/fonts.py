"""The fonts of PDFs, and how wide texts are in them."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Final

from web.assets import all_assets

FONTS: Final = ("fonts/figtree.woff2", "fonts/noto-sans-tamil.woff2", "fonts/noto-sans-sinhala.woff2")
BOLD: Final = 1.08
"""The width of bold letters, compared to others; texts are measured as if they were bold."""
UNKNOWN: Final = 1.0
"""The width of a letter that none of the fonts has."""


_unpacked: dict[str, bytes] = {}


def unpacked(path: str) -> bytes:
    """Return an unpacked font; WeasyPrint would unpack each font again for every paper."""
    from fontTools.ttLib import woff2

    if path not in _unpacked:
        font = BytesIO()
        woff2.decompress(BytesIO(all_assets()[path].body), font)
        _unpacked[path] = font.getvalue()
    return _unpacked[path]


def keep(fonts: dict[str, bytes]) -> None:
    """Keep fonts that are unpacked already."""
    _unpacked.update(fonts)


@cache
def _letters() -> dict[str, float]:
    """Return the width of each letter in ems."""
    from fontTools.ttLib import TTFont

    widths: dict[str, float] = {}
    for path in reversed(FONTS):
        font = TTFont(BytesIO(unpacked(path)))
        advances, size = font["hmtx"].metrics, font["head"].unitsPerEm
        widths |= {chr(code): advances[name][0] / size for code, name in font.getBestCmap().items()}
    return widths


def width_of(text: str) -> float:
    """Return about how wide a text is, in ems."""
    letters = _letters()
    return BOLD * sum(letters.get(letter, UNKNOWN) for letter in text)
