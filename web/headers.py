"""The headers of every page: no scripts, styles or connections of other sites, and no framing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import request

from api.site import is_encrypted

if TYPE_CHECKING:
    from flask import Flask, Response

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
    " connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'"
)
FRAMED: Final = frozenset({"replay.embedded", "embedding.tournament"})
"""Pages that other sites may show within theirs."""


def register(app: Flask) -> None:
    """Send the headers with every page."""
    app.after_request(_careful)


def _careful(answer: Response) -> Response:
    if is_encrypted():
        answer.headers["Strict-Transport-Security"] = "max-age=31536000"
    kind = answer.headers.get("Content-Type", "")
    if not kind.startswith("text/html") or "Content-Security-Policy" in answer.headers:
        return answer
    ancestors = "*" if request.endpoint in FRAMED else "'none'"
    answer.headers["Content-Security-Policy"] = f"{POLICY}; frame-ancestors {ancestors}"
    answer.headers["Referrer-Policy"] = "same-origin"
    answer.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    answer.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
    answer.vary.update(("Authorization", "Cookie", "Accept-Language"))
    return answer
