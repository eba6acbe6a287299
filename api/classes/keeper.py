"""Ends classes that nobody uses any more, so that nothing personal stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from api.classes.end import delete_pupils, end_class
from api.clock import now
from domain.kernel.errors import Declined

if TYPE_CHECKING:
    from domain.ledger import Ledger
    from store.tables.classes import Classes

PAUSE_SECONDS: Final = 300.0
BY: Final = "nought"
"""The name with which such an end is recorded."""


def end_overdue(ledger: Ledger, classes: Classes) -> int:
    """End the classes without activity, and those whose end was interrupted. Returns their number."""
    overdue = classes.overdue()
    for row in overdue:
        try:
            end_class(ledger, classes, row.id, keep=row.keep, sent={"by": BY, "at": now()})
        except Declined:
            # Its end is recorded already: only the rows were left.
            delete_pupils(ledger, classes, row.id)
    return len(overdue)
