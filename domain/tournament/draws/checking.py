"""Check a draw that a director made or changed by hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from domain.tournament.draws.history import DrawInput, Past, couple, couples, names, spoken

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
    """Return what is wrong with a draw for the next round, in sentences; empty if nothing is.

    With ``lines``, also whether those who play in a knockout are those who are still in it.
    """
    known = names(entries)
    strangers = [each for each in dict.fromkeys(draw.entries) if each not in known]
    if strangers:
        return [f"There is no entry {spoken(strangers)}."]
    return [
        *_form(terms, drawn, draw, known),
        *_attendance(DrawInput(terms, entries, drawn, lines, lots), draw),
        *_repeats(terms, drawn, draw, lines, known),
    ]


def _form(terms: Terms, drawn: Sequence[Draw], draw: Draw, known: dict[EntryId, str]) -> Iterator[str]:
    if draw.round != len(drawn) + 1:
        yield f"The next round is {len(drawn) + 1}, not {draw.round}."
    for table, count in Counter(pairing.table for pairing in draw.pairings).items():
        if count > 1:
            yield f"There are {count} encounters at table {table}."
    size = terms.rules.entries_per_side
    words = "two players" if size == 2 else "one entry"
    for pairing in draw.pairings:
        if any(len(side) != size for side in pairing.sides):
            yield f"Table {pairing.table} needs {words} on each side."
    tables = 2 if terms.two_tables else 1
    for entry, count in Counter(draw.entries).items():
        if count > tables:
            yield f"{known[entry]} is drawn {count} times."


def _attendance(before: DrawInput, draw: Draw) -> Iterator[str]:
    """Yield who is missing, and who should not be there."""
    drawn = set(draw.entries)
    gone = [entry for entry in before.entries if entry.id in drawn and not entry.plays(draw.round)]
    for entry in gone:
        yield f"{entry.name} {'has withdrawn' if entry.since <= draw.round else f'comes in for round {entry.since}'}."
    expected = before.terms.rules.expected(before)
    if expected is None:
        return
    for entry in before.entries:
        if entry.id in expected - drawn:
            yield f"{entry.name} is missing."
        elif entry.id in drawn - expected and entry not in gone:
            yield f"{entry.name} is out of the {before.terms.format}."


def _repeats(
    terms: Terms, drawn: Sequence[Draw], draw: Draw, lines: Sequence[Line], known: dict[EntryId, str]
) -> Iterator[str]:
    """Yield who meets again, has the same partner or boards again, or sits out again."""
    rules = terms.rules
    often = rules.most_meetings(terms)
    past = Past(drawn, lines if rules.rests_on_results else ())
    for pairing in draw.pairings:
        for two in couples(pairing):
            if often and past.met[two] >= often:
                yield f"{spoken([known[each] for each in two])} have met before, {_rounds(drawn, two)}."
        if rules.entries_per_side == 2:
            for side in pairing.sides:
                if len(side) == 2 and past.partners[couple(*side)]:
                    yield f"{spoken([known[each] for each in side])} have been partners before."
        for entry in pairing.entries if pairing.boards else ():
            before = {board for each in drawn for one in each.pairings if entry in one.entries for board in one.boards}
            again = sorted(before & set(pairing.boards))
            if again:
                boards = f"board{'s' if len(again) > 1 else ''} {spoken([str(each) for each in again])}"
                yield f"{known[entry]} has played {boards} before."
    if not rules.byes_in_turn:
        return
    needed = len(draw.entries) % (2 * rules.entries_per_side)
    if len(draw.byes) > needed:
        yield f"{len(draw.byes)} sit out, where {needed or 'none'} would have to."
    fewest = min((past.idle[each] for pairing in draw.pairings for each in pairing.entries), default=0)
    for entry in draw.byes:
        if past.idle[entry] > fewest:
            yield f"{known[entry]} has had no opponent more often already than others who play."


def _rounds(drawn: Sequence[Draw], two: tuple[EntryId, EntryId]) -> str:
    rounds = [str(draw.round) for draw in drawn if any(two in couples(pairing) for pairing in draw.pairings)]
    return f"in round{'s' if len(rounds) > 1 else ''} {spoken(rounds)}"
