"""Safe output to the terminal: text from files and names cannot control the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import click

UNFIT: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters except tab and line feed, changes of the writing direction, surrogates."""
LONGEST: Final = 600
"""Characters of a message; of a longer one, the beginning and the end are shown."""

json_option: Callable[..., Any] = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def visible(text: str) -> str:
    """Return the text with control characters escaped as in JSON."""
    return UNFIT.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def one_line(text: str) -> str:
    """Return the message on one line of at most `LONGEST` characters."""
    line = visible(" ".join(text.split()))
    return line if len(line) <= LONGEST else f"{line[:400]} … {line[3 - LONGEST + 400 :]}"


def say(text: str, *, err: bool = False) -> None:
    """Print text that may quote a file or a user, with control characters escaped."""
    click.echo(visible(text), err=err)


def counted(number: int, one: str, several: str = "") -> str:
    """Return a number with its noun: ``1 evening``, ``2 evenings``. ``several``: the plural if it is not with an s."""
    return f"{number} {one if number == 1 else several or f'{one}s'}"


def print_json(value: Any) -> None:
    """Print a value as JSON on one line. Escaped control characters are valid JSON."""
    import msgspec

    say(msgspec.json.encode(value).decode())
