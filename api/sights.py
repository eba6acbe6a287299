"""The sights of outsiders and of members of each club, by the choices of all clubs and players; kept in memory."""

from __future__ import annotations

import math
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import TYPE_CHECKING, Final, cast

from flask import current_app, g, has_request_context

from domain.club.who_sees import Choice, policies_of, sight_of
from domain.kernel.whole_record import NOBODY_CHOSEN, chosen_reader

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from domain.club.who_sees import Sight
    from store.tables.people.who_sees import Line, WhoSees

NOTICED: Final = 1.0
"""The seconds in which every process notices another choice."""
MOST_KEPT: Final = 1000
"""The most sights of members that are kept: people may play in several clubs, in any combination."""
EXTENSION: Final = "nought.sight"
"""The key in the application's extensions of the function that returns what the caller sees."""


@dataclass(frozen=True, slots=True)
class _Known:
    """The sights by what was read at a time."""

    began: float
    """The monotonic time at which the reading began."""
    read: tuple[int, Sequence[Line]]
    outsider: Sight | None
    """None for everything."""
    members: dict[frozenset[UUID], Sight | None] = field(default_factory=dict)
    """The sights of members of some clubs."""


class Sights:
    """The sights of outsiders and of members of each club."""

    def __init__(self, table: WhoSees) -> None:
        self._table = table
        self._known: _Known | None = None
        self._changed_at = -math.inf
        self._lock = Lock()

    def notice(self) -> None:
        """Read the choices anew the next time: one was changed in this process."""
        self._changed_at = time.monotonic()

    def of_outsider(self) -> Sight | None:
        """Return what somebody sees who is a member of no club; None for everything."""
        return self._read().outsider

    def of_member(self, clubs: frozenset[UUID]) -> Sight | None:
        """Return what a member of some clubs sees; None for everything."""
        known = self._read()
        if known.outsider is None:
            return None
        with suppress(KeyError):
            return known.members[clubs]
        if len(known.members) >= MOST_KEPT:
            known.members.clear()
        sight = known.members[clubs] = known.outsider.without(clubs)
        return sight

    def _read(self) -> _Known:
        """Return what was read in the last second; reads it otherwise.

        While one thread reads, others do so for themselves: what was read before is no answer, nor is nothing.
        """
        began = time.monotonic()
        known = self._known
        if known is not None and known.began > max(began - NOTICED, self._changed_at):
            return known
        read = self._table.choices()
        with self._lock:
            known = self._known
            if known is not None and known.began > began:
                return known
            if known is not None and known.read == read:
                known = replace(known, began=began)
            else:
                known = _Known(
                    began, read, sight_of(policies_of((Choice(*line) for line in read[1]), self._table.names))
                )
            self._known = known
            return known

    def with_choice(self, club: UUID, level: str) -> Sight | None:
        """Return what an outsider would see if a club had made this choice."""
        _, lines = self._table.choices()
        choices = [Choice(*line) for line in lines if line[1] != club]
        return sight_of(policies_of([*choices, Choice("club", club, None, (), {"level": level})], self._table.names))

    def present(self) -> Sight | None:
        """Return what the present reader sees; None for everything.

        A request sees what its caller may see. Commands, the command line and threads of the server see everything.
        """
        if (chosen := chosen_reader()) is not NOBODY_CHOSEN:
            return cast("Sight | None", chosen)
        if not has_request_context():
            return None
        try:
            return cast("Sight | None", g.sight)
        except AttributeError:
            # Whatever fails now, the answer to it is one for outsiders.
            g.sight = self.of_outsider()
            g.sight = current_app.extensions[EXTENSION]()
            return cast("Sight | None", g.sight)
