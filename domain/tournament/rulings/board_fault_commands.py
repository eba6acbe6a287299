"""The commands on boards that were not played as they were drawn, each with a preview."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from domain.kernel.changes import Decided, change
from domain.kernel.commands import SentTo
from domain.kernel.errors import Declined
from domain.tournament.aggregate import Tournament
from domain.tournament.draws.movements import boards_needed
from domain.tournament.rulings import arrow_switch, wrong_board
from domain.tournament.state import DrawError
from domain.tournament.tables.encounter import Encounter

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from uuid import UUID

    from domain.engine.facts import Fact
    from domain.engine.words.values import Term
    from domain.kernel.repository import Repository
    from domain.tournament.rulings.artificial import Scores
    from domain.tournament.state import EntryId


@dataclass(frozen=True, slots=True)
class WrongBoardChecked:
    """The effects of recording a wrong board, or of taking it back."""

    declined: Term | None
    """Why it is declined; None if it is not."""
    table: Encounter
    """The table as it would be then."""
    before: list[EntryId]
    """The entries that had played the board, so that the result does not count."""
    to_come: list[tuple[Encounter, EntryId]]
    """The drawn tables at which an entry is still to play the board."""


class BoardFaults:
    """The commands of directors about boards that a table played otherwise than it was drawn."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    @change(Encounter, "arrow switch", lambda boards, why: [sorted(set(boards)), why])
    def switch_arrows(self, encounter: Encounter, boards: Collection[int], why: str, **_: Unpack[SentTo]) -> Decided:
        """Record that a table sat the other way round on some boards."""
        return arrow_switch.switch(encounter, sorted(set(boards)), why.strip())

    @change(Encounter, "take back arrow switch", lambda boards, why: [sorted(set(boards)), why])
    def withdraw_arrow_switch(
        self, encounter: Encounter, boards: Collection[int], why: str, **_: Unpack[SentTo]
    ) -> Decided:
        """Take an arrow switch back for some boards."""
        return arrow_switch.withdraw(encounter, sorted(set(boards)), why.strip())

    def check_arrow_switch(
        self, encounter_id: UUID, boards: Collection[int], *, withdraw: bool = False
    ) -> tuple[Term | None, Encounter]:
        """Return why an arrow switch is declined (None if it is not), and the table as it would be then.

        ``withdraw``: the arrow switch would be taken back. Nothing is recorded.
        """
        decide = arrow_switch.withdraw if withdraw else arrow_switch.switch
        return self._preview(encounter_id, lambda table: decide(table, boards, "checked"))

    @change(Encounter, "wrong board")
    def record_wrong_board(
        self, encounter: Encounter, board: int, instead: int, scores: Scores, why: str, **_: Unpack[SentTo]
    ) -> Decided:
        """Record that a table played a board instead of one of its own, which gets artificial ``scores``.

        The result stands for the board that was played if nobody at the table had played it before.
        """
        return self._wrong_board(encounter, board, instead, scores, why.strip())

    @change(Encounter, "take back wrong board")
    def withdraw_wrong_board(self, encounter: Encounter, board: int, why: str, **_: Unpack[SentTo]) -> Decided:
        """Take back that a table played a wrong board."""
        return wrong_board.withdraw(encounter, board, why.strip())

    def check_wrong_board(self, encounter_id: UUID, board: int, instead: int, scores: Scores) -> WrongBoardChecked:
        """Return what `record_wrong_board` would do. Nothing is recorded."""
        table = self._repository.get(Encounter, encounter_id)
        others = self._tables(self._repository.get(Tournament, table.tournament))
        before, later = wrong_board.played_before(table, others, board), wrong_board.to_come(table, others, board)
        declined, table = self._preview(
            encounter_id, lambda table: self._wrong_board(table, board, instead, scores, "checked")
        )
        return WrongBoardChecked(declined, table, before, later)

    def check_withdrawal(self, encounter_id: UUID, board: int) -> WrongBoardChecked:
        """Return what `withdraw_wrong_board` would do. Nothing is recorded."""
        declined, table = self._preview(encounter_id, lambda table: wrong_board.withdraw(table, board, "checked"))
        return WrongBoardChecked(declined, table, [], [])

    def _wrong_board(self, table: Encounter, board: int, instead: int, scores: Scores, why: str) -> list[Fact]:
        tournament = self._repository.get(Tournament, table.tournament)
        before = wrong_board.played_before(table, self._tables(tournament), board)
        return wrong_board.record(table, board, instead, scores, why, known=_boards(tournament), before=before)

    def _tables(self, tournament: Tournament) -> list[Encounter]:
        return list(self._repository.get_many(Encounter, tournament.encounters()).values())

    def _preview(self, encounter_id: UUID, decide: Callable[[Encounter], list[Fact]]) -> tuple[Term | None, Encounter]:
        table = self._repository.get(Encounter, encounter_id)
        try:
            facts = decide(table)
        except Declined as reason:
            return reason.sentence, table
        for fact in facts:
            table.take(fact, "", "")
        return None, table


def _boards(tournament: Tournament) -> set[int]:
    """Return the boards of the rounds that are drawn, and of all rounds if they are known beforehand."""
    boards = {board for draw in tournament.draws for pairing in draw.pairings for board in pairing.boards}
    try:
        return boards | set(boards_needed(tournament.terms, tuple(tournament.entries.values())))
    except DrawError:
        return boards
