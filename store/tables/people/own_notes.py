"""The notes and lines of cards that accounts keep beside deals: for themselves, or shown to the club of the deal."""

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
MOST_SHOWN: Final = 20
"""The most notes and lines on a deal that an account shows to the club."""
MOST_OF_CLUB: Final = 200
"""The most notes and lines on a deal that a reader gets of others, the newest."""


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
    is_shown: bool
    """Whether it is shown to the club of the deal now."""
    is_taken_back: bool
    """Whether an official of the club made it private again."""


@dataclass(frozen=True, slots=True)
class ClubNote:
    """A note or a line that somebody shows to the club of its deal."""

    note: OwnNote
    player: UUID | None
    """The registered player who wrote it; None for an official."""
    account_name: str


_SHOWN: LiteralString = (
    "(n.shown_at IS NOT NULL AND (n.shown_as IS NULL OR EXISTS (SELECT FROM account_players AS p"
    " WHERE p.player_id = n.shown_as AND p.account_id = n.account_id AND p.linked_at <= n.shown_at)))"
)
"""Whether a note is shown to the club: its writer has been the same player ever since, or is an official."""
_NAMES: LiteralString = (
    f"n.id, n.deal_id, n.club_id, n.ply, n.cards, n.text, n.written_at, {_SHOWN}, n.taken_back_at IS NOT NULL"
)
_SAME: LiteralString = "account_id = %s AND deal_id = %s AND ply = %s AND cards = %s AND (cards <> '{}' OR text = %s)"


class OwnNotes:
    """The table of own notes."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def of_deal(self, account: UUID, deal: UUID) -> list[OwnNote]:
        """Return the notes of an account on a deal, in the order of its plies."""
        own: LiteralString = (
            f"SELECT {_NAMES} FROM own_notes AS n WHERE deal_id = %s AND account_id = %s ORDER BY ply, written_at, id"
        )
        return [OwnNote(*row) for row in rows(self.recorder, own, [deal, account])]

    def of_account(self, account: UUID, limit: int, skip: int = 0) -> list[OwnNote]:
        """Return the notes of an account, the newest first."""
        own: LiteralString = (
            f"SELECT {_NAMES} FROM own_notes AS n WHERE account_id = %s ORDER BY written_at DESC, id LIMIT %s OFFSET %s"
        )
        return [OwnNote(*row) for row in rows(self.recorder, own, [account, limit, skip])]

    def write(
        self, account: UUID, deal: UUID, club: UUID | None, ply: int, cards: Sequence[str], text: str
    ) -> OwnNote | None:
        """Write a note, or a line. Returns None if the account has too many.

        A line with the same cards gets the new name. An equal note is not written twice. What is written again is
        private again.
        """
        values = [account, deal, ply, list(cards), text]
        with self.recorder.datastore.get_connection() as connection, connection.transaction():
            cursor = connection.cursor(row_factory=tuple_row)
            # Of concurrent writers of an account each counts what the one before has written.
            cursor.execute("SELECT 1 FROM accounts WHERE id = %s FOR NO KEY UPDATE", [account])
            cursor.execute(f"DELETE FROM own_notes WHERE {_SAME}", values)
            written = cursor.execute(
                "INSERT INTO own_notes AS n (account_id, deal_id, ply, cards, text, club_id)"
                " SELECT %s, %s, %s, %s, %s, %s"
                f" WHERE (SELECT count(*) FROM own_notes WHERE account_id = %s) < %s RETURNING {_NAMES}",
                [*values, club, account, MOST],
            ).fetchone()
        return OwnNote(*written) if written else None

    def delete(self, account: UUID, note: UUID) -> bool:
        """Delete a note of an account. Returns False if it has none of this id."""
        deleted = "DELETE FROM own_notes WHERE account_id = %s AND id = %s RETURNING 1"
        return bool(rows(self.recorder, deleted, [account, note]))

    # --- for the club -----------------------------------------------------------------------------

    def find(self, account: UUID, note: UUID) -> OwnNote | None:
        """Return a note of an account; None if it has none of this id."""
        own: LiteralString = f"SELECT {_NAMES} FROM own_notes AS n WHERE account_id = %s AND id = %s"
        known = rows(self.recorder, own, [account, note])
        return OwnNote(*known[0]) if known else None

    def of_club(self, deal: UUID, club: UUID, reader: UUID, seconds: float) -> list[ClubNote]:
        """Return what others show to a club on a deal, in the order of its plies; of very much the newest.

        ``reader``: the account whose own notes are left out. ``seconds``: how long a note must have been shown.
        """
        shown: LiteralString = (
            f"SELECT {_NAMES}, n.shown_as, a.name FROM own_notes AS n JOIN accounts AS a ON a.id = n.account_id"
            f" WHERE n.deal_id = %s AND n.club_id = %s AND n.account_id <> %s AND {_SHOWN}"
            " AND n.shown_at <= now() - make_interval(secs => %s) ORDER BY n.shown_at DESC, n.id LIMIT %s"
        )
        notes = [
            ClubNote(OwnNote(*row[:-2]), *row[-2:])
            for row in rows(self.recorder, shown, [deal, club, reader, seconds, MOST_OF_CLUB])
        ]
        return sorted(notes, key=lambda each: (each.note.ply, each.note.at, each.note.id))

    def club_of(self, note: UUID) -> UUID | None:
        """Return the club to which a note is shown; None if it is shown to none."""
        shown: LiteralString = f"SELECT n.club_id FROM own_notes AS n WHERE n.id = %s AND {_SHOWN}"
        known = rows(self.recorder, shown, [note])
        return known[0][0] if known else None

    def show(self, account: UUID, note: UUID, player: UUID | None) -> bool:
        """Show a note of an account to the club, as its registered player there; None for an official.

        Returns False if the account shows too much on the deal, is disabled, or an official took the note back.
        """
        own: LiteralString = "SELECT 1 FROM accounts WHERE id = %s AND disabled_at IS NULL FOR NO KEY UPDATE"
        others: LiteralString = (
            "SELECT count(*) FROM own_notes AS n JOIN own_notes AS this ON this.deal_id = n.deal_id AND this.id <> n.id"
            f" WHERE this.id = %s AND n.account_id = %s AND {_SHOWN}"
        )
        shown: LiteralString = (
            "UPDATE own_notes SET shown_at = now(), shown_as = %s WHERE id = %s AND account_id = %s"
            " AND club_id IS NOT NULL AND taken_back_at IS NULL RETURNING 1"
        )
        with self.recorder.datastore.get_connection() as connection, connection.transaction():
            cursor = connection.cursor(row_factory=tuple_row)
            # Of concurrent requests each counts what the one before has shown.
            if cursor.execute(own, [account]).fetchone() is None:
                return False
            if cursor.execute(others, [note, account]).fetchall()[0][0] >= MOST_SHOWN:
                return False
            return cursor.execute(shown, [player, note, account]).fetchone() is not None

    def hide(self, account: UUID, note: UUID) -> bool:
        """Make a note of an account private again. Returns False if it has none of this id."""
        hidden = "UPDATE own_notes SET shown_at = NULL, shown_as = NULL WHERE account_id = %s AND id = %s RETURNING 1"
        return bool(rows(self.recorder, hidden, [account, note]))

    def take_back(self, note: UUID) -> None:
        """Make a note private for an official of the club. Its writer cannot show it any more."""
        taken = (
            "UPDATE own_notes SET shown_at = NULL, shown_as = NULL, taken_back_at = now()"
            " WHERE id = %s AND shown_at IS NOT NULL RETURNING 1"
        )
        rows(self.recorder, taken, [note])
