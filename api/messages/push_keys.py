"""The key with which this server signs what it sends to push services: a file beside the keys of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from api.messages.push import encode, point
from api.proof.keys import KeysError

if TYPE_CHECKING:
    from api.proof.keys import Keys

FILE: Final = "push.pem"


def push_key(keys: Keys) -> ec.EllipticCurvePrivateKey:
    """Return the key, made at first need. Raises `KeysError` if it cannot be read or written."""
    key = load_pem_private_key(keys.keep(FILE, _make).encode(), None)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise KeysError(f"{FILE} is no key of the curve P-256")
    return key


def public_key(keys: Keys) -> str:
    """Return the public key as browsers take it (``applicationServerKey``). Raises `KeysError`."""
    return encode(point(push_key(keys).public_key()))


def _make() -> str:
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
