"""Lines of the catalogue and of standings as outsiders of their club see them: without the names that are hidden.

Each kind of line says here which of its values hold names and which hold free texts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Protocol

from domain.kernel.ids import as_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


class NamePolicy(Protocol):
    """Says what stands in the place of names and texts: a `Policy` for outsiders of a club, or `Renaming`."""

    def name(self, called: str) -> str:
        """Return what stands in the place of a name."""

    def people(self, text: str) -> str:
        """Return what stands in the place of a text that names people."""

    def text(self, written: str) -> str:
        """Return what stands in the place of a free text."""


class Renaming:
    """Replaces the names of people who were forgotten, wherever they stand."""

    def __init__(self, rename: Callable[[str], str]) -> None:
        self.name = self.people = self.text = rename


SEEN: Final = "seen"
"""The key in a line of the catalogue under which a club or a player says what others see."""
PEOPLE: Final[Mapping[str, tuple[str, ...]]] = {
    "player": ("names",),
    "deal": ("players", "people"),
    "withdrawn": ("players", "people"),
    "match": ("teams", "players"),
    "slate": ("teams", "players"),
    "import": ("by", "withdrawn_by"),
}
"""The values of each kind of line that name people."""
TEXTS: Final[Mapping[str, tuple[str, ...]]] = {
    "deal": ("source",),
    "withdrawn": ("source",),
    "dispute": ("case.text",),
    "import": ("why",),
}
"""The values of each kind of line that are free texts."""
TITLED_BY_TEAMS: Final = frozenset({"match", "slate"})
"""The kinds of lines whose titles name the teams."""
CODE: Final = re.compile(r"[A-Z0-9]{1,3}")
"""The code of a team that has no name."""
JOINT: Final = " & "
"""Between the players after whom a team is called."""


def seen_line(kind: str, title: str, data: Mapping[str, Any], policy: NamePolicy) -> tuple[str, dict[str, Any]]:
    """Return the title and the values of a line of the catalogue as outsiders see them."""
    shown = dict(data)
    shown.pop(SEEN, None) if kind == "player" else None
    for name in PEOPLE.get(kind, ()):
        if name in shown:
            shown[name] = _replaced(shown[name], policy.people)
    if "people" in shown:
        shown["people"] = sorted(set(shown["people"]))
    for path in TEXTS.get(kind, ()):
        name, _, within = path.partition(".")
        if name in shown:
            value = shown[name]
            shown[name] = {**value, within: policy.text(value.get(within, ""))} if within else policy.text(value)
    return _title(kind, title, data, policy), shown


def renamed_line(
    kind: str, title: str, data: Mapping[str, Any], rename: Callable[[str], str]
) -> tuple[str, dict[str, Any]]:
    """Return the title and the values of a line of the catalogue with other names. Codes and keys stay as they are."""
    return seen_line(kind, title, data, Renaming(rename))


def _title(kind: str, title: str, data: Mapping[str, Any], policy: NamePolicy) -> str:
    if kind == "player":
        return policy.name(title)
    if kind == "import":
        return policy.text(title)
    return " – ".join(_teams_in(title, data, policy)) if kind in TITLED_BY_TEAMS else title


def _teams_in(title: str, data: Mapping[str, Any], policy: NamePolicy) -> Iterator[str]:
    """Yield the teams of a title as outsiders see them. A team without a name stands there with its code."""
    players = (value for value in data.get("players", {}).values() if isinstance(value, list))
    called = {JOINT.join(name for name in value if as_id(name) is None) for value in players}
    names = sorted(filter(None, {*data.get("teams", {}).values(), *called}), key=len, reverse=True)
    rest = title
    while rest:
        name = next((name for name in names if f"{rest} – ".startswith(f"{name} – ")), None)
        if name is None:
            name = rest.partition(" – ")[0]
            yield name if CODE.fullmatch(name) else policy.people(name)
        else:
            yield policy.people(name)
        rest = rest[len(name) + 3 :]


def seen_result(line: Mapping[str, Any], policy: NamePolicy) -> Mapping[str, Any]:
    """Return a line of standings as outsiders see it: the names of substitutes are hidden."""
    substitutes = line.get("substitutes")
    if not substitutes:
        return line
    return {**line, "substitutes": [[place, policy.people(who)] for place, who in substitutes]}


def _replaced(value: Any, shown: Callable[[str], str]) -> Any:
    """Return plain JSON values with each text replaced."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, dict):
        return {key: _replaced(each, shown) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_replaced(each, shown) for each in value]
    return value
