"""The base of the services whose commands change a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.engine.words.values import sentence
from domain.kernel.commands import Request, Saved, SentTo, name, request
from domain.tournament.aggregate import Tournament

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from uuid import UUID

    from domain.engine.facts import Fact
    from domain.kernel.repository import Repository


class TournamentCommands:
    """The base of a service with commands to a tournament."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def _to(self, tournament_id: UUID, sent: SentTo, *content: Any) -> Request:
        return request(f"tournament {tournament_id}", sent, *content)

    def _save_fact(
        self, tournament_id: UUID, sent: SentTo, content: tuple[Any, ...], decide: Callable[[Tournament], Fact]
    ) -> Saved:
        """Save a command that adds one fact to the tournament itself."""
        return self._repository.change(self._to(tournament_id, sent, *content), Tournament, tournament_id, decide)


def player_names(players: Sequence[str]) -> list[str]:
    """Return the players of an entry by name or id, without surrounding spaces. Raises `Declined` for no name."""
    return [name(player, sentence("a player")) for player in players]
