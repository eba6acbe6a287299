"""The setting of each table of a drawn round: its sides, seats, first dealer and terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.fair.packs import dealer as deals
from domain.tournament.dealers import first_dealers
from domain.tournament.facts.encounters import EncounterSet
from domain.tournament.terms import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.engine.cards import Seat
    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import Pairing


def table_settings(tournament: Tournament, number: int) -> Iterator[EncounterSet]:
    """Yield the settings of a round's tables: their seats, first dealers, and terms."""
    seating = tournament.ruleset.seating
    first = first_dealers(seating, (draw for draw in tournament.draws if draw.round <= number))
    for pairing in tournament.round(number).drawn.pairings:
        dealer = deals(pairing.boards[0], seating.seats) if pairing.boards else first[pairing.table]
        yield _setting(tournament, number, pairing, dealer)


def _setting(tournament: Tournament, number: int, pairing: Pairing, dealer: Seat) -> EncounterSet:
    """Return the setting of one table. The first two players of a team of four sit at its North-South table."""
    seating = tournament.ruleset.seating
    seats: dict[str, str] = {}
    for n, (team, side) in enumerate(zip(seating.teams, pairing.sides, strict=True)):
        entries = [tournament.entries[entry] for entry in side]
        alone = tournament.terms.side == 1
        players = [p for each in entries for p in each.players or ((each.name,) if alone else ())]
        own = seating.of_team(team)
        seats.update(zip(own, players[n * len(own) :] if tournament.terms.two_tables else players, strict=False))
    return EncounterSet(
        tournament=str(tournament.id),
        round=number,
        table=pairing.table,
        sides=pairing.sides,
        names={entry: tournament.entries[entry].name for entry in pairing.entries},
        seats=seats,
        dealer=dealer,
        boards=pairing.boards,
        stage=pairing.stage,
        place=tournament.tables.get(pairing.table),
        club=tournament.opened.club,
        terms=plain(tournament.terms),
    )
