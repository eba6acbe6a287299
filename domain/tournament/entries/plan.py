"""Plans of imports into a tournament: entries, seeds, details and rounds, with a report of every line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from domain.club.file_people import NEW
from domain.engine.words.values import Listing, Names, Plural, Term, sentence
from domain.engine.words.worded import WordedError
from domain.kernel.commands import name as checked_name
from domain.kernel.errors import Declined
from domain.options import values
from domain.tournament.entries.decisions import check_places, enter, set_categories, set_seeds
from domain.tournament.entries.details import set_details
from domain.tournament.files.report_rounds import differences, record_rounds
from domain.tournament.rounds.wishes import add_avoidance, request_bye

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from uuid import UUID

    from domain.club.file_people import People, Person
    from domain.engine.words.values import Value
    from domain.tournament.aggregate import Tournament
    from domain.tournament.entries.file_rows import EntryFile, FileEntry, FileLine
    from domain.tournament.state import Entry, EntryId
    from domain.tournament.tables.encounter import Encounter

SAME: Final = "same"
REFUSED: Final = "refused"
LEFT_OUT: Final = "left-out"
TAKEN: Final = "taken"
STATES: Final = (NEW, SAME, REFUSED, LEFT_OUT, TAKEN)
"""States of a line: its entry is recorded, its entry is there already, it is refused, it is left out, or it says
something of entries that is recorded with them."""
WORTH: Final = {"none": Term("none"), "half": Term("half"), "full": Term("full")}
"""The words for what a bye is worth (`terms.SHARES`)."""


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A line of the file, and what becomes of it."""

    line: FileLine
    state: str
    people: tuple[Person, ...] = ()
    number: EntryId = ""
    """The number of the entry, if it is recorded or there already."""
    why: Value = ""
    """Why the line is refused, or what of it is not recorded or is missing; empty if all of it is recorded."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of an import: everything that a file would record, or the reason why it would record nothing."""

    lines: tuple[PlannedLine, ...]
    registered: tuple[tuple[str, str], ...] = ()
    """Id and name of each player who would be registered."""
    left_out: tuple[Term, ...] = ()
    """Other content of the file, which is not recorded."""
    rounds: int = 0
    """The number of rounds with results in the file, which are not recorded."""
    rounds_taken: int = 0
    """The number of rounds that are recorded with their results."""
    differing: int = 0
    """The number of entries with other points or another place than in the file, once its rounds are recorded."""
    notes: tuple[Term, ...] = ()
    """Notes on the results of these rounds, in sentences."""
    fault: Term | None = None
    """Why the file cannot be recorded although every line could; None if it can."""
    new_people: tuple[str, ...] = ()
    """The names that are new to a club that has forgotten somebody."""

    @property
    def new(self) -> list[PlannedLine]:
        """Return the lines whose entries would be recorded."""
        return [each for each in self.lines if each.state == NEW and each.line.entry]

    @property
    def declined(self) -> Term | None:
        """Return why the file cannot be recorded; None if it can. One refused line declines all of it."""
        refused = [each for each in self.lines if each.state == REFUSED]
        if not refused:
            if self.fault or self.new or self.rounds_taken:
                return self.fault
            return sentence("every entry of the file is in the tournament already")
        first = refused[0]
        if len(refused) == 1:
            return sentence("line {line}: {why}", line=first.line.number, why=first.why)
        return sentence(
            "line {line}: {why} (and {count} more)", line=first.line.number, why=first.why, count=len(refused) - 1
        )


def plan(
    tournament: Tournament,
    file: EntryFile,
    people: People,
    stamp: tuple[str, str, str],
    tables: dict[UUID, Encounter] | None = None,
) -> Plan:
    """Return what a file records in the tournament, which is changed in place.

    A line is refused if the tournament would decline its entry. ``stamp``: time, recorder and key of the events.
    ``tables``: the stored tables that the tournament had before, by id; those of the rounds of the file are added.
    """
    if file.before_first_round and tournament.rounds:
        begun = sentence("a report file is imported before the first round is drawn")
        return Plan((), rounds=file.rounds, fault=begun)
    before = tuple(tournament.entries)
    entered: list[PlannedLine] = []
    for line in file.lines:
        entered.append(_enter(tournament, line, people, before, stamp, entered))
    lines, seeded = _seed(entered, (NEW, SAME) if file.played else (NEW,))
    registered = {player for each in lines if each.number for player in tournament.entries[each.number].players}
    made = tuple(each for each in people.made if each[0] in registered)
    fault: Term | None = None
    try:
        order = [*(each for each in tournament.seeded if each not in seeded.values()), *seeded.values()]
        if order != tournament.seeded:
            tournament.take(set_seeds(tournament, order, ""), *stamp)
        check_places(tournament, tournament.entries.values())
    except Declined as error:
        fault = error.sentence
    by_seed = {each.line.entry.seed: each.number for each in lines if each.number and each.line.entry}
    entries = {seed: entry for seed, entry in by_seed.items() if seed is not None}
    next_round = len(file.played.rounds) + 1 if file.played else 1
    lines = tuple(_keep_apart(tournament, each, entries, next_round, stamp) for each in lines)
    if file.played is None:
        return Plan(lines, made, file.left_out, file.rounds, fault=fault)
    if fault or any(each.state == REFUSED for each in lines):
        return Plan(lines, made, file.left_out, fault=fault)
    drawn = {} if tables is None else tables
    notes: list[Term] = []
    try:
        notes = record_rounds(tournament, file.played, entries, drawn, stamp)
    except Declined as error:
        return Plan(lines, made, file.left_out, fault=error.sentence)
    differing = differences(tournament, file.played, entries, drawn)
    lines = tuple(_with_note(each, differing.get(each.number)) for each in lines)
    return Plan(lines, made, file.left_out, 0, len(file.played.rounds), len(differing), tuple(notes))


def _with_note(planned: PlannedLine, note: Term | None) -> PlannedLine:
    """Return a line with one more note."""
    if note is None:
        return planned
    before = (planned.why,) if planned.why else ()
    return replace(planned, why=Listing((*before, note), "; "))


def _enter(
    tournament: Tournament,
    line: FileLine,
    people: People,
    before: Sequence[EntryId],
    stamp: tuple[str, str, str],
    entered: Sequence[PlannedLine],
) -> PlannedLine:
    """Enter the entry of a line. ``before``: the entries before the import; ``entered``: the lines before this one."""
    if line.fault:
        return PlannedLine(line, REFUSED, why=line.fault)
    entry = line.entry
    if entry is None:
        return PlannedLine(line, LEFT_OUT if line.left_out else TAKEN, why=line.left_out or "")
    if entry.withdrawn:
        return PlannedLine(line, LEFT_OUT, why=line.left_out or "")
    persons: tuple[Person, ...] = ()
    try:
        called = checked_name(entry.name)
        persons = _persons(people, entry, tournament.terms.side)
        players = tuple(person.recorded for person in persons)
        if there := _same([tournament.entries[each] for each in before], called, players):
            return PlannedLine(line, SAME, persons, there)
        new = (each for each in entered if each.state == NEW)
        if above := next((each for each in new if tournament.entries[each.number].name == called), None):
            raise Declined("entry-name", "line {line} is called {name} already", line=above.line.number, name=called)
        late = _rounds_before(tournament, entry)
        made = enter(tournament, called, players, late + 1 if late else entry.since)
        tournament.take(made, *stamp)
        _describe(tournament, made.entry, entry, stamp)
        _request_byes(tournament, made.entry, [each for each in entry.missed[late:] if each[1] != "none"], stamp)
        to_come = [each for each in entry.byes if each[0] > late]
        refused = _request_byes(tournament, made.entry, to_come, stamp)
    except (Declined, ValueError) as error:
        reason = error.sentence if isinstance(error, WordedError) else str(error)
        return PlannedLine(line, REFUSED, persons, why=_with_names(reason, persons))
    notes = [*([line.left_out] if line.left_out else []), *refused]
    if 0 < len(players) < tournament.terms.side:
        notes.append(
            sentence("the file names {count} of {side} players", count=len(players), side=tournament.terms.side)
        )
    return PlannedLine(line, NEW, persons, made.entry, Listing(tuple(notes), "; ") if notes else "")


def _with_names(why: Value, persons: Sequence[Person]) -> Value:
    """Return a reason with the names of registered players in place of their ids."""
    match why:
        case str():
            for person in persons:
                why = why.replace(person.recorded, person.name)
        case Names(items) | Listing(items):
            return replace(why, items=tuple(_with_names(each, persons) for each in items))
        case Term() | Plural() if why.values is not None:
            return replace(why, values={name: _with_names(each, persons) for name, each in why.values.items()})
    return why


def _persons(people: People, entry: FileEntry, side: int) -> tuple[Person, ...]:
    """Return how the players of an entry are recorded.

    Where entries are single players and the file names none, the entry's name is that of its player, if it is known or
    is to be registered; report files write ``Perera, Nimal`` for Nimal Perera.
    """
    if entry.players or side > 1 or not entry.may_be_player:
        return tuple(_person(people, each.name, each.id) for each in entry.players)
    last, comma, first = entry.name.partition(",")
    turned = f"{first.strip()} {last.strip()}" if comma else entry.name
    name = next((each for each in (entry.name, turned) if people.is_registered(each)), entry.name)
    if people.is_registered(name) or people.registers:
        return (people.find(name),)
    return ()


def _rounds_before(tournament: Tournament, entry: FileEntry) -> int:
    """Return the number of rounds from the first one on that an entry does not play because it comes later.

    A round is one of these if the terms give such rounds what the file says, or the file does not say.
    """
    terms, count = tournament.terms, 0
    for number, share in (*entry.missed, *entry.byes):
        if number != count + 1 or share not in ("", terms.scoring.late):
            break
        count += 1
    if entry.missed and terms.last_entry is not None and count >= terms.last_entry:
        return 0  # it was there, and was not drawn
    return count


def _request_byes(
    tournament: Tournament, entry: EntryId, byes: Sequence[tuple[int, str]], stamp: tuple[str, str, str]
) -> tuple[Term, ...]:
    """Record the byes that an entry asks for, and return why some are not recorded."""
    given, refused = tournament.terms.scoring.requested_bye, []
    for number, share in byes:
        if share not in ("", given):
            refused.append(
                sentence(
                    "bye in round {round} not recorded: the terms give {given} for one, the file {share}",
                    round=number,
                    given=WORTH[given],
                    share=WORTH.get(share, share),
                )
            )
            continue
        try:
            tournament.take(request_bye(tournament, entry, number, ""), *stamp)
        except Declined as error:
            refused.append(sentence("bye in round {round} not recorded: {reason}", round=number, reason=error.sentence))
    return tuple(refused)


def _person(people: People, name: str, identity: str) -> Person:
    """Return how a player is recorded: by the id if the file has one."""
    if not identity:
        return people.find(name)
    return replace(people.find(identity), written=name or identity)


def _same(entries: Iterable[Entry], called: str, players: tuple[str, ...]) -> EntryId:
    """Return the number of the entry with this name and these players; empty if there is none.

    If the file names no players, the name is enough.
    """
    return next(
        (
            each.id
            for each in entries
            if each.out is None and each.name == called and (not players or each.players == players)
        ),
        "",
    )


def _describe(tournament: Tournament, entry: EntryId, given: FileEntry, stamp: tuple[str, str, str]) -> None:
    """Record the details and the categories of a new entry."""
    if any(values(given.details).values()):
        tournament.take(set_details(tournament, entry, given.details), *stamp)
    if given.categories:
        tournament.take(set_categories(tournament, entry, given.categories), *stamp)


def _seed(lines: Sequence[PlannedLine], states: Sequence[str]) -> tuple[tuple[PlannedLine, ...], dict[int, EntryId]]:
    """Return the lines, refused if a seed stands twice, and the entries by their seed in the file, in order.

    ``states``: the states of the lines whose entries get seeds.
    """
    seeds: dict[int, EntryId] = {}
    checked = []
    for each in lines:
        seed = each.line.entry.seed if each.line.entry and each.state in states else None
        if seed is not None and seed in seeds:
            checked.append(replace(each, state=REFUSED, why=sentence("the seed {seed} stands there twice", seed=seed)))
            continue
        if seed is not None:
            seeds[seed] = each.number
        checked.append(each)
    return tuple(checked), dict(sorted(seeds.items()))


def _keep_apart(
    tournament: Tournament,
    planned: PlannedLine,
    entries: Mapping[int, EntryId],
    next_round: int,
    stamp: tuple[str, str, str],
) -> PlannedLine:
    """Record that the entries of a line must not meet, if it says so. ``entries``: by their seed in the file.

    A tournament keeps entries apart in all its rounds. ``next_round``: the first that is not drawn.
    """
    apart = planned.line.apart
    if not apart or planned.state == REFUSED:
        return planned
    if any(each not in entries for each in apart):
        return replace(planned, state=LEFT_OUT, why=sentence("not all of these entries can be recorded"))
    first, last = planned.line.apart_rounds or (next_round, tournament.terms.rounds or next_round)
    if last < next_round:
        return replace(planned, state=LEFT_OUT, why=sentence("about rounds that are drawn already"))
    try:
        tournament.take(add_avoidance(tournament, [entries[each] for each in apart], "", absolute=True), *stamp)
    except Declined as error:
        return replace(planned, state=LEFT_OUT, why=error.sentence)
    if first > next_round or last < (tournament.terms.rounds or last):
        note = sentence("kept apart in all rounds, not only in rounds {first} to {last}", first=first, last=last)
        return replace(planned, why=note)
    return planned
