"""Plans of imports of score sheets into a series: new evenings, new players, and a report of every row."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from domain.club.file_people import KEPT, KNOWN, MATCHED, NEW
from domain.engine.words.values import sentence
from domain.engine.words.worded import WordedError
from domain.kernel.commands import name as called
from domain.kernel.errors import Declined
from domain.series.standings import SHEET, Evening, Result
from domain.series.terms import PLACE_POINTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from uuid import UUID

    from domain.club.file_people import People, Person
    from domain.engine.words.values import Term
    from domain.series.score_file import Season, SheetEntry, SheetEvening, SheetLine
    from domain.series.terms import SeriesTerms

SAME: Final = "same"
REFUSED: Final = "refused"
LEFT_OUT: Final = "left-out"
STATES: Final = (NEW, SAME, REFUSED, LEFT_OUT)
"""States of a row or an evening: it is recorded, it is there already, it is refused, or it has no result."""


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A row of the file, and what becomes of it. ``why``: the reason if it is refused."""

    line: SheetLine
    state: str
    people: tuple[Person, ...] = ()
    why: Term | None = None


@dataclass(frozen=True, slots=True)
class PlannedEvening:
    """An evening of the file with its result, and what becomes of it. ``why``: the reason if it is refused."""

    evening: Evening
    state: str
    why: Term | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of an import: everything that a file would record, or the reason why it would record nothing."""

    lines: tuple[PlannedLine, ...]
    evenings: tuple[PlannedEvening, ...]
    registered: tuple[tuple[str, str], ...]
    """Id and name of each player who would be registered."""
    left_out: tuple[str, ...]
    new_people: tuple[str, ...] = ()
    """The names that are new to a club that has forgotten somebody."""

    @property
    def names(self) -> set[str]:
        """Return the names of the file that would be recorded, without those of players who are known."""
        return {person.name for each in self.lines for person in each.people if person.state in (KEPT, NEW)}

    @property
    def new(self) -> list[Evening]:
        """Return the evenings that would be recorded."""
        return [each.evening for each in self.evenings if each.state == NEW]

    @property
    def declined(self) -> Term | None:
        """Return why the file cannot be recorded; None if it can. One refused row declines all of it."""
        refused = [
            sentence("row {number}: {reason}", number=each.line.number, reason=each.why)
            for each in self.lines
            if each.why
        ]
        refused += [
            sentence("{evening}: {reason}", evening=each.evening.name, reason=each.why)
            for each in self.evenings
            if each.why
        ]
        if len(refused) > 1:
            return sentence("{reason} (and {number} more)", reason=refused[0], number=len(refused) - 1)
        if refused:
            return refused[0]
        if not self.evenings:
            return sentence("the file has no result")
        return None if self.new else sentence("everything in the file is in the series already")


def plan(
    season: Season, people: People, present: Sequence[Evening], terms: SeriesTerms, today: str, new: Callable[[], UUID]
) -> Plan:
    """Return what a file would record. ``present``: the evenings of the series; ``today``: ISO date.

    ``new`` returns the id of an evening to be recorded.
    """
    seats: dict[SheetEvening, dict[str, int]] = {each: {} for each in season.evenings}
    lines = [_line(line, people, seats) for line in season.lines]
    results: dict[SheetEvening, list[tuple[SheetEntry, tuple[str, ...]]]] = {each: [] for each in season.evenings}
    for planned in lines:
        if planned.state == NEW:
            recorded = tuple(person.recorded for person in planned.people)
            for entry in planned.line.entries:
                results[entry.evening].append((entry, recorded))
    there = {(each.name, each.day): each for each in present if each.kind == SHEET}
    evenings = tuple(
        _evening(each, results[each], there.get((each.name, each.day)), terms, today, new)
        for each in season.evenings
        if results[each]
    )
    states = {(each.evening.name, each.evening.day): each.state for each in evenings}
    playing = {player for each in evenings if each.state == NEW for row in each.evening.rows for player in row.players}
    registered = tuple(each for each in people.made if each[0] in playing)
    reported = tuple(_with_state(_with_similar(each, people), states) for each in lines)
    return Plan(reported, evenings, registered, season.left_out)


def _line(line: SheetLine, people: People, seats: Mapping[SheetEvening, dict[str, int]]) -> PlannedLine:
    """Return what becomes of a row. ``seats``: by evening, the row of each player so far; it is added to."""
    if line.is_left_out:
        return PlannedLine(line, LEFT_OUT)
    if line.fault:
        return PlannedLine(line, REFUSED, why=line.fault)
    if not line.entries:
        return PlannedLine(line, LEFT_OUT)
    try:
        persons = tuple(people.find(each) for each in line.players)
    except WordedError as error:
        return PlannedLine(line, REFUSED, why=error.sentence)
    if len({person.recorded for person in persons}) < len(persons):
        return PlannedLine(line, REFUSED, persons, sentence("a player stands twice in the row"))
    for entry in line.entries:
        for person in persons:
            if before := seats[entry.evening].get(person.recorded):
                why = sentence(
                    "{player} has a result of {evening} in row {number} already",
                    player=person.written,
                    evening=entry.evening.name,
                    number=before,
                )
                return PlannedLine(line, REFUSED, persons, why)
    for entry in line.entries:
        seats[entry.evening].update(dict.fromkeys((person.recorded for person in persons), line.number))
    return PlannedLine(line, NEW, persons)


def _evening(
    evening: SheetEvening,
    entries: Sequence[tuple[SheetEntry, tuple[str, ...]]],
    there: Evening | None,
    terms: SeriesTerms,
    today: str,
    new: Callable[[], UUID],
) -> PlannedEvening:
    """Return an evening with its result. ``there``: the evening of this name and date in the series, if any."""
    rows = tuple(sorted(_results(entries), key=lambda row: (row.place, row.players)))
    made = Evening(there.id if there else str(new()), evening.name, rows, SHEET, evening.day)
    if there is None:
        why = _why_refused(evening, entries, terms, today)
        return PlannedEvening(made, REFUSED if why else NEW, why)
    if there.rows == rows:
        return PlannedEvening(there, SAME)
    why = sentence("another result of it is in the series; remove that evening first")
    return PlannedEvening(made, REFUSED, why)


def _why_refused(
    evening: SheetEvening, entries: Sequence[tuple[SheetEntry, tuple[str, ...]]], terms: SeriesTerms, today: str
) -> Term | None:
    """Return why an evening that is not in the series cannot be recorded; None if it can."""
    try:
        called(evening.name)
    except Declined as error:
        return error.sentence
    if evening.day > today:
        return sentence("it is in the future")
    if terms.counts != PLACE_POINTS and any(entry.score is None for entry, _ in entries):
        return sentence("the series counts scores, and the file has only places")
    if len({entry.place is None for entry, _ in entries}) > 1:
        return sentence("some rows have a place and others have none")
    return None


def _results(entries: Sequence[tuple[SheetEntry, tuple[str, ...]]]) -> Iterator[Result]:
    """Yield the rows of an evening. Without places in the file, the higher score has the better place."""
    scores = sorted(entry.score for entry, _ in entries if entry.score is not None)
    for entry, players in entries:
        score = entry.score or Fraction(0)
        place = entry.place or 1 + len(scores) - bisect_right(scores, score)
        yield Result(place, score, players)


def _with_similar(line: PlannedLine, people: People) -> PlannedLine:
    """Return a row with the names that are similar to those of its players who are not recorded yet."""
    persons = tuple(
        person if person.state in (MATCHED, KNOWN) else replace(person, similar=people.similar(person.written))
        for person in line.people
    )
    return replace(line, people=persons)


def _with_state(line: PlannedLine, states: Mapping[tuple[str, str], str]) -> PlannedLine:
    """Return a row as `SAME` if all its evenings are in the series already."""
    if line.state != NEW or not line.line.entries:
        return line
    of_row = {states.get((entry.evening.name, entry.evening.day)) for entry in line.line.entries}
    return replace(line, state=SAME) if of_row == {SAME} else line
