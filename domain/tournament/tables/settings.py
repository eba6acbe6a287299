"""The setting of each table of a drawn round: its sides, seats, first dealer and terms."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from domain.fair.packs import dealer as deals
from domain.tournament.draws.dealers import first_dealers
from domain.tournament.facts.encounters import EncounterSet, SeatsChanged
from domain.tournament.tables.checks import is_free
from domain.tournament.terms import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from domain.engine.cards import Seat
    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import Pairing
    from domain.tournament.tables.encounter import Encounter


def table_settings(tournament: Tournament, number: int) -> Iterator[EncounterSet]:
    """Yield the settings of a round's tables: their seats, first dealers, and terms."""
    seating = tournament.ruleset.seating
    first = first_dealers(seating, (draw for draw in tournament.draws if draw.round <= number))
    for pairing in tournament.round(number).drawn.pairings:
        dealer = deals(pairing.boards[0], seating.seats) if pairing.boards else first[pairing.table]
        yield _setting(tournament, number, pairing, dealer)


def move_tables(
    tournament: Tournament, encounters: Iterable[Encounter], stamp: tuple[str, str, str]
) -> list[Encounter]:
    """Move the tables of a round to the tables of the club that the tournament has for them; return those moved.

    A table stays where it is if anything is recorded there, and so does one whose new place is that of such a table.
    """
    open_ = [each for each in encounters if not each.dropped and not each.closed]
    kept = {each.setting.place for each in open_ if not is_free(each)}
    moved = []
    for each in sorted(open_, key=lambda each: each.setting.table):
        place, seats = tournament.tables.get(each.setting.table), dict(each.seats)
        if not is_free(each) or place == each.setting.place or (place and place in kept):
            continue
        each.take(replace(each.setting, place=place), *stamp)
        if seats != each.seats:
            each.take(SeatsChanged(seats), *stamp)
        moved.append(each)
    return moved


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
