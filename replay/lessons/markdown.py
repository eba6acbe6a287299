"""Lesson texts: CommonMark, rendered without raw HTML and without pictures.

A picture would be fetched from another host, which then learns who reads the lesson. Links keep only safe schemes; the
library checks them.
"""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt


@cache
def _renderer() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).disable(["image", "html_block", "html_inline"])


def render(text: str) -> str:
    """Return a text as HTML."""
    html: str = _renderer().render(text)
    return html
