"""The commands on the lots of a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from domain.engine.words.values import sentence
from domain.fair.lots import plain
from domain.kernel.changes import Decided, change
from domain.kernel.commands import Saved, SentTo, name
from domain.tournament.aggregate import Tournament
from domain.tournament.base_commands import TournamentCommands
from domain.tournament.facts.lots import LotsSealed
from domain.tournament.rounds import lots
from domain.tournament.rounds.seals import SealedLots, sealed_lots_id, seed_of_lots

if TYPE_CHECKING:
    from uuid import UUID

    from domain.kernel.repository import Draft


class Lots(TournamentCommands):
    """The commands that draw lots, or promise and seal them."""

    @change(Tournament, "lots", lambda purpose, _entropy: [_purpose(purpose)])
    def draw_lots(self, tournament: Tournament, purpose: str, entropy: bytes, **_: Unpack[SentTo]) -> Decided:
        """Draw an order of all entries by lot, from 32 random bytes, or open the lots promised for the purpose.

        ``entropy`` is not part of the request's content, so a repeated request with the same key keeps the first lots.
        """
        called = _purpose(purpose)
        return lots.draw_lots(tournament, called, seed_of_lots(self._repository, tournament, called, entropy))

    def promise_lots(self, tournament_id: UUID, purpose: str, entropy: bytes, **sent: Unpack[SentTo]) -> Saved:
        """Draw lots from 32 random bytes and seal them; record only the commitment. `draw_lots` opens them."""
        called = _purpose(purpose)
        command = self._to(tournament_id, sent, "promise lots", called)

        def draft() -> Draft:
            tournament = self._repository.get_expected(command, Tournament, tournament_id)
            promise, drawn = lots.promise_lots(tournament, called, entropy)
            tournament.take(promise, *command.stamp)
            sealed = SealedLots(sealed_lots_id(tournament_id, promise.number))
            sealed.take(LotsSealed(str(tournament_id), promise.number, plain(drawn)), *command.stamp)
            return tournament, sealed

        return self._repository.execute(command, tournament_id, draft)


def _purpose(purpose: str) -> str:
    return name(purpose, sentence("the purpose of the lots"))
