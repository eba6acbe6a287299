"""The tables of classes: codes, pupils and their answers.

A pupil's answer is committed before it is acknowledged, without a lock that other pupils wait for. A reader asks for
the rows of newer transactions (`Classes.changes`), so that one process reads each answer once for all its listeners.
"""

# ruff: noqa: S608  (statements are put together of constants only)

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from secrets import choice
from typing import TYPE_CHECKING, Any, Final, LiteralString

from psycopg.errors import UniqueViolation
from psycopg.rows import tuple_row

from store.tables.queries import hash_secret, rows

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from datetime import datetime
    from uuid import UUID

    from psycopg import Cursor

    from store.events.recorder import Recorder

OPEN: Final = "open"
ENDING: Final = "ending"
ENDED: Final = "ended"
MOST_PUPILS: Final = 200
"""The most pupils of a class."""
LETTERS: Final = "34679CDFHJKMNPRTVWXY"
"""The characters of codes: easy to tell apart, and without vowels, so that no code is a word."""
CODE_LENGTH: Final = 6
IDLE: Final = timedelta(hours=24)
"""The time without any activity after which a class is ended."""
STUCK: Final = timedelta(minutes=5)
"""The time after which an end that was interrupted is carried out again."""


class ClassClosed(Exception):
    """Raised when a class takes no pupils and no answers any more."""


class ClassFull(Exception):
    """Raised when a class has the most pupils."""


class NicknameTaken(Exception):
    """Raised when another pupil of the class has the nickname."""


class SecretUsed(Exception):
    """Raised when a pupil of another class has the secret."""


@dataclass(frozen=True, slots=True)
class ClassRow:
    """A class as its row holds it."""

    id: UUID
    code: str
    state: str
    keep: bool


@dataclass(frozen=True, slots=True)
class PupilRow:
    """A pupil: its number in the class, its nickname, and the step that it read last (0 for none)."""

    class_id: UUID
    pupil: int
    nickname: str
    chapter: int
    step: int


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """The answer of a pupil to the question of a step."""

    class_id: UUID
    pupil: int
    chapter: int
    step: int
    answer: str
    is_right: bool | None
    is_late: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class Changes:
    """The pupils and answers that are new or changed. ``upto``: the transaction from which the next call asks."""

    pupils: list[PupilRow]
    answers: list[AnswerRow]
    upto: str


_CLASS: LiteralString = "SELECT id, code, state, keep FROM classes "
_PUPIL: LiteralString = "SELECT class_id, pupil, nickname, coalesce(chapter, 0), coalesce(step, 0) FROM class_pupils "
_ANSWER_COLUMNS: LiteralString = "class_id, pupil, chapter, step, answer, is_right, is_late, at"
_ANSWER: LiteralString = f"SELECT {_ANSWER_COLUMNS} FROM class_answers "
# An answer waits for an end that is being written, not for other answers.
_ADD_ANSWER: LiteralString = f"""
    WITH class AS (SELECT id FROM classes WHERE id = %(class)s AND state = 'open' FOR SHARE)
    INSERT INTO class_answers (class_id, pupil, chapter, step, answer, is_right, is_late)
    SELECT id, %(pupil)s, %(chapter)s, %(step)s, %(answer)s, %(right)s, %(late)s FROM class
    ON CONFLICT DO NOTHING
    RETURNING {_ANSWER_COLUMNS}
"""
_IDLE: LiteralString = """
    SELECT id, code, state, keep FROM classes AS c WHERE
        (state = 'ending' AND active_at < now() - %(stuck)s)
        OR (state = 'open' AND active_at < now() - %(idle)s
            AND NOT EXISTS (SELECT FROM class_pupils AS p WHERE p.class_id = c.id AND joined_at >= now() - %(idle)s)
            AND NOT EXISTS (SELECT FROM class_answers AS a WHERE a.class_id = c.id AND at >= now() - %(idle)s))
"""
_FINISH: LiteralString = "UPDATE classes SET state = 'ended', keep = %s, address_hash = NULL WHERE id = %s"
_LOCK: LiteralString = "SELECT pg_advisory_lock(hashtext('new class ' || current_schema() || %s))"
_UNLOCK: LiteralString = "SELECT pg_advisory_unlock(hashtext('new class ' || current_schema() || %s))"


class Classes:
    """The tables of classes."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    # --- classes ----------------------------------------------------------------------------------

    def code_of(self, class_id: UUID) -> str:
        """Return the code of a class. A class that has no row yet gets one with a new code."""
        while True:
            known = rows(self.recorder, "SELECT code FROM classes WHERE id = %s", [class_id])
            if known:
                code: str = known[0][0]
                return code
            code = "".join(choice(LETTERS) for _ in range(CODE_LENGTH))
            rows(
                self.recorder,
                "INSERT INTO classes (id, code) VALUES (%s, %s) ON CONFLICT DO NOTHING RETURNING id",
                [class_id, code],
            )

    def find(self, code: str) -> ClassRow | None:
        """Return the class of a code, the newest if it was given more than once; None if there is none."""
        newest = "WHERE code = %s ORDER BY state = 'ended', active_at DESC LIMIT 1"
        known = rows(self.recorder, f"{_CLASS}{newest}", [code])
        return ClassRow(*known[0]) if known else None

    def touch(self, class_id: UUID, address: str) -> None:
        """Note that the teacher was active, and at which address."""
        rows(
            self.recorder,
            "UPDATE classes SET active_at = now(), address_hash = %s WHERE id = %s RETURNING id",
            [_hash_address(class_id, address), class_id],
        )

    def is_at(self, class_id: UUID, address: str) -> bool:
        """Return whether a pupil joined from an address, or the teacher was there."""
        digest = _hash_address(class_id, address)
        pupils: LiteralString = "SELECT FROM class_pupils AS p WHERE p.class_id = c.id AND p.address_hash = %s"
        at_address = f"SELECT id FROM classes AS c WHERE id = %s AND (address_hash = %s OR EXISTS ({pupils}))"
        return bool(rows(self.recorder, at_address, [class_id, digest, digest]))

    @contextmanager
    def opening(self, holder: str) -> Iterator[None]:
        """Let the holder's classes be opened one after another, so that requests at the same time are counted.

        ``holder``: the teacher or the club.
        """
        with self.recorder.datastore.get_connection() as connection:
            connection.execute(_LOCK, [holder])
            try:
                yield
            finally:
                connection.execute(_UNLOCK, [holder])

    def close(self, class_id: UUID, *, keep: bool) -> bool:
        """Take no more pupils and answers. Returns False if the class was closed already.

        ``keep``: whether the teacher keeps nicknames and answers.
        """
        return bool(
            rows(
                self.recorder,
                "UPDATE classes SET state = 'ending', keep = %s, active_at = now()"
                " WHERE id = %s AND state = 'open' RETURNING id",
                [keep, class_id],
            )
        )

    def finish(self, class_id: UUID, *, keep: bool, removed: Sequence[int] = ()) -> None:
        """Mark a class as ended, and delete its pupils and answers; if they are kept, only those of ``removed``."""
        with self.recorder.datastore.get_connection() as connection, connection.transaction():
            connection.execute(_FINISH, [keep, class_id])
            for table in ("class_answers", "class_pupils"):
                connection.execute(
                    f"DELETE FROM {table} WHERE class_id = %s AND (NOT %s OR pupil = ANY(%s))",
                    [class_id, keep, list(removed)],
                )

    def overdue(self) -> list[ClassRow]:
        """Return the classes without activity for `IDLE`, and those whose end was interrupted."""
        with (
            self.recorder.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            return [ClassRow(*row) for row in cursor.execute(_IDLE, {"idle": IDLE, "stuck": STUCK}).fetchall()]

    # --- pupils -----------------------------------------------------------------------------------

    def join(
        self,
        class_id: UUID,
        nickname: str,
        secret: str,
        most: int = MOST_PUPILS,
        *,
        removed: int = 0,
        address: str = "",
    ) -> PupilRow:
        """Add a pupil. Sent again with the same secret, it is the same pupil. ``removed`` pupils take no place.

        Raises `ClassClosed`, `ClassFull`, `NicknameTaken` or `SecretUsed`.
        """
        with (
            self.recorder.datastore.get_connection() as connection,
            connection.transaction(),
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            # Pupils join one after another, so that they are counted.
            state = cursor.execute("SELECT state FROM classes WHERE id = %s FOR UPDATE", [class_id]).fetchone()
            if state != (OPEN,):
                raise ClassClosed
            known = self._of_secret(cursor, secret)
            if known is not None:
                if known.class_id != class_id:
                    raise SecretUsed
                return known
            count = cursor.execute(
                "SELECT count(*), coalesce(max(pupil), 0) FROM class_pupils WHERE class_id = %s", [class_id]
            ).fetchone()
            assert count is not None  # noqa: S101 - a count is a row
            if count[0] - removed >= most:
                raise ClassFull
            try:
                cursor.execute(
                    "INSERT INTO class_pupils (class_id, pupil, nickname, secret_hash, address_hash)"
                    " VALUES (%s, %s, %s, %s, %s)",
                    [class_id, count[1] + 1, nickname, hash_secret(secret), _hash_address(class_id, address)],
                )
            except UniqueViolation:
                raise NicknameTaken from None
            return PupilRow(class_id, count[1] + 1, nickname, 0, 0)

    def pupil(self, code: str, secret: str) -> PupilRow | None:
        """Return the pupil with a secret in the class of a code; None if there is none."""
        of_class = "WHERE secret_hash = %s AND EXISTS (SELECT FROM classes AS c WHERE c.id = class_id AND c.code = %s)"
        known = rows(self.recorder, f"{_PUPIL}{of_class}", [hash_secret(secret), code])
        return PupilRow(*known[0]) if known else None

    def find_pupils(self, hashes: Collection[bytes]) -> set[tuple[bytes, str]]:
        """Return the pupils with some hashes of secrets, each with the code of its class."""
        known = rows(
            self.recorder,
            "SELECT p.secret_hash, c.code FROM class_pupils AS p JOIN classes AS c ON c.id = p.class_id"
            " WHERE p.secret_hash = ANY(%b)",
            [list(hashes)],
        )
        return {(bytes(secret), code) for secret, code in known}

    def pupil_of(self, class_id: UUID, pupil: int) -> PupilRow | None:
        """Return a pupil by its number; None if there is none."""
        known = rows(self.recorder, f"{_PUPIL}WHERE class_id = %s AND pupil = %s", [class_id, pupil])
        return PupilRow(*known[0]) if known else None

    def _of_secret(self, cursor: Cursor[tuple[Any, ...]], secret: str) -> PupilRow | None:
        known = cursor.execute(f"{_PUPIL}WHERE secret_hash = %s", [hash_secret(secret)]).fetchone()
        return PupilRow(*known) if known else None

    def move(self, class_id: UUID, pupil: int, chapter: int, step: int) -> None:
        """Note the step that a pupil reads."""
        rows(
            self.recorder,
            "UPDATE class_pupils SET chapter = %s, step = %s, changed = pg_current_xact_id()"
            " WHERE class_id = %s AND pupil = %s AND (chapter, step) IS DISTINCT FROM (%s, %s) RETURNING pupil",
            [chapter, step, class_id, pupil, chapter, step],
        )

    # --- answers ----------------------------------------------------------------------------------

    def add_answer(
        self, class_id: UUID, pupil: int, place: tuple[int, int], answer: str, *, right: bool | None, late: bool
    ) -> AnswerRow:
        """Keep the first answer of a pupil to a question, and return it. Raises `ClassClosed`."""
        chapter, step = place
        values = {
            "class": class_id, "pupil": pupil, "chapter": chapter, "step": step, "answer": answer, "right": right,
            "late": late,
        }  # fmt: skip
        with (
            self.recorder.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            row = cursor.execute(_ADD_ANSWER, values).fetchone()
            if row is None:
                own = "WHERE class_id = %s AND pupil = %s AND chapter = %s AND step = %s"
                row = cursor.execute(f"{_ANSWER}{own}", [class_id, pupil, chapter, step]).fetchone()
        if row is None:
            raise ClassClosed
        return AnswerRow(*row)

    def find_answer(self, class_id: UUID, pupil: int, place: tuple[int, int]) -> AnswerRow | None:
        """Return the answer of a pupil to a question; None if there is none."""
        own = "WHERE class_id = %s AND pupil = %s AND chapter = %s AND step = %s"
        known = rows(self.recorder, f"{_ANSWER}{own}", [class_id, pupil, *place])
        return AnswerRow(*known[0]) if known else None

    def mark(self, class_id: UUID, pupil: int, place: tuple[int, int], *, right: bool) -> bool:
        """Mark an answer. Returns False if there is none, or if the class is over."""
        return bool(
            rows(
                self.recorder,
                "UPDATE class_answers SET is_right = %s, changed = pg_current_xact_id() WHERE class_id = %s"
                " AND pupil = %s AND chapter = %s AND step = %s"
                " AND EXISTS (SELECT FROM classes WHERE id = class_id AND state = 'open' FOR SHARE) RETURNING pupil",
                [right, class_id, pupil, *place],
            )
        )

    # --- reading ----------------------------------------------------------------------------------

    def changes(self, class_ids: Sequence[UUID], since: str = "0") -> Changes:
        """Return the rows of some classes that a transaction from ``since`` on wrote.

        Rows may come twice, so the caller keeps them by their keys.
        """
        with (
            self.recorder.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            # First the bound, then the rows: a transaction that ends in between is read now and once more.
            bound = cursor.execute("SELECT pg_snapshot_xmin(pg_current_snapshot())::text").fetchone()
            assert bound is not None  # noqa: S101 - a function returns a row
            new = "WHERE class_id = ANY(%s) AND changed >= %s::xid8"
            values = [list(class_ids), since]
            pupils = [PupilRow(*row) for row in cursor.execute(f"{_PUPIL}{new}", values).fetchall()]
            answers = [AnswerRow(*row) for row in cursor.execute(f"{_ANSWER}{new}", values).fetchall()]
        return Changes(pupils, answers, bound[0])


def _hash_address(class_id: UUID, address: str) -> bytes:
    return hash_secret(f"{class_id} {address}")
