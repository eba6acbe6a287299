"""The moves of one club from server to server, in a stream of their own (docs/operating.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Unpack
from uuid import UUID, uuid5

from domain.club.facts import ClubMovedIn, ClubMovedOut, MoveFact
from domain.engine.words.values import sentence
from domain.kernel.aggregate import Aggregate
from domain.kernel.commands import Sent, request

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.kernel.events import Recorded
    from domain.kernel.repository import Repository

_MOVES: Final = UUID("019ef0a4-b3d5-5e7a-9c41-7d2f6a8b1c93")


def moves_id(club: UUID) -> UUID:
    """Return the id of the stream of a club's moves."""
    return uuid5(_MOVES, str(club))


class Moves(Aggregate):
    """The moves of a club, oldest first."""

    __slots__ = ("club_of_stream", "done")

    NAME = sentence("moves")
    OPENING = MoveFact
    DERIVED = True
    done: list[Recorded]

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.club_of_stream = None
        self.done = []

    def fold(self, event: Recorded) -> None:
        self.done.append(event)


class Moving:
    """Records the moves of clubs. Whether a move may be recorded is decided in the transaction (`also`)."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def get(self, club: UUID) -> Moves:
        """Return the moves of a club."""
        identity = moves_id(club)
        return Moves.project(None, self._repository.history(identity)) or Moves(identity)

    def record(self, club: UUID, fact: ClubMovedOut | ClubMovedIn, also: Sequence[Any], **sent: Unpack[Sent]) -> None:
        """Record a move in the transaction of ``also``: statements that shut the club, or open it."""
        moves = self.get(club)
        moves.take(fact, *request(f"moves {club}", sent, "move").stamp)
        self._repository.save(moves, also=also, clubs={} if moves.read else {moves.id: club})
