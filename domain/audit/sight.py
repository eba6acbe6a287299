"""Find out who could first see a breach, and when.

An act is judged as a viewer saw it, with everything the viewer had seen by some later ply. Once that shows a breach,
the viewer could object. The other side may object, or anybody if everybody could see it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import TYPE_CHECKING

from domain.audit.findings import Sight
from domain.engine.hiding import PUBLIC, Viewer, hide_act
from domain.record.entries import Stamp
from domain.record.hindsight import Hindsight
from domain.record.record import Record

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.engine.facts import Act


class Detection:
    """The breaches of one deal that each viewer could notice."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._seen: dict[Viewer, list[Act]] = {}
        self._broken: dict[tuple[Viewer, int], frozenset[int]] = {}

    def first_sight(self, ply: int, seat: Seat | None) -> Sight:
        """Return when the breach of a seat at a ply could first be seen, and by whom."""
        public = self.first_ply(PUBLIC, ply)
        if public == ply:
            return Sight(ply, (PUBLIC,))
        plies = {other: at for other in self.opponents(seat) if (at := self.first_ply(other, ply)) is not None}
        if public is not None and public <= min(plies.values(), default=public):
            return Sight(public, (PUBLIC,))
        if plies:
            at = min(plies.values())
            return Sight(at, tuple(other for other, first in plies.items() if first == at))
        return self.after_the_deal(ply)

    def after_the_deal(self, ply: int) -> Sight:
        """Return the sight at the end of the deal if the hands are shown then; else an empty sight."""
        record = self.record
        last = len(record.entries) - 1
        spans = Hindsight(record.rules, record.opened.dealer, record.acts).spans
        thrown_in = ply < spans[-1].first
        if record.state.outcome and record.rules.ruleset.shows_hands and not (thrown_in or record.abandoned):
            return Sight(last, (PUBLIC,), shown=True)
        return Sight(None, ())

    def opponents(self, seat: Seat | None) -> list[Seat]:
        """Return the seats of the other side; all seats if it is unknown whose breach it is."""
        rules = self.record.rules
        side = rules.side[rules.place[seat]] if seat in rules.place else 0
        return [opponent for place, opponent in enumerate(rules.seats) if not side >> place & 1]

    def first_ply(self, viewer: Viewer, ply: int) -> int | None:
        """Return the first ply after which the viewer can tell that the act at ``ply`` broke a rule; None if never."""
        last = len(self.record.entries) - 1
        if self.can_tell(viewer, ply, ply):
            return ply
        if not self.can_tell(viewer, ply, last):
            return None
        return ply + 1 + bisect_left(range(ply + 1, last), True, key=lambda upto: self.can_tell(viewer, ply, upto))

    def can_tell(self, viewer: Viewer, ply: int, upto: int) -> bool:
        """Return whether a viewer who saw the acts up to ``upto`` can tell that the act at ``ply`` broke a rule."""
        if (viewer, upto) not in self._broken:
            self._broken[viewer, upto] = self.breach_plies(viewer, upto)
        return ply in self._broken[viewer, upto]

    def breach_plies(self, viewer: Viewer, upto: int) -> frozenset[int]:
        """Return the plies of the breaches that the viewer can tell, having seen the acts up to a ply."""
        if viewer not in self._seen:
            self._seen[viewer] = [hide_act(entry.act, viewer) for entry in self.record.entries]
        return seen_acts(self.record, self._seen[viewer][: upto + 1]).breach_plies()


def seen_acts(record: Record, acts: Iterable[Act]) -> Hindsight:
    """Return the acts of a deal as somebody saw them, each judged with the cards that these acts show."""
    known = Record(record.opened, Stamp(), record.rules)
    for act in acts:
        known.fold(act, Stamp())
    return Hindsight(known.rules, known.opened.dealer, known.acts)
