"""Movements of pairs and boards in a duplicate: Mitchell, Howell, and teams of four.

A movement is a `Plan`: for every round and table, two places and a set of boards. It depends only on the numbers of
entries and rounds; the entries then get places. A set has as many boards as a table plays in a round: set 0 begins with
board 1. The number of a board determines its dealer (`domain.fair.packs.dealer`), so the deal rotates in any movement.

**Mitchell.** Each table has a stationary pair, which sits North and South, and a pair that moves up one table each
round; the boards move down one table. With an odd number of tables every stationary pair meets every moving pair, and
everybody plays every set. With an even number the moving pairs would come back to boards they know after half of the
rounds. So they skip a table then, which leaves room for one round less than there are tables. If all rounds are to be
played, a set rests on a relay between the two middle tables, and the first and the last table share a set (relay and
share). With an odd number of pairs one table has only one pair, and another pair sits out in each round. About one
round in eight, at the end, is played with the sides exchanged, so that all pairs can be ranked in one list.

With two winners (``winners`` of the terms) the sides are ranked apart and never exchanged.

**Howell.** One pair stays, all others move, and everybody meets everybody. The places are the numbers modulo v, where v
is one less than the number of pairs, and the stationary place. In round g the stationary place meets place g with set
g, and each pair of places x and y of a *starter* meets as x + g and y + g with set g - a. A starter has every
difference once, so every two places meet once. The *adders* a are such that all x + a and y + a form a starter too, so
every place has every set once. If all adders differ, no set is at two tables in a round (a Room square). For 4 and 6
pairs there is no such starter, and all tables share a set. `starters` describes where starters and adders come from.

The stationary pair always sits North and South; over a whole Howell every other pair sits there once less than East and
West. For any two pairs, count the sets for which they sit in the same direction, and those for which they sit in
opposite directions. The two counts differ by 1 if v is a prime of the form 4n + 3, a power of two less one, or the
product of two primes that differ by 2; by at most 3 if v is another prime or 9; and by at most 19 otherwise, up to 256
pairs.

In a shortened Howell, too, nobody meets anybody twice or plays a board twice, but nothing else is guaranteed: it needs
about as many boards as a whole Howell, a board is played at about half as many tables as there are rounds, and some
pairs sit North and South more often than others. For many pairs and few rounds a Mitchell is better.

**Teams of four.** Everybody meets everybody, all with the same set in a round; each encounter has two tables, and the
teams sit the other way round at the second.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from domain.engine.words.values import Plural, Term, sentence
from domain.fair.packs import MOST_BOARDS
from domain.tournament.draws import starters
from domain.tournament.draws.history import NothingLeft, order_entries
from domain.tournament.draws.reasons import Reason
from domain.tournament.state import Draw, DrawError, Pairing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from domain.engine.words.values import Value
    from domain.tournament.state import Entry, EntryId, Line
    from domain.tournament.terms import Terms

Place: TypeAlias = int
"""The number of a place in a movement, from 0. Each entry has one place."""

FEWEST: Final = 4
"""The smallest number of entries; with fewer, no board is played twice."""
MOST_IN_A_HOWELL: Final = starters.LARGEST + 1
SWITCHED: Final = 8
"""In a Mitchell, one round in this number is played with the sides exchanged."""


@dataclass(frozen=True, slots=True)
class Seated:
    """One table of a round of a plan: its two places and its set of boards."""

    first: Place
    """The place that sits North and South."""
    second: Place
    board_set: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole movement, by round and table. ``places``: all places, including vacant ones."""

    rounds: tuple[tuple[Seated, ...], ...]
    places: tuple[Place, ...]
    """The places in the order in which entries get them; places that remain are vacant."""
    missing: Reason
    """The reason to sit out for an entry whose opponent's place is vacant."""

    @property
    def sets(self) -> int:
        """Return the number of sets of boards needed."""
        return 1 + max(seated.board_set for tables in self.rounds for seated in tables)


@lru_cache(maxsize=16)
def mitchell(pairs: int, rounds: int, *, switch: bool = True) -> Plan:
    """Return a Mitchell of ``pairs`` pairs, with as many rounds as it has room for, at most ``rounds``.

    ``switch``: False if the sides are never exchanged, since they are ranked apart.
    """
    tables = (pairs + 1) // 2
    even = tables % 2 == 0
    relay = even and rounds >= tables
    last = min(rounds, tables)
    switched = range(last - (last + SWITCHED // 2) // SWITCHED, last) if switch else range(0)
    made = []
    for n in range(last):
        skipped = even and not relay and n >= tables // 2
        seats = []
        for table in range(tables):
            stays, moves = table, tables + (table - n - skipped) % tables
            shelf = table + 1 if relay and table >= tables // 2 else table
            seated = Seated(stays, moves, (shelf + n) % tables)
            seats.append(replace(seated, first=moves, second=stays) if n in switched else seated)
        made.append(tuple(seats))
    # Entries come by strength: the first on one side, the second and third on the other, and so on, so that both sides
    # are about equally strong.
    places = tuple(
        place for table in range(tables) for place in (table, tables + table)[:: 1 if table % 2 == 0 else -1]
    )
    return Plan(tuple(made), places, Reason.HALF_TABLE)


@lru_cache(maxsize=16)
def howell(pairs: int, rounds: int) -> Plan:
    """Return a Howell of 4 to 256 pairs, with at most ``rounds`` rounds. Raises `DrawError` for more pairs.

    With an odd number of pairs the stationary place is vacant, and everybody sits out once in a whole Howell.
    """
    if pairs > MOST_IN_A_HOWELL:
        raise DrawError(
            "a Howell is for up to {most} pairs, and there are {count}: a Mitchell takes them all",
            most=MOST_IN_A_HOWELL,
            count=pairs,
        )
    moving = pairs - 1 + pairs % 2
    tables = starters.starter(moving)
    made = tuple(
        (
            Seated(moving, n, n),
            *(Seated((x + n) % moving, (y + n) % moving, (n - adder) % moving) for x, y, adder in tables),
        )
        for n in range(min(rounds, moving))
    )
    return Plan(made, (*range(moving), moving), Reason.ODD_PAIRS)


@lru_cache(maxsize=16)
def teams(entries: int, rounds: int) -> Plan:
    """Return the movement of teams of four: everybody meets everybody at two tables, the second with seats changed."""
    moving = entries - 1 + entries % 2
    made = []
    for n in range(min(rounds, moving)):
        seats = []
        met = [(moving, n), *(((n + x) % moving, (n - x) % moving) for x in range(1, moving // 2 + 1))]
        for one, other in met:
            seats += [Seated(one, other, n), Seated(other, one, n)]
        made.append(tuple(seats))
    return Plan(tuple(made), (*range(moving), moving), Reason.ODD_TEAMS)


def plan_of(terms: Terms, entries: Sequence[Entry]) -> Plan:
    """Return the movement for the entries that play the first round. Raises `DrawError` if there is none."""
    begin = _begin(entries)
    if begin < FEWEST:
        raise DrawError(
            "a duplicate needs {fewest} entries, so that every board is played twice; {count} begin",
            fewest=FEWEST,
            count=begin,
        )
    rounds = terms.rounds or begin
    if terms.two_tables:
        plan = teams(begin, rounds)
    elif terms.movement == "howell":
        plan = howell(begin, rounds)
    else:
        plan = mitchell(begin, rounds, switch=terms.winners == 1)
    if _times(plan, begin) < 2:
        raise DrawError("in so few rounds no board is played twice, so there is nothing to compare")
    return plan


def boards_needed(terms: Terms, entries: Sequence[Entry]) -> range:
    """Return the numbers of the boards to prepare for all rounds."""
    sets = 1 + max(each for sets in terms.rules.round_sets(terms, entries) for each in sets)
    return range(1, sets * terms.boards + 1)


def boards_to_come(terms: Terms, entries: Sequence[Entry], drawn: int) -> set[int]:
    """Return the boards of the rounds after the ``drawn`` first ones. Raises `DrawError` if there is no movement."""
    sets = terms.rules.round_sets(terms, entries)[drawn:]
    return {board for each in sets for number in each for board in boards_of_set(terms, number)}


def boards_of_set(terms: Terms, board_set: int) -> range:
    """Return the numbers of the boards of a set."""
    return range(board_set * terms.boards + 1, (board_set + 1) * terms.boards + 1)


def direction_of(entry: EntryId, draws: Iterable[Draw]) -> str:
    """Return ``NS`` or ``EW``, where an entry sat more often, or first if equally often; empty if it has not sat."""
    sat = Counter(
        ("NS", "EW")[side] for draw in draws for each in draw.pairings for side in (0, 1) if entry in each.sides[side]
    )
    return sat.most_common(1)[0][0] if sat else ""


def times_played(terms: Terms, entries: Sequence[Entry]) -> int:
    """Return the number of tables that play a board if no entry leaves; the most, if boards differ (see `boards`)."""
    return _times(terms.rules.plan(terms, entries), len(entries))


def draw_duplicate(
    terms: Terms,
    entries: Sequence[Entry],
    drawn: Sequence[Draw],
    lines: Iterable[Line] = (),
    lots: Sequence[EntryId] = (),
) -> Draw:
    """Return the next round of a duplicate. It depends only on the movement, not on results.

    The entries of the first round get places by seed, then by lot, then by number, or by the director's own draw of
    that round. An entry that withdraws leaves its place vacant. A late entry takes the first vacant place; if there is
    none, a late pair takes, in each round, the seats of a pair that has sat out least. Raises `NothingLeft` when the
    last round is drawn, and `DrawError` if there is no movement.
    """
    plan = plan_of(terms, entries)
    number = len(drawn) + 1
    if number == 1 and (boards := plan.sets * terms.boards) > MOST_BOARDS:
        raise DrawError(
            "this needs {count} boards, and they are numbered up to {most}: fewer boards a round fit",
            count=boards,
            most=MOST_BOARDS,
        )
    if number > len(plan.rounds):
        count = len(plan.rounds)
        rounds = Plural("{count} round", "{count} rounds").of(count, count=count)
        raise NothingLeft("the tournament is over: this movement has {rounds}", rounds=rounds)
    places = _place_entries(plan, entries, drawn, lots)
    who = {place: entry for entry, place in places.items()}
    tables = [_Table([who.get(each.first), who.get(each.second)], each.board_set) for each in plan.rounds[number - 1]]
    byes: dict[EntryId, str] = {}
    for entry in order_entries(entries, lots):
        if entry.plays(number) and entry.id not in places:
            byes |= _let_in(entry.id, tables, drawn, terms)
    never_taken = set(plan.places[_begin(entries) :])
    movement = Reason.TEAMS if terms.side == 4 else Reason[terms.movement.upper()]
    values: dict[str, Value] = {"round": number, "movement": Term(movement), "count": len(plan.rounds)}
    pairings = []
    for n, (table, planned) in enumerate(zip(tables, plan.rounds[number - 1], strict=True), 1):
        first, second = table.seats
        if first and second:
            why = str(Term(table.reason, {**values, **table.values}))
            pairings.append(Pairing(n, ((first,), (second,)), why, table.boards(terms)))
        elif present := first or second:
            gone = not {planned.first, planned.second} & never_taken
            byes[present] = str(Term(Reason.OPPONENTS_GONE if gone else plan.missing))
    return Draw(number, tuple(pairings), byes)


@dataclass(slots=True)
class _Table:
    """A table of the round that is being drawn."""

    seats: list[EntryId | None]
    board_set: int
    reason: Reason = Reason.MOVEMENT
    values: dict[str, Value] = field(default_factory=dict)
    """The values of the reason, in addition to those that all tables of the round have."""

    def boards(self, terms: Terms) -> tuple[int, ...]:
        return tuple(boards_of_set(terms, self.board_set))


def _let_in(late: EntryId, tables: list[_Table], drawn: Sequence[Draw], terms: Terms) -> dict[EntryId, str]:
    """Give a late pair a vacant side, else the seats of another pair; the boards and opponents must be new to it.

    The pair that makes room has sat out least of all, and no more often than the late pair. Returns the reason of the
    entry that sits out, by its id; empty if a side was vacant.
    """
    met, played = _history(late, drawn)
    out = Counter(entry for draw in drawn for entry in draw.byes)
    places = [
        (out[seated] if seated else -1, n, side)
        for n, table in enumerate(tables)
        for side, seated in enumerate(table.seats)
        if (other := table.seats[1 - side]) and other not in met and not played & set(table.boards(terms))
        if not seated or out[seated] <= out[late]
    ]
    if not places or terms.side == 4:
        return {late: str(Term(Reason.NO_PLACE))}
    _, n, side = min(places)
    gone = tables[n].seats[side]
    tables[n].seats[side] = late
    if gone is None:
        tables[n].reason, tables[n].values = Reason.MOVEMENT_LATE, {"name": late}
        return {}
    tables[n].reason, tables[n].values = Reason.MOVEMENT_PLACE, {"name": late, "other": gone}
    return {gone: str(sentence(Reason.MAKES_ROOM, name=late))}


def _history(entry: EntryId, drawn: Iterable[Draw]) -> tuple[set[EntryId], set[int]]:
    """Return the entries that ``entry`` has met, and the boards that it has played."""
    own = [pairing for draw in drawn for pairing in draw.pairings if entry in pairing.entries]
    return {each for pairing in own for each in pairing.entries} - {entry}, {
        n for pairing in own for n in pairing.boards
    }


def _begin(entries: Iterable[Entry]) -> int:
    """Return the number of entries that play the first round."""
    return sum(entry.plays(1) for entry in entries)


def _times(plan: Plan, begin: int) -> int:
    """Return how often the most played set is played if ``begin`` entries begin."""
    taken = set(plan.places[:begin])
    tables = (each for tables in plan.rounds for each in tables)
    return max(Counter(each.board_set for each in tables if {each.first, each.second} <= taken).values())


def _place_entries(
    plan: Plan, entries: Sequence[Entry], drawn: Sequence[Draw], lots: Sequence[EntryId]
) -> dict[EntryId, Place]:
    """Return the place of each entry in the next round. Entries that come or go later move nobody.

    The draw of the first round, also a director's own, gives the first places.
    """
    order = order_entries(entries, lots)
    at: dict[EntryId, Place] = {}
    planned = dict(enumerate(plan.rounds[0], 1))
    for pairing in drawn[0].pairings if drawn else ():
        if seated := planned.pop(pairing.table, None):
            at |= {pairing.sides[0][0]: seated.first, pairing.sides[1][0]: seated.second}
    for n in range(1, len(drawn) + 2):
        at = {entry.id: at[entry.id] for entry in order if entry.plays(n) and entry.id in at}
        taken = set(at.values())
        vacant = [place for place in plan.places if place not in taken]
        new = [entry.id for entry in order if entry.plays(n) and max(entry.since, 1) == n and entry.id not in at]
        at |= zip(new, vacant, strict=False)
    return at
