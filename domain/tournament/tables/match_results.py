"""The result of a table that follows from the match recorded there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.tournament.results.sheet import of_deals
from domain.tournament.tables import matches
from domain.tournament.tables.encounter import Encounter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.engine.facts import Fact
    from domain.kernel.aggregate import Aggregate
    from domain.kernel.commands import Request
    from domain.kernel.repository import Repository
    from domain.match.aggregate import Match
    from domain.match.commands import DealOfMatch


class MatchResults:
    """Lets the tables of tournaments follow their matches (`domain.match.commands.MatchTables`)."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def stop(self, match: Match, request: Request) -> list[Aggregate]:
        """Record the result at the table of a match that has ended early."""
        encounter = self._repository.get(Encounter, match.encounter) if match.encounter else None
        if encounter is None:
            return []
        for fact in matches.stop(encounter, match.ruleset):
            encounter.take(fact, *request.stamp)
        return [encounter]

    def score(self, match: Match, deal: DealOfMatch, number: int, request: Request) -> list[Aggregate]:
        """Record the result of a deal at the table of its match. Ends the match if the table is decided."""
        if (encounter := self._encounter(match)) is None:
            return []
        game, settled = match.ruleset, None if deal.record.abandoned else deal.record.settlement
        ours, theirs = game.seating.teams
        counts = None if settled is None else of_deals([settled], (ours, theirs)).deals[0]
        over = match.ended is not None
        _take(encounter, matches.score_deal(encounter, game, str(deal.id), number, counts, over=over), request)
        if settled is not None and not deal.record.provisional:
            # A withdrawn deal that is restored brings its confirmations back.
            _take(encounter, matches.confirm_deal(encounter, str(deal.id), number), request)
        if encounter.reported and not match.ended:
            match.take(match.end_with_encounter(), request.at, request.by)
        return [encounter] if encounter.pending else []

    def confirm(self, match: Match, deal: DealOfMatch, number: int, request: Request) -> list[Aggregate]:
        """Record at the table of a match that both sides have confirmed a deal."""
        if (encounter := self._encounter(match)) is None:
            return []
        _take(encounter, matches.confirm_deal(encounter, str(deal.id), number), request)
        return [encounter] if encounter.pending else []

    def _encounter(self, match: Match) -> Encounter | None:
        """Return the encounter of a match; None if there is none, or if it now has another match."""
        if match.encounter is None:
            return None
        encounter = self._repository.get(Encounter, match.encounter)
        return encounter if encounter.match == str(match.id) else None


def _take(encounter: Encounter, facts: Iterable[Fact], request: Request) -> None:
    for fact in facts:
        encounter.take(fact, request.at, request.by)
