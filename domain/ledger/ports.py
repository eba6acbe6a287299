"""What the ledger asks of the store, and nothing more. The composition root brings the two together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from uuid import UUID


@dataclass(frozen=True, slots=True)
class Listing:
    """One line of the catalogue: a thing there is, and how it stands. Says nothing that is hidden."""

    id: UUID
    kind: str
    """``club``, ``player``, ``table``, ``match`` or ``deal``."""
    club: UUID | None
    parent: UUID | None
    """A deal's match (or table), a match's table."""
    title: str
    at: str
    """When it began; a later listing of the same thing does not move it."""
    data: Mapping[str, Any]
    """Plain JSON values."""


class ReadModels(Protocol):
    """Writes the catalogue in the transaction of the events."""

    def listed(self, listings: Sequence[Listing]) -> object:
        """What the recorder is to write along with the events: the value of its ``also``."""


class Command(NamedTuple):
    """What the recorder keeps of a command that came with a key."""

    scope: str
    key: str
    fingerprint: bytes
    outcome: bytes


class Memory(Protocol):
    """What the recorder knows of commands and streams.

    Saving with a command whose key is taken raises an error with the attributes ``scope`` and ``key``.
    """

    def find_command(self, scope: str, key: str) -> tuple[str, str, bytes, bytes] | None:
        """The command as it was kept: scope, key, fingerprint, outcome."""

    def latest_version(self, originator_id: UUID | str) -> int | None:
        """The version of a stream's last event."""
