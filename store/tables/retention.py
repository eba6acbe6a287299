"""Find what a club keeps longer than its rule says: files of evidence, and the pupils of classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, LiteralString, NamedTuple

from store.tables.queries import rows

if TYPE_CHECKING:
    from uuid import UUID

    from store.events.recorder import Recorder

# A dispute that is not decided needs its files.
_FILES: LiteralString = """
    SELECT e.originator_id, e.originator_version FROM catalogue AS c
    JOIN attachments AS a ON a.dispute_id = c.id AND a.body IS NOT NULL
        AND a.attached_at < now() - make_interval(days => %(days)s)
    JOIN events AS e ON e.originator_id = c.id AND e.topic = 'nought.Dispute.EvidenceGiven'
        AND convert_from(e.state, 'UTF8')::jsonb -> 'fact' ->> 'sha256' = encode(a.sha256, 'hex')
    WHERE c.kind = 'dispute' AND c.club_id = %(club)s AND c.data ->> 'status' IN ('final', 'withdrawn')
    ORDER BY 1, 2
"""
_CLASSES: LiteralString = """
    SELECT k.id FROM catalogue AS c JOIN classes AS k ON k.id = c.id AND k.state = 'ended' AND k.keep
        AND k.active_at < now() - make_interval(days => %(days)s)
    WHERE c.kind = 'class' AND c.club_id = %(club)s AND EXISTS (SELECT FROM class_pupils AS p WHERE p.class_id = k.id)
    ORDER BY k.id
"""
_RULES: LiteralString = """
    SELECT id, (data -> 'retention' ->> 'files')::int, (data -> 'retention' ->> 'classes')::int FROM catalogue
    WHERE kind = 'club' AND data ? 'retention' ORDER BY id
"""


class Rule(NamedTuple):
    """The rule of a club: after how many days files and pupils are removed; 0 for never."""

    club: UUID
    files: int
    classes: int


class Overdue:
    """The reader of what is kept too long."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def rules(self) -> list[Rule]:
        """Return the rules of the clubs that have one."""
        return [Rule(*row) for row in rows(self.recorder, _RULES)]

    def files(self, club: UUID, days: int) -> list[tuple[UUID, int]]:
        """Return the events of a club's decided disputes that gave a file more than some days ago, and still have it.

        None for 0 days.
        """
        return rows(self.recorder, _FILES, {"club": club, "days": days}) if days else []

    def classes(self, club: UUID, days: int) -> list[UUID]:
        """Return a club's classes that ended more than some days ago, and whose pupils are kept; none for 0 days."""
        if not days:
            return []
        return [identity for (identity,) in rows(self.recorder, _CLASSES, {"club": club, "days": days})]
