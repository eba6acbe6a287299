"""The errors of commands that the ledger declines. Codes are permanent. A broken rule of the game raises `Refused`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.words.values import sentence
from domain.engine.words.worded import WordedError

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.words.values import Term, Value


class Declined(WordedError):
    """Raised when a command is not carried out; nothing was written. ``code`` never changes once published."""

    def __init__(self, code: str, message: str | Term, /, **values: Value) -> None:
        super().__init__(message, **values)
        self.code = code


class NotFound(Declined):
    """Raised when no aggregate of a kind has an id."""

    def __init__(self, kind: str, identity: UUID) -> None:
        """``kind``: the kind of aggregate (`Aggregate.KIND`), or of another thing with an id; a msgid."""
        super().__init__(
            "not-found",
            sentence("there is no {kind} {identity}", kind=sentence(kind), identity=str(identity)),
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


class ClubShut(Declined):
    """Raised when a club is kept at another server: it moved there, or is still being received from there."""

    def __init__(self, url: str, *, has_left: bool) -> None:
        """``url``: the address of that server, or the name of its log if it has no address."""
        super().__init__(
            "club-moved" if has_left else "club-comes",
            sentence("The club has moved to {url}; nothing is recorded here any more.", url=url)
            if has_left
            else sentence("The club is being moved here from {url}; nothing is recorded here yet.", url=url),
        )
        self.url = url


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


class KeyReused(Declined):
    """Raised when the key of a command belongs to another command; nothing was written."""

    def __init__(self, key: str) -> None:
        super().__init__(
            "key-reused",
            sentence("the key {key} belongs to another command, which was carried out before", key=repr(key)),
        )
        self.key = key
