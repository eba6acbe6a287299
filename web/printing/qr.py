"""QR codes as SVG."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import segno
from markupsafe import Markup

from domain.proof.notes import Note, parse

LARGEST_NOTE: Final = 900
"""The most bytes of a signed note in a code that phones still read from paper."""


def svg(text: str, title: str, *, secret: bool = False) -> Markup:
    """Return the code of a text, dark on white in every look, with its quiet zone and a title for screen readers.

    Codes are cached, since papers repeat them, except those of secret texts.
    """
    head, _, rest = (_draw(text) if secret else _drawn(text)).partition(">")
    labelled = Markup('{} role="img" aria-label="{}">').format(Markup(head), title)  # noqa: S704, the picture is ours, the title is escaped
    return labelled + Markup(rest)  # noqa: S704, the picture is ours


def of_note(whole: str, title: str) -> Markup:
    """Return the code of a signed note, with as many of its signatures, the first ones, as phones read from paper."""
    note = parse(whole)
    count = len(note.signatures)
    while count > 1 and len(Note(note.text, note.signatures[:count]).whole.encode()) > LARGEST_NOTE:
        count -= 1
    return svg(Note(note.text, note.signatures[:count]).whole, title)


def _draw(text: str) -> str:
    code = segno.make(text, error="m", micro=False)
    drawn: str = code.svg_inline(
        scale=4, border=4, dark="#000", light="#fff", svgclass=None, lineclass=None, omitsize=True
    )
    return drawn


_drawn = lru_cache(maxsize=512)(_draw)
