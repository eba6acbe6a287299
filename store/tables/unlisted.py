"""The streams whose lists are made anew after a removal, and what is shown of their lists until then.

The transaction of a removal only notes the streams, so that it takes no longer for a person with many deals. A part
after the other is made anew then. As long as a stream is noted, `REMOVED_IN` selects with each of its rows the names
that were removed, and whoever reads it puts what stands for the person in their place (`store.events.texts.rename`).
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, LiteralString, NamedTuple

from psycopg.types.json import Jsonb

from store.events.texts import rename
from store.tables.queries import rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from uuid import UUID

    from store.events.recorder import Recorder
    from store.events.texts import Removed
    from store.tables.named_streams import NamedStreams

REMOVED_IN: LiteralString = """
    CASE WHEN EXISTS (SELECT FROM unfinished_removals) THEN (
        SELECT jsonb_agg(jsonb_build_array(r.former, r.names) ORDER BY r.number)
        FROM unlisted AS u JOIN unfinished_removals AS r ON r.number = ANY(u.removals) WHERE u.stream = {stream}
    ) END
"""
"""The column with the names that were removed from a stream and may still stand in its row; null almost always."""
IS_NAMED_STILL: LiteralString = """(
    EXISTS (SELECT FROM unfinished_removals WHERE names && %s::text[]) AND EXISTS (
        SELECT FROM unlisted AS u JOIN unfinished_removals AS r ON r.number = ANY(u.removals)
        WHERE u.stream = id AND r.names && %s::text[]
    )
)"""
"""Whether a row of the catalogue may be found by one of some names though the person was forgotten."""

REMOVES: LiteralString = "SELECT set_config('nought.forgets', 'on', true)"
"""Lets a transaction write lists anew without keeping what they said before."""

_TAKE: LiteralString = """
    SELECT stream, number FROM unlisted WHERE removals <> '{}' ORDER BY since, stream LIMIT %s FOR UPDATE SKIP LOCKED
"""
_TAKEN: LiteralString = "UPDATE unlisted SET removals = '{}' WHERE stream = ANY(%s)"
_LATER: LiteralString = """
    SELECT stream, number FROM unlisted
    WHERE removals = '{}' AND since < now() - make_interval(secs => %s) ORDER BY since, stream LIMIT %s
"""
# The digests of names whose removal some streams record, each within ten minutes before the last one.
_REMOVED_NAMES: LiteralString = """
    SELECT DISTINCT t.digest FROM unlisted AS u
    JOIN events AS r ON r.originator_id = u.stream AND r.stored_at > u.since - interval '10 minutes'
    JOIN texts AS t ON t.removed_by = r.originator_id AND t.removed_at = r.originator_version AND t.letter = 'n'
    WHERE u.stream = ANY(%s)
"""
_TRANSACTIONS: LiteralString = """
    SELECT pg_snapshot_xmin(s)::text::bigint, pg_snapshot_xmax(s)::text::bigint FROM pg_current_snapshot() AS s
"""
_LISTED: LiteralString = """
    DELETE FROM unlisted AS u USING unnest(%s::uuid[], %s::bigint[]) AS listed (stream, number)
    WHERE u.stream = listed.stream AND u.number = listed.number AND u.removals = '{}'
"""
_COUNT: LiteralString = "SELECT count(*) FROM unlisted"
_WAITING: LiteralString = "SELECT count(*) FROM unlisted WHERE removals <> '{}'"
_PROGRESS: LiteralString = """
    SELECT r.former, r.lists, (SELECT count(*) FROM unlisted AS u WHERE r.number = ANY(u.removals))
    FROM unfinished_removals AS r WHERE r.club IS NOT DISTINCT FROM %s ORDER BY r.number
"""
_WITH_COMMANDS: LiteralString = "SELECT number FROM unfinished_removals WHERE has_commands ORDER BY number"
_COMMANDS: LiteralString = "SELECT remove_from_next_commands(%s, %s)"
_FINISHED: LiteralString = """
    DELETE FROM unfinished_removals AS r
    WHERE NOT has_commands AND NOT EXISTS (SELECT FROM unlisted AS u WHERE r.number = ANY(u.removals))
"""
_REMOVED_OF: LiteralString = """
    SELECT DISTINCT r.number, r.former, r.names
    FROM unlisted AS u JOIN unfinished_removals AS r ON r.number = ANY(u.removals) WHERE u.stream = ANY(%s) ORDER BY 1
"""
_BEFORE: LiteralString = """
    SELECT b.number, c.kind, b.title, b.data, {removed} AS removed
    FROM catalogue_before AS b JOIN catalogue AS c ON c.id = b.id WHERE b.id = ANY(%s)
""".replace("{removed}", REMOVED_IN.replace("{stream}", "b.id"))
_LINES_BEFORE: LiteralString = """
    SELECT number, line FROM tournament_lines_before WHERE tournament_id = ANY(%s) AND line ? 'substitutes'
"""
_REPLACE_BEFORE: LiteralString = "SELECT replace_lines_before(%s::bigint[], %s::text[], %s::jsonb[])"
_REPLACE_LINES_BEFORE: LiteralString = "SELECT replace_tournament_lines_before(%s::bigint[], %s::jsonb[])"
_NO_REPLAYS: LiteralString = "DELETE FROM replays WHERE deal_id = ANY(%s)"


class Progress(NamedTuple):
    """The lists of a person who was forgotten: how many had to be made anew, and how many still have to be."""

    former: str
    lists: int
    left: int


class Unlisted:
    """The streams whose lists are made anew: a first time at once, and a second time when every process has noticed."""

    def __init__(self, recorder: Recorder, named: NamedStreams) -> None:
        self.recorder = recorder
        self._named = named

    @contextmanager
    def take(self, most: int) -> Iterator[list[UUID]]:
        """Take some streams whose lists were not made anew since a removal; at the end they were.

        No other process takes them meanwhile. If this one dies, they are to be made anew as before.
        """
        with self.recorder.datastore.transaction(commit=True) as cursor:
            streams = [row["stream"] for row in cursor.execute(_TAKE, [most]).fetchall()]
            yield streams
            if streams:
                cursor.execute(_TAKEN, [streams])

    def later(self, most: int, seconds: float) -> list[tuple[UUID, int]]:
        """Return streams whose lists were made anew once, each with the number of removals by then.

        ``seconds``: how long ago the last removal was at least.
        """
        return rows(self.recorder, _LATER, [seconds, most])

    def with_removed_names(self, streams: Sequence[UUID]) -> list[UUID]:
        """Return the streams in which a name stands whose removal some streams have recorded lately.

        Some of them may have been unknown to the removal: what was being written then, and what a process wrote that
        remembered the name a moment longer.
        """
        digests = [bytes(digest) for (digest,) in rows(self.recorder, _REMOVED_NAMES, [list(streams)])]
        return self._named.find(digests) if digests else []

    def transactions(self) -> tuple[int, int]:
        """Return the number of the oldest transaction that is not finished, and of the next one to begin."""
        ((oldest, following),) = rows(self.recorder, _TRANSACTIONS)
        return oldest, following

    def are_listed(self, streams: Sequence[tuple[UUID, int]]) -> None:
        """Say that the lists of some streams were made anew twice, unless more was removed from them since."""
        with self.recorder.datastore.transaction(commit=True) as cursor:
            cursor.execute(_LISTED, [[stream for stream, _ in streams], [number for _, number in streams]])

    def count(self) -> int:
        """Count the streams whose lists are to be made anew, a first or a second time."""
        number: int = rows(self.recorder, _COUNT)[0][0]
        return number

    def count_waiting(self) -> int:
        """Count the streams whose lists were not made anew yet since a removal."""
        number: int = rows(self.recorder, _WAITING)[0][0]
        return number

    def progress(self, club: UUID | None) -> list[Progress]:
        """Return how far lists were made anew, of each person forgotten in a club of whom some were not yet."""
        return [Progress(*row) for row in rows(self.recorder, _PROGRESS, [club])]

    def clear_commands(self, most: int) -> bool:
        """Remove what the next commands could betray of names that were removed. Return whether there may be more."""
        waiting = rows(self.recorder, _WITH_COMMANDS)
        return any(rows(self.recorder, _COMMANDS, [number, most])[0][0] for (number,) in waiting)

    def finish(self) -> None:
        """Keep the names no longer of persons whose lists were all made anew."""
        with self.recorder.datastore.transaction(commit=True) as cursor:
            cursor.execute(_FINISHED, [])

    def replace_before(self, streams: Sequence[UUID], tournaments: Sequence[UUID]) -> None:
        """Replace names in what lists of some streams, and of the tables of some tournaments, said before.

        Delayed viewers read it. Prepared replays are deleted.
        """
        removed = [(former, names) for _, former, names in rows(self.recorder, _REMOVED_OF, [list(streams)])]
        with self.recorder.datastore.transaction(commit=True) as cursor:
            cursor.execute(_NO_REPLAYS, [list(streams)])
            if not removed:
                return
            before = [
                (row["number"], *line)
                for row in cursor.execute(_BEFORE, [list(streams)]).fetchall()
                if (line := self._renamed(**row)) != (row["title"], row["data"])
            ]
            if before:
                numbers, titles, replaced = zip(*before, strict=True)
                cursor.execute(_REPLACE_BEFORE, [list(numbers), list(titles), list(map(Jsonb, replaced))])
            lines = [
                (row["number"], line)
                for row in cursor.execute(_LINES_BEFORE, [list(tournaments)]).fetchall()
                if (line := rename(row["line"], removed)) != row["line"]
            ]
            if lines:
                numbers, replaced = zip(*lines, strict=True)
                cursor.execute(_REPLACE_LINES_BEFORE, [list(numbers), list(map(Jsonb, replaced))])

    def _renamed(
        self, kind: str, title: str, data: dict[str, Any], removed: Removed | None, **_: Any
    ) -> tuple[str, dict[str, Any]]:
        return self.recorder.renamed(kind, title, data, partial(rename, removed=removed))
