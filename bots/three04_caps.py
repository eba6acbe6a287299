"""The call of Caps that a bot owes: it calls as soon as it can be certain, and never before (docs/caps.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.audit.caps.points import Examiner
from domain.audit.caps.search import LIMIT
from domain.games.three04.acts import CapsCalled
from domain.games.three04.information import Three04Watcher
from domain.games.three04.rules import rules_of_304
from domain.games.three04.state import state_of_304

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.engine.facts import Act
    from domain.record.record import Record


class CapsFinder:
    """Finds the call that one seat owes, by what the seat saw.

    The audit asks the same question of every deal (`domain.audit.caps`), with the same bound.
    """

    def __init__(self, record: Record, seat: Seat) -> None:
        """``record``: the deal as the seat sees it, before its first act."""
        self._record = record
        self._seat = seat
        self._watcher = Three04Watcher(record, seat)

    def see(self, act: Act) -> None:
        """Take in an act of the table, as the seat saw it."""
        self._watcher.see(act)

    def call(self) -> CapsCalled | None:
        """Return the call with an order that is certain to win; None if the seat may not call, or is not certain."""
        rules, s = rules_of_304(self._record.rules), state_of_304(self._record.state)
        if not any(isinstance(template.act, CapsCalled) for template in rules.templates(s, self._seat)):
            return None
        examiner = Examiner(self._record, LIMIT, rules.ruleset.caps.call_opens_trump)
        point = examiner.point(self._watcher, rules.place[self._seat], s, len(self._record.acts))
        return CapsCalled(self._seat, point.order) if point.certainty == "certain" else None
