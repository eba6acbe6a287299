"""QR codes as SVG, made here: no page asks another site for one."""

from __future__ import annotations

import segno
from markupsafe import Markup


def svg(text: str, title: str) -> Markup:
    """The code of a text, dark on white in every look, with its quiet zone and a title to be read aloud."""
    code = segno.make(text, error="m", micro=False)
    drawn = code.svg_inline(scale=4, border=4, dark="#000", light="#fff", svgclass=None, lineclass=None, omitsize=True)
    head, _, rest = drawn.partition(">")
    labelled = Markup('{} role="img" aria-label="{}">').format(Markup(head), title)  # noqa: S704
    return labelled + Markup(rest)  # noqa: S704
