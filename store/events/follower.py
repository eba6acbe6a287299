"""Keep a read model up to date: batches of events, each handled exactly once.

A follower has a name and, in the table ``tracking``, the position of the last event that it handled. One transaction
handles a batch of events and changes the position, so a process that is killed leaves both done or neither. Two
processes may follow under one name: the first to change the position handles the batch.
"""

from __future__ import annotations

import logging
import time
import traceback
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from threading import Event

    from eventsourcing.persistence import Notification
    from psycopg import Cursor

    from store.events.event_recorder import EventRecorder
    from store.events.recorder import Recorder

    Handle = Callable[[Cursor[Any], Sequence[Notification]], object]

BATCH = 500
POLL_SECONDS = 0.1
LONGEST_PAUSE = 5.0
"""The most seconds that a failing follower waits before it tries again."""

_log = logging.getLogger(__name__)


def position(recorder: EventRecorder, name: str) -> int:
    """Return the position of a follower; 0 before its first event."""
    return recorder.tracked(name)


def advance(recorder: EventRecorder, name: str, handle: Handle, *, batch: int = BATCH) -> int:
    """Handle the next events, at most ``batch``. Return their number.

    ``handle`` is given a cursor of the transaction and the events in order; an error that it raises undoes the batch.
    """
    start = recorder.tracked(name)
    notifications = recorder.select_notifications(start, batch, inclusive_of_start=False)
    if not notifications:
        return 0
    with recorder.track(name, start, notifications[-1].id) as cursor:
        if cursor is not None:  # otherwise another process has handled these meanwhile
            handle(cursor, notifications)
    return len(notifications)


def follow(
    recorder: EventRecorder,
    name: str,
    handle: Handle,
    *,
    stop: Event,
    batch: int = BATCH,
    poll: float = POLL_SECONDS,
) -> None:
    """Handle events as they come until ``stop`` is set or an error is raised. ``poll`` is in seconds."""
    while not stop.is_set():
        if advance(recorder, name, handle, batch=batch) < batch:
            stop.wait(poll)


def supervise(
    recorder: EventRecorder,
    name: str,
    handle: Handle,
    *,
    stop: Event,
    batch: int = BATCH,
    poll: float = POLL_SECONDS,
) -> None:
    """Handle events like `follow`, but after an error wait, longer each time, and continue.

    So it survives a restart of the server. It logs the class and the line of an error, never its text, which may quote
    an event with hidden cards.
    """
    pause = poll
    while not stop.is_set():
        started = time.monotonic()
        try:
            follow(recorder, name, handle, stop=stop, batch=batch, poll=poll)
        except Exception as error:  # noqa: BLE001 - a supervisor handles every error
            if time.monotonic() - started > LONGEST_PAUSE:
                pause = poll
            _log.error("The follower %s failed with %s; it tries again in %.1f s", name, _kind(error), pause)
            stop.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)


def rewind(recorder: Recorder, name: str, clear: Callable[[Cursor[Any]], object]) -> None:
    """Reset a follower; ``clear`` empties its read model in the same transaction."""
    with recorder.datastore.transaction(commit=True) as cursor:
        cursor.execute(recorder.sql.rewind, [name])
        clear(cursor)


def _kind(error: BaseException) -> str:
    """Return the error's class, the server's code for it if it has one, and the line it came from."""
    code = getattr(error.__cause__ or error, "sqlstate", None)
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {frames[-1].name}:{frames[-1].lineno}" if frames else ""
    return type(error).__name__ + (f" ({code})" if code else "") + where
