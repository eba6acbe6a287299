"""The entries of a tournament, with their seeds and categories.

The functions return facts and change nothing. They raise `Declined` with the reason if it is not possible now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.engine.words import values
from domain.kernel.errors import Declined
from domain.tournament.aggregate import DRAWS
from domain.tournament.entries.categories import check_categories
from domain.tournament.facts.entries import (
    CategoriesSet,
    EntryChanged,
    EntryMade,
    EntryReturned,
    EntryWithdrawn,
    SeedsSet,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import Entry, EntryId


MOST_ENTRIES: Final = 1000


def enter(tournament: Tournament, name: str, players: Sequence[str], since: int | None) -> EntryMade:
    """Add an entry. ``since``: the first round it plays; None: the next round to be drawn."""
    tournament.check_not_over()
    if len(tournament.entries) >= MOST_ENTRIES:
        raise Declined("entries", "a tournament has up to {most} entries", most=MOST_ENTRIES)
    since = tournament.next_round if since is None else since
    if since < tournament.next_round:
        raise Declined(
            "entry-late",
            "round {number} is drawn already; an entry now plays from {next} on",
            number=since,
            next=tournament.next_round,
        )
    last = tournament.terms.last_entry
    if last is not None and since > last:
        raise Declined(
            "entry-late",
            "by the terms, an entry comes in up to round {last}, not for round {number}",
            last=last,
            number=since,
        )
    _check_entrants(tournament, None, name, players)
    return EntryMade(str(len(tournament.entries) + 1), name, tuple(players), since)


def change_entry(tournament: Tournament, entry: EntryId, name: str, players: Sequence[str], why: str) -> EntryChanged:
    """Change the name or the players of an entry."""
    tournament.check_not_over()
    old = tournament.entry(entry)
    if (name, tuple(players)) == (old.name, old.players):
        raise Declined("same-entry", "entry {entry} is so already", entry=entry)
    _check_entrants(tournament, entry, name, players)
    return EntryChanged(entry, name, tuple(players), why)


def set_categories(tournament: Tournament, entry: EntryId, categories: Sequence[str]) -> CategoriesSet:
    """Set the prize categories of an entry; none takes them away."""
    tournament.check_not_over()
    named = check_categories(categories)
    if named == tournament.entry(entry).categories:
        raise Declined("same-categories", "entry {entry} has these categories already", entry=entry)
    return CategoriesSet(entry, named)


def set_seeds(tournament: Tournament, order: Sequence[EntryId], why: str) -> SeedsSet:
    """Set the seeding list, the first seed first."""
    tournament.check_not_over()
    check_list_may_change(tournament, len(tournament.rounds))
    for entry in order:
        tournament.entry(entry)
    if len(set(order)) < len(order):
        raise Declined("seeds", "an entry stands twice on the seeding list")
    if tuple(order) == tuple(tournament.seeded):
        raise Declined("same-seeds", "the seeding list is that already")
    return SeedsSet(tuple(order), why)


def withdraw_entry(tournament: Tournament, entry: EntryId, why: str) -> EntryWithdrawn:
    """Withdraw an entry from the next round on."""
    tournament.check_not_over()
    if tournament.entry(entry).out is not None:
        raise Declined("entry-out", "entry {entry} is out already", entry=entry)
    return EntryWithdrawn(entry, tournament.next_round, why)


def return_entry(tournament: Tournament, entry: EntryId, why: str) -> EntryReturned:
    """Let a withdrawn entry play again from the next round on."""
    tournament.check_not_over()
    if tournament.entry(entry).out is None:
        raise Declined("entry-in", "entry {entry} is not out", entry=entry)
    _check_entrants(tournament, entry, tournament.entries[entry].name, tournament.entries[entry].players)
    return EntryReturned(entry, why)


def check_list_may_change(tournament: Tournament, standing: int) -> None:
    """Raise `Declined` if the format fixes the order of the list and ``standing``, the rounds drawn, is not 0."""
    if standing and tournament.terms.rules.keeps_list:
        raise Declined(
            "round-drawn",
            "the order of the list stays as it is once a {format} has begun",
            format=values.Term(tournament.terms.format),
        )


def _check_entrants(tournament: Tournament, entry: EntryId | None, name: str, players: Sequence[str]) -> None:
    """Raise `Declined` for too many players, or a name or player that another entry has."""
    if len(players) > tournament.terms.side:
        raise Declined(
            "entry-players",
            "an entry has up to {most} players, not {count}",
            most=tournament.terms.side,
            count=len(players),
        )
    if len(set(players)) < len(players):
        raise Declined("player-twice", "a player stands twice in the entry")
    for other in tournament.entries.values():
        if other.id == entry or other.out is not None:
            continue
        if other.name == name:
            raise Declined("entry-name", "entry {entry} is called {name} already", entry=other.id, name=name)
        if both := set(players) & set(other.players):
            raise Declined("entry-player", "{player} plays for entry {entry} already", player=min(both), entry=other.id)


def check_places(tournament: Tournament, entries: Iterable[Entry]) -> None:
    """Raise `Declined` if the format has no place for one of the entries, now that rounds are drawn."""
    lots = tournament.lots[DRAWS].order if DRAWS in tournament.lots else ()
    if tournament.rounds and (why := tournament.terms.rules.why_closed(list(entries), tournament.draws, lots)):
        raise Declined("entry-late", why)
