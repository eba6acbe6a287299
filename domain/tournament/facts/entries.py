"""The facts of entries: pairs, teams or players, their seeds, categories and details."""

from __future__ import annotations

from dataclasses import dataclass

from domain.engine.personal import PersonalText, PersonName
from domain.options import spare
from domain.tournament.facts.base import EntryFact, TournamentFact
from domain.tournament.state import EntryDetails, EntryId


@dataclass(frozen=True, slots=True)
class EntryMade(TournamentFact):
    """A pair, a team or a player was entered. ``since``: the first round that the entry is drawn for."""

    entry: EntryId
    name: PersonName
    players: tuple[PersonName, ...] = ()
    since: int = 1


@dataclass(frozen=True, slots=True)
class EntryChanged(TournamentFact):
    """The name or the players of an entry were changed."""

    entry: EntryId
    name: PersonName
    players: tuple[PersonName, ...]
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class SeedsSet(TournamentFact):
    """The seeding list was set, the first seed first. Entries that are not on the list have no seed."""

    order: tuple[EntryId, ...]
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class CategoriesSet(TournamentFact):
    """The prize categories of an entry were set; they replace those before."""

    entry: EntryId
    categories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntryDetailsSet(EntryDetails, EntryFact):
    """The details of an entry were set; they replace those before."""

    SPARE = spare(EntryDetails)


@dataclass(frozen=True, slots=True)
class EntryWithdrawn(TournamentFact):
    """An entry withdrew. ``out``: the first round that the entry is not drawn for."""

    entry: EntryId
    out: int
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class EntryReturned(TournamentFact):
    """An entry that had withdrawn plays again."""

    entry: EntryId
    why: PersonalText = ""
