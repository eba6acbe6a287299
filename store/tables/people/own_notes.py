"""The notes and lines of cards that accounts keep for themselves beside deals."""

# ruff: noqa: S608  (statements are put together of constants only)

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, LiteralString

from psycopg.rows import tuple_row

from store.tables.queries import rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from store.events.recorder import Recorder

MOST: Final = 1000
"""The most notes and lines of an account."""


@dataclass(frozen=True, slots=True)
class OwnNote:
    """A note on an act of a deal (-1: on the deal as a whole), or a line of cards that begins after the act."""

    id: UUID
    deal: UUID
    club: UUID | None
    """The club of the deal."""
    ply: int
    cards: Sequence[str]
    """The cards of a line; empty for a note."""
    text: str
    """The note, or the name of the line."""
    at: datetime


_NAMES: LiteralString = "id, deal_id, club_id, ply, cards, text, written_at"
_SAME: LiteralString = "account_id = %s AND deal_id = %s AND ply = %s AND cards = %s AND (cards <> '{}' OR text = %s)"


class OwnNotes:
    """The table of own notes."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def of_deal(self, account: UUID, deal: UUID) -> list[OwnNote]:
        """Return the notes of an account on a deal, in the order of its plies."""
        own: LiteralString = (
            f"SELECT {_NAMES} FROM own_notes WHERE deal_id = %s AND account_id = %s ORDER BY ply, written_at, id"
        )
        return [OwnNote(*row) for row in rows(self.recorder, own, [deal, account])]

    def of_account(self, account: UUID, limit: int, skip: int = 0) -> list[OwnNote]:
        """Return the notes of an account, the newest first."""
        own: LiteralString = (
            f"SELECT {_NAMES} FROM own_notes WHERE account_id = %s ORDER BY written_at DESC, id LIMIT %s OFFSET %s"
        )
        return [OwnNote(*row) for row in rows(self.recorder, own, [account, limit, skip])]

    def write(
        self, account: UUID, deal: UUID, club: UUID | None, ply: int, cards: Sequence[str], text: str
    ) -> OwnNote | None:
        """Write a note, or a line. Returns None if the account has too many.

        A line with the same cards gets the new name. An equal note is not written twice.
        """
        values = [account, deal, ply, list(cards), text]
        with self.recorder.datastore.get_connection() as connection, connection.transaction():
            cursor = connection.cursor(row_factory=tuple_row)
            # Of concurrent writers of an account each counts what the one before has written.
            cursor.execute("SELECT 1 FROM accounts WHERE id = %s FOR NO KEY UPDATE", [account])
            cursor.execute(f"DELETE FROM own_notes WHERE {_SAME}", values)
            written = cursor.execute(
                "INSERT INTO own_notes (account_id, deal_id, ply, cards, text, club_id) SELECT %s, %s, %s, %s, %s, %s"
                f" WHERE (SELECT count(*) FROM own_notes WHERE account_id = %s) < %s RETURNING {_NAMES}",
                [*values, club, account, MOST],
            ).fetchone()
        return OwnNote(*written) if written else None

    def delete(self, account: UUID, note: UUID) -> bool:
        """Delete a note of an account. Returns False if it has none of this id."""
        deleted = "DELETE FROM own_notes WHERE account_id = %s AND id = %s RETURNING 1"
        return bool(rows(self.recorder, deleted, [account, note]))
