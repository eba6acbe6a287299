"""The sights of outsiders and of members of each club, by the choices of all clubs and players; kept in memory."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final, cast

from flask import current_app, g, has_request_context

from domain.club.who_sees import Choice, policies_of, sight_of
from domain.kernel.whole_record import NOBODY_CHOSEN, chosen_reader

if TYPE_CHECKING:
    from uuid import UUID

    from domain.club.who_sees import Sight
    from store.tables.people.who_sees import WhoSees

NOTICED: Final = 1.0
"""The seconds in which every process notices another choice."""
MOST_KEPT: Final = 1000
"""The most sights of members that are kept: people may play in several clubs, in any combination."""
EXTENSION: Final = "nought.sight"
"""The key in the application's extensions of the function that returns what the caller sees."""


class Sights:
    """The sights of outsiders and of members of each club."""

    def __init__(self, table: WhoSees) -> None:
        self._table = table
        self._read: Any = None
        self._read_at = -NOTICED
        self._outsider: Sight | None = None
        self._members: dict[frozenset[UUID], Sight | None] = {}

    def notice(self) -> None:
        """Read the choices anew the next time: one was changed in this process."""
        self._read_at = -NOTICED

    def of_outsider(self) -> Sight | None:
        """Return what somebody sees who is a member of no club; None for everything."""
        now = time.monotonic()
        if now - self._read_at >= NOTICED:
            self._read_at = now
            if (read := self._table.choices()) != self._read:
                policies = policies_of((Choice(*line) for line in read[1]), self._table.names)
                self._members = {}
                self._outsider, self._read = sight_of(policies), read
        return self._outsider

    def of_member(self, clubs: frozenset[UUID]) -> Sight | None:
        """Return what a member of some clubs sees; None for everything."""
        outsider, members = self.of_outsider(), self._members
        if outsider is None:
            return None
        if clubs not in members:
            if len(members) >= MOST_KEPT:
                members.clear()
            members[clubs] = outsider.without(clubs)
        return members[clubs]

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
