"""Texts about people in the simulated database: the work of the statements of removals and of names in streams.

The finder of texts, the reader of names in streams and the forgetter are the real ones. `READS` and `WRITES` say what
each of their statements does; no SQL runs.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from simulation.tables import Unlisted
from store.tables import named_streams, unlisted
from store.tables.people import removals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from uuid import UUID

    from domain.kernel.ports import Removal
    from simulation.database import Transaction
    from simulation.store import Recorder
    from simulation.tables import Tables


# --- statements that read -----------------------------------------------------------------------------------


def _names(tables: Tables, values: Mapping[str, Any]) -> list[tuple[bytes, UUID, str]]:
    owned = (tables.names.get((values["owner"], name)) for name in values["names"])
    return [(text.digest, text.owner, text.letter) for text in owned if text is not None]


def _texts(tables: Tables, values: Mapping[str, Any]) -> list[tuple[bytes, UUID, str]]:
    patterns = [_whole(name) for name in values["names"]]
    return [
        (text.digest, text.owner, text.text)
        for text in tables.texts.values()
        if text.letter == "t" and text.text and tables.clubs.get(text.owner) == values["club"]
        and any(each.search(text.text) for each in patterns)
    ]  # fmt: skip


def _subjects(tables: Tables, values: Sequence[Any]) -> list[tuple[UUID, str]]:
    (streams,) = values
    return [(each, tables.streams[each][0].topic.split(".")[1]) for each in sorted(streams) if each in tables.streams]


def _removed(tables: Tables, _: object) -> list[tuple[UUID, int, list[bytes]]]:
    removed: dict[tuple[UUID, int], list[bytes]] = {}
    for digest, (by, at, _person) in sorted(tables.removed.items()):
        removed.setdefault((by, at), []).append(digest)
    return [(by, at, digests) for (by, at), digests in removed.items()]


def _later(tables: Tables, values: Sequence[Any], now: float) -> list[tuple[UUID, int]]:
    seconds, most = values
    waiting = [
        (each.since, stream, each.number)
        for stream, each in tables.unlisted.items()
        if not each.removals and each.since < now - seconds
    ]
    return [(stream, number) for _, stream, number in sorted(waiting)[:most]]


def _take(tables: Tables, values: Sequence[Any], transaction: Transaction) -> list[dict[str, Any]]:
    """Return streams whose lists were not made anew, without those that another transaction has taken."""
    (most,) = values
    waiting = sorted((each.since, stream) for stream, each in tables.unlisted.items() if each.removals)
    free = (stream for _, stream in waiting if transaction.try_lock(("unlisted", stream)))
    return [{"stream": stream} for stream in islice(free, most)]


def _removed_of(tables: Tables, values: Sequence[Any]) -> list[tuple[int, str, list[str]]]:
    """Return no names: nothing that lists said before is kept in an evening."""
    return []


def _with_commands(tables: Tables, _: object) -> list[tuple[int]]:
    """Return no removal: the commands of an evening have no names."""
    return []


def _removed_names(tables: Tables, values: Sequence[Any]) -> list[tuple[bytes]]:
    (streams,) = values
    return [
        (digest,)
        for digest, (by, _, _) in sorted(tables.removed.items())
        if by in streams and by in tables.unlisted and tables.texts[digest].letter == "n"
    ]


def _with_names(tables: Tables, values: Sequence[Any]) -> list[tuple[UUID]]:
    (keys,) = values
    return [(stream,) for stream, names in tables.named.items() if names & set(keys)]


def _lately(tables: Tables, values: Sequence[Any]) -> list[tuple[UUID]]:
    start, tokens = values
    later = [row for row in tables.by_position if row.position > start]
    return [(stream,) for stream in {row.id for row in later if any(token in row.state for token in tokens)}]


READS: Final[dict[str, Callable[..., list[Any]]]] = {
    removals._NAMES: _names,
    removals._TEXTS: _texts,
    removals._SUBJECTS: _subjects,
    removals._REMOVED: _removed,
    unlisted._REMOVED_NAMES: _removed_names,
    unlisted._REMOVED_OF: _removed_of,
    unlisted._WITH_COMMANDS: _with_commands,
    named_streams._WITH_NAMES: _with_names,
    named_streams._LATELY: _lately,
}


def rows(recorder: Recorder, statement: str, values: Any = ()) -> list[tuple[Any, ...]]:
    """Run a statement of removals or of names in streams. Stands in for `store.tables.queries.rows`."""
    session = recorder.session
    database = session.database
    if statement == unlisted._LATER:
        waiting: list[Any] = session.run("later", lambda: _later(database.tables, values, session.scheduler.now))
        return waiting
    if statement == unlisted._TRANSACTIONS:
        return [session.run("transactions", lambda: database.transactions)]
    if "nextval" in statement:
        return [(session.run("next number", database.count_person),)]
    select = READS[statement]
    selected: list[Any] = session.run(select.__name__.strip("_"), lambda: select(database.tables, values))
    return selected


# --- statements that write ----------------------------------------------------------------------------------


class Cursor:
    """A cursor of a transaction, for the statements that write."""

    def __init__(self, recorder: Recorder, transaction: Transaction) -> None:
        self._recorder, self._transaction = recorder, transaction
        self._rows: list[dict[str, Any]] = []

    def execute(self, statement: str, values: Sequence[Any]) -> Cursor:
        """Run a statement."""
        if statement == unlisted._TAKE:
            tables = self._transaction.database.tables
            self._rows = self._recorder.session.run(
                "take", lambda: _take(tables, values, self._transaction), self._transaction
            )
            return self
        change, transaction = WRITES[statement], self._transaction
        self._recorder.session.run(
            change.__name__.strip("_"), lambda: transaction.write(lambda tables: change(tables, *values)), transaction
        )
        return self

    def fetchall(self) -> list[dict[str, Any]]:
        """Return the rows of the last statement that reads."""
        return self._rows


class Datastore:
    """The connections of a recorder, as far as removals use them."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[Cursor]:
        """Open a transaction that is committed at its end."""
        assert commit
        with self._recorder.session.transaction() as transaction:
            yield Cursor(self._recorder, transaction)


def _listed(tables: Tables, streams: Sequence[UUID], numbers: Sequence[int]) -> None:
    for stream, number in zip(streams, numbers, strict=True):
        waiting = tables.unlisted.get(stream)
        if waiting is not None and waiting.number == number and not waiting.removals:
            del tables.unlisted[stream]


def _taken(tables: Tables, streams: Sequence[UUID]) -> None:
    for stream in streams:
        if stream in tables.unlisted:
            tables.unlisted[stream] = tables.unlisted[stream]._replace(removals=())


def _finished(tables: Tables) -> None:
    left = {number for each in tables.unlisted.values() for number in each.removals}
    tables.unfinished &= left


def _no_replays(tables: Tables, streams: Sequence[UUID]) -> None:
    """Delete no replay: none is prepared."""


def _add_names(tables: Tables, streams: Sequence[UUID], digests: Sequence[bytes], keys: Sequence[int]) -> None:
    for stream, digest, key in zip(streams, digests, keys, strict=True):
        text = tables.texts.get(digest)
        if text is not None and text.letter == "n":
            tables.named.setdefault(stream, set()).add(key)


WRITES: Final[dict[str, Callable[..., None]]] = {
    unlisted._LISTED: _listed,
    unlisted._TAKEN: _taken,
    unlisted._FINISHED: _finished,
    unlisted._NO_REPLAYS: _no_replays,
    named_streams._ADD: _add_names,
}


class RemovalRow:
    """A removal to be carried out in the transaction of its event."""

    def __init__(self, removal: Removal) -> None:
        self.removal = removal
        self.name = f"remove {len(removal.digests)} texts"

    def write(self, transaction: Transaction) -> None:
        """Remove the texts, and note the streams whose lists are to be made anew."""
        removal, now = self.removal, transaction.database.scheduler.now
        for digest in removal.digests:
            transaction.lock(("text", digest))
        for stream in sorted({*removal.streams, removal.stream}):
            transaction.lock(("unlisted", stream))
        transaction.write(lambda tables: remove(tables, removal, now))


def remove(tables: Tables, removal: Removal, now: float) -> None:
    """Remove texts, and note the streams whose lists are to be made anew."""
    tables.removal_count += 1
    for digest in removal.digests:
        text = tables.texts.get(digest)
        if text is None or digest in tables.removed:
            continue
        tables.removed[digest] = removal.stream, removal.version, removal.number
        tables.texts[digest] = text._replace(salt=b"", text="")
        tables.names.pop((text.owner, text.text), None)
    number = tables.removal_count
    for stream in (*removal.streams, removal.stream):
        waiting = tables.unlisted.get(stream)
        tables.unlisted[stream] = Unlisted(number, now, (*(waiting.removals if waiting else ()), number))
    if removal.number is not None:
        tables.unfinished.add(number)


def _whole(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
