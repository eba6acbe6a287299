"""Who could first see a breach, and when.

An act is judged as somebody saw it, with everything they had seen by some later ply. As soon as that shows a breach,
they could object. Entitled to are the other side, or anybody when everybody could see it.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from domain.audit.findings import Sight
from domain.audit.hindsight import Hindsight
from domain.engine.hiding import PUBLIC, Viewer, hide_act
from domain.record.record import Record, Stamp

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.engine.facts import Act


class Eyes:
    """One deal as its viewers came to see it."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._seen: dict[Viewer, list[Act]] = {}
        self._broken: dict[tuple[Viewer, int], frozenset[int]] = {}

    def first(self, ply: int, seat: Seat | None) -> Sight:
        """When the breach at a ply by a seat could first be seen, and by whom."""
        everybody = self.since(PUBLIC, ply)
        if everybody == ply:
            return Sight(ply, (PUBLIC,))
        found = {other: at for other in self.others(seat) if (at := self.since(other, ply)) is not None}
        if everybody is not None and everybody <= min(found.values(), default=everybody):
            return Sight(everybody, (PUBLIC,))
        if found:
            at = min(found.values())
            return Sight(at, tuple(other for other, when in found.items() if when == at))
        return self.after_the_deal(ply)

    def after_the_deal(self, ply: int) -> Sight:
        """What no play showed can be seen when the hands are."""
        record = self.record
        last = len(record.entries) - 1
        spans = Hindsight(record.rules, record.opened.dealer, record.acts).spans
        thrown_in = ply < spans[-1].first
        if record.state.outcome and record.rules.ruleset.shows_hands and not (thrown_in or record.abandoned):
            return Sight(last, (PUBLIC,), shown=True)
        return Sight(None, ())

    def others(self, seat: Seat | None) -> list[Seat]:
        """The seats of the other side; all of them if nobody knows whose breach it is."""
        rules = self.record.rules
        mine = rules.side[rules.place[seat]] if seat in rules.place else 0
        return [other for place, other in enumerate(rules.seats) if not mine >> place & 1]

    def since(self, viewer: Viewer, ply: int) -> int | None:
        """The first ply after which the viewer can tell that the act at a ply broke a rule; None if never."""
        last = len(self.record.entries) - 1
        if self.tells(viewer, ply, ply):
            return ply
        if not self.tells(viewer, ply, last):
            return None
        return ply + 1 + bisect_left(range(ply + 1, last), True, key=lambda upto: self.tells(viewer, ply, upto))

    def tells(self, viewer: Viewer, ply: int, upto: int) -> bool:
        """Whether the viewer, having seen the acts up to a ply, can tell that the one at ``ply`` broke a rule."""
        if (viewer, upto) not in self._broken:
            self._broken[viewer, upto] = self.broken(viewer, upto)
        return ply in self._broken[viewer, upto]

    def broken(self, viewer: Viewer, upto: int) -> frozenset[int]:
        """The acts that the viewer can tell to be breaches, having seen all up to a ply."""
        if viewer not in self._seen:
            self._seen[viewer] = [hide_act(entry.act, viewer) for entry in self.record.entries]
        known = Record(self.record.opened, Stamp(), self.record.rules)
        for act in self._seen[viewer][: upto + 1]:
            known.fold(act, Stamp())
        return Hindsight(known.rules, known.opened.dealer, known.acts).broken()
