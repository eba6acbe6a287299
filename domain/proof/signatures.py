"""Ed25519 signatures (RFC 8032): the only module that imports `cryptography`."""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

SEED_BYTES: Final = 32
PUBLIC_BYTES: Final = 32


def public_of(seed: bytes) -> bytes:
    """Return the public key (32 bytes) of a private key (32 bytes)."""
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def sign(seed: bytes, text: bytes) -> bytes:
    """Return the signature of a text (64 bytes)."""
    return Ed25519PrivateKey.from_private_bytes(seed).sign(text)


def is_valid(public: bytes, text: bytes, signature: bytes) -> bool:
    """Return whether the signature of the text is by the holder of a public key."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True
