"""The lines that standings of tournaments are made from: a row for each entry, round and board.

They are written in the transaction of their events, so standings are never behind the record. A save writes only the
lines of the entries at its table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, LiteralString, Protocol
from uuid import UUID

from psycopg.types.json import Jsonb

from store.events.texts import rename
from store.tables.queries import pages_of_streams, rows
from store.tables.unlisted import REMOVES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime

    from store.events.recorder import Recorder


class Ranking(Protocol):
    """The lines of a stream, as the ledger gives them."""

    @property
    def tournament(self) -> UUID: ...
    @property
    def source(self) -> UUID: ...
    @property
    def version(self) -> int: ...
    @property
    def rows(self) -> Sequence[tuple[int, str, int, Mapping[str, Any] | None]]: ...


_WRITE: LiteralString = """
    INSERT INTO tournament_lines AS t (tournament_id, source_id, version, round, entry, board, line)
    SELECT %s, %s, %s, round, entry, board, nullif(line, 'null'::jsonb)
    FROM unnest(%s::int[], %s::text[], %s::int[], %s::jsonb[]) AS given (round, entry, board, line)
    ON CONFLICT (tournament_id, source_id, round, entry, board) DO UPDATE
    SET version = excluded.version, line = excluded.line, written_at = excluded.written_at
    WHERE t.version <= excluded.version AND t.line IS DISTINCT FROM excluded.line
"""

# Clears the lines that the stream no longer has, except those written since the stream was read.
_CLEAR: LiteralString = """
    UPDATE tournament_lines SET line = NULL, version = %s, written_at = DEFAULT
    WHERE tournament_id = %s AND source_id = %s AND version <= %s AND line IS NOT NULL
    AND (round, entry, board) NOT IN (SELECT * FROM unnest(%s::int[], %s::text[], %s::int[]))
"""

# The names in a line are those of substitutes.
_REMOVED: LiteralString = """
    CASE WHEN line ? 'substitutes' AND EXISTS (SELECT FROM unfinished_removals) THEN (
        SELECT jsonb_agg(jsonb_build_array(former, names) ORDER BY number) FROM unfinished_removals
        WHERE club IS NOT DISTINCT FROM (SELECT c.club_id FROM catalogue AS c WHERE c.id = tournament_id)
    ) END
"""
_NOW: LiteralString = """
    SELECT line, {removed} FROM tournament_lines
    WHERE tournament_id = %s AND line IS NOT NULL AND coalesce(round = %s, true)
""".replace("{removed}", _REMOVED)

_THEN: LiteralString = """
    SELECT line, {removed} FROM tournament_lines
    WHERE tournament_id = %s AND line IS NOT NULL AND written_at <= %s
    AND coalesce(round = %s, true)
    UNION ALL
    SELECT line, {removed} FROM tournament_lines_before
    WHERE tournament_id = %s AND until > %s AND since <= %s
    AND coalesce((line ->> 'round')::int = %s, true)
""".replace("{removed}", _REMOVED)

_SINCE: LiteralString = """
    SELECT DISTINCT source_id FROM tournament_lines
    WHERE tournament_id = %s AND round < %s AND written_at > %s
"""

# Deletes lines without events. A line and its stream's events are committed together, so no new line is deleted.
_STRAYS: LiteralString = """
    DELETE FROM tournament_lines AS t WHERE NOT EXISTS (SELECT 1 FROM events WHERE originator_id = t.source_id)
"""

Statement = tuple[LiteralString, tuple[Any, ...]]
NONE: Final = Jsonb(None)


def ranking_statements(rankings: Sequence[Ranking]) -> list[Statement]:
    """Return the statements that write these lines, sorted by stream, so that no two saves wait for each other."""
    written: list[Statement] = []
    for each in sorted(rankings, key=lambda each: each.source):
        if each.rows:
            rounds, entries, boards, lines = zip(*each.rows, strict=True)
            cells = [NONE if line is None else Jsonb(line) for line in lines]
            values = (each.tournament, each.source, each.version, list(rounds), list(entries), list(boards), cells)
            written.append((_WRITE, values))
    return written


class Lines:
    """The table of the lines of tournaments, current and past."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def of(self, tournament: UUID, moment: datetime | None = None, number: int | None = None) -> list[dict[str, Any]]:
        """Return all lines of a tournament, or of one round, in no order; ``moment``: as they stood then."""
        if moment is None:
            stored = rows(self.recorder, _NOW, [tournament, number])
        else:
            stored = rows(self.recorder, _THEN, [tournament, moment, number, tournament, moment, moment, number])
        lines = [rename(line, removed) for line, removed in stored]
        if not lines or (sight := self.recorder.sight()) is None:
            return lines
        club = self.recorder.texts.clubs_of([tournament]).get(tournament)
        return [sight.result(club, line) for line in lines]

    def written_since(self, tournament: UUID, moment: datetime, before: int) -> list[UUID]:
        """Return the streams whose lines of rounds below ``before`` were written after a moment."""
        return [source for (source,) in rows(self.recorder, _SINCE, [tournament, before, moment])]

    def write_again(self, streams: Sequence[UUID], ranking_of: Callable[[UUID], Ranking | None]) -> list[UUID]:
        """Write the lines of some streams anew from their events, as `rebuild` does, since texts were removed.

        What they said before is not kept (migration 032). Return the tournaments of the lines.
        """
        tournaments = []
        for ranking in filter(None, map(ranking_of, streams)):
            with self.recorder.datastore.transaction(commit=True) as cursor:
                cursor.execute(REMOVES)
                for statement, values in ranking_statements([ranking]):
                    cursor.execute(statement, values)
            tournaments.append(ranking.tournament)
        return tournaments

    def rebuild(
        self, ranking_of: Callable[[UUID], Ranking | None], topics: Sequence[str], *, batch: int = 200
    ) -> Iterator[int]:
        """Rebuild the lines of all streams that begin with one of these topics. Yield the number done, by batch.

        Other writers may go on meanwhile: lines written since a stream was read stay.
        """
        done = 0
        for streams in pages_of_streams(self.recorder, size=batch, topics=topics):
            self.rebuild_lines(streams, ranking_of)
            done += len(streams)
            yield done
        self.remove_strays()

    def rebuild_lines(self, streams: Sequence[UUID], ranking_of: Callable[[UUID], Ranking | None]) -> None:
        """Rebuild the lines of some streams from their events."""
        for ranking in filter(None, map(ranking_of, streams)):
            with self.recorder.datastore.transaction(commit=True) as cursor:
                for statement, values in ranking_statements([ranking]):
                    cursor.execute(statement, values)
                rounds, entries, boards = ([row[n] for row in ranking.rows] for n in range(3))
                values = ranking.version, ranking.tournament, ranking.source, ranking.version
                cursor.execute(_CLEAR, [*values, rounds, entries, boards])

    def remove_strays(self) -> None:
        """Remove lines of streams that have no events."""
        with self.recorder.datastore.transaction(commit=True) as cursor:
            cursor.execute(_STRAYS)
