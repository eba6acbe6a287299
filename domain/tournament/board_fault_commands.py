"""The commands on boards that were not played as they were drawn, each with a preview."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from domain.ledger.commands import Saved, SentTo, request
from domain.ledger.errors import Declined
from domain.tournament import arrow_switch
from domain.tournament.encounter import Encounter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any
    from uuid import UUID

    from domain.engine.facts import Fact
    from domain.ledger.repository import Repository


class BoardFaults:
    """The commands of directors about boards that a table played otherwise than it was drawn."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def switch_arrows(self, encounter_id: UUID, boards: Iterable[int], why: str, **sent: Unpack[SentTo]) -> Saved:
        """Record that a table sat the other way round on some boards."""
        chosen, because = sorted(set(boards)), why.strip()
        content = ("arrow switch", chosen, why)
        return self._at_table(encounter_id, sent, content, lambda table: arrow_switch.switch(table, chosen, because))

    def withdraw_arrow_switch(
        self, encounter_id: UUID, boards: Iterable[int], why: str, **sent: Unpack[SentTo]
    ) -> Saved:
        """Take an arrow switch back for some boards."""
        chosen, because = sorted(set(boards)), why.strip()
        content = ("take back arrow switch", chosen, why)
        return self._at_table(encounter_id, sent, content, lambda table: arrow_switch.withdraw(table, chosen, because))

    def check_arrow_switch(
        self, encounter_id: UUID, boards: Iterable[int], *, withdraw: bool = False
    ) -> tuple[str, Encounter]:
        """Return why an arrow switch is declined (empty if it is not), and the table as it would be then.

        ``withdraw``: the arrow switch would be taken back. Nothing is recorded.
        """
        decide = arrow_switch.withdraw if withdraw else arrow_switch.switch
        return self._preview(encounter_id, lambda table: decide(table, boards, "checked"))

    def _preview(self, encounter_id: UUID, decide: Callable[[Encounter], list[Fact]]) -> tuple[str, Encounter]:
        table = self._repository.get(Encounter, encounter_id)
        try:
            facts = decide(table)
        except Declined as reason:
            return str(reason), table
        for fact in facts:
            table.take(fact, "", "")
        return "", table

    def _at_table(
        self, encounter_id: UUID, sent: SentTo, content: tuple[Any, ...], decide: Callable[[Encounter], list[Fact]]
    ) -> Saved:
        command = request(f"encounter {encounter_id}", sent, *content)
        return self._repository.change(command, Encounter, encounter_id, decide)
