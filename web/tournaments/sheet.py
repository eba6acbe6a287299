"""A table of a round, its result, and what the reader may do there: enter, correct, confirm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask_babel import gettext as _

from api import tournament_access
from api.callers import RECORDER, Place, caller
from api.lists import catalogue
from api.permissions import BENCH, SCRIBES
from api.services import services
from domain.ledger.ids import as_id
from domain.tournament.encounter import encounter_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from uuid import UUID

    from flask import Flask

    from domain.tournament.encounter import Encounter, Result
    from domain.tournament.score_sheet import Count
    from store.catalogue import Row
    from web.tournaments.seen import Seen

MOST_MATCHES = 50
"""The newest matches, among which are those that a table is offered to take in."""
MOST_ROWS = 24
"""Deals that a sheet on a page has room for."""


@dataclass(frozen=True, slots=True)
class Field:
    """One number of a score sheet."""

    name: str
    """As `domain.tournament.score_sheet.Count` has it."""
    label: str
    needed: bool = False


class AtTable:
    """One table of a round, and what the caller may do there."""

    def __init__(self, seen: Seen, encounter: Encounter, number: int) -> None:
        self.seen = seen
        self.encounter = encounter
        self.number = number
        self.id = encounter.id
        setting = encounter.setting
        self.place = Place(setting.club, setting.place)
        who = caller()
        self._there = who.covers(self.place) and not who.reads_only
        self.scribe = self._there and who.role in SCRIBES
        """Whether the reader may enter a result."""
        self.rules = self._there and who.role in BENCH
        """Whether the reader may rule, and let a result stand."""
        self.directs = self.scribe and who.role != RECORDER
        self.seat = who.seat if self._there and who.seat in self.seats else None
        """The seat whose session this is, if the game has it."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the game."""
        return self.seen.tournament.ruleset.seating.seats

    def side_of(self, seat: str) -> int:
        """The side that a seat plays for."""
        seating = self.seen.tournament.ruleset.seating
        return seating.teams.index(seating.team(seat))

    def player(self, seat: str) -> str:
        """Return the player in a seat; empty if nobody is known."""
        player = self.encounter.seats.get(seat, "")
        return self.seen.people.get(player, player)

    @property
    def table(self) -> UUID | None:
        """The table of the club."""
        return as_id(self.encounter.setting.place)

    @property
    def match(self) -> UUID | None:
        """The match that is recorded for it, if the reader may see it by now."""
        match = as_id(self.encounter.match)
        return match if match and catalogue().find(match) else None

    @property
    def could_be_its(self) -> list[Row]:
        """The matches of its club and game that belong to no encounter and that the caller may use, newest first."""
        setting = self.encounter.setting
        game = {"ruleset": self.seen.tournament.ruleset.key}
        matches = catalogue().page("match", club=as_id(setting.club), where=game, limit=MOST_MATCHES).rows
        return [row for row in matches if "encounter" not in row.data and self._could_be_its(row)]

    def _could_be_its(self, row: Row) -> bool:
        place = Place(str(row.club) if row.club else None, row.data["table"])
        at_its_table = self.encounter.setting.place is None or place.table in (None, self.encounter.setting.place)
        return place.club == self.place.club and at_its_table and caller().covers(place)

    @property
    def results(self) -> Iterator[tuple[int, Result | None]]:
        """The result of each board; board 0 stands for an encounter without boards."""
        for board in self.encounter.boards:
            yield board, self.encounter.results.get(board)

    @property
    def rows(self) -> int:
        """The number of deals that the sheet has room for."""
        return min(MOST_ROWS, self.encounter.terms.encounter.deals or 12)

    @property
    def asks_how_many(self) -> bool:
        """Whether the sheet must say how many deals were played: in a Jass that the terms leave open."""
        return self.seen.tournament.ruleset.game.scores_weis and self.encounter.terms.encounter.deals is None

    def fields(self, *, board: bool = False) -> list[Field]:
        """Return the fields that each side fills in for the whole encounter, or for one board."""
        counts = self.seen.terms.scoring.counts
        if self.seen.tournament.ruleset.game.scores_weis:
            fields = [Field("points", _("Card points")), Field("weis", _("Weis and Stöck"))]
            return [*fields, Field("contract", _("Contracts")), Field("total", _("Or total points"))]
        points = Field("points", _("Card points"), needed=self.seen.points or counts == "points")
        if board:
            return [points] if self.seen.points else [Field("tokens", _("Tokens")), points]
        deals = Field("deals", _("Deals won"), needed=counts == "deals")
        if self.seen.points:
            return [points, deals]
        return [Field("tokens", _("Tokens"), needed=counts not in ("deals", "points")), deals, points]

    def per_deal(self) -> list[Field]:
        """Return the fields that each side fills in for one deal."""
        if self.seen.tournament.ruleset.game.scores_weis:
            return self.fields()[:3]
        return [Field("points", _("Card points"))] if self.seen.points else [Field("tokens", _("Tokens"))]


def written(counts: tuple[Count, Count] | None, side: int, name: str) -> int | str:
    """Return a number of a stored score sheet; empty if there is none."""
    number = getattr(counts[side], name) if counts else None
    return "" if number is None else number


def register(app: Flask) -> None:
    """Let templates fill in stored numbers."""
    app.jinja_env.globals["written"] = written


def at_table(seen: Seen, number: int, table: int) -> AtTable:
    """Return a table of a round: as it is now for those at it, for others with the tournament's delay."""
    identity = encounter_id(seen.id, number, table)
    now = services().ledger.encounters.get(identity)
    if caller().covers(Place(now.setting.club, now.setting.place)):
        return AtTable(seen, seen.access.withheld.encounter(now), number)
    return AtTable(seen, tournament_access.get_encounter(identity)[0], number)


def at_tables(seen: Seen, number: int) -> dict[int, AtTable]:
    """Return all tables of a round by number, for its directors."""
    encounters = services().ledger.encounters.get_many(seen.tournament.encounters(number))
    return {each.setting.table: AtTable(seen, each, number) for each in _there(encounters.values())}


def _there(encounters: Iterable[Encounter]) -> Iterator[Encounter]:
    return (each for each in encounters if not each.dropped)
