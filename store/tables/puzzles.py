"""The puzzles of recorded deals. Workers store them with the analyses (`store.tables.analyses`).

A puzzle belongs to a version of a deal. A reader gets those of the version that it sees by now: of the last event that
changes the play, among the events that are old enough for a reader who sees the deal late.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, LiteralString, NamedTuple
from uuid import UUID

from store.tables.queries import rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from psycopg import Connection, Cursor

    from store.events.recorder import Recorder

DELETE: LiteralString = """
    DELETE FROM puzzles WHERE deal_id = %(deal)s AND version = %(version)s AND kernel = %(kernel)s
"""
_INSERT: LiteralString = """
    INSERT INTO puzzles (deal_id, version, kernel, theme, puzzle_id, level, game, ruleset, viewer, content)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
_IS_MINED: LiteralString = """
    SELECT mined > 0 FROM analyses WHERE deal_id = %s AND version = %s AND kernel = %s AND state <> 'waiting'
"""
_CONTENTS: LiteralString = """
    SELECT content FROM puzzles WHERE deal_id = %s AND version = %s AND kernel = %s ORDER BY theme
"""

# The analyses of the versions that a reader sees by now, of some deals in the order of the reader.
_SEEN: LiteralString = """
    WITH deals AS (
        SELECT * FROM unnest(%(deals)s::uuid[], %(late)s::float8[]) WITH ORDINALITY AS d (deal_id, late, place)
    ), seen AS (
        SELECT a.*, e.stored_at, d.place FROM deals AS d
        JOIN analyses AS a ON a.deal_id = d.deal_id AND a.kernel = %(kernel)s AND a.mined > 0
        JOIN events AS e ON e.originator_id = a.deal_id AND e.originator_version = a.version
        WHERE (d.late = 0 OR e.stored_at <= now() - make_interval(secs => d.late)) AND NOT EXISTS (
            SELECT FROM events AS f WHERE f.originator_id = a.deal_id AND f.originator_version > a.version
            AND f.topic <> ALL(%(quiet)s) AND (d.late = 0 OR f.stored_at <= now() - make_interval(secs => d.late))
        )
    )
"""
_COLUMNS: LiteralString = "p.deal_id, p.puzzle_id, p.theme, p.level, p.game, p.ruleset, p.viewer"
_OF_SEEN: LiteralString = " FROM seen JOIN puzzles AS p USING (deal_id, version, kernel) "
_FILTER: LiteralString = "WHERE %(theme)s IN ('', p.theme) AND %(game)s IN ('', p.game) "
_COUNT: LiteralString = _SEEN + "SELECT p.theme, p.game, count(*)" + _OF_SEEN + "GROUP BY p.theme, p.game"
_LIST: LiteralString = (
    _SEEN + "SELECT " + _COLUMNS + _OF_SEEN + _FILTER + "ORDER BY place, p.theme LIMIT %(limit)s OFFSET %(skip)s"
)
_CONTENT: LiteralString = _SEEN + "SELECT p.content" + _OF_SEEN + "ORDER BY place, p.theme"
_MINED: LiteralString = _SEEN + "SELECT seen.deal_id FROM seen"  # noqa: S608 - nothing of a reader is in it
_FIND: LiteralString = _SEEN + "SELECT " + _COLUMNS + _OF_SEEN + "WHERE p.puzzle_id = ANY(%(puzzles)s)"
# The order of a day is random, and independent of what else there is to choose from.
_OF_DAY: LiteralString = (
    _SEEN
    + "SELECT p.deal_id, p.content, count(*) OVER ()"
    + _OF_SEEN
    + """
    WHERE mined_at < %(begin)s AND stored_at < %(begin)s
    ORDER BY sha256(convert_to(%(day)s || ' ' || p.puzzle_id, 'UTF8')) LIMIT 1
"""
)


class PuzzleRow(NamedTuple):
    """A puzzle to be stored."""

    theme: str
    puzzle: UUID
    level: int
    game: str
    ruleset: str
    viewer: str
    content: str
    """The line that `replay.puzzles.file` reads."""


class PuzzleLine(NamedTuple):
    """A stored puzzle in a list."""

    deal: UUID
    puzzle: UUID
    theme: str
    level: int
    game: str
    ruleset: str
    viewer: str


class SeenDeal(NamedTuple):
    """A deal whose hands the reader may see."""

    deal: UUID
    late: float
    """The seconds by which the reader sees the deal late."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The puzzle of a day."""

    deal: UUID
    content: str
    among: int
    """The number of puzzles that it was chosen from."""


def insert(connection: Connection[Any] | Cursor[Any], key: tuple[UUID, int, str], puzzles: Sequence[PuzzleRow]) -> None:
    """Insert the puzzles of a version of a deal. ``key``: the deal, the version, the kernel."""
    for puzzle in puzzles:
        connection.execute(_INSERT, [*key, *puzzle])


class Puzzles:
    """The reader of the table. ``quiet``: the topics of events that leave the play of a deal as it was."""

    def __init__(self, recorder: Recorder, kernel: str, quiet: Sequence[str]) -> None:
        self.recorder = recorder
        self.kernel = kernel
        self.quiet: Final = list(quiet)

    def of_version(self, deal: UUID, version: int) -> list[str] | None:
        """Return the puzzles of a version of a deal, as lines; None if they were not mined yet."""
        key = [deal, version, self.kernel]
        if rows(self.recorder, _IS_MINED, key) != [(True,)]:
            return None
        return [content for (content,) in rows(self.recorder, _CONTENTS, key)]

    def counts(self, deals: Sequence[SeenDeal]) -> dict[tuple[str, str], int]:
        """Return how many puzzles some deals have, by theme and game."""
        return {(theme, game): number for theme, game, number in self._select(_COUNT, deals)}

    def page(
        self, deals: Sequence[SeenDeal], *, theme: str = "", game: str = "", limit: int, skip: int = 0
    ) -> list[PuzzleLine]:
        """Return the puzzles of some deals in the order of the deals. ``theme``, ``game``: empty for all."""
        lines = self._select(_LIST, deals, theme=theme, game=game, limit=limit, skip=skip)
        return [PuzzleLine(*line) for line in lines]

    def contents(self, deals: Sequence[SeenDeal]) -> list[str]:
        """Return all puzzles of some deals in the order of the deals, as lines."""
        return [content for (content,) in self._select(_CONTENT, deals)]

    def find(self, deals: Sequence[SeenDeal], puzzles: Sequence[UUID]) -> list[PuzzleLine]:
        """Return those of some puzzles that the deals have."""
        return [PuzzleLine(*row) for row in self._select(_FIND, deals, puzzles=list(puzzles))]

    def find_mined(self, deals: Sequence[SeenDeal]) -> set[UUID]:
        """Return the deals whose puzzles were mined, also if they have none."""
        return {deal for (deal,) in self._select(_MINED, deals)}

    def of_day(self, deals: Sequence[SeenDeal], begin: datetime) -> Chosen | None:
        """Return the puzzle of the day that begins at a moment, of those that were there before; None if none was."""
        chosen = self._select(_OF_DAY, deals, begin=begin, day=begin.date().isoformat())
        return Chosen(*chosen[0]) if chosen else None

    def _select(self, query: LiteralString, deals: Sequence[SeenDeal], **values: Any) -> list[tuple[Any, ...]]:
        if not deals:
            return []
        ids, late = zip(*deals, strict=True)
        known = {"deals": list(ids), "late": list(late), "kernel": self.kernel, "quiet": self.quiet}
        return rows(self.recorder, query, {**known, **values})
