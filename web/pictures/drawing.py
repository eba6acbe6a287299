"""Draws an SVG template as a PNG, with resvg: cards and words on the felt."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from flask import render_template
from markupsafe import Markup

from api.own_folders import folder_for_this_process
from web.assets import drawing
from web.printing.pdf.fonts import FONTS, unpacked, width_of

WIDTH: Final = 1200
"""The width of a picture in pixels, as Open Graph recommends it. Its height is 630."""
KEPT: Final = 64
"""The pictures that a process keeps, each of about 60 KB."""


class NoPictures(Exception):
    """Raised when this machine lacks what draws pictures."""


def draw(template: str, **context: Any) -> bytes:
    """Return a template of SVG as a PNG. Raises `NoPictures`."""
    return _drawn(render_template(template, fitting=fitting, symbols=symbols, **context))


def fitting(text: str, size: float, room: float) -> float:
    """Return the size of a text in pixels that fits into ``room`` pixels, and is at most ``size``."""
    width = width_of(text)
    return min(size, room / width) if width else size


def symbols(path: str) -> Markup:
    """Return the symbols of one of our SVG files, for the definitions of another."""
    text = drawing(path)
    return Markup(text[text.index(">") + 1 : text.rindex("</svg>")])  # noqa: S704, a file of our own


@lru_cache(maxsize=KEPT)
def _drawn(svg: str) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise NoPictures(str(error)) from None
    return bytes(svg_to_bytes(svg_string=svg, width=WIDTH, skip_system_fonts=True, font_files=_fonts()))


@cache
def _fonts() -> list[str]:
    """Return the paths of the fonts, unpacked, since resvg reads no WOFF2."""
    folder, paths = folder_for_this_process("nought-fonts-"), []
    for font in FONTS:
        path = folder / Path(font).with_suffix(".ttf").name
        path.write_bytes(unpacked(font))
        paths.append(str(path))
    return paths
