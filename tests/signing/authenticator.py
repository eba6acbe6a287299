"""An authenticator in software: it makes passkeys and signs with them, rightly or as an attacker would."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from os import urandom
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, encode_cbor

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


@dataclass
class Authenticator:
    """A passkey for one site. ``flags``: whether its owner was there, and was recognised."""

    origin: str
    rp: str
    flags: int = PRESENT | VERIFIED
    count: int = 0
    credential: bytes = field(default_factory=lambda: urandom(32))
    handle: bytes = b""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def make(self, options: dict[str, Any], **more: str) -> dict[str, Any]:
        """The answer to the options of a registration."""
        self.handle = base64url_to_bytes(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential + encode_cbor(public)
        data = self._data(ATTESTED) + attested
        answer = {
            "clientDataJSON": self._client_data("webauthn.create", options["challenge"], **more),
            "attestationObject": encode_cbor({"fmt": "none", "attStmt": {}, "authData": data}),
        }
        return self._credential(answer)

    def sign(self, options: dict[str, Any], **more: str) -> dict[str, Any]:
        """The answer to the options of a sign-in."""
        self.count += 1
        data, client = self._data(), self._client_data("webauthn.get", options["challenge"], **more)
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(SHA256()))
        answer = {
            "clientDataJSON": client,
            "authenticatorData": data,
            "signature": signature,
            "userHandle": self.handle,
        }
        return self._credential(answer)

    def _data(self, more: int = 0) -> bytes:
        return sha256(self.rp.encode()).digest() + bytes([self.flags | more]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str, **more: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, **more}).encode()

    def _credential(self, answer: dict[str, bytes]) -> dict[str, Any]:
        name = bytes_to_base64url(self.credential)
        response = {each: bytes_to_base64url(value) for each, value in answer.items()}
        return {"id": name, "rawId": name, "type": "public-key", "clientExtensionResults": {}, "response": response}
