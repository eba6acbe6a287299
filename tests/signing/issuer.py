"""A small issuer of OpenID Connect on this machine, which can also lie."""

from __future__ import annotations

import json
import time
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_urlsafe
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey

CLIENT, SECRET = "nought", "a-secret-of-the-client"


@dataclass
class Issuer:
    """The issuer: who signs in there next, and what its next tokens say instead of the truth."""

    url: str = ""
    subject: str = "player-7"
    claims: dict[str, Any] = field(default_factory=dict)
    key: ECKey = field(default_factory=lambda: ECKey.generate_key("P-256", parameters={"kid": "1"}))
    signed_by: ECKey | None = None
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    tokens: int = 0

    def approve(self, address: str) -> dict[str, str]:
        """Return what the browser brings back after the address of the authorization."""
        query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert query["response_type"] == "code"
        assert query["client_id"] == CLIENT
        assert query["code_challenge_method"] == "S256"
        code = token_urlsafe(8)
        self.codes[code] = query
        return {"code": code, "state": query["state"]}

    def token_for(self, form: dict[str, str], authorization: str) -> tuple[int, dict[str, Any]]:
        query = self.codes.pop(form.get("code", ""), None)
        right = b64decode(authorization.removeprefix("Basic ")).decode() == f"{CLIENT}:{SECRET}"
        verifier = sha256(form.get("code_verifier", "").encode()).digest()
        is_proved = query and urlsafe_b64encode(verifier).decode().rstrip("=") == query["code_challenge"]
        if not (query and right and is_proved and form.get("redirect_uri") == query["redirect_uri"]):
            return 400, {"error": "invalid_grant"}
        self.tokens += 1
        now = int(time.time())
        claims = {
            "iss": self.url, "aud": CLIENT, "sub": self.subject, "nonce": query["nonce"], "iat": now, "exp": now + 60,
            "name": "Siva at the federation", "email": "victim@example.org", "email_verified": True, **self.claims,
        }  # fmt: skip
        claims = {name: value for name, value in claims.items() if value is not None}
        signed = jwt.encode({"alg": "ES256", "kid": "1"}, claims, self.signed_by or self.key)
        return 200, {"access_token": "x", "token_type": "Bearer", "id_token": signed}

    def metadata(self) -> dict[str, Any]:
        ends = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "jwks"}
        return {"issuer": self.url, **{name: f"{self.url}/{path}" for name, path in ends.items()}}


@contextmanager
def running_issuer() -> Iterator[Issuer]:
    """Run an issuer until the end."""
    issuer = Issuer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.startswith("/.well-known"):
                self._answer(200, issuer.metadata())
            elif self.path == "/jwks":
                self._answer(200, {"keys": [issuer.key.as_dict(private=False)]})
            else:
                back = issuer.approve(self.path)
                target = parse_qs(urlsplit(self.path).query)["redirect_uri"][0]
                self.send_response(302)
                self.send_header("Location", f"{target}?code={back['code']}&state={back['state']}")
                self.end_headers()

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            self._answer(*issuer.token_for(form, self.headers.get("Authorization", "")))

        def _answer(self, status: int, payload: dict[str, Any]) -> None:
            text = json.dumps(payload).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    issuer.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield issuer
    server.shutdown()
    thread.join()
    server.server_close()
