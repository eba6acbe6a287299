"""The rounds of a tournament: their draws are recorded and withdrawn, and they are closed and reopened.

The functions return facts and change nothing. They raise `Declined` with the reason if it is not possible now.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from domain.engine.words.values import Listing, Plural, sentence
from domain.kernel.errors import Declined
from domain.tournament.facts.encounters import EncounterClosed, EncounterReopened
from domain.tournament.facts.rounds import DrawWithdrawn, RoundClosed, RoundDrawn, RoundRedrawn, RoundReopened

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from domain.engine.facts import Fact
    from domain.engine.words.values import Term, Value
    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import Assumption, Draw, EntryId
    from domain.tournament.tables.encounter import Encounter


TABLES: Final = Plural("table {tables}", "tables {tables}")
MISSING_BOARDS: Final = Plural("{table} (board {boards})", "{table} (boards {boards})")


def record_draw(
    tournament: Tournament, draw: Draw, broke: Sequence[str], *, by_hand: bool, assumed: Sequence[Assumption] = ()
) -> RoundDrawn:
    """Record the draw of the next round. ``broke``: the faults of the draw, in sentences."""
    tournament.check_not_over()
    check_draw(tournament, draw)
    if draw.round != tournament.next_round:
        raise not_next_round(tournament.next_round, draw.round)
    absent, requested = _absent_entries(tournament, draw)
    byes = dict(draw.byes)
    return RoundDrawn(draw.round, draw.pairings, byes, absent, by_hand, tuple(broke), requested, tuple(assumed))


def record_redraw(
    tournament: Tournament,
    draw: Draw,
    broke: Sequence[str],
    why: str,
    *,
    by_hand: bool,
    assumed: Sequence[Assumption] = (),
    may_be_same: bool = False,
) -> RoundRedrawn:
    """Record a new draw of the last round. ``broke``: as in `record_draw`.

    ``may_be_same``: True if other tables of the club were assigned since the draw, or new lots were drawn for it.
    """
    check_last_round(tournament, draw.round)
    check_draw(tournament, draw)
    if not why:
        raise Declined("why", "a redraw says why")
    absent, requested = _absent_entries(tournament, draw)
    last = tournament.round(draw.round)
    if not may_be_same and (replace(draw, requested=requested), tuple(assumed)) == (last.draw, last.drawn.assumed):
        raise Declined("same-draw", "round {number} would be drawn as it is", number=draw.round)
    byes = dict(draw.byes)
    return RoundRedrawn(draw.round, draw.pairings, byes, absent, by_hand, tuple(broke), why, requested, tuple(assumed))


def withdraw_draw(tournament: Tournament, number: int, why: str) -> DrawWithdrawn:
    """Withdraw the draw of the last round. Raises `Declined` if it is closed or not the last."""
    check_last_round(tournament, number)
    if not why:
        raise Declined("why", "to withdraw a draw, say why")
    return DrawWithdrawn(number, why)


def check_draw(tournament: Tournament, draw: Draw) -> None:
    """Raise `Declined` for a draw with an entry that does not play or plays twice, or with wrong tables."""
    if lone := [pairing.table for pairing in draw.pairings if not all(pairing.sides)]:
        raise Declined("draw", "table {table} needs an entry on each side", table=lone[0])
    for entry in draw.entries:
        if not tournament.entry(entry).plays(draw.round):
            name = tournament.entry(entry).name
            raise Declined("draw", "{name} does not play in round {number}", name=name, number=draw.round)
    often = Counter(draw.entries)
    if tournament.terms.two_tables:
        met = {(pairing.sides, pairing.boards) for pairing in draw.pairings}
        if any((pairing.sides[::-1], pairing.boards) not in met for pairing in draw.pairings):
            raise Declined("draw", "two teams meet at two tables with the same boards, the second with seats changed")
        often.subtract(pairing.sides[1][0] for pairing in draw.pairings)
    if twice := sorted(entry for entry, tables in often.items() if tables > 1):
        first = twice[0]
        raise Declined("draw", "{name} is drawn {count} times", name=tournament.entry(first).name, count=often[first])
    if without := [each.table for each in draw.pairings if tournament.terms.rules.has_boards and not each.boards]:
        raise Declined("draw", "table {table} needs boards", table=without[0])
    tables = [pairing.table for pairing in draw.pairings]
    if len(set(tables)) < len(tables) or any(table < 1 for table in tables):
        raise Declined("draw", "the tables of a round are numbered from 1, each once")


def check_last_round(tournament: Tournament, number: int) -> None:
    """Raise `Declined` if a round is closed or not the last, and so cannot be drawn anew."""
    tournament.check_not_over()
    if tournament.round(number).closed:
        raise Declined("round-closed", "round {number} is closed", number=number)
    if number != len(tournament.rounds):
        raise Declined(
            "round-drawn",
            "round {number} is drawn already: only the last is drawn anew",
            number=len(tournament.rounds),
        )


def _absent_entries(tournament: Tournament, draw: Draw) -> tuple[tuple[EntryId, ...], tuple[EntryId, ...]]:
    """Return the entries that could play and are not in the draw, and those that had asked for a bye."""
    if not tournament.terms.rules.draws_everybody:
        return (), ()
    there, number = set(draw.entries), draw.round
    out = [each for each in tournament.entries.values() if each.plays(number) and each.id not in there]
    requested = tuple(each.id for each in out if number in each.requested)
    return tuple(each.id for each in out if each.id not in requested), requested


def close_round(tournament: Tournament, number: int, tables: Iterable[Encounter]) -> RoundClosed:
    """Close a round with these tables. Raises `Declined` unless each has all its results and no side contests one."""
    tournament.check_not_over()
    if tournament.round(number).closed:
        raise Declined("round-closed", "round {number} is closed already", number=number)
    in_order = sorted(tables, key=lambda each: each.setting.table)
    if late := [each for each in in_order if not each.reported]:
        raise Declined("results-missing", _not_reported(number, late))
    if contested := [each.setting.table for each in in_order if each.contested]:
        raise Declined(
            "result-contested",
            "a side contests the result of table {tables}: correct it or accept it",
            tables=Listing(tuple(contested)),
        )
    return RoundClosed(number)


def reopen_round(tournament: Tournament, number: int, why: str) -> RoundReopened:
    """Reopen a round, so that its results may be entered again."""
    tournament.check_not_over()
    if not tournament.round(number).closed:
        raise Declined("round-open", "round {number} is not closed", number=number)
    if not why:
        raise Declined("why", "to open a round again, say why")
    return RoundReopened(number, why)


def close_table(table: Encounter) -> list[Fact]:
    """Close the encounter with its round; no facts if it is dropped or closed."""
    return [] if table.dropped or table.closed else [EncounterClosed()]


def reopen_table(table: Encounter) -> list[Fact]:
    """Reopen the encounter with its round; no facts if it is not closed."""
    return [EncounterReopened(restores=True)] if table.closed else []


def not_next_round(next_: int, number: int) -> Declined:
    """Return the error for a draw of another round than the next."""
    return Declined("round-drawn", "the next round to be drawn is {next}, not {number}", next=next_, number=number)


def _not_reported(number: int, late: Sequence[Encounter]) -> Term:
    """Return a sentence that names the tables and boards without a result and what a director can do."""
    tables = TABLES.of(len(late), tables=Listing(tuple(map(_missing_boards, late))))
    if any(each.setting.boards for each in late):
        return sentence(
            "{tables} of round {number} did not report yet: enter the results, or give artificial scores",
            tables=tables,
            number=number,
        )
    return sentence(
        "{tables} of round {number} did not report yet: enter the results, or rule a forfeit",
        tables=tables,
        number=number,
    )


def _missing_boards(table: Encounter) -> Value:
    """Return the number of a table, and, in brackets, its boards that have no result."""
    number = table.setting.table
    if not table.setting.boards:
        return number
    return MISSING_BOARDS.of(len(table.missing), table=number, boards=Listing(table.missing))
