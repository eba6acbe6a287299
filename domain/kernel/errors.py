"""The errors of commands that the ledger declines. Codes are permanent. A broken rule of the game raises `Refused`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.engine.refusals import Refusal, Refused
from domain.engine.words.values import sentence
from domain.engine.words.worded import WordedError

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.words.values import Term, Value
    from domain.record.record import Record

KINDS: Final = {
    word.msgid: word
    for word in (
        sentence("class"),
        sentence("club"),
        sentence("deal"),
        sentence("deck"),
        sentence("dispute"),
        sentence("encounter"),
        sentence("import"),
        sentence("lesson"),
        sentence("lots"),
        sentence("match"),
        sentence("note"),
        sentence("packs"),
        sentence("player"),
        sentence("practice"),
        sentence("puzzle"),
        sentence("seal"),
        sentence("series"),
        sentence("slate"),
        sentence("table"),
        sentence("tournament"),
    )
}
"""The words for the kinds of things that have an id (`Aggregate.KIND`)."""


class Declined(WordedError):
    """Raised when a command is not carried out; nothing was written. ``code`` never changes once published."""

    def __init__(self, code: str, message: str | Term, /, **values: Value) -> None:
        super().__init__(message, **values)
        self.code = code


class NotFound(Declined):
    """Raised when no aggregate of a kind has an id."""

    def __init__(self, kind: str, identity: UUID) -> None:
        super().__init__(
            "not-found",
            sentence("there is no {kind} {identity}", kind=KINDS.get(kind, kind), identity=str(identity)),
        )
        self.kind = kind
        self.id = identity


class AlreadyThere(Declined):
    """Raised when the id that the caller chose for a new aggregate is taken."""

    def __init__(self, identity: UUID) -> None:
        super().__init__("already-there", sentence("the id {identity} is taken already", identity=str(identity)))
        self.id = identity


class IdReserved(Declined):
    """Raised when the id that the caller chose for a new aggregate is of the version kept for derived ids."""

    def __init__(self, identity: UUID) -> None:
        super().__init__(
            "id-reserved",
            sentence(
                "the id {identity} is a UUID of version 5, which is kept for the record book: send one of version 4"
                " or 7, or leave it out",
                identity=str(identity),
            ),
        )
        self.id = identity


class Conflict(Declined):
    """Raised when another command changed the aggregate since the version that the sender has seen."""

    def __init__(self, identity: UUID, expected: int, actual: int) -> None:
        super().__init__(
            "conflict",
            sentence(
                "the record is at version {actual}, not {expected}: somebody recorded something meanwhile",
                actual=actual,
                expected=expected,
            ),
        )
        self.id = identity
        self.expected = expected
        self.actual = actual
        """The version of the last stored event."""


class Contended(Declined):
    """Raised when other commands kept changing an aggregate that the command also changes, such as a deal's match."""

    def __init__(self, identity: UUID) -> None:
        super().__init__(
            "conflict",
            sentence(
                "others are recording something that follows from {identity} at the same time; send the command again",
                identity=str(identity),
            ),
        )
        self.id = identity


class WithdrawnDeal(Declined):
    """Raised when a command is sent to a deal that was withdrawn."""

    def __init__(self, by: str, why: str) -> None:
        if why:
            text = sentence("{by} has withdrawn this deal: {why}", by=by, why=why)
        else:
            text = sentence("{by} has withdrawn this deal", by=by)
        super().__init__("deal-withdrawn", text)


class KeyReused(Declined):
    """Raised when the key of a command belongs to another command; nothing was written."""

    def __init__(self, key: str) -> None:
        super().__init__(
            "key-reused",
            sentence("the key {key} belongs to another command, which was carried out before", key=repr(key)),
        )
        self.key = key


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
