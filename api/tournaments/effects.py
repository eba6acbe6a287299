"""Effects of a command to a tournament, from its draft: for the API and for the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from api.people.player_names import names_in
from domain.club.aggregates import Player
from domain.tournament.standings.ranked_aggregate import read
from replay.effects import effects
from replay.words import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.services import Services
    from domain.kernel.aggregate import Aggregate
    from replay.words import Language


def effects_of(
    services: Services, tournament_id: UUID, drafted: Sequence[Aggregate], language: Language = ENGLISH
) -> dict[str, Any]:
    """Return what the draft of a command would record and change."""
    ledger = services.ledger
    return effects(
        ledger.tournaments.get(tournament_id),
        [read(line) for line in services.lines.of(tournament_id)],
        drafted,
        ledger.rounds.propose_round,
        ledger.encounters.get_many,
        lambda place: _title(services, place),
        players_of(services, drafted),
        language,
    )


def _title(services: Services, place: str) -> str:
    """Return the name of a table of the club; its id if the book does not have it."""
    row = services.catalogue.find(UUID(place))
    return row.title if row else place


def players_of(services: Services, drafted: Sequence[Aggregate]) -> dict[str, str]:
    """Return the names of the registered players of a draft, by id, with those whom it registers."""
    facts = [event.fact for each in drafted for event in each.pending]
    new = {str(each.id): each.name for each in drafted if isinstance(each, Player)}
    return names_in(facts, services.catalogue) | new
