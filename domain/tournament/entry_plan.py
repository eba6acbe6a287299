"""Plans of imports of entries into a tournament: entries, seeds and details, with a report of every line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from domain.club.file_people import NEW
from domain.ledger.commands import name as checked_name
from domain.ledger.errors import Declined
from domain.tournament.entry_details import set_details
from domain.tournament.wishes import add_avoidance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from domain.club.file_people import People, Person
    from domain.tournament.aggregate import Tournament
    from domain.tournament.file_entries import EntryFile, FileEntry, FileLine
    from domain.tournament.state import Entry, EntryId

SAME: Final = "same"
REFUSED: Final = "refused"
LEFT_OUT: Final = "left-out"
STATES: Final = (NEW, SAME, REFUSED, LEFT_OUT)
"""States of a line: it is recorded, its entry is there already, it is refused, or it is left out."""


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A line of the file, and what becomes of it."""

    line: FileLine
    state: str
    people: tuple[Person, ...] = ()
    number: EntryId = ""
    """The number of the entry, if it is recorded or there already."""
    why: str = ""
    """Why the line is refused, or what of it is not recorded."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of an import: everything that a file would record, or the reason why it would record nothing."""

    lines: tuple[PlannedLine, ...]
    registered: tuple[tuple[str, str], ...] = ()
    """Id and name of each player who would be registered."""
    left_out: tuple[str, ...] = ()
    """Other content of the file, which is not recorded."""
    fault: str = ""
    """Why the file cannot be recorded although every line could; empty if it can."""

    @property
    def new(self) -> list[PlannedLine]:
        """Return the lines whose entries would be recorded."""
        return [each for each in self.lines if each.state == NEW and each.line.entry]

    @property
    def declined(self) -> str:
        """Return why the file cannot be recorded; empty if it can. One refused line declines all of it."""
        refused = [f"line {each.line.number}: {each.why}" for each in self.lines if each.state == REFUSED]
        if refused:
            more = f" (and {len(refused) - 1} more)" if len(refused) > 1 else ""
            return f"{refused[0]}{more}"
        return self.fault or ("" if self.new else "every entry of the file is in the tournament already")


def plan(
    tournament: Tournament,
    file: EntryFile,
    people: People,
    check_places: Callable[[Tournament, Iterable[Entry]], None],
    stamp: tuple[str, str, str],
) -> Plan:
    """Return what a file records in the tournament, which is changed in place.

    A line is refused if the tournament would decline its entry. ``check_places`` raises `Declined` if the format has no
    place for one of the entries. ``stamp``: time, recorder and key of the events.
    """
    if file.before_first_round and tournament.rounds:
        return Plan((), fault="a report file is imported before the first round is drawn", left_out=file.left_out)
    lines = tuple(_enter(tournament, line, people, stamp) for line in file.lines)
    lines, seeded = _seed(lines)
    registered = {player for each in lines if each.number for player in tournament.entries[each.number].players}
    made = tuple(each for each in people.made if each[0] in registered)
    fault = ""
    try:
        if seeded:
            tournament.take(tournament.set_seeds([*tournament.seeded, *seeded.values()], ""), *stamp)
        check_places(tournament, tournament.entries.values())
    except Declined as reason:
        fault = str(reason)
    lines = tuple(_keep_apart(tournament, each, seeded, stamp) for each in lines)
    return Plan(lines, made, file.left_out, fault)


def _enter(tournament: Tournament, line: FileLine, people: People, stamp: tuple[str, str, str]) -> PlannedLine:
    """Enter the entry of a line."""
    if line.fault:
        return PlannedLine(line, REFUSED, why=line.fault)
    entry = line.entry
    if entry is None or line.left_out.startswith("withdrawn"):
        return PlannedLine(line, LEFT_OUT, why=line.left_out)
    persons: tuple[Person, ...] = ()
    try:
        called = checked_name(entry.name)
        persons = tuple(_person(people, each.name, each.id) for each in entry.players)
        players = tuple(person.recorded for person in persons)
        if there := _same(tournament, called, players):
            return PlannedLine(line, SAME, persons, there)
        made = tournament.enter(called, players, entry.since)
        tournament.take(made, *stamp)
        _describe(tournament, made.entry, entry, stamp)
    except (Declined, ValueError) as reason:
        return PlannedLine(line, REFUSED, persons, why=_with_names(str(reason), persons))
    return PlannedLine(line, NEW, persons, made.entry, line.left_out)


def _with_names(why: str, persons: Iterable[Person]) -> str:
    """Return a reason with the names of registered players in place of their ids."""
    for person in persons:
        why = why.replace(person.recorded, person.name)
    return why


def _person(people: People, name: str, identity: str) -> Person:
    """Return how a player is recorded: by the id if the file has one."""
    if not identity:
        return people.find(name)
    return replace(people.find(identity), written=name or identity)


def _same(tournament: Tournament, called: str, players: tuple[str, ...]) -> EntryId:
    """Return the number of the entry with this name and these players; empty if there is none."""
    entries = tournament.entries.values()
    return next(
        (each.id for each in entries if each.out is None and (each.name, each.players) == (called, players)), ""
    )


def _describe(tournament: Tournament, entry: EntryId, given: FileEntry, stamp: tuple[str, str, str]) -> None:
    """Record the rating, the club and the categories of a new entry."""
    if given.rating or given.club:
        tournament.take(set_details(tournament, entry, given.rating, given.club), *stamp)
    if given.categories:
        tournament.take(tournament.set_categories(entry, given.categories), *stamp)


def _seed(lines: Sequence[PlannedLine]) -> tuple[tuple[PlannedLine, ...], dict[int, EntryId]]:
    """Return the lines, refused if a seed stands twice, and the new entries by their seed in the file, in order."""
    seeds: dict[int, EntryId] = {}
    checked = []
    for each in lines:
        seed = each.line.entry.seed if each.line.entry and each.state == NEW else None
        if seed is None:
            checked.append(each)
        elif seed in seeds:
            checked.append(replace(each, state=REFUSED, why=f"the seed {seed} stands there twice"))
        else:
            seeds[seed] = each.number
            checked.append(each)
    return tuple(checked), dict(sorted(seeds.items()))


def _keep_apart(
    tournament: Tournament, planned: PlannedLine, seeded: dict[int, EntryId], stamp: tuple[str, str, str]
) -> PlannedLine:
    """Record that the entries of a line must not meet, if it says so."""
    apart = planned.line.apart
    if not apart or planned.state == REFUSED:
        return planned
    if missing := [str(each) for each in apart if each not in seeded]:
        return replace(planned, state=REFUSED, why=f"the file has no new entry {', '.join(missing)}")
    try:
        fact = add_avoidance(tournament, [seeded[each] for each in apart], "", absolute=True)
    except Declined as reason:
        return replace(planned, state=REFUSED, why=str(reason))
    tournament.take(fact, *stamp)
    return replace(planned, state=NEW)
