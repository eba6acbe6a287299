"""A table of a round, its result, and the reader's permissions there: to enter, correct and confirm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask_babel import gettext as _

from api.callers import RECORDER, Place, caller
from api.lists import catalogue
from api.permissions import BENCH, SCRIBES
from api.services import services
from api.tournaments import access as tournament_access
from api.tournaments.boards import entry_of, has_moved_on
from domain.kernel.ids import as_id
from domain.tournament.results.result import SHEET
from domain.tournament.tables.encounter import encounter_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from uuid import UUID

    from flask import Flask

    from domain.tournament.results.result import Result
    from domain.tournament.results.sheet import Count
    from domain.tournament.tables.encounter import Encounter
    from store.tables.catalogue import Row
    from web.tournaments.seen import Seen

MOST_MATCHES = 50
"""The number of newest matches that are searched for those that a table may adopt."""
MOST_ROWS = 24
"""The most deals that a sheet on a page has room for."""


@dataclass(frozen=True, slots=True)
class Field:
    """One number of a score sheet."""

    name: str
    """The attribute of `domain.tournament.results.sheet.Count`."""
    label: str
    needed: bool = False
    either: bool = False
    """True if one side must fill it in; the other then has 0."""


class AtTable:
    """A table of a round, and the caller's permissions there."""

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
        """True if the reader may enter a result."""
        self.rules = self._there and who.role in BENCH
        """True if the reader may rule, and accept a result."""
        self.directs = self.scribe and who.role != RECORDER
        seat = who.seat if self._there and who.seat in self.seats else None
        self.seat = seat if seat and self._is_pairs(seat) else None
        """The seat of the reader's session; None if there is none, if the game does not have it, or if another pair
        plays here by now."""
        self.moved_on = seat is not None and self.seat is None
        """True if the reader joined this table in another round, with a pair that does not play here now."""
        self.own = entry_of(who, seen.tournament) if self.moved_on else None
        """The entry of a reader who has moved on; None if it is not known."""
        self.enters = self.scribe or self.seat is not None
        """True if the reader may enter a result: for a player, it is then confirmed for the player's side."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the seats of the game."""
        return self.seen.tournament.ruleset.seating.seats

    def _is_pairs(self, seat: str) -> bool:
        """Return whether the pair of the reader's session plays here in this seat."""
        side = self.encounter.setting.sides[self.side_of(seat)]
        return not has_moved_on(caller(), self.seen.tournament, side)

    def may_correct(self, result: Result) -> bool:
        """Return whether the reader may correct a result: a player only until both sides have confirmed it."""
        if self.seat and not self.scribe:
            return result.source == SHEET and not result.confirmed and not self.encounter.closed
        return self.scribe and (not self.encounter.closed or self.directs)

    def side_of(self, seat: str) -> int:
        """Return the side that a seat plays for."""
        seating = self.seen.tournament.ruleset.seating
        return seating.teams.index(seating.team(seat))

    def player(self, seat: str) -> str:
        """Return the player in a seat; empty if the player is not known."""
        player = self.encounter.seats.get(seat, "")
        return self.seen.people.get(player, player)

    @property
    def table(self) -> UUID | None:
        """Return the id of the club's table; None if none is set."""
        return as_id(self.encounter.setting.place)

    @property
    def match(self) -> UUID | None:
        """Return the id of the encounter's match; None if there is none, or if the reader may not see it yet."""
        match = as_id(self.encounter.match)
        return match if match and catalogue().find(match) else None

    @property
    def adoptable_matches(self) -> list[Row]:
        """Return the matches that the encounter may adopt, newest first.

        They are of its club and game, belong to no encounter, and are within the caller's scope.
        """
        setting = self.encounter.setting
        game = {"ruleset": self.seen.tournament.ruleset.key}
        matches = catalogue().page("match", club=as_id(setting.club), where=game, limit=MOST_MATCHES).rows
        return [row for row in matches if "encounter" not in row.data and self._is_adoptable(row)]

    def _is_adoptable(self, row: Row) -> bool:
        place = Place(str(row.club) if row.club else None, row.data["table"])
        at_its_table = self.encounter.setting.place is None or place.table in (None, self.encounter.setting.place)
        return place.club == self.place.club and at_its_table and caller().covers(place)

    @property
    def results(self) -> Iterator[tuple[int, Result | None]]:
        """Yield each board with its result; board 0 stands for an encounter without boards."""
        for board in self.encounter.boards:
            yield board, self.encounter.results.get(board)

    @property
    def rows(self) -> int:
        """Return the number of deals that the sheet has room for."""
        return min(MOST_ROWS, self.encounter.terms.encounter.deals or 12)

    @property
    def asks_how_many(self) -> bool:
        """Return whether the sheet must state the number of deals: in a Jass whose terms do not fix it."""
        return self.seen.tournament.ruleset.game.scores_weis and self.encounter.terms.encounter.deals is None

    def fields(self, *, board: bool = False) -> list[Field]:
        """Return the fields that each side fills in for the whole encounter, or for one board."""
        counts = self.seen.terms.scoring.counts
        if self.seen.tournament.ruleset.game.scores_weis:
            fields = [Field("points", _("Card points")), Field("weis", _("Weis and Stöck"))]
            return [*fields, Field("contract", _("Contracts")), Field("total", _("Or total points"))]
        points = Field("points", _("Card points"), needed=self.seen.points or counts == "points")
        if board:
            return [points] if self.seen.points else [Field("tokens", _("Tokens"), either=True), points]
        deals = Field("deals", _("Deals won"), needed=counts == "deals")
        if self.seen.points:
            return [points, deals]
        return [Field("tokens", _("Tokens"), needed=counts not in ("deals", "points")), deals, points]

    def per_deal(self) -> list[Field]:
        """Return the fields that each side fills in for one deal."""
        if self.seen.tournament.ruleset.game.scores_weis:
            return self.fields()[:3]
        return [Field("points", _("Card points"))] if self.seen.points else [Field("tokens", _("Tokens"))]


@dataclass(frozen=True, slots=True)
class GridRow:
    """One row of the grid of a round's results: a table, or a board of a table."""

    at: AtTable
    board: int
    """The board; 0 for an encounter without boards."""
    result: Result | None

    @property
    def id(self) -> str:
        """Return the row's id: its round, table and board, such as ``1-3-0``."""
        setting = self.at.encounter.setting
        return f"{setting.round}-{setting.table}-{self.board}"

    @property
    def fields(self) -> list[Field]:
        """Return the fields that each side fills in."""
        return self.at.fields(board=self.board > 0)

    @property
    def can_type(self) -> bool:
        """Return whether the reader may enter or correct the result here; what needs more is on the table's page."""
        encounter = self.at.encounter
        late = self.board in encounter.late
        if not self.at.scribe or encounter.forfeits or self.at.seen.tournament.ended:
            return False
        if (encounter.closed or self.board in encounter.given or self.board in encounter.decided) and not late:
            return False
        return self.result is None or not (
            self.result.source == "match" or (self.result.sheet.deals and not self.board)
        )

    @property
    def counts(self) -> tuple[Count, Count] | None:
        """Return the stored numbers of both sides; None if there is no result."""
        if self.result is None:
            return None
        return self.result.sheet.deals[0] if self.board and self.result.sheet.deals else self.result.sheet.whole

    @property
    def prefix(self) -> str:
        """Return the place of the numbers in the command."""
        return "sheet.deals.0" if self.board else "sheet.whole"


def grid(seen: Seen, number: int) -> list[GridRow]:
    """Return the rows of the grid of a round's results, sorted by table and board, for its directors."""
    return [
        GridRow(at, board, result) for _, at in sorted(at_tables(seen, number).items()) for board, result in at.results
    ]


def traveller(seen: Seen, board: int) -> list[GridRow]:
    """Return a row for each table that plays a board in a drawn round, sorted by round and table."""
    reported = {(line.round, line.table) for line in seen.lines if line.board == board}
    ids = [
        encounter_id(seen.id, draw.round, pairing.table)
        for draw in seen.tournament.draws
        for pairing in draw.pairings
        if board in pairing.boards or (draw.round, pairing.table) in reported
    ]
    encounters = _there(services().ledger.encounters.get_many(ids).values())
    return [
        GridRow(AtTable(seen, each, each.setting.round), board, each.results.get(board))
        for each in sorted(encounters, key=lambda each: (each.setting.round, each.setting.table))
    ]


def slip(seen: Seen, number: int, table: int) -> list[GridRow]:
    """Return a row for each board that a table plays in a round; none if there is no such table."""
    return [row for row in grid(seen, number) if row.at.encounter.setting.table == table]


def next_board(seen: Seen, board: int) -> int | None:
    """Return the next board that some table plays, or the first one after the last; None if there are no boards."""
    drawn = (pairing for draw in seen.tournament.draws for pairing in draw.pairings)
    boards = sorted({each for pairing in drawn for each in pairing.boards})
    return next((each for each in boards if each > board), boards[0] if boards else None)


def next_slip(seen: Seen, number: int, table: int) -> tuple[int, int]:
    """Return the round and the table of the next pickup slip, or those of the first slip if this is the last one."""
    slips = sorted((draw.round, pairing.table) for draw in seen.tournament.draws for pairing in draw.pairings)
    return next((each for each in slips if each > (number, table)), slips[0])


def written(counts: tuple[Count, Count] | None, side: int, name: str) -> int | str:
    """Return a number of a stored score sheet; empty if there is none."""
    number = getattr(counts[side], name) if counts else None
    return "" if number is None else number


def register(app: Flask) -> None:
    """Let templates fill in stored numbers."""
    app.jinja_env.globals["written"] = written


def at_table(seen: Seen, number: int, table: int) -> AtTable:
    """Return a table of a round: as it is now for those at it, for others with the tournament's delay.

    A pair knows the results of the boards that it played here.
    """
    identity = encounter_id(seen.id, number, table)
    now = services().ledger.encounters.get(identity)
    if caller().covers(Place(now.setting.club, now.setting.place)):
        entry = seen.access.withheld.entry
        if entry is not None and any(entry in side for side in now.setting.sides):
            return AtTable(seen, now, number)
        return AtTable(seen, seen.access.withheld.encounter(now), number)
    return AtTable(seen, tournament_access.get_encounter(identity)[0], number)


def at_tables(seen: Seen, number: int) -> dict[int, AtTable]:
    """Return all tables of a round by number, for its directors."""
    encounters = services().ledger.encounters.get_many(seen.tournament.encounters(number))
    return {each.setting.table: AtTable(seen, each, number) for each in _there(encounters.values())}


def _there(encounters: Iterable[Encounter]) -> Iterator[Encounter]:
    return (each for each in encounters if not each.dropped)
