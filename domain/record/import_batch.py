"""One import: the deals that one command took from files, so that they can be withdrawn together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.words.values import sentence
from domain.kernel.aggregate import ListedAggregate
from domain.kernel.ids import as_id
from domain.kernel.ports import Listing
from domain.record.facts import DealsImported, ImportBegun, ImportRestored, ImportWithdrawn

if TYPE_CHECKING:
    from uuid import UUID

    from domain.kernel.events import Recorded
    from domain.record.aggregate import Deal


class ImportBatch(ListedAggregate):
    """One import in the record book."""

    NAME = sentence("import")
    OPENING = ImportBegun
    begun: ImportBegun

    def __init__(self, identity: UUID) -> None:
        super().__init__(identity)
        self.deals: list[UUID] = []
        """The deals that it saved, in order."""
        self.by = ""
        self.is_withdrawn = False
        self.withdrawal: Recorded | None = None
        """When and why it was last withdrawn, and by whom."""

    def fold(self, event: Recorded) -> None:
        match event.fact:
            case ImportBegun() as begun:
                self.begun, self.by = begun, event.by
            case DealsImported(deals):
                self.deals += [identity for deal in deals if (identity := as_id(deal))]
            case ImportWithdrawn():
                self.is_withdrawn, self.withdrawal = True, event
            case ImportRestored():
                self.is_withdrawn = False

    def has_withdrawn(self, deal: Deal) -> bool:
        """Return whether a deal is withdrawn because this import was, not alone."""
        if deal.record.withdrawal is None:
            return False
        stamp, withdrawn = deal.record.withdrawal
        if withdrawn.of_import or self.withdrawal is None:
            return withdrawn.of_import == str(self.id)
        # The first withdrawals of imports did not name the import in the deals.
        fact = self.withdrawal.fact
        return isinstance(fact, ImportWithdrawn) and (self.withdrawal.by, fact.why) == (stamp.by, withdrawn.why)

    def listing(self) -> Listing:
        data: dict[str, object] = {"status": "saved", "by": self.by, "deals": len(self.deals)}
        if self.is_withdrawn and self.withdrawal and isinstance(fact := self.withdrawal.fact, ImportWithdrawn):
            data |= {"status": "withdrawn", "withdrawn_by": self.withdrawal.by, "why": fact.why}
        title = ", ".join(self.begun.files)
        return Listing(self.id, self.KIND, as_id(self.begun.club), None, title, self.opened_at, data)
