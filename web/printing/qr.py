"""QR codes as SVG."""

from __future__ import annotations

from functools import lru_cache

import segno
from markupsafe import Markup


def svg(text: str, title: str, *, secret: bool = False) -> Markup:
    """Return the code of a text, dark on white in every look, with its quiet zone and a title for screen readers.

    Codes are cached, since papers repeat them, except those of secret texts.
    """
    head, _, rest = (_draw(text) if secret else _drawn(text)).partition(">")
    labelled = Markup('{} role="img" aria-label="{}">').format(Markup(head), title)  # noqa: S704, the picture is ours, the title is escaped
    return labelled + Markup(rest)  # noqa: S704, the picture is ours


def _draw(text: str) -> str:
    code = segno.make(text, error="m", micro=False)
    drawn: str = code.svg_inline(
        scale=4, border=4, dark="#000", light="#fff", svgclass=None, lineclass=None, omitsize=True
    )
    return drawn


_drawn = lru_cache(maxsize=512)(_draw)
