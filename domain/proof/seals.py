"""The digest of a sealed card: it is published at once; the card is opened later and can be checked against it.

A seal's form is a JSON object that holds 32 random bytes, the salt. The SHA-256 of its canonical form is the digest.
Without the salt nobody can test a guess at the card.
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
    """Return the form that a digest commits to: deal, seat and card. ``salt``: 32 bytes as hexadecimal digits."""
    return {"nought": VERSION, "kind": KIND, "deal": deal, "seat": seat, "card": card, "salt": salt}


def digest(deal: str, seat: Seat, card: Card, salt: str) -> str:
    """Return the digest that is published while the card is secret: 64 hexadecimal digits."""
    return sha256(canonical(form(deal, seat, card, salt))).hexdigest()
