"""Text on its way to the terminal: whatever a file or a name holds, it cannot steer the terminal."""

from __future__ import annotations

import re
from typing import Final

import click

UNFIT: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but for tab and line feed, turns of the writing direction, halves of characters."""
LONGEST: Final = 600
"""Characters of a message; of a longer one, the beginning and the end are shown."""


def visible(text: str) -> str:
    """The text with control characters spelled out, as JSON would."""
    return UNFIT.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def one_line(text: str) -> str:
    """A message on one line of a bearable length."""
    line = visible(" ".join(text.split()))
    return line if len(line) <= LONGEST else f"{line[:400]} … {line[3 - LONGEST + 400 :]}"


def say(text: str, *, err: bool = False) -> None:
    """Print text that may quote what somebody wrote."""
    click.echo(visible(text), err=err)
