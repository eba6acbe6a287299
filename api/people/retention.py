"""Remove what a club keeps longer than its rule says. Each removal is recorded like one by hand."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from threading import Event
from typing import TYPE_CHECKING, Any, Final

from api.classes.end import delete_pupils
from api.clock import now
from domain.kernel.errors import Declined, NotFound

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from api.people.forgetting import Forgetter
    from domain.ledger import Ledger
    from store.tables.classes import Classes
    from store.tables.people.joining import Joining
    from store.tables.retention import Overdue

PAUSE_SECONDS: Final = 3600.0
UNUSED: Final = timedelta(days=90)
"""The time after which requests to join go, and the accounts of players without a club."""
BY: Final = "nought"
"""The name with which such a removal is recorded."""
WHY: Final = "the club keeps files for {days} days"
"""The reason of the removal of a file, which stands in its place."""


@dataclass(frozen=True, slots=True)
class Retention:
    """Knows and removes what clubs keep longer than their rules say."""

    ledger: Ledger
    overdue: Overdue
    classes: Classes
    forgetter: Forgetter
    joining: Joining

    def count(self, club: UUID, files: int, classes: int) -> dict[str, int]:
        """Count what a rule would remove now: files, and classes with pupils. The numbers are days, 0 for never."""
        return {"files": len(self.overdue.files(club, files)), "classes": len(self.overdue.classes(club, classes))}

    def of(self, club: UUID, choice: Mapping[str, int]) -> dict[str, Any]:
        """Return the days of a club, or of another choice, with what they would remove: `schemas.RetentionAnswer`."""
        files, classes = self.ledger.clubs.get_club(club).retention
        chosen = {"files": files, "classes": classes, **choice}
        return {**chosen, "overdue": self.count(club, **chosen)}

    def remove(self, only: UUID | None = None, by: str = BY, stop: Event | None = None) -> dict[str, int]:
        """Remove what clubs keep too long, until ``stop`` is set. Returns the numbers of files and classes.

        ``only``: one club.
        """
        removed = {"files": 0, "classes": 0}
        self.joining.tidy(UNUSED)
        for club, files, classes in self.overdue.rules():
            if only not in (None, club):
                continue
            for stream, version in self.overdue.files(club, files):
                if stop and stop.is_set():
                    return removed
                with suppress(Declined):  # somebody else was quicker
                    self.forgetter.remove_text(club, stream, version, WHY.format(days=files), by=by, at=now())
                    removed["files"] += 1
            for identity in self.overdue.classes(club, classes):
                if stop and stop.is_set():
                    return removed
                with suppress(NotFound):
                    self.ledger.classes.forget(identity, by=by, at=now())
                    delete_pupils(self.ledger, self.classes, identity)
                    removed["classes"] += 1
        return removed
