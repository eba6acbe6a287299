"""Record the rounds of a report file in a tournament: draws by hand, results, forfeits, withdrawals and rulings.

Everything becomes the events that a director would have recorded round by round. Nothing is invented: a result of which
the file says only who won is recorded as one deal to none, and only if nothing else counts in the standings.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from domain.engine.words.values import Listing, Term, sentence
from domain.kernel.errors import Declined
from domain.tournament.draws.reasons import Reason
from domain.tournament.entries.decisions import withdraw_entry
from domain.tournament.facts.results import ResultCorrected
from domain.tournament.files.report.report import PAIRING_BYE, SHARE_BYES, UNKNOWN, ZERO_BYE
from domain.tournament.lifecycle import change_terms
from domain.tournament.results.decisions import enter_result
from domain.tournament.results.result import RULING
from domain.tournament.results.sheet import Count, Sheet, Total, by_points, total
from domain.tournament.rounds import decisions as rounds
from domain.tournament.rounds.drawing import set_tables
from domain.tournament.rounds.wishes import add_avoidance
from domain.tournament.rulings.adjustments import adjust, adjustment_number, set_starting_score
from domain.tournament.rulings.decisions import rule_forfeit
from domain.tournament.standings.places import standings
from domain.tournament.standings.scores import amount
from domain.tournament.standings.tie_break_names import NAMES
from domain.tournament.state import Draw, DrawError, Pairing
from domain.tournament.tables.encounter import encounter_id

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction
    from uuid import UUID

    from domain.engine.ruleset import Ruleset
    from domain.tournament.aggregate import Tournament
    from domain.tournament.entries.file_rows import FilePlay
    from domain.tournament.files.report.rounds import FileRound, FileTable
    from domain.tournament.state import EntryId, Standing
    from domain.tournament.tables.encounter import Encounter
    from domain.tournament.terms import Terms

WHY: Final = "as in the report file"
BY_NUMBERS: Final = ("difference", "quotient", "best-round")
"""The tie-breaks that need to know by how much a side won."""


def record_rounds(
    tournament: Tournament,
    play: FilePlay,
    entries: Mapping[int, EntryId],
    tables: dict[UUID, Encounter],
    stamp: tuple[str, str, str],
) -> list[Term]:
    """Record the rounds of a file in the tournament, and their tables in ``tables``. Both are changed in place.

    ``entries``: the entries by start number. Returns notes on tie-breaks that are left out and on results that are
    recorded as rulings. Raises `Declined` if the rounds do not fit the tournament.
    """
    _check(tournament, play)
    notes = _leave_tie_breaks_out(tournament, stamp) if _says_only_who_won(play) else []
    for played in play.rounds:
        _withdraw(tournament, play, entries, stamp, played.number)
        _draw(tournament, played, entries, play.lines, stamp)
        set_tables(tournament, played.number, tables, stamp)
        here = [(each, tables[encounter_id(tournament.id, played.number, each.table)]) for each in played.tables]
        for each, table in here:
            notes += _record_result(tournament.ruleset, each, table, stamp)
        if all(table.reported for _, table in here):
            tournament.take(rounds.close_round(tournament, played.number, [table for _, table in here]), *stamp)
            for _, table in here:
                for fact in rounds.close_table(table):
                    table.take(fact, *stamp)
    _withdraw(tournament, play, entries, stamp, tournament.next_round)
    _rule(tournament, play, entries, stamp)
    return notes


def _check(tournament: Tournament, play: FilePlay) -> None:
    """Raise `Declined` if the terms of the tournament cannot hold the rounds of a file."""
    terms = tournament.terms
    if not terms.rules.report_type:
        raise Declined(
            "report-file",
            "rounds are taken into a Swiss or a round robin, not into a {format}: import the entries alone",
            format=Term(terms.rules.name),
        )
    try:
        last = terms.rules.last_round(terms, tuple(tournament.entries.values()))
    except DrawError as error:
        raise Declined("report-file", error.sentence) from None
    if last is not None and len(play.rounds) > last:
        raise Declined(
            "report-file",
            "the file has {count} rounds, the tournament {last}: change the terms first",
            count=len(play.rounds), last=last,
        )  # fmt: skip
    if _says_only_who_won(play) and terms.scoring.counts != "wins":
        raise Declined(
            "report-file", "the file says who won, not by how much, and here something else than wins counts:"
            " import the entries alone",
        )  # fmt: skip


def _says_only_who_won(play: FilePlay) -> bool:
    """Return whether the file says of a table who won, not by how much."""
    return any(each.won is None and each.results in ("10", "01", "==") for at in play.rounds for each in at.tables)


def _leave_tie_breaks_out(tournament: Tournament, stamp: tuple[str, str, str]) -> list[Term]:
    """Take those tie-breaks out of the terms that need to know by how much a side won. Returns a note on them."""
    terms = tournament.terms
    kept = tuple(each for each in terms.tie_breaks if each not in BY_NUMBERS)
    if kept == terms.tie_breaks:
        return []
    tournament.take(change_terms(tournament, replace(terms, tie_breaks=kept), WHY), *stamp)
    needed = [NAMES[each] for each in terms.tie_breaks if each in BY_NUMBERS]
    return [
        sentence(
            "The file says who won, not by how much, so this is left out of the tie-breaks: {names}",
            names=Listing(tuple(needed)),
        )
    ]


def _withdraw(
    tournament: Tournament,
    play: FilePlay,
    entries: Mapping[int, EntryId],
    stamp: tuple[str, str, str],
    number: int,
) -> None:
    """Withdraw the entries that withdrew before a round."""
    for start, out in play.comments.withdrew.items():
        entry = entries.get(start)
        if out == number and entry is not None and tournament.entries[entry].out is None:
            tournament.take(withdraw_entry(tournament, entry, WHY), *stamp)


def _draw(
    tournament: Tournament,
    played: FileRound,
    entries: Mapping[int, EntryId],
    lines: Mapping[int, int],
    stamp: tuple[str, str, str],
) -> None:
    """Record the draw of a round. ``entries`` and ``lines``: by start number."""
    pairings = tuple(
        Pairing(each.table, ((entries[each.starts[0]],), (entries[each.starts[1]],)), str(Reason.BY_HAND))
        for each in played.tables
    )
    byes: list[EntryId] = []
    for start, result in played.without:
        try:
            if _is_bye(tournament, entries[start], played.number, start, result):
                byes.append(entries[start])
        except Declined as error:
            raise Declined("report-file", "line {line}: {why}", line=lines[start], why=error.sentence) from None
    draw = Draw(played.number, pairings, dict.fromkeys(byes, str(Reason.BY_HAND)))
    tournament.take(rounds.record_draw(tournament, draw, (), by_hand=True), *stamp)


def _is_bye(tournament: Tournament, entry: EntryId, number: int, start: int, result: str) -> bool:
    """Return whether an entry at no table had a bye. Raises `Declined` if nothing in the terms is worth its result."""
    there = tournament.entries[entry]
    if not there.is_drawn(number) or result == ZERO_BYE:
        return False
    scoring = tournament.terms.scoring
    worth = scoring.win if scoring.bye is None else scoring.bye
    if result == PAIRING_BYE or scoring.counts != "wins":
        return True
    if worth == {SHARE_BYES["full"]: scoring.win, SHARE_BYES["half"]: scoring.draw}[result]:
        return True
    raise Declined(
        "report-file",
        "round {round}: {start} has {result} without an opponent, and by the terms no bye is worth that: change"
        " scoring.requested_bye and requested_byes, scoring.late or scoring.bye first",
        round=number, start=start, result=result,
    )  # fmt: skip


def _record_result(game: Ruleset, played: FileTable, table: Encounter, stamp: tuple[str, str, str]) -> Iterator[Term]:
    """Record the result of a table. Yields a note if it is recorded as a ruling, as the terms do not allow it."""
    forfeits = tuple(side for side, result in enumerate(played.results) if result == "-")
    if forfeits:
        for fact in rule_forfeit(table, forfeits, WHY):
            table.take(fact, *stamp)
    if forfeits or played.results[0] == UNKNOWN:
        return
    sheet, score = _sheet(game, played)
    try:
        facts = enter_result(table, game, sheet)
    except Declined as error:
        facts = [ResultCorrected(score, RULING, WHY, 0, sheet)]
        if played.won is not None:
            yield sentence("{where} is recorded as a ruling: {reason}", where=table.describe(), reason=error.sentence)
    for fact in facts:
        table.take(fact, *stamp)


def _sheet(game: Ruleset, played: FileTable) -> tuple[Sheet, Total]:
    """Return the score sheet of a result, and the result. Raises `Declined` if the game cannot have its numbers.

    Without numbers a win is one deal to none.
    """
    won = played.won
    if won is None:
        won = (int(played.results[0] == "1"), int(played.results[1] == "1"))
        counts = [_count(game, each, each, 0) if _counts_whole(game) else Count(deals=each) for each in won]
    elif played.deals == won and sum(won) <= 1 and not any(played.points) and not _counts_whole(game):
        counts = [Count(deals=each) for each in won]
    else:
        counts = [
            _count(game, each, deals, points)
            for each, deals, points in zip(won, played.deals, played.points, strict=True)
        ]
    sheet = Sheet((counts[0], counts[1]))
    score = total(game, sheet)
    if score.won != won:
        raise Declined(
            "report-file",
            "the numbers won at table {table} do not fit the game of the tournament",
            table=played.table,
        )
    return sheet, score


def _counts_whole(game: Ruleset) -> bool:
    """Return whether deals alone cannot decide an encounter of the game."""
    return game.game.scores_weis


def _count(game: Ruleset, won: int, deals: int | None, points: int) -> Count:
    """Return what a side wrote down."""
    if game.game.scores_weis:
        return Count(total=won, deals=deals or None)
    if by_points(game):
        return Count(points=won, deals=deals or None)
    return Count(tokens=won, points=points or None, deals=deals or None)


def _rule(tournament: Tournament, play: FilePlay, entries: Mapping[int, EntryId], stamp: tuple[str, str, str]) -> None:
    """Record the starting scores, the rulings on scores, and which entries should not meet."""
    for start, begins in play.comments.begins.items():
        number = adjustment_number(tournament, begins, "score")
        tournament.take(set_starting_score(tournament, entries[start], number, WHY), *stamp)
    for each in play.comments.rulings:
        number = adjustment_number(tournament, each.amount, each.unit)
        tournament.take(adjust(tournament, entries[each.start], number, each.unit, each.round, WHY), *stamp)
    for starts in play.comments.apart:
        apart = add_avoidance(tournament, [entries[start] for start in starts], "", absolute=False)
        tournament.take(apart, *stamp)


def differences(
    tournament: Tournament, play: FilePlay, entries: Mapping[int, EntryId], tables: Mapping[UUID, Encounter]
) -> dict[EntryId, Term]:
    """Return in which points and places the standings differ from those of the file, by entry."""
    terms, last = tournament.terms, len(tournament.rounds)
    drawn = {draw.round: set(draw.entries) for draw in tournament.draws}
    begun = [
        replace(each, idle=tuple(number for number, there in drawn.items() if each.id not in there))
        for each in tournament.entries.values()
        if each.since <= max(last, 1)
    ]
    lines = [*tournament.lines(), *(line for table in tables.values() for line in table.lines())]
    rows = {row.entry: row for row in standings(terms, begun, lines, tournament.score_changes(last))}
    differing = {}
    for start, (points, rank) in play.standings.items():
        row = rows.get(entries.get(start, ""))
        if row is None:
            continue
        other_points = terms.scoring.counts == "wins" and points is not None and points != row.score
        if other_points or rank not in (None, 0, row.place):
            differing[row.entry] = _differs(terms, points, rank, row)
    return differing


def _differs(terms: Terms, points: Fraction | None, rank: int | None, row: Standing) -> Term:
    return sentence(
        "in the file place {place} with {points}, here place {own_place} with {own_points}",
        place=rank or "–",
        points="–" if points is None else amount(terms, points),
        own_place=row.place,
        own_points=amount(terms, row.score),
    )
