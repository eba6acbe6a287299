"""The commands on matches, and the consequences of deals for their matches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, Unpack

from domain.club.aggregates import Club, Table
from domain.club.commands import ruleset_content
from domain.engine.parameters import plain
from domain.engine.words.values import sentence
from domain.kernel.commands import Request, Saved, Sent, SentTo, name, request
from domain.kernel.errors import Declined, NotFound
from domain.kernel.repository import Draft, new_id
from domain.match.aggregate import Match
from domain.match.facts import MatchOpened
from domain.match.seats import check_seats

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from domain.club.commands import Clubs
    from domain.engine.cards import Seat
    from domain.engine.facts import DealOpened, DealSettled
    from domain.engine.ruleset import Ruleset
    from domain.kernel.aggregate import Aggregate
    from domain.kernel.repository import Repository


class DealRecord(Protocol):
    """The parts of a deal's record that its match needs."""

    @property
    def opened(self) -> DealOpened: ...
    @property
    def settlement(self) -> DealSettled | None: ...
    @property
    def abandoned(self) -> object:
        """True or not empty if the deal does not count."""

    @property
    def provisional(self) -> bool: ...


class DealOfMatch(Protocol):
    """The parts of a deal that its match needs (`domain.record.aggregate.Deal`)."""

    id: UUID

    @property
    def match(self) -> UUID | None: ...
    @property
    def record(self) -> DealRecord: ...


class MatchTables(Protocol):
    """Lets the table of a tournament follow the match that is played there, if there is one.

    Each method returns the aggregates that it has changed, besides the match.
    """

    def stop(self, match: Match, request: Request) -> list[Aggregate]:
        """The match has ended before the tokens decided it."""

    def score(self, match: Match, deal: DealOfMatch, number: int, request: Request) -> list[Aggregate]:
        """Deal ``number`` is settled or abandoned. Ends the match if the table is decided."""

    def confirm(self, match: Match, deal: DealOfMatch, number: int, request: Request) -> list[Aggregate]:
        """Both sides have confirmed deal ``number``."""


class Matches:
    """Commands on matches."""

    def __init__(self, repository: Repository, clubs: Clubs, tables: MatchTables) -> None:
        self._repository = repository
        self._clubs = clubs
        self._tables = tables

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
            return match, *self._tables.stop(match, command)

        return self._repository.execute(command, match_id, draft)

    def follow(self, deal: DealOfMatch, request: Request, *, restored: bool = False) -> list[Aggregate]:
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
        return [match, *(self._tables.score(match, deal, number, request) if number is not None else ())]

    def agree(self, deal: DealOfMatch, request: Request) -> list[Aggregate]:
        """Return the aggregates that change after both sides confirmed a deal: the encounter of its match, or none."""
        match = self.of_deal(deal)
        number = match.number(str(deal.id)) if match else None
        return [] if match is None or number is None else self._tables.confirm(match, deal, number, request)

    def of_deal(self, deal: DealOfMatch) -> Match | None:
        """Return the match that a deal names; None if this record book does not have it."""
        return None if deal.match is None else self.find(deal.match)

    def find(self, identity: UUID) -> Match | None:
        """Return a match; None if this record book does not have it."""
        try:
            return self.get(identity)
        except NotFound:
            return None
