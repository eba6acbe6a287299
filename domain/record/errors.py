"""The errors of commands to deals. Codes are permanent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.refusals import Refusal, Refused
from domain.engine.words.values import sentence
from domain.kernel.errors import Declined

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.words.values import Term
    from domain.record.record import Record


class WithdrawnDeal(Declined):
    """Raised when a command is sent to a deal that was withdrawn."""

    def __init__(self, by: str, why: str) -> None:
        if why:
            text = sentence("{by} has withdrawn this deal: {why}", by=by, why=why)
        else:
            text = sentence("{by} has withdrawn this deal", by=by)
        super().__init__("deal-withdrawn", text)


class ImportDiffers(Declined):
    """Raised when an imported deal is already recorded with other content.

    ``is_continued``: the recorded deal begins with all that is imported, and more was recorded later.
    """

    def __init__(self, identity: UUID, difference: Term, *, is_continued: bool = False) -> None:
        super().__init__(
            "import-differs",
            sentence(
                "deal {identity} is recorded already, but otherwise: {difference}",
                identity=str(identity),
                difference=difference,
            ),
        )
        self.id = identity
        self.is_continued = is_continued


class ActRefused(Refused):
    """Raised when an act of a batch breaks a rule; none of the batch was recorded."""

    def __init__(self, refusal: Refusal, index: int, record: Record) -> None:
        super().__init__(refusal)
        self.index = index
        """The index of the act in the batch, counted from 0."""
        self.record = record
        """The record of the deal with the acts before the refused one."""
