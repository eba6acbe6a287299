"""Web push: encrypt a message for one browser (RFC 8291), sign as this server (VAPID, RFC 8292), and send it.

Written with `cryptography` alone: `pywebpush` brings aiohttp and requests with twelve more packages, and sends by
requests, which looks a host up again after it was checked. `http-ece` exists as source only. Tests compare the
encryption with the example of the RFC.
"""

from __future__ import annotations

import ipaddress
import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from api.webhooks.requests import UnusableUrl, check_url, is_public, post

if TYPE_CHECKING:
    from store.tables.people.message_choices import PushDevice

LOCAL_VARIABLE: Final = "NOUGHT_PUSH_LOCAL"
"""If this variable is 1, push services may use http and addresses of private networks. It is for tests."""
LONGEST_ENDPOINT: Final = 1000
KEY_BYTES, AUTH_BYTES = 65, 16
"""The bytes of a browser's public key, an uncompressed point of P-256, and of its secret."""
LONGEST_BODY: Final = 3000
"""The most bytes of a message; every push service takes 4096 with what the encryption adds."""
SIGNED_SECONDS: Final = 12 * 3600
"""The seconds for which a push service may accept a signature; 24 hours at the most."""
RECORD: Final = 4096
SECONDS: Final = 5.0
"""The most seconds to wait for each step of a request to a push service."""


class BadDevice(ValueError):
    """Raised when what a browser gave cannot be a subscription to messages."""


def check_device(endpoint: str, p256dh: str, auth: str) -> tuple[bytes, bytes]:
    """Return the public key and the secret of a subscription. Raises `BadDevice` or `UnusableUrl`."""
    if len(endpoint) > LONGEST_ENDPOINT:
        raise UnusableUrl("this is no URL, or it is too long")
    _check_literal(str(check_url(endpoint, LOCAL_VARIABLE).hostname))
    try:
        key, secret = decode(p256dh), decode(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    except (ValueError, InvalidKey):
        raise BadDevice from None
    if len(key) != KEY_BYTES or len(secret) != AUTH_BYTES:
        raise BadDevice
    return key, secret


def encrypt(body: bytes, p256dh: bytes, auth: bytes, *, own: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """Return a message as ``aes128gcm`` for one browser. ``own`` and ``salt`` are new for each message."""
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), p256dh)
    ours = point(own.public_key())
    secret = _derive(own.exchange(ec.ECDH(), theirs), auth, b"WebPush: info\0" + p256dh + ours, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    # One record, the last one: the byte 2 ends its text.
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return header + AESGCM(key).encrypt(nonce, body + b"\x02", None)


def signature(key: ec.EllipticCurvePrivateKey, endpoint: str, contact: str, now: int) -> str:
    """Return the header ``Authorization`` for an endpoint. ``contact``: an address of the operator; empty for none."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + SIGNED_SECONDS}
    if contact:
        claims["sub"] = contact
    signed = ".".join(encode(json.dumps(each).encode()) for each in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    return (
        f"vapid t={signed}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={encode(point(key.public_key()))}"
    )


def send(
    device: PushDevice, body: bytes, key: ec.EllipticCurvePrivateKey, *, contact: str, topic: str, lives: int
) -> tuple[int, float]:
    """Send a message to a device once. Return the status of the answer, and the seconds to wait if it says so, else 0.

    ``topic``: a later message of the same topic replaces it at the push service; ``lives``: the seconds after which the
    push service drops it. Raises ``OSError``, ``http.client.HTTPException`` or `UnusableUrl` if there is no answer.
    """
    if len(body) > LONGEST_BODY:
        raise ValueError(f"a message has up to {LONGEST_BODY} bytes")
    own = ec.generate_private_key(ec.SECP256R1())
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(lives),
        "Urgency": "high",
        "Topic": topic_of(topic),
        "Authorization": signature(key, device.endpoint, contact, int(time.time())),
    }
    content = encrypt(body, device.p256dh, device.auth, own=own, salt=os.urandom(16))
    answer = post(device.endpoint, content, headers, LOCAL_VARIABLE, SECONDS)
    pause = answer.headers.get("Retry-After", "")
    return answer.status, float(pause) if pause.isascii() and pause.isdecimal() and len(pause) < 6 else 0.0


def topic_of(text: str) -> str:
    """Return a topic as push services take it: 32 letters and digits that say nothing about what it is."""
    return encode(sha256(text.encode()).digest()[:24])


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encode(octets: bytes) -> str:
    """Return bytes in base64url, without padding."""
    return urlsafe_b64encode(octets).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes of a text in base64url, with or without padding. Raises ``ValueError`` for another text."""
    if len(text) > 200 or not text.isascii():
        raise ValueError("this is no key")
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def _check_literal(host: str) -> None:
    """Raise `UnusableUrl` for a private address. A name is looked up whenever something is sent: that may take long."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return
    if os.environ.get(LOCAL_VARIABLE) != "1" and not is_public(host):
        raise UnusableUrl("the host of the URL has no public address")


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
