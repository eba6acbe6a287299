"""The base of the services whose commands change a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.engine.words.values import sentence
from domain.kernel.commands import Request, SentTo, name, request

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from domain.kernel.repository import Repository


class TournamentCommands:
    """The base of a service with commands to a tournament."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def _to(self, tournament_id: UUID, sent: SentTo, *content: Any) -> Request:
        return request(f"tournament {tournament_id}", sent, *content)


def player_names(players: Sequence[str]) -> list[str]:
    """Return the players of an entry by name or id, without surrounding spaces. Raises `Declined` for no name."""
    return [name(player, sentence("a player")) for player in players]
