"""The thread that extends, packs and signs the log while the server runs."""

from __future__ import annotations

import logging
import time
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from api.proof.keeper import LogError
from api.proof.keys import KeysError

if TYPE_CHECKING:
    from collections.abc import Callable

    from api.proof.keeper import LogKeeper

POLL_SECONDS: Final = 1.0
CHECKPOINT_SECONDS: Final = 60.0
"""The longest time that a leaf waits for a checkpoint; after a settled deal one is signed at once."""
LONGEST_PAUSE: Final = 30.0
PACK_SECONDS: Final = 0.2
"""The time of each step for leaves of earlier releases, which are moved into tiles."""

_log = logging.getLogger(__name__)


class Background:
    """A thread that adds leaves and signs until it is stopped. Each process has one; locks let one work at a time."""

    def __init__(self, keeper: Callable[[], LogKeeper]) -> None:
        """Make the thread. ``keeper`` returns the keeper of the log, and may raise while the database is away."""
        self._keeper = keeper
        self._stop = Event()
        self._signed_at = -CHECKPOINT_SECONDS
        self._is_due = False
        """True if a deal was settled since a checkpoint was signed or refused."""
        self._last_error = ""
        self._thread = Thread(target=self._keep, name="nought-log", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the current step."""
        self._stop.set()
        self._thread.join(LONGEST_PAUSE)

    def _keep(self) -> None:
        pause = POLL_SECONDS
        while not self._stop.wait(pause):
            try:
                self._step()
                pause = POLL_SECONDS
            except Exception as error:  # noqa: BLE001 - the thread continues after a restart of the database
                # Not the error's text, which may quote an event with hidden cards.
                pause = min(2 * pause, LONGEST_PAUSE)
                _log.error("keeping the log failed with %s; again in %.0f s", type(error).__name__, pause)

    def _step(self) -> None:
        keeper = self._keeper()
        try:
            _, settled = keeper.grow()
            keeper.pack(PACK_SECONDS)
            self._is_due = self._is_due or settled
            if not self._is_due and time.monotonic() - self._signed_at < CHECKPOINT_SECONDS:
                return
            keeper.checkpoint()
            self._last_error = ""
        except (LogError, KeysError) as error:
            # Leaves are added as long as they can be. The error is logged once, for the operator.
            if self._last_error != str(error):
                self._last_error = str(error)
                _log.error("no checkpoint is signed: %s", error)
        # Not after another error: after a change of the leader the checkpoint is signed at the next step.
        self._signed_at = time.monotonic()
        self._is_due = False
