"""Round robin: everybody meets everybody, by Berger's tables.

Entries get their places in the order of the list, or by the draw of the first round. If their number is odd, the last
place of the table is empty, and the entry that would meet it sits out. If everybody meets everybody twice, the sides
are reversed the second time.

An entry that withdraws leaves its place empty: those that would have met it sit out. A late entry takes an empty place
from its first round on, and meets only the entries that this place has still to meet. If no place is empty, the late
entry cannot play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.words.values import sentence
from domain.tournament.draws.history import NothingLeft, order_entries
from domain.tournament.draws.reasons import Reason
from domain.tournament.formats.base import Format
from domain.tournament.state import Draw, DrawError, Pairing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.engine.words.values import Term
    from domain.tournament.draws.history import DrawInput
    from domain.tournament.state import Entry, EntryId
    from domain.tournament.terms import Terms


def berger(places: int, round_: int) -> list[tuple[int, int]]:
    """Return the couples of a round of Berger's table, North first as published; an even number of places, from 1.

    The last place meets each other place in turn, and sits North every second time. The numbers at every other table
    have the same sum modulo ``places - 1``.
    """
    turn = places - 1
    leg, round_ = divmod(round_ - 1, turn)
    meets = round_ * (places // 2) % turn
    pairs = [(meets + 1, places) if round_ % 2 == 0 else (places, meets + 1)]
    for step in range(1, places // 2):
        pairs.append(((meets + step) % turn + 1, (meets - step) % turn + 1))
    return [(south, north) for north, south in pairs] if leg % 2 else pairs


class RoundRobin(Format):
    """A round robin by Berger's tables, once or twice round."""

    key = "round-robin"
    name = "Round robin"
    about = "Every entry meets every other entry."
    own_terms = frozenset({"encounter", "legs"})
    fixed_pairings = True
    picture = "cross-table"
    report_type = "Round-Robin"

    def draw(self, before: DrawInput) -> Draw:
        """Return the next round of the table.

        Raises `NothingLeft` after the last round, and `DrawError` for fewer than two entries.
        """
        number = before.round
        holders, _ = _numbers(before.entries, before.drawn, before.lots)
        places = len(holders)
        if places < 2:
            raise DrawError("A round robin needs at least two entries.")
        if number > before.terms.legs * (places - 1):
            raise NothingLeft("All {rounds} rounds of the table are drawn.", rounds=len(before.drawn))
        if sum(entry.plays(number) for entry in before.entries) < 2:
            raise DrawError("A round needs at least two entries that still play.")
        pairings: list[Pairing] = []
        byes: dict[EntryId, str] = {}
        seated = before.past().reason(Reason.BERGER)
        for two in berger(places, number):
            sides = [_holder(holders[place - 1], number) for place in two]
            north, south = sides
            if north and south:
                why = sentence(seated, round=number, count=places, place=two[0], other_place=two[1])
                pairings.append(Pairing(table=len(pairings) + 1, sides=((north.id,), (south.id,)), why=str(why)))
                continue
            for one, place in ((north, two[1]), (south, two[0])):
                if one:
                    byes[one.id] = _bye_reason(one, holders[place - 1])
        return Draw(round=number, pairings=tuple(pairings), byes=byes)

    def last_round(self, terms: Terms, entries: Sequence[Entry]) -> int:
        """Return the number of rounds of the table."""
        return terms.legs * (_places(len(_first(entries))) - 1)

    def why_closed(self, entries: Sequence[Entry], drawn: Sequence[Draw], lots: Sequence[EntryId] = ()) -> Term | None:
        """Return a sentence about the first late entry without an empty place. Returns None if there is none."""
        _, over = _numbers(entries, drawn, lots)
        if not over:
            return None
        late = over[0]
        return sentence(
            "{name} comes in for round {round}, but no place of the table is empty then.",
            name=late.name,
            round=late.since,
        )

    def most_meetings(self, terms: Terms) -> int:
        """Return the number of times that the table is played."""
        return terms.legs


def _bye_reason(one: Entry, place: Sequence[Entry]) -> str:
    if not place:
        return str(sentence(Reason.ODD_IN_TABLE, name=one.name))
    other = place[-1]
    reason = Reason.LATER_IN_TABLE if other.out is None else Reason.WITHDRAWN_IN_TABLE
    return str(sentence(reason, name=one.name, other=other.name))


def _places(count: int) -> int:
    return count + count % 2


def _first(entries: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.plays(1)]


def _holder(place: Sequence[Entry], round_: int) -> Entry | None:
    return next((entry for entry in place if entry.plays(round_)), None)


def _numbers(
    entries: Sequence[Entry], drawn: Sequence[Draw], lots: Sequence[EntryId]
) -> tuple[list[list[Entry]], list[Entry]]:
    """Return the successive holders of each place of the table, and the late entries without a place."""
    order = order_entries(entries, lots)
    holders: list[list[Entry]]
    if drawn:
        known = {entry.id: entry for entry in entries}
        byes = [[known[each]] for each in drawn[0].byes]
        tables = [[known[pairing.sides[side][0]] for pairing in drawn[0].pairings] for side in (0, 1)]
        holders = [
            *byes,
            *([each] for each in tables[0]),
            *([each] for each in reversed(tables[1])),
            *([] for _ in byes),
        ]
        there = {entry.id for place in holders for entry in place}
    else:
        first = _first(order)
        holders = [*([each] for each in first), *([] for _ in range(len(first) % 2))]
        there = {entry.id for entry in first}
    over: list[Entry] = []
    for late in sorted((each for each in order if each.id not in there), key=lambda each: each.since):
        if late.out is not None and late.out <= late.since:
            continue
        empty = [place for place in holders if not place or not place[-1].plays(late.since)]
        if empty:
            min(empty, key=len).append(late)
        else:
            over.append(late)
    return holders, over
