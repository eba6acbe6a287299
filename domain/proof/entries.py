"""The immutable part of an event, and its leaf: stream, version, topic, time of storage, and content.

An *entry* is a JSON object with 32 bytes of chance in it, the salt. Its canonical form is the leaf: so a leaf's hash
tells nothing of a hidden card, for a guess would have to be at the salt too. How the event's JSON happens to be
spelled in the database is not fixed, only what it means.
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
"""The body of an event is nested less deeply than an entry may be, or the bundle that holds it."""


@dataclass(frozen=True, slots=True)
class Stored:
    """An event as the store has it."""

    id: UUID
    """Of its stream."""
    version: int
    topic: str
    state: bytes
    """Its body, as JSON."""
    at: str
    """When it was stored, by the database's clock: ``2026-02-14T20:15:09.318042Z``."""


def entry(event: Stored, salt: bytes) -> dict[str, Any]:
    """Return the entry of an event. State that is no JSON (nothing of ours is) is in it as hexadecimal ``state``."""
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
