"""The seat of the caller now, and the results of the caller's tables that wait for a confirmation.

Tournaments are read as the caller may see them: with the delay of their tables, and without withheld boards. Whoever
sits at a table knows what is recorded there, as the session of a seat does.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from api.clock import now
from api.lists import catalogue
from api.people.player_names import named
from api.services import ledger
from api.tournaments import access as tournament_access
from domain.kernel.errors import NotFound
from domain.kernel.ids import as_id
from domain.tournament.tables.encounter import encounter_id
from replay.tournaments.payloads import rank_entries

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from api.me.players import OwnPlayer
    from api.tournaments.access import VisibleTournament
    from domain.engine.cards import Seat
    from domain.tournament.state import EntryId, Pairing
    from domain.tournament.tables.encounter import Encounter

MOST: Final = 5
"""The most running tournaments of a club that are looked through, the newest."""


@dataclass(frozen=True, slots=True)
class OwnTournament:
    """A running tournament in which the caller is entered."""

    own: OwnPlayer
    visible: VisibleTournament
    entries: tuple[EntryId, ...]


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table of a round at which the caller sits."""

    at: OwnTournament
    round: int
    pairing: Pairing
    side: int
    """0: North and South; 1: East and West."""
    encounter: Encounter
    seat: Seat | None
    """None if the table names no players."""

    @property
    def waits(self) -> tuple[int, ...]:
        """Return the boards with a result that the caller's side has not confirmed; 0 for a table without boards.

        Where the table names no players nobody confirms with an account (`own_side`).
        """
        table = self.encounter
        if self.seat is None or table.closed or table.status != "provisional":
            return ()
        return tuple(
            board
            for board, result in sorted(table.results.items())
            if not result.official and self.side not in result.agreed and not table.ruled.get(board)
        )


def own_tournaments(players: Iterable[OwnPlayer]) -> list[OwnTournament]:
    """Return the running tournaments in which the players are entered, the newest of each club first."""
    running = []
    for own in players:
        rows = catalogue().page("tournament", club=own.club.id, where={"status": "playing"}, limit=MOST).rows
        for row in rows:
            try:
                visible = tournament_access.get(row.id)
            except NotFound:  # It is shown with a delay.
                continue
            if entries := own.entries_in(visible.tournament):
                running.append(OwnTournament(own, visible, tuple(entries)))
    return running


def tables_of(each: OwnTournament, number: int) -> Iterator[OwnTable]:
    """Yield the tables of a round at which the player sits."""
    tournament = each.visible.tournament
    placed = {
        encounter_id(tournament.id, number, pairing.table): (pairing, side)
        for pairing in tournament.round(number).draw.pairings
        for side, own in enumerate(pairing.sides)
        if set(own) & set(each.entries)
    }
    for identity, encounter in ledger().encounters.get_many(list(placed)).items():
        pairing, side = placed[identity]
        seat = each.own.seat_in(encounter.seats)
        if encounter.dropped or (seat is None and any(encounter.seats.values())):
            continue
        seen = encounter if seat is not None else each.visible.encounters([identity]).get(identity)
        if seen is not None:
            yield OwnTable(each, number, pairing, side, seen, seat)


# --- now ------------------------------------------------------------------------------------------


def now_payload(each: OwnTournament) -> dict[str, Any]:
    """Return where the player of a tournament sits in the round that was drawn last, as JSON values."""
    tournament = each.visible.tournament
    last = len(tournament.rounds)
    table = next(tables_of(each, last), None) if last else None
    values = {
        "tournament": str(tournament.id),
        "name": tournament.opened.name,
        "club": str(each.own.club.id),
        "club_name": each.own.club.title,
        "round": last,
        "now": now(),
        "clock": asdict(tournament.clock) if tournament.clock else None,
        **_place(each),
    }
    return {**values, "table": _table(table) if table else None}


def _place(each: OwnTournament) -> dict[str, int | None]:
    """Return the place of the player's entry so far, and the number of places."""
    standings = rank_entries(each.visible.tournament, each.visible.lines())
    own = next((row for row in standings if row.entry in each.entries and row.played), None)
    among = sum(row.direction == own.direction for row in standings) if own else len(standings)
    return {"place": own.place if own else None, "among": among}


def _table(table: OwnTable) -> dict[str, Any]:
    tournament = table.at.visible.tournament
    place = as_id(tournament.tables.get(table.pairing.table))
    row = catalogue().find(place) if place else None
    return {
        "number": table.pairing.table,
        "name": row.title if row else "",
        "encounter": str(table.encounter.id),
        "seat": table.seat,
        "side": table.side,
        "partners": _names_on(table, table.side),
        "opponents": _names_on(table, 1 - table.side),
        "status": table.encounter.status,
        "boards": list(table.pairing.boards),
    }


def _names_on(table: OwnTable, side: int) -> list[str]:
    """Return the names of the other players on a side of a table; of its entries if the table names no players."""
    tournament = table.at.visible.tournament
    seating = tournament.ruleset.seating
    seats = table.encounter.seats
    players = [seats[seat] for seat in seating.of_team(seating.teams[side]) if seats.get(seat) and seat != table.seat]
    if not players:
        others = [entry for entry in table.pairing.sides[side] if entry not in table.at.entries]
        return [tournament.entries[entry].name for entry in others]
    return named(players, catalogue())


# --- waiting --------------------------------------------------------------------------------------


def waiting(tournaments: Iterable[OwnTournament]) -> list[dict[str, Any]]:
    """Return the results of own tables that wait for the side of the player, as JSON values, the newest round first."""
    return [
        _result(table, board)
        for each in tournaments
        for number, drawn in sorted(each.visible.tournament.rounds.items(), reverse=True)
        if not drawn.closed
        for table in tables_of(each, number)
        for board in table.waits
    ]


def _result(table: OwnTable, board: int) -> dict[str, Any]:
    tournament, result = table.at.visible.tournament, table.encounter.results[board]
    return {
        "tournament": str(tournament.id),
        "name": tournament.opened.name,
        "encounter": str(table.encounter.id),
        "round": table.round,
        "table": table.pairing.table,
        "board": board,
        "version": table.encounter.version,
        "opponents": _names_on(table, 1 - table.side),
        "won": result.score.won[table.side],
        "lost": result.score.won[1 - table.side],
        "entered_by": result.by,
        "entered_at": result.at,
        "is_contested": bool(result.contested),
    }


def own_side(encounter: UUID, players: Iterable[OwnPlayer]) -> int | None:
    """Return the side on which one of the players sits at a table of a round; None if none does.

    Only a seat that the table names counts.
    """
    try:
        table = ledger().encounters.get(encounter)
    except NotFound:
        return None
    if table.dropped:
        return None
    seating = ledger().encounters.game_of(table).seating
    for own in players:
        seat = own.seat_in(table.seats) if str(own.club.id) == table.setting.club else None
        if seat is not None:
            return seating.teams.index(seating.team(seat))
    return None
