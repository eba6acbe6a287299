"""The commands on matches, and the consequences of deals for their matches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from domain.club.aggregates import Club, Table
from domain.club.commands import ruleset_content
from domain.engine.parameters import plain
from domain.engine.values import sentence
from domain.ledger.commands import Request, Saved, Sent, SentTo, name, request
from domain.ledger.errors import Declined, NotFound
from domain.ledger.repository import Draft, new_id
from domain.match.aggregate import Match
from domain.match.facts import MatchOpened
from domain.record.aggregate import check_seats
from domain.tournament import matches
from domain.tournament.encounter import Encounter
from domain.tournament.score_sheet import of_deals

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from domain.club.commands import Clubs
    from domain.engine.cards import Seat
    from domain.engine.ruleset import Ruleset
    from domain.ledger.aggregate import Aggregate
    from domain.ledger.repository import Repository
    from domain.record.aggregate import Deal


class Matches:
    """Commands on matches."""

    def __init__(self, repository: Repository, clubs: Clubs) -> None:
        self._repository = repository
        self._clubs = clubs

    def get(self, match_id: UUID, version: int | None = None) -> Match:
        """Return a match as it stands, or as it stood at a version."""
        return self._repository.get(Match, match_id, version)

    def open(
        self,
        ruleset: str | Ruleset,
        dealer: Seat,
        *,
        match_id: UUID | None = None,
        club: UUID | None = None,
        table: UUID | None = None,
        teams: Mapping[str, str] | None = None,
        players: Mapping[Seat, str] | None = None,
        event: str = "",
        note: str = "",
        **sent: Unpack[Sent],
    ) -> Saved:
        """Open a match. ``dealer`` deals first; each team begins with the tokens of the ruleset.

        ``ruleset`` is a ruleset or a key. A key is looked up among the rulesets of the club (or of the table's club),
        then in the catalogue. ``teams``: names by team code (``NS``, ``EW``); ``players``: ids or names by seat.
        """
        opened = MatchOpened(
            ruleset=ruleset_content(ruleset),
            dealer=dealer,
            teams={team: name(called, sentence("a team's name")) for team, called in (teams or {}).items()},
            players=dict(players or {}),
            club=self._repository.known_id(Club, club),
            table=self._repository.known_id(Table, table),
            event=event.strip(),
            note=note.strip(),
        )
        command = request("", sent, "open match", opened, match_id)

        def draft() -> Draft:
            game = self._clubs.ruleset(ruleset, opened.club, opened.table)
            self._clubs.check_table(opened.club, opened.table)
            check_seats(game, dealer, opened.players)
            teams = game.seating.teams
            if strange := set(opened.teams) - set(teams):
                raise Declined(
                    "team",
                    "there is no team {team}; the teams are {teams}",
                    team=min(strange),
                    teams=", ".join(teams),
                )
            match = Match(match_id or new_id(command.at))
            match.take(replace(opened, ruleset=plain(game), tokens=game.match.stake), *command.stamp)
            return (match,)

        return self._repository.execute(command, None, draft)

    def end(self, match_id: UUID, **sent: Unpack[SentTo]) -> Saved:
        """End the match before the tokens decide it; the team with more tokens has won."""
        command = request(f"match {match_id}", sent, "end")

        def draft() -> Draft:
            match = self._repository.get_expected(command, Match, match_id)
            match.take(match.stop(), *command.stamp)
            encounter = self._repository.get(Encounter, match.encounter) if match.encounter else None
            if encounter is None:
                return (match,)
            for fact in matches.stop(encounter, match.ruleset):
                encounter.take(fact, *command.stamp)
            return match, encounter

        return self._repository.execute(command, match_id, draft)

    def follow(self, deal: Deal, request: Request, *, restored: bool = False) -> list[Aggregate]:
        """Return the aggregates that change with a deal's settlement: its match, and the encounter of the match.

        ``restored``: the deal was annulled before and is entered again.
        """
        if (match := self.of_deal(deal)) is None:
            return []
        record, identity = deal.record, str(deal.id)
        if restored and match.number(identity) is None:
            match.take(match.admit(identity, record.opened.number, record.opened.dealer), request.at, request.by)
        number = match.number(identity)
        for fact in match.drop_deal(identity) if record.abandoned else match.settle_deal(identity, record.settlement):
            match.take(fact, request.at, request.by)
        if not match.pending:
            return []
        encounter = None
        if match.encounter and number is not None:
            encounter = self._encounter_follows(match, deal, number, request)
            if encounter and restored and record.settlement is not None and not record.provisional:
                for fact in matches.confirm_deal(encounter, identity, number):
                    encounter.take(fact, request.at, request.by)
        return [match, encounter] if encounter and encounter.pending else [match]

    def _encounter_follows(self, match: Match, deal: Deal, number: int, request: Request) -> Encounter | None:
        """Return the encounter of a match with the deal's result; None if it now has another match.

        Ends the match if the encounter is decided.
        """
        assert match.encounter is not None  # noqa: S101
        encounter = self._repository.get(Encounter, match.encounter)
        if encounter.match != str(match.id):
            return None
        game, settled = match.ruleset, None if deal.record.abandoned else deal.record.settlement
        ours, theirs = game.seating.teams
        counts = None if settled is None else of_deals([settled], (ours, theirs)).deals[0]
        for fact in matches.score_deal(encounter, game, str(deal.id), number, counts, over=match.ended is not None):
            encounter.take(fact, request.at, request.by)
        if encounter.reported and not match.ended:
            match.take(match.end_with_encounter(), request.at, request.by)
        return encounter

    def agree(self, deal: Deal, request: Request) -> list[Aggregate]:
        """Return the aggregates that change after both sides confirmed a deal: the encounter of its match, or none."""
        match = self.of_deal(deal)
        number = match.number(str(deal.id)) if match else None
        if match is None or match.encounter is None or number is None:
            return []
        encounter = self._repository.get(Encounter, match.encounter)
        if encounter.match == str(match.id):
            for fact in matches.confirm_deal(encounter, str(deal.id), number):
                encounter.take(fact, request.at, request.by)
        return [encounter] if encounter.pending else []

    def of_deal(self, deal: Deal) -> Match | None:
        """Return the match that a deal names; None if this record book does not have it."""
        return None if deal.match is None else self.find(deal.match)

    def find(self, identity: UUID) -> Match | None:
        """Return a match; None if this record book does not have it."""
        try:
            return self.get(identity)
        except NotFound:
            return None
