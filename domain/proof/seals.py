"""A sealed card: a digest of it is published at once, and the card is opened later, for all to check.

A seal's form is a JSON object with 32 bytes of chance in it; its SHA-256 in canonical form is the digest. Without the
salt nobody can test a guess at the card.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from domain.proof.canonical import canonical

if TYPE_CHECKING:
    from domain.engine.cards import Card, Seat

VERSION: Final = 1
KIND: Final = "seal"
SALT_BYTES: Final = 32


def form(deal: str, seat: Seat, card: Card, salt: str) -> dict[str, Any]:
    """Return what a digest commits to: deal, seat and card. ``salt``: 32 bytes as hexadecimal digits."""
    return {"nought": VERSION, "kind": KIND, "deal": deal, "seat": seat, "card": card, "salt": salt}


def digest(deal: str, seat: Seat, card: Card, salt: str) -> str:
    """Return what is published while the card is secret: 64 hexadecimal digits."""
    return sha256(canonical(form(deal, seat, card, salt))).hexdigest()
