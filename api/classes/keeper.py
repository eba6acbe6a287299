"""Ends classes that nobody uses any more, so that nothing personal stays."""

from __future__ import annotations

import logging
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from api.classes.end import delete_pupils, end_class
from api.clock import now
from domain.kernel.errors import Declined

if TYPE_CHECKING:
    from collections.abc import Callable

    from domain.ledger import Ledger
    from store.tables.classes import Classes

PAUSE_SECONDS: Final = 300.0
BY: Final = "nought"
"""The name with which such an end is recorded."""

_log = logging.getLogger(__name__)


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


class ClassKeeper:
    """A thread that ends overdue classes now and then. Each process has one; doing it twice is harmless."""

    def __init__(self, store: Callable[[], tuple[Ledger, Classes]]) -> None:
        self._store = store
        self._stop = Event()
        self._thread = Thread(target=self._keep, name="nought-classes", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the current step."""
        self._stop.set()
        self._thread.join(PAUSE_SECONDS)

    def _keep(self) -> None:
        while not self._stop.wait(PAUSE_SECONDS):
            try:
                end_overdue(*self._store())
            except Exception as error:  # noqa: BLE001 - the thread continues after a restart of the database
                _log.error("ending classes failed with %s", type(error).__name__)
