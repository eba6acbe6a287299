"""The immutable part of an event, and its leaf: stream, version, topic, time of storage, and content.

An *entry* is a JSON object that holds 32 random bytes, the salt. Its canonical form is the leaf. A leaf's hash reveals
nothing about a hidden card, because a guess would need the salt too. The spelling of the event's JSON in the database
is not fixed, only its value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from domain.proof.canonical import CanonicalError, canonical, read
from domain.proof.tree import leaf_hash

if TYPE_CHECKING:
    from uuid import UUID

VERSION: Final = 1
KIND: Final = "event"
SALT_BYTES: Final = 32
DEEPEST_BODY: Final = 80
"""The most levels of an event's body: fewer than `DEEPEST`, because entries and bundles add levels around it."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An event as it is stored."""

    id: UUID
    """The id of its stream."""
    version: int
    topic: str
    state: bytes
    """The body of the event as JSON."""
    at: str
    """The time of storage by the database's clock: ``2026-02-14T20:15:09.318042Z``."""


def entry(event: Stored, salt: bytes) -> dict[str, Any]:
    """Return the entry of an event. A state without canonical JSON, which we never write, is held as hexadecimal."""
    content: dict[str, Any]
    try:
        content = {"body": read(event.state, DEEPEST_BODY)}
    except CanonicalError:
        content = {"state": event.state.hex()}
    return {
        "nought": VERSION,
        "kind": KIND,
        "salt": salt.hex(),
        "id": str(event.id),
        "version": event.version,
        "topic": event.topic,
        "at": event.at,
        **content,
    }


def leaf(payload: dict[str, Any]) -> bytes:
    """Return the hash of an entry's leaf. Raises `CanonicalError` for a value without a canonical form."""
    return leaf_hash(canonical(payload))
