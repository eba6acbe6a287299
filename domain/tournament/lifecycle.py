"""A tournament as a whole: its name, its terms, its tables of the club, and its end.

The functions return facts and change nothing. They raise `Declined` with the reason if it is not possible now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.kernel.errors import Declined
from domain.tournament.facts.lifecycle import (
    TablesNamed,
    TermsChanged,
    TournamentCancelled,
    TournamentEnded,
    TournamentRenamed,
    TournamentReopened,
)
from domain.tournament.terms import Terms, TermsError, check, plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from domain.tournament.aggregate import Tournament


def rename(tournament: Tournament, name: str, why: str) -> TournamentRenamed:
    """Give the tournament another name."""
    if name == tournament.opened.name:
        raise Declined("same-name", "the tournament has that name already")
    return TournamentRenamed(name, why)


def change_terms(tournament: Tournament, terms: Terms, why: str) -> TermsChanged:
    """Change the terms; the format and the size of an entry are fixed once a round is drawn."""
    tournament.check_not_over()
    check_terms(terms)
    if terms == tournament.terms:
        raise Declined("same-terms", "these are the terms already")
    if tournament.rounds and (terms.format, terms.side) != (tournament.terms.format, tournament.terms.side):
        raise Declined("terms", "the format and the size of an entry stay as they are once a round is drawn")
    if any(len(entry.players) > terms.side for entry in tournament.entries.values()):
        raise Declined("terms", "side: some entries have more than {most} players", most=terms.side)
    return TermsChanged(plain(terms), why)


def name_tables(tournament: Tournament, tables: Mapping[int, str]) -> TablesNamed:
    """Set the id of the club's table for each table number of a draw."""
    tournament.check_not_over()
    if dict(tables) == tournament.tables:
        raise Declined("same-tables", "these are the tables already")
    if len(set(tables.values())) < len(tables):
        raise Declined("tables", "a table stands there twice")
    if any(number < 1 for number in tables):
        raise Declined("tables", "tables are numbered from 1")
    return TablesNamed(dict(tables))


def end(tournament: Tournament, places: Sequence[Mapping[str, Any]], note: str) -> TournamentEnded:
    """Announce the final result. Raises `Declined` if no round is drawn or a round is not closed."""
    tournament.check_not_over()
    if not tournament.rounds:
        raise Declined("round", "nothing was drawn yet")
    if open_ := [number for number, each in sorted(tournament.rounds.items()) if not each.closed]:
        raise Declined("round-open", "round {number} is not closed yet", number=open_[0])
    return TournamentEnded(tuple(dict(place) for place in places), note)


def cancel(tournament: Tournament, why: str) -> TournamentCancelled:
    """Cancel the tournament: it is over without a result."""
    tournament.check_not_over()
    if not why:
        raise Declined("why", "to cancel a tournament, say why")
    return TournamentCancelled(why)


def reopen(tournament: Tournament, why: str) -> TournamentReopened:
    """Reopen the tournament after its end."""
    if not tournament.ended:
        raise Declined("tournament-open", "the tournament is not over")
    if not why:
        raise Declined("why", "to open a tournament again, say why")
    return TournamentReopened(why)


def check_terms(terms: Terms) -> Terms:
    """Return the terms if they make a tournament. Raises `Declined` with the reason otherwise."""
    try:
        return check(terms)
    except TermsError as error:
        raise Declined("terms", error.sentence) from None
