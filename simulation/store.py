"""The store of a simulated process: the real event recorder, and what ledger, hub and keeper use beside it."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from eventsourcing.persistence import InfrastructureFactory

from simulation.database import Taken
from simulation.people import Cursor, Datastore, RemovalRow
from simulation.session import SAVE
from simulation.tables import EventRow, LineRow, ListedRow, Tables, position_of
from store.events.errors import CommandAlreadyRecorded
from store.events.event_recorder import EventRecorder
from store.events.log import Event, Key, Last, Signed
from store.events.statements import Statements
from store.events.texts import Row, digests_of
from store.tables import named_streams

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from eventsourcing.persistence import AggregateRecorder, ProcessRecorder
    from eventsourcing.utils import Environment, EnvType

    from domain.kernel.ports import Attachment, Listing, Ranking, Removal, TakenName
    from simulation.database import Transaction
    from simulation.session import Session
    from store.events.event_recorder import Save
    from store.events.leaves import Leaf
    from store.tables.catalogue import Delay

SESSION = "SIMULATED_SESSION"
"""The name of the setting with the number of a process's session."""
SQL = Statements("simulated")
NAMES = {statement: name for name, statement in vars(SQL).items()}
"""The names of the statements of the event recorder."""
EMITTING = frozenset({SQL.same_events, SQL.confirm_command})
"""The statements that read, and write a record into the write-ahead log."""

sessions: dict[str, Session] = {}
"""The sessions of the processes that are built now, by the value of `SESSION`."""


class Recorder(EventRecorder):
    """The real event recorder above a simulated session."""

    def __init__(self, session: Session, patience: float = 10.0) -> None:
        self.session = session
        self.sql = SQL
        self.patience = patience
        self.datastore = Datastore(self)

    def save_once(self, save: Save, also: Any) -> list[int]:
        """Try to record the events in one transaction."""
        session, command = self.session, save.command
        with session.transaction(SAVE) as transaction:
            name = f"insert {len(save.events)} events"
            try:
                first: int = session.run(name, lambda: _insert(transaction, save), transaction)
            except Taken as taken:
                if command is not None and taken.key == ("command", command.scope, command.key):
                    raise CommandAlreadyRecorded(command.scope, command.key) from taken
                raise
            for row in also or ():
                session.run(row.name, partial(row.write, transaction), transaction)
        return list(range(first, first + len(save.events)))

    def read_once(self, statement: bytes, parameters: Sequence[Any]) -> list[Any]:
        """Try to read all rows of a statement that only reads."""
        if statement in EMITTING:
            return self._read_and_emit(NAMES[statement], parameters)
        return self.session.read(NAMES[statement], *parameters)

    def _read_and_emit(self, name: str, parameters: Sequence[Any]) -> list[Any]:
        """Read rows, and commit a record after them if there are any."""

        def read() -> list[Any]:
            rows = self.session.database.query(name, *parameters)
            if rows:
                transaction.write(lambda tables: None)
            return rows

        with self.session.transaction() as transaction:
            rows: list[Any] = self.session.run(name, read, transaction)
        return rows

    @contextmanager
    def track(self, name: str, start: int, end: int) -> Iterator[Any]:
        """Move a follower in a transaction."""
        with self.session.transaction() as transaction:
            is_next = self.session.run("track", lambda: _track(transaction, name, start, end))
            writer = Cursor(self, transaction) if name == named_streams.FOLLOWER else transaction
            yield writer if is_next else None

    def close(self) -> None:
        """Close nothing: a session ends with its process."""


def _insert(transaction: Transaction, save: Save) -> int:
    """Insert texts, a command and events. Return the first position. Raises `Taken`."""
    database, command = transaction.database, save.command
    number = transaction.begin_writing()
    transaction.write(lambda tables: tables.add_texts(save.texts))
    if command is not None:
        transaction.lock(("command", command.scope, command.key))
        if (command.scope, command.key) in database.tables.commands:
            raise Taken(("command", command.scope, command.key))
        row = command.fingerprint, command.outcome, command.salt
        transaction.write(lambda tables: tables.commands.__setitem__((command.scope, command.key), row))
    first, stored_at = position_of(number), database.now
    rows: list[EventRow] = []
    for place, event in enumerate(save.events):
        stream, version = cast("UUID", event.originator_id), event.originator_version
        transaction.lock(("event", stream, version))
        if database.tables.has_event(stream, version) or any(row[:2] == (stream, version) for row in rows):
            raise Taken(("event", stream, version))
        rows.append(EventRow(stream, version, event.topic, event.state, first + place, stored_at))
    if rows:
        transaction.write(lambda tables: tables.add_events(rows))
    begun = {
        cast("UUID", event.originator_id): club
        for event, club in zip(save.events, save.clubs, strict=True)
        if event.originator_version == 1
    }
    if begun:
        transaction.write(lambda tables: tables.clubs.update(begun))
    return first


def _track(transaction: Transaction, name: str, start: int, end: int) -> bool:
    """Move a follower. Return whether it stood at ``start``."""
    transaction.begin_writing()
    transaction.lock(("tracking", name))
    if transaction.database.tables.tracking.get(name, start) != start:
        return False
    transaction.write(lambda tables: tables.tracking.__setitem__(name, end))
    return True


# --- rows that are written with events -----------------------------------------------------------------


class ListingRow:
    """A row of the catalogue to be written."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self.name = f"list {listing.kind}"

    def write(self, transaction: Transaction) -> None:
        """Add or replace the row. The time of its first listing stays."""
        listing, now = self.listing, transaction.database.now
        transaction.lock(("catalogue", listing.id))

        def change(tables: Tables) -> None:
            row = tables.catalogue.setdefault(listing.id, ListedRow(listing, now))
            row.listing = listing

        transaction.write(change)


class RankingRows:
    """The lines of a stream to be written."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking
        self.name = "rank"

    def write(self, transaction: Transaction) -> None:
        """Add or replace the lines, except newer ones."""
        ranking = self.ranking
        for number, entry, board, line in ranking.rows:
            key = (ranking.tournament, ranking.source, number, entry, board)
            transaction.lock(("line", *key))

            def change(tables: Tables, key: Any = key, line: Any = line) -> None:
                row = tables.lines.get(key)
                if row is None or (row.version <= ranking.version and row.line != line):
                    tables.lines[key] = LineRow(ranking.version, line)

            transaction.write(change)


class ReadModels:
    """The writer of catalogue and standings for the ledger."""

    def statements(
        self,
        listings: Sequence[Listing],
        rankings: Sequence[Ranking] = (),
        attachments: Sequence[Attachment] = (),
        names: Sequence[TakenName] = (),
        removals: Sequence[Removal] = (),
    ) -> list[ListingRow | RankingRows | RemovalRow]:
        """Return the rows to be written, in the order of `store.tables.catalogue.Rows`."""
        return [
            *(ListingRow(each) for each in sorted(listings, key=lambda each: each.id)),
            *(RankingRows(each) for each in sorted(rankings, key=lambda each: each.source) if each.rows),
            *map(RemovalRow, removals),
        ]


class Catalogue:
    """The reader of the catalogue, as far as the hub needs it."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def at_table(self, table: UUID, limit: int = 200) -> list[tuple[UUID, float]]:
        """Return the newest deals of a table, newest first: id, and the seconds since it was first listed."""
        database = self.session.database

        def select() -> list[tuple[UUID, float]]:
            rows = [
                row
                for row in database.tables.catalogue.values()
                if row.listing.kind == "deal" and row.listing.data["table"] == str(table)
            ]
            rows.sort(key=lambda row: row.listing.id)
            rows.sort(key=lambda row: row.listed_at, reverse=True)  # no deal is imported here
            return [(row.listing.id, (database.now - row.listed_at).total_seconds()) for row in rows[:limit]]

        result: list[tuple[UUID, float]] = self.session.run("at_table", select)
        return result

    def delays(self) -> list[Delay]:
        """Return no delay: spectators know theirs."""
        return []

    def tables_of_deals(self, deals: Sequence[UUID]) -> set[UUID]:
        """Return the tables at which some deals are played."""
        database = self.session.database

        def select() -> set[UUID]:
            rows = [row for each in deals if (row := database.tables.catalogue.get(each)) is not None]
            return {UUID(row.listing.data["table"]) for row in rows if row.listing.data.get("table")}

        result: set[UUID] = self.session.run("tables_of_deals", select)
        return result

    def list_again(self, streams: Sequence[UUID], listing_of: Callable[[UUID], Listing | None]) -> None:
        """Write the rows of some streams anew from their events."""
        with self.session.transaction() as transaction:
            for stream in sorted(streams):
                transaction.lock(("catalogue", stream))
            for listing in filter(None, map(listing_of, streams)):
                row = ListingRow(listing)
                self.session.run(f"{row.name} again", partial(row.write, transaction), transaction)


class Lines:
    """The lines of standings, as far as removals need them."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def write_again(self, streams: Sequence[UUID], ranking_of: Callable[[UUID], Ranking | None]) -> list[UUID]:
        """Write the lines of some streams anew from their events. Return their tournaments."""
        tournaments = []
        for ranking in filter(None, map(ranking_of, streams)):
            row = RankingRows(ranking)
            with self.session.transaction() as transaction:
                self.session.run(f"{row.name} again", partial(row.write, transaction), transaction)
            tournaments.append(ranking.tournament)
        return tournaments


# --- the log ----------------------------------------------------------------------------------------------


class Attachments:
    """The files of disputes: there are none."""

    def read_all(self) -> tuple[()]:
        """Return no rows."""
        return ()


class Growth:
    """A transaction that adds leaves."""

    def __init__(self, session: Session, transaction: Transaction) -> None:
        self.session = session
        self.transaction = transaction

    def last(self) -> Last:
        """Return the last leaf."""

        def select() -> Last:
            leaves = self.transaction.database.tables.leaves
            return Last(leaves[-1].place, leaves[-1].position, leaves[-1].seed) if leaves else Last()

        last: Last = self.session.run("last leaf", select, self.transaction)
        return last

    def next_events(self, position: int, limit: int) -> list[Event]:
        """Return the next events after a position, up to the horizon."""
        database = self.transaction.database
        events: list[Event] = self.session.run(
            "next events", lambda: _events(database.tables, position, database.horizon, limit), self.transaction
        )
        return events

    def hashes(self, level: int, begin: int, end: int) -> list[bytes]:
        """Return stored hashes."""
        tables = self.transaction.database.tables
        hashes: list[bytes] = self.session.run("hashes", lambda: _hashes(tables, level, begin, end), self.transaction)
        return hashes

    def add(self, leaves: Sequence[Leaf], nodes: Sequence[tuple[int, int, bytes]]) -> None:
        """Add leaves and nodes."""

        def change(tables: Tables) -> None:
            tables.leaves += leaves
            tables.nodes |= {(level, place): hash_ for level, place, hash_ in nodes}

        self.session.run(f"add {len(leaves)} leaves", lambda: self.transaction.write(change), self.transaction)

    def pack(self, tiles: int) -> int:
        """Do nothing: no earlier release stored leaves."""
        return 0


class Log:
    """The log of the record book, with the methods of `store.events.log.Log`."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.attachments = Attachments()

    @contextmanager
    def growth(self) -> Iterator[Growth | None]:
        """Open a transaction in which leaves are added."""
        with self.session.transaction() as transaction:
            has_lock = self.session.run("lock the log", lambda: transaction.try_lock("log"), transaction)
            yield Growth(self.session, transaction) if has_lock else None

    def size(self) -> int:
        """Return the number of leaves."""
        size: int = self._read("size of the log", lambda tables: len(tables.leaves))
        return size

    def quorum_size(self) -> int:
        """Return the number of leaves, once the replicas have them all."""
        with self.session.transaction() as transaction:
            size: int = self.session.run(
                "size of the log", lambda: len(transaction.database.tables.leaves), transaction
            )
            self.session.run("emit a record", lambda: transaction.write(lambda tables: None), transaction)
        return size

    def hashes(self, level: int, begin: int, end: int) -> list[bytes]:
        """Return the stored hashes of a level."""
        hashes: list[bytes] = self._read("hashes", lambda tables: _hashes(tables, level, begin, end))
        return hashes

    def leaves(self, begin: int, end: int) -> list[Leaf]:
        """Return the leaves of some places."""
        leaves: list[Leaf] = self._read("leaves", lambda tables: tables.leaves[begin:end])
        return leaves

    def leaves_of(self, stream: UUID) -> list[Leaf]:
        """Return the leaves of a stream's events, by version."""
        leaves: list[Leaf] = self._read(
            "leaves of",
            lambda tables: sorted((each for each in tables.leaves if each.id == stream), key=lambda each: each.version),
        )
        return leaves

    def leaf_of(self, stream: UUID, version: int) -> Leaf | None:
        """Return the leaf of an event; None if it has none yet."""
        return next((each for each in self.leaves_of(stream) if each.version == version), None)

    def search_leaves(self, stream: UUID) -> list[Leaf]:
        """Return all leaves that name a stream, by version."""
        return self.leaves_of(stream)

    def events_of(self, stream: UUID) -> list[Event]:
        """Return the events of a stream, by version."""
        events: list[Event] = self._read(
            "events of", lambda tables: [_event(row) for row in tables.streams.get(stream, ())]
        )
        return events

    def events(self, batch: int = 1000, last: int = -1) -> Iterator[Event]:
        """Yield all events after a position, by position, up to the horizon."""
        database = self.session.database
        yield from self._read("events", lambda tables: _events(tables, last, database.horizon, None))

    def texts(self, tokens: Iterable[str]) -> dict[str, Row]:
        """Return the rows of texts by token."""
        digests = digests_of(tokens)
        rows: list[Row] = self._read("texts", lambda tables: tables.find_texts(digests))
        return {row.token: row for row in rows}

    def every_text(self, batch: int = 1000) -> Iterator[Row]:
        """Yield all texts, by digest."""
        yield from self._read("all texts", lambda tables: tables.texts_after(b"", len(tables.texts)))

    def keys(self) -> list[Key]:
        """Return the keys of the log, oldest first."""
        keys: list[Key] = self._read("keys", lambda tables: tables.keys[:])
        return keys

    def add_key(self, number: int, vkey: str, change: str | None = None, why: str = "") -> bool:
        """Add a key. Returns False if another has its number."""

        def insert(transaction: Transaction) -> bool:
            database = transaction.database
            transaction.lock(("log key", number))
            if len(database.tables.keys) >= number:
                return False
            key = Key(number, vkey, change, why, database.now)
            transaction.write(lambda tables: tables.keys.append(key))
            return True

        return self._insert("add a key", insert)

    def add_checkpoint(self, size: int, key: int, note: str) -> bool:
        """Add a checkpoint. Returns False if its key has signed this size."""

        def insert(transaction: Transaction) -> bool:
            database = transaction.database
            transaction.lock(("checkpoint", size, key))
            if (size, key) in database.tables.checkpoints:
                return False
            signed = Signed(size, key, note, database.now)
            transaction.write(lambda tables: tables.checkpoints.__setitem__((size, key), signed))
            return True

        return self._insert(f"add a checkpoint of {size}", insert)

    def checkpoint(self, seconds: float = 0.0) -> Signed | None:
        """Return the newest checkpoint; None if there is none."""
        newest = self.every_checkpoint()
        return newest[-1] if newest else None

    def every_checkpoint(self) -> list[Signed]:
        """Return all checkpoints, smallest first."""
        signed: list[Signed] = self._read(
            "checkpoints", lambda tables: [each for _, each in sorted(tables.checkpoints.items())]
        )
        return signed

    def _read(self, name: str, select: Callable[[Tables], Any]) -> Any:
        return self.session.run(name, lambda: select(self.session.database.tables))

    def _insert(self, name: str, insert: Callable[[Transaction], bool]) -> bool:
        with self.session.transaction() as transaction:
            is_new: bool = self.session.run(name, lambda: insert(transaction), transaction)
        return is_new


def _event(row: EventRow) -> Event:
    return Event(row.id, row.version, row.topic, row.state, row.stored_at, row.position)


def _events(tables: Tables, after: int, horizon: int, limit: int | None) -> list[Event]:
    return [_event(row) for row in tables.between(after, horizon, horizon, limit)]


def _hashes(tables: Tables, level: int, begin: int, end: int) -> list[bytes]:
    if level == 0:
        return [leaf.hash for leaf in tables.leaves[begin:end]]
    places = range(begin, end)
    return [tables.nodes[level, place] for place in places if (level, place) in tables.nodes]


# --- the library's factory ---------------------------------------------------------------------------------


class Factory(InfrastructureFactory):
    """The factory of a process's recorder. The library builds it by the name of this module."""

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        self.session = sessions[str(self.env.get(SESSION))]

    def application_recorder(self) -> Recorder:
        """Return a recorder above the session of the process."""
        return Recorder(self.session)

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        """Raise NotImplementedError: there are no snapshots."""
        raise NotImplementedError

    def tracking_recorder(self, tracking_recorder_class: Any = None) -> Any:
        """Raise NotImplementedError: followers are tracked by the event recorder."""
        raise NotImplementedError

    def process_recorder(self) -> ProcessRecorder:
        """Raise NotImplementedError: followers are tracked by the event recorder."""
        raise NotImplementedError
