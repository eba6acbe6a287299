"""A recorded deal with what rows of several kinds need of it, each computed once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from domain.audit.caps.report import CapsReport, adjudicate
from domain.engine.state import NOBODY
from domain.record.worked_out import final_state

if TYPE_CHECKING:
    from domain.engine.cards import Card, Seat
    from domain.engine.refusals import Refusal
    from domain.engine.state import State
    from domain.record.record import Record


class RecordedDeal:
    """A deal that becomes rows. ``identity``: its id, empty if it has none."""

    def __init__(self, record: Record, identity: str = "", *, judges_caps: bool = False) -> None:
        """``judges_caps``: whether to find out if Caps was owed, which takes far longer than all else."""
        self.record = record
        self.id = identity or None
        self._judges_caps = judges_caps

    @cached_property
    def final(self) -> State:
        """The state after the last act, with the hands that follow from what was played."""
        return final_state(self.record)

    @cached_property
    def refusals(self) -> dict[int, Refusal]:
        """The refusals of the acts that broke a rule, by ply."""
        return self.record.find_refusals()

    @cached_property
    def caps(self) -> CapsReport | None:
        """The report on Caps. None if it is not judged, or if nobody could call Caps."""
        if not self._judges_caps:
            return None
        report = adjudicate(self.record, both_readings=False)
        return None if report.exempt else report

    @property
    def maker(self) -> Seat | None:
        """Return the seat of the trump maker or declarer. Returns None if there is none."""
        place = self.final.maker
        return None if place == NOBODY else self.record.rules.seats[place]

    def is_makers_side(self, seat: Seat) -> bool | None:
        """Return whether a seat is on the maker's side. Returns None without a maker, or if it is not known."""
        state = self.final
        if state.maker == NOBODY or not state.has_known_sides():
            return None
        return bool(state.makers() >> self.record.rules.place[seat] & 1)

    def team(self, seat: Seat) -> str:
        """Return the team of a seat."""
        return self.record.rules.ruleset.seating.team(seat)

    def broke(self, ply: int) -> str | None:
        """Return the code of the rule that the act of a ply broke. Returns None if it broke none."""
        refusal = self.refusals.get(ply)
        return refusal.code if refusal else None

    def dealt(self, seat: Seat) -> list[Card]:
        """Return the cards that a seat is known to have been dealt."""
        rules = self.record.rules
        return list(rules.tables.cards(self.final.dealt[rules.place[seat]]))
