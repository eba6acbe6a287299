"""The standings of a series, from its terms and the final results of its evenings. Exact, and without storage."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from domain.series.terms import BEST_EVENING, EVENINGS, NAME, PAIR, PLACE_POINTS, SCORE
from domain.tournament.standings.scores import format_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from domain.series.terms import SeriesTerms

TOURNAMENT: Final = "tournament"
MATCH: Final = "match"
SHEET: Final = "sheet"
SLATE: Final = "slate"
KINDS: Final = (TOURNAMENT, MATCH, SHEET, SLATE)
"""The kinds: a tournament, a match outside a tournament, scores from a club's own score sheet, or a slate."""

Ranked = tuple[str, ...]
"""A ranked player, pair or team: the ids or names of its players, in alphabetical order."""


@dataclass(frozen=True, slots=True)
class Result:
    """One entry in the final result of an evening."""

    place: int
    score: Fraction
    players: Ranked


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening with its final result; without rows until it is over."""

    id: str
    name: str
    rows: tuple[Result, ...] = ()
    kind: str = TOURNAMENT
    """One of `KINDS`."""
    day: str = ""
    """The ISO date of an evening from a score sheet; empty if it has none, and for other evenings."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The value of one evening for one player or pair."""

    place: int
    score: Fraction
    value: Fraction
    is_counted: bool


@dataclass(frozen=True, slots=True)
class SeriesStanding:
    """One row of the standings. ``cells``: by the id of the evening."""

    place: int
    ranked: Ranked
    total: Fraction
    cells: Mapping[str, Cell]
    attendance: int
    """The points for attendance in the total."""
    best: Fraction
    """The value of the best evening."""


def standings(
    terms: SeriesTerms, evenings: Sequence[Evening], names: Mapping[str, str] | None = None
) -> list[SeriesStanding]:
    """Return a row for each player or pair, first place first. ``names``: names of players by id.

    Rows that are level on the total and on all tie-breaks of the terms share a place, and are in the order of names.
    """
    values: dict[Ranked, dict[str, Cell]] = {}
    for evening in evenings:
        for ranked, result, value in _values(terms, evening):
            cells = values.setdefault(ranked, {})
            before = cells.get(evening.id)
            if before is None or before.value < value:
                cells[evening.id] = Cell(result.place, result.score, value, is_counted=True)
    rows = sorted(
        (_row(terms, ranked, cells) for ranked, cells in values.items()),
        key=lambda row: (_order(terms, row, names or {}), _name(row, names or {}), row.ranked),
    )
    return list(_placed(terms, rows, names or {}))


def announced(rows: Sequence[SeriesStanding]) -> tuple[dict[str, Any], ...]:
    """Return standings as the rows of an announced result: ``place``, ``players`` and ``total`` (as text)."""
    return tuple({"place": row.place, "players": list(row.ranked), "total": format_number(row.total)} for row in rows)


def sum_of(terms: SeriesTerms, row: SeriesStanding, evenings: Sequence[Evening]) -> list[Fraction]:
    """Return the values that count, in the order of the evenings, and the points for attendance if there are any."""
    counted = [row.cells[each.id].value for each in evenings if each.id in row.cells and row.cells[each.id].is_counted]
    return [*counted, Fraction(row.attendance)] if terms.attendance else counted


def _values(terms: SeriesTerms, evening: Evening) -> Iterator[tuple[Ranked, Result, Fraction]]:
    best = max((row.score for row in evening.rows), default=Fraction(0))
    sharing = Counter(row.place for row in evening.rows)
    for row in evening.rows:
        value = _value(terms, row, best, sharing[row.place])
        people = (tuple(sorted(row.players)),) if terms.ranks == PAIR else tuple((each,) for each in row.players)
        for ranked in people:
            yield ranked, row, value


def _value(terms: SeriesTerms, row: Result, best: Fraction, sharing: int) -> Fraction:
    """Return the value of an evening. Entries that share a place share the points of the places that they take up.

    ``best``: the best score of the evening; ``sharing``: the number of entries with this place.
    """
    if terms.counts == PLACE_POINTS:
        taken = terms.points[row.place - 1 : row.place - 1 + sharing]
        return Fraction(sum(taken), sharing)
    if terms.counts == SCORE:
        return row.score
    return 100 * row.score / best if best > 0 else Fraction(0)


def _row(terms: SeriesTerms, ranked: Ranked, cells: Mapping[str, Cell]) -> SeriesStanding:
    best_first = sorted(cells, key=lambda evening: -cells[evening].value)
    counted = set(best_first[: terms.best] if terms.best else best_first)
    own = {evening: Cell(cell.place, cell.score, cell.value, evening in counted) for evening, cell in cells.items()}
    attendance = terms.attendance * len(own)
    total = sum((cell.value for cell in own.values() if cell.is_counted), Fraction(attendance))
    return SeriesStanding(0, ranked, total, own, attendance, cells[best_first[0]].value)


def _order(terms: SeriesTerms, row: SeriesStanding, names: Mapping[str, str]) -> tuple[Fraction | int | str, ...]:
    keys: dict[str, Fraction | int | str] = {
        BEST_EVENING: -row.best,
        EVENINGS: -len(row.cells),
        NAME: _name(row, names),
    }
    return (-row.total, *(keys[each] for each in terms.tie_breaks))


def _name(row: SeriesStanding, names: Mapping[str, str]) -> str:
    return " ".join(names.get(each, each) for each in row.ranked).casefold()


def _placed(terms: SeriesTerms, rows: Sequence[SeriesStanding], names: Mapping[str, str]) -> Iterator[SeriesStanding]:
    before = 0
    for _, level in groupby(rows, key=lambda row: _order(terms, row, names)):
        sharing = list(level)
        for row in sharing:
            yield SeriesStanding(before + 1, row.ranked, row.total, row.cells, row.attendance, row.best)
        before += len(sharing)
