"""Rules for the width of a container, also for browsers that know only the width of the window.

Safari knows containers from 16 on, the last one of an iPhone 7 is 15 (docs/browsers.md). On such a phone a table is
about as wide as the window.
"""

from __future__ import annotations

import re
from typing import Final

BLOCK: Final = re.compile(r"^@container (?P<condition>\([^)]+\)) \{\n(?P<rules>.*?)^\}\n", re.MULTILINE | re.DOTALL)


def without_containers(css: str) -> str:
    """Return a style sheet in which each block for a container is followed by one for windows.

    Only browsers that know no containers apply the second one. Raises ValueError for a block of another form.
    """
    text, blocks = BLOCK.subn(_both, css)
    if blocks != css.count("@container"):
        raise ValueError("a block for a container begins and ends a line, and has one condition")
    return text


def _both(block: re.Match[str]) -> str:
    windows = f"@media {block['condition']} {{\n{block['rules']}}}\n"
    return f"{block[0]}@supports not (container-type: inline-size) {{\n{windows}}}\n"
