"""Read the people whom a text names: one person, a pair such as ``Anula & Farook``, or a team.

Lists, files and forms all use this reader, so that a name means the same people everywhere. It never divides a
registered name, a name with ``s/o``, ``d/o``, ``a/l`` or ``a/p`` (son of, daughter of), or ``Nimal Perera, Jr.``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

BETWEEN: Final = re.compile(r" ?[+&;/\t\n] ?| [–—-] | (?:and|und|மற்றும்|සහ) |(?P<comma> ?, ?)", re.IGNORECASE)
"""Between people: a sign, a dash with spaces, or “and” in a language of the pages. A comma may be part of a name."""
SPACES: Final = re.compile(r"[^\S\t\n]+")
WITH_SLASH: Final = re.compile(r"(?<![^\W\d_])(?:[sdwhcfm] ?/ ?o|a ?/ ?[lpk]|n/a)(?![^\W\d_])", re.IGNORECASE)
"""Slashes that divide nobody: son, daughter, wife of … in English, ``anak lelaki`` and ``anak perempuan`` in Malay."""
SUFFIX: Final = re.compile(r"(?:jr|jnr|jun|junior|sr|snr|sen|senior|esq|ii|iii|iv)\.?", re.IGNORECASE)
"""Parts of a name that may follow a comma."""
NOBODY: Final = frozenset({"", "-", "–", "—", "n/a"})
"""Texts in the place of a name that name nobody."""
MOST_PARTS: Final = 16
"""The most parts of a text whose runs are looked up among the registered names."""


class Part(NamedTuple):
    """A part of a text that is not divided further."""

    start: int
    end: int
    comma: bool
    """Whether a comma stands before it; otherwise another separator, or nothing before the first part."""
    known: bool = False
    """Whether it is a registered name."""


def read_people(
    text: str, side: int = 2, has: Callable[[str], bool] | None = None, *, commas: bool = True
) -> list[str]:
    """Return the people whom a text names, in its order; a text that cannot be divided is one person.

    ``side``: the usual number of people. ``has``: tells whether a name is registered; such names are found before the
    text is divided. ``commas``: whether a comma alone may stand between people, as it does in a list of pairs.

    Beside other separators, commas are parts of names (``Perera, Nimal & Silva, Sunil``), unless the text enumerates
    more people than a pair has (``Anula, Farook, Kala and Nimal``) or the parts are registered names.
    """
    text = SPACES.sub(" ", text)
    parts = _with_suffixes(text, _with_registered(text, list(_parts(text)), has))
    groups: list[list[Part]] = []
    for part in parts:
        if part.comma and groups:
            groups[-1].append(part)
        else:
            groups.append([part])
    if len(groups) <= 1:
        divided = commas or all(part.known for part in parts)
    else:
        divided = len(groups) < side and len(parts) <= side and len(groups[-1]) == 1
    people = []
    for group in groups:
        if divided or all(part.known for part in group):
            people += [text[part.start : part.end] for part in group]
        else:
            people.append(text[group[0].start : group[-1].end])
    return [name for each in people if (name := " ".join(each.split())).casefold() not in NOBODY]


def _parts(text: str) -> Iterator[Part]:
    """Yield the parts between all separators."""
    start, comma = 0, False
    for match in BETWEEN.finditer(WITH_SLASH.sub(lambda match: match[0].replace("/", "_"), text)):
        if _is_readable(text[start : match.start()]):
            yield Part(start, match.start(), comma)
            comma = True  # unless another separator follows
        comma = match["comma"] is not None and comma
        start = match.end()
    if _is_readable(text[start:]):
        yield Part(start, len(text), comma)


def _is_readable(text: str) -> bool:
    """Return whether a text has a character that anybody can see, so that it can be a name."""
    return any(map(str.isprintable, text.strip()))


def _with_registered(text: str, parts: Sequence[Part], has: Callable[[str], bool] | None) -> list[Part]:
    """Return the parts with runs joined that together are a registered name, the longest first."""
    if has is None or len(parts) > MOST_PARTS:
        return list(parts)
    joined, n = [], 0
    while n < len(parts):
        last = next(
            (m for m in range(len(parts) - 1, n - 1, -1) if has(text[parts[n].start : parts[m].end].strip())), None
        )
        joined.append(parts[n] if last is None else Part(parts[n].start, parts[last].end, parts[n].comma, known=True))
        n = n + 1 if last is None else last + 1
    return joined


def _with_suffixes(text: str, parts: Sequence[Part]) -> list[Part]:
    """Return the parts with suffixes such as ``Jr.`` joined to the names before them."""
    joined: list[Part] = []
    for part in parts:
        if joined and part.comma and not part.known and SUFFIX.fullmatch(text[part.start : part.end].strip()):
            joined[-1] = joined[-1]._replace(end=part.end)
        else:
            joined.append(part)
    return joined
