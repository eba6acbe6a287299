"""Checks of a draw that a director made or changed by hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from domain.engine.words.values import Names, sentence
from domain.tournament.draws.history import DrawInput, Past, couple, couples, couples_at, kept_apart, names
from domain.tournament.draws.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from domain.engine.words.values import Term
    from domain.tournament.state import Avoidance, Draw, Entry, EntryId, Line
    from domain.tournament.terms import Terms


def check_draw(
    terms: Terms,
    entries: Sequence[Entry],
    drawn: Sequence[Draw],
    draw: Draw,
    lines: Sequence[Line] = (),
    lots: Sequence[EntryId] = (),
    avoidances: Sequence[Avoidance] = (),
) -> list[str]:
    """Return the faults of a draw for the next round, one sentence each; an empty list if there are none.

    With ``lines``, a knockout is also checked for entries that are already out and entries that are missing.
    """
    known = names(entries)
    strangers = [each for each in dict.fromkeys(draw.entries) if each not in known]
    if strangers:
        return [str(sentence(Reason.NO_ENTRY, names=Names(tuple(strangers))))]
    broken = [
        *_form(terms, drawn, draw, known),
        *_attendance(DrawInput(terms, entries, drawn, lines, lots), draw),
        *_repeats(terms, drawn, draw, lines, known),
        *_meetings_to_avoid(terms, draw, avoidances, known),
    ]
    return list(dict.fromkeys(map(str, broken)))


def _form(terms: Terms, drawn: Sequence[Draw], draw: Draw, known: dict[EntryId, str]) -> Iterator[Term]:
    if draw.round != len(drawn) + 1:
        yield sentence(Reason.NEXT_ROUND, next=len(drawn) + 1, round=draw.round)
    for table, count in Counter(pairing.table for pairing in draw.pairings).items():
        if count > 1:
            yield sentence(Reason.ENCOUNTERS_AT_TABLE, count=count, table=table)
    size = terms.rules.entries_per_side
    for pairing in draw.pairings:
        if any(len(side) != size for side in pairing.sides):
            yield sentence(Reason.TWO_A_SIDE if size == 2 else Reason.ONE_A_SIDE, table=pairing.table)
    tables = 2 if terms.two_tables else 1
    for entry, count in Counter(draw.entries).items():
        if count > tables:
            yield sentence(Reason.DRAWN_TIMES, name=known[entry], count=count)


def _attendance(before: DrawInput, draw: Draw) -> Iterator[Term]:
    """Yield a sentence for each entry that is missing and for each that must not play."""
    drawn = set(draw.entries)
    gone = [entry for entry in before.entries if entry.id in drawn and not entry.plays(draw.round)]
    for entry in gone:
        if entry.since <= draw.round:
            yield sentence(Reason.WITHDRAWN, name=entry.name)
        else:
            yield sentence(Reason.COMES_LATER, name=entry.name, round=entry.since)
    expected = before.terms.rules.expected_entries(before)
    if expected is None:
        return
    for entry in before.entries:
        if entry.id in expected - drawn:
            yield sentence(Reason.MISSING, name=entry.name)
        elif entry.id in drawn and entry not in gone and draw.round in entry.requested:
            yield sentence(Reason.ASKED_OUT, name=entry.name)
        elif entry.id in drawn - expected and entry not in gone:
            yield sentence(Reason.OUT, name=entry.name, format=before.terms.rules.name.lower())


def _repeats(
    terms: Terms, drawn: Sequence[Draw], draw: Draw, lines: Sequence[Line], known: dict[EntryId, str]
) -> Iterator[Term]:
    """Yield a sentence for each repeated meeting, partnership or board, and for byes that are not due."""
    rules = terms.rules
    often = rules.most_meetings(terms)
    full = terms.scoring.requested_bye == "full"
    past = Past(drawn, lines if rules.rests_on_results else (), full_requests=full)
    for pairing in draw.pairings:
        for one, other in couples(pairing):
            if often and past.met[one, other] >= often:
                yield _met_before(drawn, (one, other), known)
        if rules.entries_per_side == 2:
            for side in pairing.sides:
                if len(side) == 2 and past.partners[couple(*side)]:
                    yield sentence(Reason.PARTNERS_AGAIN, one=known[side[0]], other=known[side[1]])
        for entry in pairing.entries if pairing.boards else ():
            before = {board for each in drawn for one in each.pairings if entry in one.entries for board in one.boards}
            again = sorted(before & set(pairing.boards))
            if len(again) == 1:
                yield sentence(Reason.BOARD_BEFORE, name=known[entry], board=again[0])
            elif again:
                yield sentence(Reason.BOARDS_BEFORE, name=known[entry], boards=Names(tuple(again)))
    if not rules.byes_in_turn:
        return
    needed = len(draw.entries) % (2 * rules.entries_per_side)
    if len(draw.byes) > needed:
        reason = Reason.TOO_MANY_OUT if needed else Reason.NOBODY_OUT
        yield sentence(reason, count=len(draw.byes), needed=needed)
    fewest = min((past.idle[each] for pairing in draw.pairings for each in pairing.entries), default=0)
    for entry in draw.byes:
        if past.idle[entry] > fewest:
            yield sentence(Reason.OUT_AGAIN, name=known[entry])


def _meetings_to_avoid(
    terms: Terms, draw: Draw, avoidances: Sequence[Avoidance], known: dict[EntryId, str]
) -> Iterator[Term]:
    """Yield a sentence for each couple at a table that the draw should keep apart."""
    apart = kept_apart(avoidances) if terms.rules.keeps_apart else {}
    for pairing in draw.pairings:
        for one, other in couples_at(pairing):
            if (one, other) in apart:
                reason = Reason.MUST_NOT_MEET if apart[one, other] else Reason.SHOULD_NOT_MEET
                yield sentence(reason, one=known[one], other=known[other])


def _met_before(drawn: Sequence[Draw], two: tuple[EntryId, EntryId], known: dict[EntryId, str]) -> Term:
    rounds = [draw.round for draw in drawn if any(two in couples(pairing) for pairing in draw.pairings)]
    one, other = (known[each] for each in two)
    if len(rounds) == 1:
        return sentence(Reason.MET_BEFORE, one=one, other=other, round=rounds[0])
    return sentence(Reason.MET_OFTEN, one=one, other=other, rounds=Names(tuple(rounds)))
