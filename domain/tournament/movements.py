"""Movements of pairs and boards in a duplicate: Mitchell, Howell, and teams of four.

A movement is a `Plan`: for every round, which two places sit down at which table with which set of boards. It is made
from the number of entries alone; the entries are then given places. A set is as many boards as a table plays in a
round: set 0 begins with board 1. Who deals a board is told by its number (`domain.fair.packs.dealer`), so the deal goes
round whatever the movement.

**Mitchell.** Each table has a pair that stays, North and South, and one that moves up a table each round; the boards
move down one. With an odd number of tables everybody on one side meets everybody on the other and plays every set.
With an even number the moving pairs would come back to boards they know after half of the rounds. So they skip a
table there, which leaves room for one round less than there are tables; if all rounds are to be played, a set rests on
a relay between the two middle tables and the first and the last table share theirs (relay and share). With an odd
number of pairs one table is a half one, where another pair sits out in each round. About one round in eight, at the
end, both pairs sit the other way round, so that all can be ranked in one list.

**Howell.** One pair stays, all others move, and everybody meets everybody. Places are the numbers modulo v, one less
than there are pairs, and one that stays. In round g the one that stays meets place g with set g, and each two places x
and y of a *starter* meet as x + g and y + g with set g - a. A starter holds every difference once, so every two places
meet once; the *adders* a are such that all x + a and y + a are a starter too, so every place has every set once. Where
all adders differ no set is at two tables in a round (a Room square); for 4 and 6 pairs there is none, and all tables
share a set. Where starters and adders come from, `starters` tells.

The pair that stays sits North and South throughout; over a whole Howell every other sits there once less than East and
West. How often any two pairs hold the same cards and how often each other's differs by 1 where v is a prime of the kind
4n + 3, a power of two less one, or the product of two primes that differ by 2; by at most 3 where v is another prime or
9; and by at most 19 otherwise, up to 256 pairs.

In a Howell that is cut short nobody meets anybody or plays a board twice either, but no more is sure: it needs about as
many boards as a whole one, a board is played at about half as many tables as there are rounds, and some pairs sit North
and South more often than others. For many pairs and few rounds a Mitchell is better.

**Teams of four.** Everybody meets everybody, all with the same set in a round; each encounter has two tables, where
the teams sit the other way round.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from domain.engine.values import Term, sentence
from domain.fair.packs import MOST_BOARDS
from domain.tournament import starters
from domain.tournament.draws.history import NothingLeft, listed
from domain.tournament.draws.reasons import Reason
from domain.tournament.state import Draw, DrawError, Pairing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from domain.engine.values import Value
    from domain.tournament.state import Entry, EntryId, Line
    from domain.tournament.terms import Terms

Place: TypeAlias = int
"""The number of a pair in a movement, from 0."""

FEWEST: Final = 4
"""Entries; with fewer no board is played twice."""
MOST_IN_A_HOWELL: Final = starters.LARGEST + 1
SWITCHED: Final = 8
"""In a Mitchell one round in so many is played with both pairs the other way round."""


@dataclass(frozen=True, slots=True)
class Seated:
    """One table of a round of a plan."""

    first: Place
    """Sits North and South."""
    second: Place
    board_set: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole movement: by round and table. ``places`` are all that there are, the vacant ones too."""

    rounds: tuple[tuple[Seated, ...], ...]
    places: tuple[Place, ...]
    """In the order in which entries are given them; those that are left over are vacant."""
    missing: Reason
    """Why somebody whose opponent's place is vacant sits out."""

    @property
    def sets(self) -> int:
        """Return how many sets of boards are needed."""
        return 1 + max(seated.board_set for tables in self.rounds for seated in tables)


@lru_cache(maxsize=16)
def mitchell(pairs: int, rounds: int) -> Plan:
    """Return a Mitchell of ``pairs`` pairs, with as many rounds as it has room for, at most ``rounds``."""
    tables = (pairs + 1) // 2
    even = tables % 2 == 0
    relay = even and rounds >= tables
    last = min(rounds, tables)
    switched = range(last - (last + SWITCHED // 2) // SWITCHED, last)
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
    # By strength: first, then second and third on the other side, and so on, so that both lines are about as strong.
    places = tuple(
        place for table in range(tables) for place in (table, tables + table)[:: 1 if table % 2 == 0 else -1]
    )
    return Plan(tuple(made), places, Reason.HALF_TABLE)


@lru_cache(maxsize=16)
def howell(pairs: int, rounds: int) -> Plan:
    """Return a Howell of 4 to 256 pairs, with at most ``rounds`` rounds. Raises `DrawError` for more pairs.

    With an odd number the place of the pair that stays is vacant, and everybody sits out once.
    """
    if pairs > MOST_IN_A_HOWELL:
        raise DrawError(
            f"a Howell is for up to {MOST_IN_A_HOWELL} pairs, and there are {pairs}: a Mitchell takes them all"
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
    """Return the movement of these terms for those who begin. Raises `DrawError` if there is none."""
    begin = _begin(entries)
    if begin < FEWEST:
        raise DrawError(f"a duplicate needs {FEWEST} entries, so that every board is played twice; {begin} begin")
    make = teams if terms.two_tables else {"mitchell": mitchell, "howell": howell}[terms.movement]
    plan = make(begin, terms.rounds or begin)
    if _times(plan, begin) < 2:
        raise DrawError("in so few rounds no board is played twice, so there is nothing to compare")
    return plan


def boards_needed(terms: Terms, entries: Sequence[Entry]) -> range:
    """Return the numbers of the boards to prepare for all rounds."""
    return range(1, terms.rules.plan(terms, entries).sets * terms.boards + 1)


def boards_to_come(terms: Terms, entries: Sequence[Entry], drawn: int) -> set[int]:
    """Return the boards of the rounds after so many that are drawn. Raises `DrawError` if there is no movement."""
    sets = {seated.board_set for tables in terms.rules.plan(terms, entries).rounds[drawn:] for seated in tables}
    return {board for each in sets for board in boards_of_set(terms, each)}


def boards_of_set(terms: Terms, board_set: int) -> range:
    """Return the numbers of the boards of a set."""
    return range(board_set * terms.boards + 1, (board_set + 1) * terms.boards + 1)


def times_played(terms: Terms, entries: Sequence[Entry]) -> int:
    """Return at how many tables a board is played if nobody leaves; the most where they differ (see `boards`)."""
    return _times(terms.rules.plan(terms, entries), len(entries))


def draw_duplicate(
    terms: Terms,
    entries: Sequence[Entry],
    drawn: Sequence[Draw],
    lines: Iterable[Line] = (),
    lots: Sequence[EntryId] = (),
) -> Draw:
    """Return the next round of a duplicate. It follows from the movement alone, without results.

    Who begins is given places by seed, then by lot, then by number; a director's own first round is gone on from. Who
    has withdrawn leaves a vacant place. A late entry takes the first vacant one; if there is none, a pair takes in each
    round the seats of another that has sat out least. Raises `NothingLeft` when the last round is drawn, and
    `DrawError` where there is no movement.
    """
    plan = plan_of(terms, entries)
    number = len(drawn) + 1
    if number == 1 and (boards := plan.sets * terms.boards) > MOST_BOARDS:
        raise DrawError(
            f"this needs {boards} boards, and they are numbered up to {MOST_BOARDS}: fewer boards a round fit"
        )
    if number > len(plan.rounds):
        rounds = "1 round" if len(plan.rounds) == 1 else f"{len(plan.rounds)} rounds"
        raise NothingLeft(f"the tournament is over: this movement has {rounds}")
    places = _placed(plan, entries, drawn, lots)
    who = {place: entry for entry, place in places.items()}
    tables = [_Table([who.get(each.first), who.get(each.second)], each.board_set) for each in plan.rounds[number - 1]]
    byes: dict[EntryId, str] = {}
    for entry in listed(entries, lots):
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
    """A table of a round as it is filled."""

    seats: list[EntryId | None]
    board_set: int
    reason: Reason = Reason.MOVEMENT
    values: dict[str, Value] = field(default_factory=dict)
    """Those of the reason that this table has beside those of its round."""

    def boards(self, terms: Terms) -> tuple[int, ...]:
        return tuple(boards_of_set(terms, self.board_set))


def _let_in(late: EntryId, tables: list[_Table], drawn: Sequence[Draw], terms: Terms) -> dict[EntryId, str]:
    """Give a late pair a vacant side, else somebody's seats, where it knows neither the boards nor the opponents.

    Whoever makes room has sat out no more often than the late pair, and least of all. Returns who sits out, and why.
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
    """Return the entries that an entry has met, and the boards that it has played."""
    own = [pairing for draw in drawn for pairing in draw.pairings if entry in pairing.entries]
    return {each for pairing in own for each in pairing.entries} - {entry}, {
        n for pairing in own for n in pairing.boards
    }


def _begin(entries: Iterable[Entry]) -> int:
    """Return how many entries play the first round."""
    return sum(entry.plays(1) for entry in entries)


def _times(plan: Plan, begin: int) -> int:
    """Return how often the set that is played most is played, with so many entries at the start."""
    taken = set(plan.places[:begin])
    tables = (each for tables in plan.rounds for each in tables)
    return max(Counter(each.board_set for each in tables if {each.first, each.second} <= taken).values())


def _placed(
    plan: Plan, entries: Sequence[Entry], drawn: Sequence[Draw], lots: Sequence[EntryId]
) -> dict[EntryId, Place]:
    """Return the place of each entry in the next round. Nobody is moved by entries that come or go later.

    The first round tells where each began, whoever drew it.
    """
    order = listed(entries, lots)
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
