"""Clubs that move from server to server: what belongs to a club, what is received of one, and which clubs are shut.

Events of another server have the times of that server, and its removals. So only the owner of the database may write
them (`Reception`); the application may not, whoever is in command of it.
"""

from __future__ import annotations

from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, LiteralString, NamedTuple
from uuid import UUID

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier

from store.events.leaves import TILE
from store.events.position import FIRST
from store.postgres.connections import CONNECT_SECONDS
from store.tables.queries import rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from psycopg import Connection

    from store.events.recorder import Recorder
    from store.settings import Settings

_TEXTS: LiteralString = """
    SELECT digest, salt, owner, letter, text, person, removed_by, removed_at FROM texts
    WHERE digest = ANY(%s) ORDER BY place
"""
_FILES: LiteralString = """
    SELECT dispute_id, sha256, media_type, body, removed_by, removed_at, attached_at FROM attachments
    WHERE dispute_id = %s ORDER BY sha256
"""
_BELONG: LiteralString = """
    SELECT e.originator_id, e.topic, e.club FROM events AS e
    WHERE e.originator_id = ANY(%s) AND e.originator_version = 1
"""
_WITHOUT_CLUB: LiteralString = """
    SELECT count(*) FROM catalogue AS c JOIN events AS e ON e.originator_id = c.id AND e.originator_version = 1
    WHERE (c.club_id = %s OR c.id = %s) AND e.club IS NULL
"""
_OPEN_CLASSES: LiteralString = "SELECT count(*) FROM classes WHERE id = ANY(%s) AND state <> 'ended'"
_SHUT: LiteralString = "SELECT club, has_left, url, note, since FROM shut_clubs WHERE club = %s"
_RECEIVED: LiteralString = """
    SELECT club, size, statement, checkpoint, keys, changes, proof, receipt FROM received_clubs
"""
_LEAVES: LiteralString = """
    SELECT places, streams, versions, salts, hashes FROM received_leaves WHERE club = %s ORDER BY number
"""
SHUT: LiteralString = "SELECT shut_club(%s, %s, %s, %s)"
"""Shuts a club, in the transaction of the event: club, address, receipt, position up to which it was carried over."""
OPEN: LiteralString = "SELECT open_club(%s)"

_WRITE_TEXTS: LiteralString = """
    INSERT INTO texts (digest, salt, owner, letter, text, person, removed_by, removed_at)
    SELECT * FROM unnest(%s::bytea[], %s::bytea[], %s::uuid[], %s::text[], %s::text[], %s::integer[], %s::uuid[],
        %s::bigint[]) ON CONFLICT DO NOTHING
"""
_SAME_TEXTS: LiteralString = """
    SELECT digest, salt, owner, letter, text, person, removed_by, removed_at FROM texts WHERE digest = ANY(%s)
"""
_WRITE_FILE: LiteralString = """
    INSERT INTO attachments (dispute_id, sha256, media_type, body, removed_by, removed_at, attached_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING
"""
_SAME_EVENTS: LiteralString = """
    SELECT originator_id, originator_version, topic, state, stored_at, club FROM events
    JOIN unnest(%s::uuid[], %s::bigint[]) AS given (id, version)
    ON originator_id = id AND originator_version = version
"""
_WRITE_EVENTS = SQL("""
    INSERT INTO events (originator_id, originator_version, topic, state, stored_at, club, notification_id)
    SELECT id, version, topic, state, at, %b::uuid, (SELECT {first} FROM anchor) + place - 1
    FROM unnest(%b::uuid[], %b::bigint[], %b::text[], %b::bytea[], %b::timestamptz[])
    WITH ORDINALITY AS given (id, version, topic, state, at, place)
""").format(first=FIRST)
_HIDE: LiteralString = """
    INSERT INTO catalogue (id, kind, club_id, created_at, title, data)
    VALUES (%s, 'club', NULL, %s::timestamptz, %s, '{"seen": {"level": "members-only", "age": 0}}')
    ON CONFLICT DO NOTHING
"""
_WRITE_LEAVES: LiteralString = """
    INSERT INTO received_leaves (club, number, places, streams, versions, salts, hashes)
    VALUES (%b, %b, %b::bigint[], %b::uuid[], %b::bigint[], %b, %b)
"""
# Lists are sorted, and shown late, by the time at which a thing was first listed: it stays that of the old server.
_TIMES: tuple[LiteralString, ...] = (
    """
    UPDATE catalogue AS c SET listed_at = e.stored_at FROM events AS e
    WHERE c.id = ANY(%(streams)s) AND e.originator_id = c.id AND e.originator_version = 1
    """,
    """
    UPDATE tournament_lines AS t SET written_at = e.stored_at FROM events AS e
    WHERE t.source_id = ANY(%(streams)s) AND e.originator_id = t.source_id AND e.originator_version = t.version
    """,
    """
    INSERT INTO stale_days (club_id, day)
    SELECT DISTINCT club_id, (sorted_at AT TIME ZONE 'UTC')::date FROM catalogue
    WHERE id = ANY(%(streams)s) AND kind = 'deal' AND club_id IS NOT NULL ON CONFLICT DO NOTHING
    """,
)
HELD: Final = 500
"""The most streams, texts or digests of one statement."""


class MovedText(NamedTuple):
    """A row of the texts, with its owner. ``salt`` and ``text``: None once it was removed."""

    digest: bytes
    salt: bytes | None
    owner: UUID
    letter: str
    text: str | None
    person: int | None
    removed_by: UUID | None
    removed_at: int | None


class MovedFile(NamedTuple):
    """A file of evidence. ``body``: None once it was removed."""

    dispute: UUID
    sha256: bytes
    media_type: str
    body: bytes | None
    removed_by: UUID | None
    removed_at: int | None
    attached_at: datetime


class MovedEvent(NamedTuple):
    """An event with its leaf in the log of its server."""

    place: int
    id: UUID
    version: int
    topic: str
    state: bytes
    stored_at: datetime
    salt: bytes
    hash: bytes


class Belonging(NamedTuple):
    """A stream with the topic of its first event, and its club."""

    id: UUID
    topic: str
    club: UUID | None


class Shut(NamedTuple):
    """A club to which nothing is written here. ``has_left``: whether it moved to ``url``, or comes from there."""

    club: UUID
    has_left: bool
    url: str
    note: str
    """The receipt of the new server; empty for a club that comes."""
    since: datetime


class Received(NamedTuple):
    """The proof that the events of a club stood in another log: a row of the table, as migration 045 describes it."""

    club: UUID
    size: int
    statement: str
    checkpoint: str
    keys: list[str]
    changes: list[str]
    proof: bytes
    receipt: str = ""


class KeptLeaf(NamedTuple):
    """A leaf of another log: its place there, the event, salt and hash."""

    place: int
    id: UUID
    version: int
    salt: bytes
    hash: bytes


class Clashing(Exception):
    """Raised when something of a received club is here already, and differs; the message says what."""


class Moves:
    """The reader of what belongs to a club, and of the clubs that came or left."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def texts(self, digests: Sequence[bytes]) -> list[MovedText]:
        """Return some texts, in the order in which they were first written."""
        return [MovedText(*row) for row in rows(self.recorder, _TEXTS, [list(digests)])]

    def files(self, dispute: UUID) -> list[MovedFile]:
        """Return the files of a dispute."""
        return [MovedFile(*row) for row in rows(self.recorder, _FILES, [dispute])]

    def belonging(self, ids: Sequence[UUID]) -> Iterator[Belonging]:
        """Yield those of some ids that are streams, with their clubs."""
        for first in range(0, len(ids), HELD):
            for row in rows(self.recorder, _BELONG, [list(ids[first : first + HELD])]):
                yield Belonging(*row)

    def count_without_club(self, club: UUID) -> int:
        """Return the number of streams of a club that are older than the clubs of events."""
        count: int = rows(self.recorder, _WITHOUT_CLUB, [club, club])[0][0]
        return count

    def count_open_classes(self, ids: Sequence[UUID]) -> int:
        """Return how many of some classes are not over."""
        count: int = rows(self.recorder, _OPEN_CLASSES, [list(ids)])[0][0]
        return count

    def shut(self, club: UUID) -> Shut | None:
        """Return where a club is kept that is not kept here; None for any other."""
        shut = rows(self.recorder, _SHUT, [club])
        return Shut(*shut[0]) if shut else None

    def received(self, club: UUID | None = None) -> list[Received]:
        """Return the proofs of the clubs that were received, or that of one."""
        where: LiteralString = " WHERE club = %s" if club else " WHERE receipt <> '' ORDER BY club"
        return [Received(*row) for row in rows(self.recorder, _RECEIVED + where, [club] if club else [])]

    def leaves(self, club: UUID) -> Iterator[KeptLeaf]:
        """Yield the leaves of a received club in the other log, in their order."""
        for places, streams, versions, salts, hashes in rows(self.recorder, _LEAVES, [club]):
            for n, place in enumerate(places):
                part = slice(32 * n, 32 * n + 32)
                yield KeptLeaf(place, streams[n], versions[n], salts[part], hashes[part])

    def add_receipt(self, club: UUID, receipt: str) -> None:
        """Keep the receipt that was signed for a club."""
        rows(self.recorder, "UPDATE received_clubs SET receipt = %s WHERE club = %s RETURNING 1", [receipt, club])


class Reception:
    """Writes what is received of a club, as the owner of the database. Each call is a transaction."""

    def __init__(self, connection: Connection[Any], club: UUID) -> None:
        self._connection = connection
        self.club = club
        self._removed: dict[tuple[UUID | None, int | None], list[MovedText | MovedFile]] = {}
        """The texts and files that are there and were removed at the old server since, by the event of the removal."""

    @classmethod
    @contextmanager
    def of(cls, settings: Settings, club: UUID) -> Iterator[Reception]:
        """Connect as the owner, who must be named in the settings."""
        assert settings.owner_dsn is not None  # noqa: S101 - the caller has looked
        parameters: dict[str, Any] = {"connect_timeout": CONNECT_SECONDS, **conninfo_to_dict(settings.owner_dsn)}
        with psycopg.connect(**{**parameters, "application_name": "nought move"}, autocommit=True) as connection:
            connection.execute(SQL("SET search_path TO {}").format(Identifier(settings.schema)))
            connection.execute("SET nought.receives TO 'on'")
            yield cls(connection, club)

    def begin(self, came: Received, source: str, title: str, at: str) -> None:
        """Shut the club, hide it from everybody but its members, and keep what proves its events.

        Raises `Clashing` if the club is here already, other than by an earlier or the same file from the same server.
        """
        with self._connection.transaction():
            self._connection.execute("SELECT pg_advisory_xact_lock(hashtext('nought move'))")
            shut = self._connection.execute("SELECT has_left FROM shut_clubs WHERE club = %s", [self.club]).fetchone()
            before = self._connection.execute("SELECT size FROM received_clubs WHERE club = %s", [self.club]).fetchone()
            if shut is None or shut[0]:
                there = "SELECT EXISTS (SELECT FROM events WHERE originator_id = %s)"
                if before or self._connection.execute(there, [self.club]).fetchone() == (True,):
                    raise Clashing("the club is in this record book already")
                self._connection.execute(
                    "INSERT INTO shut_clubs (club, has_left, url, note) VALUES (%s, false, %s, '')", [self.club, source]
                )
            elif before and before[0] > came.size:
                raise Clashing(f"a newer file of the club was received here, of {before[0]} entries: take that one")
            self._connection.execute(_HIDE, [self.club, at, title])
            self._connection.execute("DELETE FROM received_leaves WHERE club = %s", [self.club])
            self._connection.execute("DELETE FROM received_clubs WHERE club = %s", [self.club])
            self._connection.execute(
                "INSERT INTO received_clubs (club, size, statement, checkpoint, keys, changes, proof)"
                " VALUES (%s, %s, %s, %s, %s, %s, %s)",
                came[:7],
            )

    def check_new(self, streams: Sequence[UUID]) -> None:
        """Raise `Clashing` if one of the streams is here already, and the club was never received."""
        with self._connection.transaction():
            if self._connection.execute("SELECT 1 FROM received_clubs WHERE club = %s", [self.club]).fetchone():
                return
            for first in range(0, len(streams), HELD):
                row = self._connection.execute(
                    "SELECT originator_id FROM events WHERE originator_id = ANY(%s) AND originator_version = 1 LIMIT 1",
                    [list(streams[first : first + HELD])],
                ).fetchone()
                if row:
                    raise Clashing(f"{row[0]} is in this record book already")

    def write_texts(self, texts: Sequence[MovedText]) -> None:
        """Write texts, in their order; those that are there already must be the same, or be removed since."""
        with self._connection.transaction():
            columns = [list(column) for column in zip(*texts, strict=True)]
            self._connection.execute(_WRITE_TEXTS, columns)
            given = {text.digest: text for text in texts}
            for row in self._connection.execute(_SAME_TEXTS, [list(given)]).fetchall():
                there = MovedText(*row)
                text = given[there.digest]
                if there == text:
                    continue
                if text.text is not None or (there.owner, there.letter) != (text.owner, text.letter):
                    raise Clashing(f"the text {there.digest.hex()} is in this record book, and differs")
                self._removed.setdefault((text.removed_by, text.removed_at), []).append(text)

    def write_file(self, file: MovedFile) -> None:
        """Write a file of evidence. One that is there already is the same, or was removed since."""
        with self._connection.transaction():
            self._connection.execute(_WRITE_FILE, file)
            kept = "SELECT body IS NOT NULL FROM attachments WHERE dispute_id = %s AND sha256 = %s"
            if file.body is None and self._connection.execute(kept, file[:2]).fetchone() == (True,):
                self._removed.setdefault((file.removed_by, file.removed_at), []).append(file)

    def write_events(self, events: Sequence[MovedEvent]) -> int:
        """Write the next events, in their order; those that are there must be the same. Return how many are new.

        Texts that are there and that one of the new events removed are removed with it.
        """
        with self._connection.transaction():
            names = [[event.id for event in events], [event.version for event in events]]
            there = {row[:2]: row[2:] for row in self._connection.execute(_SAME_EVENTS, names).fetchall()}
            new = []
            for event in events:
                stored = there.get((event.id, event.version))
                if stored is None:
                    new.append(event)
                elif stored != (event.topic, event.state, event.stored_at, self.club):
                    raise Clashing(f"version {event.version} of {event.id} is in this record book, and differs")
            if new:
                columns = [[event[n] for event in new] for n in (1, 2, 3, 4, 5)]
                self._connection.execute(_WRITE_EVENTS, [self.club, *columns])
            for event in new:
                for each in self._removed.pop((event.id, event.version), ()):
                    self._remove(each, event)
            return len(new)

    def _remove(self, each: MovedText | MovedFile, by: MovedEvent) -> None:
        if isinstance(each, MovedText):
            removal = [[each.digest], each.person, by.id, by.version]
            self._connection.execute("SELECT remove_texts(%s::bytea[], %s, %s, %s)", removal)
        else:
            files = [each.dispute, [each.sha256], by.id, by.version]
            self._connection.execute("SELECT remove_files(%s, %s::bytea[], %s, %s)", files)

    def write_leaves(self, number: int, leaves: Sequence[MovedEvent]) -> None:
        """Keep the next leaves of the other log, 256 in a row."""
        assert len(leaves) <= TILE  # noqa: S101
        columns = [[leaf[n] for leaf in leaves] for n in (0, 1, 2)]
        salts, hashes = b"".join(leaf.salt for leaf in leaves), b"".join(leaf.hash for leaf in leaves)
        with self._connection.transaction():
            self._connection.execute(_WRITE_LEAVES, [self.club, number, *columns, salts, hashes])

    def date(self, streams: Sequence[UUID]) -> None:
        """Give the lists of some streams the times of their events, and have their days counted."""
        with self._connection.transaction():
            for statement in _TIMES:
                self._connection.execute(statement, {"streams": list(streams)})
