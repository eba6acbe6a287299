"""The table of webhooks: the URLs that get messages of a tournament, and the last event delivered to each."""

# ruff: noqa: S608  (statements are put together of constants only)

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Final, LiteralString
from uuid import UUID, uuid4

from psycopg.rows import tuple_row

from store.tables.queries import rows, turn

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from datetime import datetime

    from store.events.recorder import Recorder

MOST: Final = 10
"""The active webhooks that a tournament may have."""
GIVEN_UP: Final = timedelta(days=5)
"""The time of nothing but failed attempts after which a webhook is ended."""

_COLUMNS: LiteralString = (
    "id, tournament_id, url, secret, created_at, ended_at, coalesce(reason, ''), position, failures,"
    " coalesce(last_answer, ''), next_at"
)
_ONE_BY_ONE: LiteralString = "SELECT pg_advisory_xact_lock(hashtext('new webhook ' || current_schema() || %s))"
"""Webhooks of a tournament are added one after another, so that requests at the same time are counted."""
_FAIL: LiteralString = """
    UPDATE webhooks SET failures = failures + 1, failing_since = coalesce(failing_since, now()),
        last_answer = %(answer)s,
        next_at = now() + %(pause)s,
        ended_at = CASE WHEN failing_since < now() - %(given_up)s THEN now() END,
        reason = CASE WHEN failing_since < now() - %(given_up)s THEN 'no message could be delivered for 5 days' END
    WHERE id = %(id)s AND ended_at IS NULL RETURNING id
"""


class TooManyWebhooks(Exception):
    """Raised when a tournament has `MOST` active webhooks."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook as its row holds it."""

    id: UUID
    tournament: UUID
    url: str
    secret: str
    created_at: datetime
    ended_at: datetime | None
    reason: str
    position: int
    """Every event up to this position was delivered."""
    failures: int
    """The failed attempts since the last delivery."""
    last_answer: str
    next_at: datetime

    @property
    def next_attempt_at(self) -> datetime | None:
        """Return the time when the failed message is sent again; None if none failed, or the webhook has ended."""
        return self.next_at if self.failures and self.ended_at is None else None


class Webhooks:
    """The table of webhooks."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def add(self, tournament: UUID, url: str, secret: str, key: str = "") -> UUID:
        """Add a webhook for what happens in a tournament from now on. Returns its id.

        ``key``: that of the request; the webhook that was added with it is not added again. Raises `TooManyWebhooks`.
        """
        start = self.recorder.max_notification_id() or 0
        with self.recorder.datastore.get_connection() as connection, connection.transaction():
            cursor = connection.cursor(row_factory=tuple_row)
            cursor.execute(_ONE_BY_ONE, [str(tournament)])
            same_key: LiteralString = "SELECT id FROM webhooks WHERE tournament_id = %s AND key = %s"
            if known := cursor.execute(same_key, [tournament, key or None]).fetchone():
                return UUID(str(known[0]))
            active: LiteralString = "SELECT count(*) FROM webhooks WHERE tournament_id = %s AND ended_at IS NULL"
            if (counted := cursor.execute(active, [tournament]).fetchone()) and counted[0] >= MOST:
                raise TooManyWebhooks
            webhook = uuid4()
            cursor.execute(
                "INSERT INTO webhooks (id, tournament_id, url, secret, position, key) VALUES (%s, %s, %s, %s, %s, %s)",
                [webhook, tournament, url, secret, start, key or None],
            )
        return webhook

    def all(self) -> list[Webhook]:
        """Return all webhooks, the oldest first, also those that ended."""
        return [
            Webhook(*row) for row in rows(self.recorder, f"SELECT {_COLUMNS} FROM webhooks ORDER BY created_at, id")
        ]

    def of(self, tournament: UUID) -> list[Webhook]:
        """Return the webhooks of a tournament, the oldest first, also those that ended."""
        own: LiteralString = f"SELECT {_COLUMNS} FROM webhooks WHERE tournament_id = %s ORDER BY created_at, id"
        return [Webhook(*row) for row in rows(self.recorder, own, [tournament])]

    def due(self) -> list[Webhook]:
        """Return the webhooks that may be sent a message now."""
        due: LiteralString = "WHERE ended_at IS NULL AND next_at <= now() ORDER BY next_at, id"
        return [Webhook(*row) for row in rows(self.recorder, f"SELECT {_COLUMNS} FROM webhooks {due}")]

    def end(self, webhook: UUID) -> bool:
        """End a webhook. Returns False if there is none, or it has ended."""
        ended: LiteralString = (
            "UPDATE webhooks SET ended_at = now(), reason = 'ended by hand'"
            " WHERE id = %s AND ended_at IS NULL RETURNING id"
        )
        return bool(rows(self.recorder, ended, [webhook]))

    def replay(self, webhook: UUID, moment: datetime | None) -> bool:
        """Deliver again what was stored from a moment on; None: everything. Returns False if it is not active."""
        replayed: LiteralString = """
            UPDATE webhooks SET next_at = now(), failures = 0, failing_since = NULL,
                position = least(position, coalesce(
                (SELECT min(notification_id) - 1 FROM events WHERE %(moment)s::timestamptz IS NOT NULL
                    AND stored_at >= %(moment)s::timestamptz),
                CASE WHEN %(moment)s::timestamptz IS NULL THEN 0 ELSE position END))
            WHERE id = %(id)s AND ended_at IS NULL RETURNING id
        """
        return bool(rows(self.recorder, replayed, {"id": webhook, "moment": moment}))

    def move(self, webhook: Webhook, position: int, answer: str | None = None) -> bool:
        """Note that all up to a position was delivered. Returns False if it was ended or replayed meanwhile."""
        moved: LiteralString = """
            UPDATE webhooks SET position = %s, failures = 0, failing_since = NULL,
                last_answer = coalesce(%s, last_answer)
            WHERE id = %s AND position = %s AND ended_at IS NULL RETURNING id
        """
        return bool(rows(self.recorder, moved, [position, answer, webhook.id, webhook.position]))

    def fail(self, webhook: Webhook, answer: str, pause: timedelta) -> None:
        """Note a failed attempt; the next is after a pause. After `GIVEN_UP` the webhook is ended."""
        rows(self.recorder, _FAIL, {"id": webhook.id, "answer": answer, "pause": pause, "given_up": GIVEN_UP})

    def turn(self) -> AbstractContextManager[bool]:
        """Hold the lock that lets one process at a time deliver. Yields False if another process holds it."""
        return turn(self.recorder, "webhooks")
