"""Small words that the sentences are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

Sentences: TypeAlias = Iterator[tuple[str, str]]
"""A sentence, and where it stands: document and heading, or `OURS`."""

OURS: Final = "ours; the documents are silent"

NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def number(n: int) -> str:
    """A small number as a word."""
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def several(n: int, what: str) -> str:
    """So many of something."""
    return f"{number(n)} {what}{'' if n == 1 else 's'}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
