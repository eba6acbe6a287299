"""The commands on packs that are dealt and sealed before play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from domain.fair.packs import Packs, commitment, parse, plain
from domain.kernel.changes import Decided, change
from domain.kernel.commands import Saved, SentTo
from domain.tournament.aggregate import Tournament
from domain.tournament.base_commands import TournamentCommands
from domain.tournament.facts.packs import PacksSealed
from domain.tournament.rounds import packs as decisions
from domain.tournament.rounds.seals import SealedPacks, sealed_id

if TYPE_CHECKING:
    from uuid import UUID

    from domain.kernel.repository import Draft


class TournamentPacks(TournamentCommands):
    """The commands that deal, discard and open packs."""

    def commit_packs(self, tournament_id: UUID, packs: Packs, **sent: Unpack[SentTo]) -> Saved:
        """Record the commitment to the packs of some boards, and store the packs sealed."""
        command = self._to(tournament_id, sent, "commit packs", [each.board for each in packs.boards])

        def draft() -> Draft:
            tournament = self._repository.get_expected(command, Tournament, tournament_id)
            fact = decisions.commit_packs(tournament, [each.board for each in packs.boards], plain(commitment(packs)))
            tournament.take(fact, *command.stamp)
            sealed = SealedPacks(sealed_id(tournament_id, fact.number))
            sealed.take(PacksSealed(str(tournament_id), fact.number, plain(packs)), *command.stamp)
            return tournament, sealed

        return self._repository.execute(command, tournament_id, draft)

    def sealed_packs(self, tournament_id: UUID, number: int) -> Packs:
        """Return the packs of a commitment. Until they are opened, only the official who deals them may see them."""
        return parse(self._repository.get(SealedPacks, sealed_id(tournament_id, number)).packs)

    @change(Tournament, "discard packs")
    def discard_packs(self, tournament: Tournament, number: int, why: str, **_: Unpack[SentTo]) -> Decided:
        """Discard packs that are not played, so that others can be dealt for their boards."""
        return decisions.discard_packs(tournament, number, why.strip())

    @change(Tournament, "open packs")
    def open_packs(self, tournament: Tournament, number: int, **_: Unpack[SentTo]) -> Decided:
        """Publish the packs of a commitment, so that everybody can check them against it."""
        promised = tournament.packs.get(number)
        return decisions.open_packs(
            tournament, number, plain(self.sealed_packs(tournament.id, number)) if promised else {}
        )
