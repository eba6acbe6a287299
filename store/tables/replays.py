"""Encoded replays of finished deals: one body for each viewer, valid for one version of the deal."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

if TYPE_CHECKING:
    from store.events.recorder import Recorder

FIND: Final = b"""
    SELECT etag, CASE WHEN etag = %s THEN NULL ELSE body END FROM replays WHERE deal_id = %s AND viewer = %s
    AND version = (SELECT max(originator_version) FROM events WHERE originator_id = %s)
    AND NOT EXISTS (SELECT FROM unlisted WHERE stream = deal_id)
"""
AT_HAND: Final = 256
"""The most bodies that a process keeps in memory."""


class Stored(NamedTuple):
    """A stored replay: its encoded body and the body's ETag."""

    etag: str
    body: bytes


class Replays:
    """The table of encoded replays. A body is valid while its deal has the body's version, for code ``made_by`` only.

    Each request asks the database whether a body is valid, unless the caller allows a delay and this process asked
    within that time.
    """

    def __init__(self, recorder: Recorder, made_by: str = "") -> None:
        self.recorder = recorder
        self.made_by = made_by
        self._at_hand: dict[tuple[UUID, str], Stored] = {}
        self._good_at: dict[tuple[UUID, str], float] = {}
        """The monotonic time at which the database last confirmed each body in memory."""

    def find(self, deal_id: UUID, viewer: str, late: float = 0.0) -> Stored | None:
        """Return the replay of a deal as it stands, or stood up to ``late`` seconds ago; None if none is stored."""
        key = deal_id, self._key(viewer)
        known = self._at_hand.get(key)
        now = monotonic()
        if known and now - self._good_at.get(key, -late) < late:
            return known
        answer = self.recorder.read(FIND, [known.etag if known else "", *key, deal_id])
        if not answer:
            return None
        etag, body = answer[0]
        stored = known if body is None else self._remember(key, Stored(etag, body))
        self._good_at[key] = now
        return stored

    def _key(self, viewer: str) -> str:
        return f"{viewer} {self.made_by}"

    def _remember(self, key: tuple[UUID, str], stored: Stored) -> Stored:
        if len(self._at_hand) >= AT_HAND:
            self._at_hand.clear()
            self._good_at.clear()
        self._at_hand[key] = stored
        return stored

    def keep(self, deal_id: UUID, viewer: str, version: int, etag: str, body: bytes) -> None:
        """Store a body, unless a later version is stored. Deletes the deal's bodies that other code made."""
        with self.recorder.leader.datastore.get_connection() as connection:
            connection.execute(
                "DELETE FROM replays WHERE deal_id = %s AND split_part(viewer, ' ', 2) <> %s",
                [deal_id, self.made_by],
            )
            connection.execute(
                "INSERT INTO replays (deal_id, viewer, version, etag, body) VALUES (%s, %s, %s, %s, %s)"
                " ON CONFLICT (deal_id, viewer) DO UPDATE"
                " SET version = excluded.version, etag = excluded.etag, body = excluded.body"
                " WHERE replays.version <= excluded.version",
                [deal_id, self._key(viewer), version, etag, body],
            )

    def ask_anew(self, deal_id: UUID) -> None:
        """Make the next request for a deal ask the database whether its bodies are valid."""
        for key in [key for key in list(self._good_at) if key[0] == deal_id]:
            self._good_at.pop(key, None)

    def forget(self, table: UUID) -> None:
        """Delete the bodies of all deals at a table, since readers' rights have changed."""
        self._good_at.clear()
        with self.recorder.leader.datastore.get_connection() as connection:
            connection.execute(
                "DELETE FROM replays WHERE deal_id IN"
                " (SELECT id FROM catalogue WHERE kind = 'deal' AND data->>'table' = %s)",
                [str(table)],
            )
