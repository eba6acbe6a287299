"""The rows of the simulated database, and its answers to the statements of the event recorder.

A method of `Tables` has the name of the statement of `store.events.statements` that it stands for, and its parameters.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from store.events.position import PLACE_BITS
from store.events.texts import Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime
    from uuid import UUID

    from domain.kernel.ports import Listing
    from store.events.leaves import Leaf
    from store.events.log import Key, Signed
    from store.events.texts import Text

Write = "Callable[[Tables], object]"
"""A change of the rows, which is repeated when a new leader replays the commits that it has."""


class EventRow(NamedTuple):
    """An event as it is stored. ``stored_at``: by the leader's clock."""

    id: UUID
    version: int
    topic: str
    state: bytes
    position: int
    stored_at: datetime


@dataclass(slots=True)
class ListedRow:
    """A row of the catalogue. ``listed_at``: when it was first written."""

    listing: Listing
    listed_at: datetime


class Unlisted(NamedTuple):
    """A stream whose lists are to be made anew: the number of removals by then, and when that was.

    ``removals``: the removals since which they were not made anew.
    """

    number: int
    since: float
    removals: tuple[int, ...] = ()


class LineRow(NamedTuple):
    """A row of the lines of standings."""

    version: int
    line: Any


@dataclass
class Tables:
    """All committed rows. ``horizon`` and ``now`` belong to the database that answers."""

    streams: dict[UUID, list[EventRow]] = field(default_factory=dict)
    by_position: list[EventRow] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    commands: dict[tuple[str, str], tuple[bytes, bytes, bytes | None]] = field(default_factory=dict)
    clubs: dict[UUID, UUID | None] = field(default_factory=dict)
    """The clubs of the streams."""
    texts: dict[bytes, Text] = field(default_factory=dict)
    """The texts that stand apart from the events, by digest."""
    names: dict[tuple[UUID, str], Text] = field(default_factory=dict)
    """Those that are names, by owner and text."""
    removed: dict[bytes, tuple[UUID, int, int | None]] = field(default_factory=dict)
    """Those that were removed: stream and version of the event that says so, and the number of the person."""
    removal_count: int = 0
    named: dict[UUID, set[int]] = field(default_factory=dict)
    """The names in each stream, as far as they were read."""
    unlisted: dict[UUID, Unlisted] = field(default_factory=dict)
    unfinished: set[int] = field(default_factory=set)
    """The removals of persons whose names may still stand in some lists."""
    tracking: dict[str, int] = field(default_factory=dict)
    handled: dict[str, list[tuple[UUID, int]]] = field(default_factory=dict)
    """The read model of each follower: the events that it handled, in its order."""
    catalogue: dict[UUID, ListedRow] = field(default_factory=dict)
    lines: dict[tuple[UUID, UUID, int, str, int], LineRow] = field(default_factory=dict)
    leaves: list[Leaf] = field(default_factory=list)
    nodes: dict[tuple[int, int], bytes] = field(default_factory=dict)
    keys: list[Key] = field(default_factory=list)
    checkpoints: dict[tuple[int, int], Signed] = field(default_factory=dict)

    # --- writes -----------------------------------------------------------------------------------

    def add_events(self, rows: Sequence[EventRow]) -> None:
        """Add the events of a transaction, which have consecutive positions."""
        place = bisect_right(self.positions, rows[0].position)
        self.by_position[place:place] = rows
        self.positions[place:place] = [row.position for row in rows]
        for row in rows:
            self.streams.setdefault(row.id, []).append(row)

    def add_texts(self, texts: Iterable[Text]) -> None:
        """Add texts that are not there."""
        for text in texts:
            self.texts.setdefault(text.digest, text)
            if text.letter == "n" and text.digest not in self.removed:
                self.names.setdefault((text.owner, text.text), text)

    def has_event(self, stream: UUID, version: int) -> bool:
        """Return whether a stream has an event of this version."""
        return version <= len(self.streams.get(stream, ()))

    # --- statements that read ---------------------------------------------------------------------

    def same_events(self, *columns: Sequence[Any], **_: Any) -> list[tuple[int, bool]]:
        """Return the positions of those of these events that are stored with the same content."""
        rows = []
        for stream, version, topic, state, _club in zip(*columns, strict=True):
            stored = self.streams.get(stream, [])
            if version <= len(stored) and stored[version - 1][2:4] == (topic, state):
                rows.append((stored[version - 1].position, True))
        return rows

    def clubs_seen(self, streams: Sequence[UUID], **_: Any) -> list[tuple[UUID, UUID | None]]:
        """Return the clubs of some streams, as their events have them, else as the catalogue has them."""
        return [
            (each, self.clubs.get(each) or self._club_in_catalogue(each)) for each in streams if each in self.streams
        ]

    def _club_in_catalogue(self, stream: UUID) -> UUID | None:
        row = self.catalogue.get(stream)
        if row is None:
            return None
        return row.listing.club or (stream if row.listing.kind == "club" else None)

    def find_names(self, owners: Sequence[UUID], texts: Sequence[str], **_: Any) -> list[Text]:
        """Return the rows of some names."""
        return [self.names[each] for each in zip(owners, texts, strict=True) if each in self.names]

    def find_texts(self, digests: Sequence[bytes], **_: Any) -> list[Row]:
        """Return some texts by their digests."""
        return [self._text(each) for each in digests if each in self.texts]

    def removals(self, **_: Any) -> list[tuple[int]]:
        """Return how often texts were removed."""
        return [(self.removal_count,)]

    def texts_after(self, digest: bytes, limit: int, **_: Any) -> list[Row]:
        """Return the texts by digest, above one."""
        return [self._text(each) for each in sorted(each for each in self.texts if each > digest)[:limit]]

    def _text(self, digest: bytes) -> Row:
        text = self.texts[digest]
        if digest not in self.removed:
            return Row(digest, text.salt, text.letter, text.text)
        by, at, person = self.removed[digest]
        return Row(digest, None, text.letter, None, person, by, at)

    def find_command(self, scope: str, key: str, **_: Any) -> list[tuple[bytes, bytes, bytes | None]]:
        """Return the fingerprint, the outcome and the salt of a command."""
        row = self.commands.get((scope, key))
        return [row] if row else []

    def confirm_command(self, scope: str, key: str, **_: Any) -> list[tuple[bool]]:
        """Return a row if a command is stored."""
        return [(True,)] if (scope, key) in self.commands else []

    def latest_version(self, stream: UUID, **_: Any) -> list[tuple[int | None]]:
        """Return the last version of a stream."""
        return [(len(self.streams.get(stream, ())) or None,)]

    def select(self, stream: UUID, after: int, last: int, limit: int | None, **_: Any) -> list[tuple[int, str, bytes]]:
        """Return the events of a stream by version."""
        return [row[1:4] for row in self.streams.get(stream, [])[after:last][:limit]]

    def select_places(
        self, streams: Sequence[UUID], versions: Sequence[int], **_: Any
    ) -> list[tuple[UUID, int, bytes]]:
        """Return some events by stream and version."""
        rows = [
            self.streams[stream][version - 1]
            for stream, version in zip(streams, versions, strict=True)
            if self.has_event(stream, version)
        ]
        return [(row.id, row.version, row.state) for row in rows]

    def select_latest_first(
        self, stream: UUID, after: int, last: int, limit: int | None, **_: Any
    ) -> list[tuple[int, str, bytes]]:
        """Return the events of a stream, the last first."""
        return [row[1:4] for row in self.streams.get(stream, [])[after:last][::-1][:limit]]

    def select_streams(self, streams: Sequence[UUID], **_: Any) -> list[tuple[UUID, int, str, bytes]]:
        """Return the events of some streams, by stream and version."""
        return [row[:4] for stream in sorted(set(streams)) for row in self.streams.get(stream, ())]

    def select_streams_of_topics(
        self, streams: Sequence[UUID], topics: Sequence[str], **_: Any
    ) -> list[tuple[UUID, int, str, bytes]]:
        """Return the events of some streams that have one of these topics."""
        return [row for row in self.select_streams(streams) if row[2] in topics]

    def follow(self, after: int, last: int, limit: int, *, horizon: int, **_: Any) -> list[tuple[Any, ...]]:
        """Return the events after a position, up to the horizon."""
        return [(*row[:4], row.position) for row in self.between(after, last, horizon, limit)]

    def follow_topics(
        self, after: int, last: int, topics: Sequence[str], limit: int, *, horizon: int, **_: Any
    ) -> list[tuple[Any, ...]]:
        """Return the events after a position that have one of these topics, up to the horizon."""
        rows = [row for row in self.between(after, last, horizon) if row.topic in topics]
        return [(*row[:4], row.position) for row in rows[:limit]]

    def latest_position(self, *, horizon: int, **_: Any) -> list[tuple[int | None]]:
        """Return the last position below the horizon."""
        place = bisect_right(self.positions, horizon - 1)
        return [(self.positions[place - 1] if place else None,)]

    def touched(
        self, after: int, watched: Sequence[UUID], every: bool, clubs: Sequence[UUID], *, horizon: int, **_: Any
    ) -> list[tuple[UUID | None, int | None, int | None]]:
        """Return the watched streams with events after a position, and those that began there in some clubs.

        Each has its lowest new version and highest position. The last row has the last position.
        """
        streams: dict[UUID, tuple[int, int]] = {}
        for row in self.between(after, horizon, horizon):
            of_club = every or self.clubs.get(row.id) in {None, *clubs}
            if row.id in watched or (row.version == 1 and of_club):
                first, position = streams.get(row.id, (row.version, row.position))
                streams[row.id] = min(first, row.version), max(position, row.position)
        last = (None, None, self.latest_position(horizon=horizon)[0][0])
        return [*((stream, *values) for stream, values in streams.items()), last]

    def ages(self, stream: UUID, after: int, *, now: datetime, **_: Any) -> list[tuple[float]]:
        """Return the age in seconds of each event of a stream above a version."""
        return [((now - row.stored_at).total_seconds(),) for row in self.streams.get(stream, [])[after:]]

    def first_younger(self, stream: UUID, seconds: float, *, now: datetime, **_: Any) -> list[tuple[int | None]]:
        """Return the first version that is younger than so many seconds."""
        young = (r.version for r in self.streams.get(stream, ()) if (now - r.stored_at).total_seconds() < seconds)
        return [(next(young, None),)]

    def tracked(self, name: str, **_: Any) -> list[tuple[int]]:
        """Return the position of a follower."""
        return [(self.tracking[name],)] if name in self.tracking else []

    def between(self, after: int, last: int, horizon: int, limit: int | None = None) -> list[EventRow]:
        begin = bisect_right(self.positions, after)
        end = min(bisect_right(self.positions, last), bisect_right(self.positions, horizon - 1))
        return self.by_position[begin:end][:limit]


def position_of(transaction: int) -> int:
    """Return the position of the first event of a transaction (`store.events.position`)."""
    return transaction << PLACE_BITS


def all_events(tables: Tables) -> Iterator[EventRow]:
    """Yield all committed events, by position."""
    yield from tables.by_position
