"""What a draw breaks that a director made or changed by hand, in sentences."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from domain.tournament.draws import knockout
from domain.tournament.draws.history import Past, couple, couples, names, spoken
from domain.tournament.state import DrawError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from domain.tournament.state import Draw, Entry, EntryId, Line
    from domain.tournament.terms import Terms


def check_draw(
    terms: Terms,
    entries: Sequence[Entry],
    drawn: Sequence[Draw],
    draw: Draw,
    lines: Sequence[Line] = (),
    lots: Sequence[EntryId] = (),
) -> list[str]:
    """What is wrong with a draw for the round after those that are drawn; empty if nothing is.

    With ``lines``, also whether those who play in a knockout are those who are still in it.
    """
    known = names(entries)
    strangers = [each for each in dict.fromkeys(_everybody(draw)) if each not in known]
    if strangers:
        return [f"There is no entry {spoken(strangers)}."]
    return [
        *_form(terms, drawn, draw, known),
        *_there(terms, entries, drawn, draw, lines, lots),
        *_past(terms, drawn, draw, lines, known),
    ]


def _everybody(draw: Draw) -> list[EntryId]:
    return [*(each for pairing in draw.pairings for each in pairing.entries), *draw.byes]


def _form(terms: Terms, drawn: Sequence[Draw], draw: Draw, known: dict[EntryId, str]) -> Iterator[str]:
    if draw.round != len(drawn) + 1:
        yield f"The next round is {len(drawn) + 1}, not {draw.round}."
    for table, count in Counter(pairing.table for pairing in draw.pairings).items():
        if count > 1:
            yield f"There are {count} encounters at table {table}."
    size, words = (2, "two players") if terms.format == "drawn-partners" else (1, "one entry")
    for pairing in draw.pairings:
        if any(len(side) != size for side in pairing.sides):
            yield f"Table {pairing.table} needs {words} on each side."
    tables = 2 if terms.two_tables else 1
    for entry, count in Counter(_everybody(draw)).items():
        if count > tables:
            yield f"{known[entry]} is drawn {count} times."


def _there(
    terms: Terms,
    entries: Sequence[Entry],
    drawn: Sequence[Draw],
    draw: Draw,
    lines: Sequence[Line],
    lots: Sequence[EntryId],
) -> Iterator[str]:
    """Who is missing, and who should not be there."""
    there = set(_everybody(draw))
    gone = [entry for entry in entries if entry.id in there and not entry.plays(draw.round)]
    for entry in gone:
        yield f"{entry.name} {'has withdrawn' if entry.since <= draw.round else f'comes in for round {entry.since}'}."
    asked = {entry.id for entry in entries if entry.plays(draw.round)}
    if terms.format == "ladder":
        return
    if terms.format == "knockout":
        try:
            asked = set(_everybody(knockout.draw(terms, entries, drawn, lines, lots)))
        except DrawError:
            return
    for entry in entries:
        if entry.id in asked - there:
            yield f"{entry.name} is missing."
        elif entry.id in there - asked and entry not in gone:
            yield f"{entry.name} is out of the knockout."


def _past(
    terms: Terms, drawn: Sequence[Draw], draw: Draw, lines: Sequence[Line], known: dict[EntryId, str]
) -> Iterator[str]:
    """Who meets again, has the same partner or boards again, or sits out again."""
    often = {"swiss": 1, "round-robin": terms.legs}.get(terms.format)
    past = Past(drawn, lines if terms.format == "swiss" else ())
    for pairing in draw.pairings:
        for two in couples(pairing):
            if often and past.met[two] >= often:
                yield f"{spoken([known[each] for each in two])} have met before, {_rounds(drawn, two)}."
        if terms.format == "drawn-partners":
            for side in pairing.sides:
                if len(side) == 2 and past.partners[couple(*side)]:
                    yield f"{spoken([known[each] for each in side])} have been partners before."
        for entry in pairing.entries if pairing.boards else ():
            before = {board for each in drawn for one in each.pairings if entry in one.entries for board in one.boards}
            again = sorted(before & set(pairing.boards))
            if again:
                boards = f"board{'s' if len(again) > 1 else ''} {spoken([str(each) for each in again])}"
                yield f"{known[entry]} has played {boards} before."
    divisor = {"swiss": 2, "drawn-partners": 4}.get(terms.format)
    if not divisor:
        return
    needed = len(_everybody(draw)) % divisor
    if len(draw.byes) > needed:
        yield f"{len(draw.byes)} sit out, where {needed or 'none'} would have to."
    fewest = min((past.idle[each] for pairing in draw.pairings for each in pairing.entries), default=0)
    for entry in draw.byes:
        if past.idle[entry] > fewest:
            yield f"{known[entry]} has had no opponent more often already than others who play."


def _rounds(drawn: Sequence[Draw], two: tuple[EntryId, EntryId]) -> str:
    found = [str(each.round) for each in drawn if any(two in couples(pairing) for pairing in each.pairings)]
    return f"in round{'s' if len(found) > 1 else ''} {spoken(found)}"
