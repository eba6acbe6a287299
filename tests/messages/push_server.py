"""A push service on loopback, with browsers that decrypt what they get by their own keys: RFC 8291 read once more."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from typing import Any
from uuid import UUID

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from api.messages.push import decode, encode
from api.services import Provider
from schemas.messages import KINDS
from store.tables.people.message_choices import Choices
from tests.http.people import Person


@dataclass
class Browser:
    """A browser with its keys."""

    path: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"0123456789abcdef"

    @property
    def p256dh(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def read(self, body: bytes) -> dict[str, Any]:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert size == 4096
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        material = _expand(_sign(self.auth, shared), b"WebPush: info\x00" + self.p256dh + theirs, 32)
        secret = _sign(salt, material)
        key = _expand(secret, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = _expand(secret, b"Content-Encoding: nonce\x00", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\x02")
        payload: dict[str, Any] = json.loads(text[:-1])
        return payload


@dataclass
class PushServer:
    url: str = ""
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    browsers: dict[str, Browser] = field(default_factory=dict)
    got: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    heads: list[dict[str, str]] = field(default_factory=list)
    requests: int = 0
    waiting: int = 0
    answer_slowly: threading.Event = field(default_factory=threading.Event)
    _numbers: Iterator[int] = field(default_factory=count)

    def browser(self, folder: str = "p") -> Browser:
        browser = Browser(f"/{folder}/{next(self._numbers)}")
        self.browsers[browser.path] = browser
        return browser

    def subscribe(
        self, house: Provider, who: Person, *, kinds: tuple[str, ...] = KINDS, language: str = "en", folder: str = "p"
    ) -> Browser:
        """Let a player be told by push, at any hour."""
        assert who.account
        choices = house.services.message_choices
        choices.choose(who.account, Choices(kinds, False, language, None))
        browser = self.browser(folder)
        choices.add_device(who.account, UUID(who.id), self.url + browser.path, browser.p256dh, browser.auth, "Test")
        return browser

    def of(self, browser: Browser) -> list[dict[str, Any]]:
        return self.got[browser.path]


def _sign(key: bytes, text: bytes) -> bytes:
    return hmac.new(key, text, hashlib.sha256).digest()


def _expand(key: bytes, info: bytes, length: int) -> bytes:
    return _sign(key, info + b"\x01")[:length]


def check_signature(head: dict[str, str], url: str) -> str:
    """Verify a header of VAPID; return the public key."""
    kind, _, rest = head["Authorization"].partition(" ")
    parts = dict(each.strip().split("=", 1) for each in rest.split(","))
    signed, _, signature = parts["t"].rpartition(".")
    raw = decode_long(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(parts["k"]))
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key.verify(der, signed.encode(), ec.ECDSA(SHA256()))
    claims = json.loads(decode_long(signed.split(".")[1]))
    assert (kind, claims["aud"]) == ("vapid", url)
    return parts["k"]


def decode_long(text: str) -> bytes:
    return b"".join(decode(text[n : n + 100]) for n in range(0, len(text), 100))


@pytest.fixture
def push_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PushServer]:
    monkeypatch.setenv("NOUGHT_PUSH_LOCAL", "1")
    with running_push_server() as running:
        yield running


class running_push_server:  # noqa: N801 - it is used as a function
    def __enter__(self) -> PushServer:
        state = PushServer()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                state.requests += 1
                state.heads.append(dict(self.headers))
                if self.path.startswith("/slow/"):
                    state.waiting += 1
                    state.answer_slowly.wait(60)
                if state.status == 201:
                    state.got[self.path].append(state.browsers[self.path].read(body))
                self.send_response(state.status)
                for name, value in state.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            request_queue_size = 128

            def handle_error(self, *_: object) -> None:
                """A sender that is killed does not read its answer."""

        self.server = Server(("127.0.0.1", 0), Handler)
        state.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.state = state
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        return state

    def __exit__(self, *_: object) -> None:
        self.state.answer_slowly.set()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


__all__ = ["Browser", "PushServer", "check_signature", "encode", "push_server", "running_push_server"]
