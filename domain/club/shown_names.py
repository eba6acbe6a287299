"""The names that outsiders of a club get: initials, or what a person chose.

Initials are those of the words of a name: ``A. P.`` for Anula Perera. They are graphemes, so that a letter of Tamil or
Sinhala keeps its vowel sign. Particles such as ``s/o`` have none. People of a club who share their initials are
numbered in the order in which their names were first written: ``A. P.``, ``A. P. 2``. So whatever is computed from
such names, such as ratings, counts the same people.
"""

from __future__ import annotations

import re
import time
import unicodedata
from threading import Lock
from typing import TYPE_CHECKING, Final

from domain.club.people_reader import WITH_SLASH, read_people
from domain.kernel.ids import as_id

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

FORMER: Final = re.compile(r"Former player \d+")
"""The name of somebody who was forgotten. It names nobody."""
UNREADABLE: Final = "?"
"""Stands for a name without a letter or a digit."""
MISSED: Final = 1.0
"""The seconds for which a name that was not found is not looked up again."""
_JOINER: Final = "\u200d"
_WORDS: Final = re.compile(r"[\s.,()\"“”„«»]+")
_SUFFIX: Final = re.compile(r"(?:jr|jnr|jun|junior|sr|snr|sen|senior|esq)", re.IGNORECASE)


def initials(name: str) -> str:
    """Return the initials of one person: ``A. P.`` for Anula Perera, ``H.-P. M.`` for Hans-Peter Müller."""
    words = [word for word in _WORDS.split(WITH_SLASH.sub(" ", name)) if word]
    rest = [word for word in words if not _SUFFIX.fullmatch(word)] or words
    return " ".join(filter(None, map(_of_word, rest))) or UNREADABLE


def _of_word(word: str) -> str:
    """Return the initials of the parts of a word, which hyphens divide; empty if it has no letter."""
    return "-".join(f"{first}." for part in re.split(r"[-‐–]", word) if (first := _first_letter(part)))


def _first_letter(text: str) -> str:
    """Return the first letter or digit with the marks that belong to it, in capitals; empty if there is none."""
    begin = next((n for n, sign in enumerate(text) if unicodedata.category(sign)[0] in "LN"), None)
    if begin is None:
        return ""
    end = begin + 1
    while end < len(text) and (
        text[end] == _JOINER or text[end - 1] == _JOINER or unicodedata.category(text[end])[0] == "M"
    ):
        end += 1
    letter = text[begin:end].rstrip(_JOINER)
    return letter.upper() if len(letter.upper()) == len(letter) else letter


class ClubNames:
    """The names of a club with the initials of each, numbered where several have the same.

    ``load``: returns the names that were first written after a number, each with its own number, in their order.
    ``without``: texts that are no names, such as pseudonyms.
    """

    def __init__(
        self, load: Callable[[int], Iterable[tuple[int, str]]], without: Collection[str] = frozenset()
    ) -> None:
        self._load, self._without = load, without
        self._last = 0
        self._shown: dict[str, str] = {}
        self._counts: dict[str, int] = {}
        self._missed: dict[str, float] = {}
        self._lock = Lock()

    def initials_of(self, name: str) -> str:
        """Return the initials of a person of the club."""
        shown = self._shown.get(name)
        if shown is None:
            shown = self._look_up(name)
        return shown

    def _look_up(self, name: str) -> str:
        with self._lock:
            now = time.monotonic()
            if now - self._missed.get(name, -MISSED) >= MISSED:
                for number, text in self._load(self._last):
                    self._last = max(number, self._last)
                    self._add(text)
                if len(self._missed) > 1000:
                    self._missed.clear()
                if name not in self._shown:
                    self._missed[name] = now
            return self._shown.get(name) or initials(name)

    def _add(self, name: str) -> None:
        if name in self._shown or name in self._without or FORMER.fullmatch(name):
            return
        first = initials(name)
        count = self._counts[first] = self._counts.get(first, 0) + 1
        self._shown[name] = first if count == 1 else f"{first} {count}"


def replace_names(text: str, shown: Callable[[str], str]) -> str:
    """Return a text that names people with each name replaced; the id of a registered player stays."""
    if not text or as_id(text) is not None:
        return text
    parts, rest = [], text
    for name in read_people(text):
        before, separator, after = rest.partition(name)
        if not separator:
            return shown(text)
        parts += [before, shown(name)]
        rest = after
    return "".join((*parts, rest)) if parts else shown(text)
