"""Asks a witness to cosign the checkpoints of this log, and keeps its cosignatures (C2SP tlog-witness)."""

from __future__ import annotations

import logging
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from api.proof.other_servers import submit
from domain.proof import notes
from domain.proof.notes import Note, NoteError
from domain.proof.tiles import Tiles
from domain.proof.tree import consistency

if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Event

    from domain.proof.witness_policies import Witness
    from store.events.log import Log, Signed
    from store.events.witnesses import Witnesses

POLL_SECONDS: Final = 5.0
LONGEST_PAUSE: Final = 600.0
"""The most seconds until a witness that does not answer is asked again."""

_log = logging.getLogger(__name__)


class Refused(Exception):
    """Raised when a witness does not cosign; the message gives the reason."""


class Submitter:
    """A witness, and when it is asked for a cosignature. Each has a thread, so that a slow one holds up no other.

    ``delay``: returns the seconds by which outsiders see the book late; a witness learns the size of the log no sooner.
    """

    def __init__(self, log: Log, table: Witnesses, witness: Witness, delay: Callable[[], float]) -> None:
        self._log = log
        self._table = table
        self._witness = witness
        self._delay = delay
        self._pause = 0.0
        self._next_at = 0.0
        self._told = ""

    def submit(self, stop: Event | None = None) -> bool:
        """Have the newest checkpoint cosigned if it is not. Returns whether it is now.

        After a failure the next attempts wait, longer each time.
        """
        if time.monotonic() < self._next_at or (stop is not None and stop.is_set()):
            return False
        newest = self._log.checkpoint(self._delay())
        last = self._table.largest([self._witness.key.text]).get(self._witness.key.text)
        if newest is None or (last is not None and last.size >= newest.size):
            return newest is not None
        try:
            self._have_cosigned(newest, last.size if last else 0)
        except (OSError, Refused) as error:
            self._fail(str(error) if isinstance(error, Refused) else type(error).__name__)
            return False
        self._pause, self._next_at, self._told = 0.0, 0.0, ""
        return True

    def _fail(self, why: str) -> None:
        self._pause = min(max(2 * self._pause, POLL_SECONDS), LONGEST_PAUSE)
        self._next_at = time.monotonic() + self._pause
        if self._told != why:  # once, for the operator
            self._told = why
            _log.warning("the witness %s does not cosign: %s", self._witness.name, why)

    def _have_cosigned(self, newest: Signed, old: int) -> None:
        """Submit a checkpoint and keep the cosignature. Raises `Refused`, or ``OSError`` if there is no answer."""
        status, answer = self._send(newest, old)
        if status == 409 and (known := answer.strip()).isdecimal() and int(known) != old:
            if int(known) > newest.size:
                raise Refused(f"it saw {known} events, more than the {newest.size} of the checkpoint")
            status, answer = self._send(newest, int(known))
        if status in (409, 422):
            raise Refused(f"it says that this log does not continue what it saw before ({status})")
        if status != 200:
            raise Refused(f"its answer is {status}")
        self._keep(newest, answer)

    def _keep(self, newest: Signed, answer: str) -> None:
        """Store the cosignature of an answer. Raises `Refused` if it has none by the key of the witness."""
        key = self._witness.key
        try:
            text = notes.parse(newest.note).text
            lines = notes.parse(f"{text}\n{answer}").signatures
            by_key = [Note(text, (each,)) for each in lines if (each.name, each.id) == (key.name, key.id)]
            times = [(time, note.signatures[0].line) for note in by_key if (time := key.find_time(note)) is not None]
            signed_at, line = max(times)
        except (NoteError, ValueError):
            raise Refused("its answer is no cosignature by its key") from None
        self._table.add(newest.size, key.text, line, datetime.fromtimestamp(signed_at, UTC))

    def _send(self, newest: Signed, old: int) -> tuple[int, str]:
        """Submit a checkpoint with the proof from a size; return the status and the text of the answer."""
        path = consistency(Tiles(self._log.hashes), old, newest.size)
        return submit(self._witness.url, old, path, newest.note)
