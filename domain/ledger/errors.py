"""Why the ledger declined a command. Codes are permanent; what broke a rule of the game is a `Refused`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.refusals import Refusal, Refused

if TYPE_CHECKING:
    from uuid import UUID

    from domain.record.record import Record


class Declined(Exception):
    """A command that was not carried out, and nothing was written. ``code`` never changes once published."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class NotFound(Declined):
    """Nothing of that kind has that id."""

    def __init__(self, kind: str, identity: UUID) -> None:
        super().__init__("not-found", f"there is no {kind} {identity}")
        self.kind = kind
        self.id = identity


class AlreadyThere(Declined):
    """The id that the caller chose for something new is taken."""

    def __init__(self, identity: UUID) -> None:
        super().__init__("already-there", f"the id {identity} is taken already")
        self.id = identity


class IdReserved(Declined):
    """The id that the caller chose for something new is one that the record book derives by itself."""

    def __init__(self, identity: UUID) -> None:
        super().__init__(
            "id-reserved",
            f"the id {identity} is a UUID of version 5, which is kept for the record book: send one of version 4 or 7,"
            " or leave it out",
        )
        self.id = identity


class Conflict(Declined):
    """Somebody else recorded something since the caller looked."""

    def __init__(self, identity: UUID, expected: int, actual: int) -> None:
        super().__init__(
            "conflict", f"the record is at version {actual}, not {expected}: somebody recorded something meanwhile"
        )
        self.id = identity
        self.expected = expected
        self.actual = actual
        """The version of the last event that is stored: the winner's."""


class Contended(Declined):
    """Others recorded, time and again, what a command changes beside the stream that it names."""

    def __init__(self, identity: UUID) -> None:
        super().__init__(
            "conflict",
            f"others are recording something that follows from {identity} at the same time; send the command again",
        )
        self.id = identity


class KeyReused(Declined):
    """A key that was used for another command: nothing was written, and nothing repeated."""

    def __init__(self, key: str) -> None:
        super().__init__("key-reused", f"the key {key!r} belongs to another command, which was carried out before")
        self.key = key


class ImportDiffers(Declined):
    """A deal of that id is recorded with other content."""

    def __init__(self, identity: UUID, difference: str) -> None:
        super().__init__("import-differs", f"deal {identity} is recorded already, but otherwise: {difference}")
        self.id = identity


class ActRefused(Refused):
    """One act of a batch broke a rule, so none was recorded."""

    def __init__(self, refusal: Refusal, index: int, record: Record) -> None:
        super().__init__(refusal)
        self.index = index
        """Which act of the batch, counted from 0."""
        self.record = record
        """The deal with the acts before that one."""
