"""Aggregates with lines in the standings of a tournament; the changed lines are stored with their events."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from domain.kernel.aggregate import Aggregate
from domain.kernel.ports import Ranking
from domain.tournament.state import Line

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any
    from uuid import UUID

    from domain.engine.facts import Fact

Place: TypeAlias = tuple[int, str, int]
"""The key of a line: its round, entry and board (0 without boards)."""


class RankedAggregate(Aggregate):
    """An aggregate that keeps its stored lines from before the first fact of a command, to find the changed ones."""

    __slots__ = ("_stored",)

    _stored: dict[Place, Line]

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self._stored = {}

    @property
    @abstractmethod
    def tournament(self) -> UUID:
        """Return the id of the tournament whose standings have the lines."""

    @abstractmethod
    def lines(self) -> Iterable[Line]:
        """Return the current lines of the aggregate."""

    def take(self, fact: Fact, at: str, by: str, key: str = "", broke: str = "") -> None:
        if not self.pending and self.version:
            self._stored = self._lines_by_place()
        super().take(fact, at, by, key, broke)

    def ranking(self, *, whole: bool = False) -> Ranking | None:
        """Return the lines that a command added, changed or removed; None if there are none. ``whole``: all lines."""
        now = self._lines_by_place()
        changed: dict[Place, Line | None] = {}
        changed.update(now.items() if whole else now.items() - self._stored.items())
        if not whole:
            changed.update(dict.fromkeys(self._stored.keys() - now.keys()))
        if not changed and not whole:
            return None
        rows = [(*place, None if line is None else plain(line)) for place, line in sorted(changed.items(), key=_order)]
        return Ranking(self.tournament, self.id, self.version, rows)

    def _lines_by_place(self) -> dict[Place, Line]:
        return {(line.round, line.entry, line.board): line for line in self.lines()}


def plain(line: Line) -> dict[str, Any]:
    """Return a line as JSON values, without an assigned score, an arrow switch or substitutes if there are none."""
    values: dict[str, Any] = msgspec.to_builtins(line)
    for spare in ("assigned", "switched", "substitutes"):
        if not values[spare]:
            del values[spare]
    return values


def read(values: Any) -> Line:
    """Return the line from the values that `plain` returned."""
    return msgspec.convert(values, Line)


def _order(item: tuple[Place, Line | None]) -> Place:
    return item[0]
