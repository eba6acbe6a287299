"""Ladder: who challenges one above and wins takes its place, and those between go down by one.

A round is made of the challenges that were brought in since the last one. Nobody is drawn, and nobody is owed an
opponent. The ladder begins as the list stands; who comes late begins at its foot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.tournament.draws.history import Past, listed, names, seats
from domain.tournament.state import Draw, DrawError, Pairing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.tournament.state import Entry, EntryId, Line
    from domain.tournament.terms import Terms


def ladder(
    entries: Sequence[Entry], drawn: Sequence[Draw], lines: Sequence[Line], lots: Sequence[EntryId] = ()
) -> tuple[EntryId, ...]:
    """The ladder from the top, as it stands for the next round: what has no result yet has not changed it."""
    outcomes = {(line.round, line.entry): line.outcome for line in lines}
    waiting = listed(entries, lots)
    order: list[EntryId] = []
    for draw in (*drawn, None):
        round_ = draw.round if draw else len(drawn) + 1
        order += [entry.id for entry in waiting if entry.since <= round_]
        waiting = [entry for entry in waiting if entry.since > round_]
        for pairing in draw.pairings if draw else ():
            (one,), (other,) = pairing.sides
            above, below = sorted((one, other), key=order.index)
            if outcomes.get((round_, below), 0) > outcomes.get((round_, above), 0):
                order.remove(below)
                order.insert(order.index(above), below)
    there = {entry.id for entry in entries if entry.plays(len(drawn) + 1)}
    return tuple(entry for entry in order if entry in there)


def draw(
    terms: Terms,
    entries: Sequence[Entry],
    drawn: Sequence[Draw],
    lines: Sequence[Line],
    lots: Sequence[EntryId],
    challenges: Sequence[tuple[EntryId, EntryId]],
) -> Draw:
    """A round of challenges, each told as who challenges and who is challenged."""
    number = len(drawn) + 1
    if not challenges:
        raise DrawError("A round of a ladder is made of challenges; say who challenges whom.")
    called = names(entries)
    order = ladder(entries, drawn, lines, lots)
    open_ = _open(drawn, lines)
    past = Past(drawn)
    busy: set[EntryId] = set()
    pairings: list[Pairing] = []
    for challenger, challenged in challenges:
        for each in (challenger, challenged):
            if each not in called:
                raise DrawError(f"There is no entry {each!r}.")
            if each not in order:
                raise DrawError(f"{called[each]} is not on the ladder in round {number}.")
            if each in busy:
                raise DrawError(f"{called[each]} is in two challenges of round {number}.")
            if each in open_:
                raise DrawError(f"{called[each]} has an encounter of round {open_[each]} that has no result yet.")
            busy.add(each)
        low, high = order.index(challenger) + 1, order.index(challenged) + 1
        who = f"{called[challenger]}, in place {low}, cannot challenge {called[challenged]}, in place {high}"
        if low < high:
            raise DrawError(f"{who}: one challenges somebody above.")
        if low - high > terms.reach:
            best = called[order[low - 1 - terms.reach]]
            raise DrawError(f"{who}: up to {terms.reach} places above may be challenged, here up to {best}.")
        sides, seated = seats(challenged, challenger, past, called.__getitem__, odd=True)
        why = f"{called[challenger]}, in place {low}, challenges {called[challenged]}, in place {high}; {seated}"
        pairings.append(Pairing(len(pairings) + 1, ((sides[0],), (sides[1],)), why))
    return Draw(round=number, pairings=tuple(pairings))


def _open(drawn: Sequence[Draw], lines: Sequence[Line]) -> dict[EntryId, int]:
    """Who is in an encounter without a result, and of which round."""
    told = {(line.round, line.entry) for line in lines}
    return {
        entry: each.round
        for each in drawn
        for pairing in each.pairings
        for entry in pairing.entries
        if (each.round, entry) not in told
    }
