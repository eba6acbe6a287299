"""The commands that record a match at a table of a round: a new one, or one that is being recorded already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack
from uuid import UUID

from domain.club.aggregates import Player, Table
from domain.engine.parameters import plain
from domain.kernel.commands import Request, Saved, Sent, SentTo, request
from domain.kernel.errors import Declined, NotFound
from domain.kernel.ids import as_id
from domain.kernel.repository import Draft, new_id
from domain.match.aggregate import Match
from domain.match.facts import MatchOpened, MatchTaken
from domain.record.aggregate import Deal
from domain.tournament.aggregate import Tournament
from domain.tournament.lifecycle import name_tables
from domain.tournament.results.sheet import of_deals
from domain.tournament.tables import matches
from domain.tournament.tables.adoption import check_match, place_of_both
from domain.tournament.tables.encounter import Encounter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.kernel.repository import Repository


class TableMatches:
    """The commands on the match of a table, whose deals make the result."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def seat_match(self, encounter_id: UUID, *, match_id: UUID | None = None, **sent: Unpack[Sent]) -> Saved:
        """Open a match for the encounter; the settlements of its deals make the result.

        The match takes over the game, the players, the table and the club of the encounter, which also ends it.
        """
        command = request("", sent, "seat match", encounter_id, match_id)

        def begin() -> Draft:
            table = self._repository.get(Encounter, encounter_id)
            setting, tournament = table.setting, self._repository.get(Tournament, table.tournament)
            game = tournament.ruleset.for_match(tournament.ruleset.match.endless())
            names = (" / ".join(setting.names[entry] for entry in side) for side in setting.sides)
            match = Match(match_id or new_id(command.at))
            opened = MatchOpened(
                ruleset=plain(game),
                dealer=setting.dealer,
                teams=dict(zip(game.seating.teams, names, strict=True)),
                players=dict(table.seats),
                tokens=game.match.stake,
                club=setting.club,
                table=setting.place,
                event=f"{tournament.opened.name}, round {setting.round}",
                encounter=str(encounter_id),
            )
            match.take(opened, *command.stamp)
            for fact in matches.seat_match(table, match.id):
                table.take(fact, *command.stamp)
            return match, table

        return self._repository.execute(command, None, begin)

    def adopt_match(self, encounter_id: UUID, match_id: UUID, why: str, **sent: Unpack[SentTo]) -> Saved:
        """Take over a match that is being recorded already; its deals make the result.

        Raises `Declined` unless the match has the game, club, table and players of the encounter, and if it belongs to
        another encounter.
        """
        command = request(f"encounter {encounter_id}", sent, "adopt match", match_id, why)

        def draft() -> Draft:
            table = self._repository.get_expected(command, Encounter, encounter_id)
            match, tournament = (
                self._repository.get(Match, match_id),
                self._repository.get(Tournament, table.tournament),
            )
            deals = [self._repository.get(Deal, UUID(line.deal)) for _, line in sorted(match.lines.items())]
            check_match(table, tournament, match, deals, self._name_of)
            place = place_of_both(table, tournament, match, deals)
            for fact in matches.adopt_match(table, match_id, place, why.strip()):
                table.take(fact, *command.stamp)
            self._name_table_of_club(table, tournament, command)
            self._take_over_match(table, tournament, match, why.strip(), command)
            self._score(table, match, deals, command)
            return (table, match, tournament) if tournament.pending else (table, match)

        return self._repository.execute(command, encounter_id, draft)

    def _name_table_of_club(self, table: Encounter, tournament: Tournament, command: Request) -> None:
        """Name the encounter's table of the club in the tournament, so that its broadcast delay applies.

        Raises `Declined` if the table belongs to another club.
        """
        number, place = table.setting.table, table.setting.place
        if place is None or place in tournament.places:
            return
        if self._repository.get(Table, UUID(place)).club != tournament.club:
            raise Declined("tables", "the table {table} is not the club's", table=place)
        tournament.take(name_tables(tournament, {**tournament.tables, number: place}), *command.stamp)

    def _take_over_match(
        self, table: Encounter, tournament: Tournament, match: Match, why: str, command: Request
    ) -> None:
        """Record that the match now belongs to the encounter, which ends it, and pay its deals again."""
        game = match.ruleset.for_match(match.ruleset.match.endless())
        event = f"{tournament.opened.name}, round {table.setting.round}"
        match.take(MatchTaken(str(table.id), plain(game), event, table.setting.place, why), *command.stamp)
        for fact in match.pay_again("it is played for a tournament"):
            match.take(fact, *command.stamp)

    def _score(self, table: Encounter, match: Match, deals: Sequence[Deal], command: Request) -> None:
        """Score the settled deals of an adopted match, and take over their confirmations.

        End the match if the encounter has all its results.
        """
        game = match.ruleset
        ours, theirs = game.seating.teams
        for deal in deals:
            number, settled = match.number(str(deal.id)), deal.record.settlement
            if number is None or settled is None:
                continue
            counts = of_deals([settled], (ours, theirs)).deals[0]
            for fact in matches.score_deal(table, game, str(deal.id), number, counts, over=False):
                table.take(fact, *command.stamp)
            if not deal.record.provisional:
                for fact in matches.confirm_deal(table, str(deal.id), number):
                    table.take(fact, *command.stamp)
        if match.ended:
            for fact in matches.stop(table, game):
                table.take(fact, *command.stamp)
        elif table.reported:
            match.take(match.end_with_encounter(), *command.stamp)

    def _name_of(self, player: str) -> str:
        """Return the name of a player, given by id or by name."""
        identity = as_id(player)
        try:
            return self._repository.get(Player, identity).name if identity else player
        except NotFound:
            return player
