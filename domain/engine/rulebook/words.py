"""Words that the sentences of the rulebook share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from domain.engine.seats import COMPASS, seat_name
from domain.engine.words.values import Ordinal

if TYPE_CHECKING:
    from domain.engine.seats import Seating

Sentences: TypeAlias = Iterator[tuple[str, str]]
"""Sentences, each with its source: document and heading, or `OURS`."""

OURS: Final = "ours; no document says so"

NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
TIMES: Final = ("never", "once", "twice")


def number(n: int) -> str:
    """Return a small number as a word."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def ordinal(n: int) -> str:
    """Return an ordinal as a word."""
    return str(Ordinal(n))


def times(n: int) -> str:
    """Return a number of times in words: ``once``, ``twice`` …"""
    return TIMES[n] if 0 <= n < len(TIMES) else f"{number(n)} times"


def several(n: int, what: str) -> str:
    """Return a number of things in words: ``one token``, ``three tokens``."""
    return f"{number(n)} {what}{'' if n == 1 else 's'}"


def tokens(n: int) -> str:
    """Return a number of tokens in words; ``nothing`` for 0."""
    return several(n, "token") if n else "nothing"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return a list in words: ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def capitalize(sentence: str) -> str:
    """Return the text with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]


def cite(value: object, known: Mapping[Any, str]) -> str:
    """Return the source of a value; `OURS` if no document gives the value."""
    return known.get(value, OURS)


def worth(points: Sequence[tuple[str, str]]) -> str:
    """Return the points of cards in words, as in ``jack 30 and nine 20; eight and seven nothing``."""
    some = [f"{name} {value}" for name, value in points if float(value)]
    none = [name for name, value in points if not float(value)]
    parts = [join_words(some)] if some else []
    return "; ".join([*parts, f"{join_words(none)} nothing"] if none else parts)


def partnership(seating: Seating) -> str:
    """Return fixed teams in words, as in ``North and South against East and West``."""
    sides = []
    for team in seating.teams:
        seats = sorted(seating.of_team(team), key=team.find)
        compass = all(seat in COMPASS for seat in seats)
        sides.append(join_words([seat_name(s) for s in seats]) if compass else f"seats {join_words(seats)}")
    return " against ".join(sides)
