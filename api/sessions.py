"""Sessions: a token that the browser keeps in a cookie, and what keeps other sites from using it.

The proof against forged requests is hand-made: Flask-WTF ties its own to Flask's signed session cookie, and here it
belongs to the server's session and ends with it.
"""

from __future__ import annotations

import hmac
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from flask import request

from api.outside import encrypted, own_host
from api.problems import Problem
from api.services import services
from api.throttling import remember_device
from store.tokens import SESSION

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from werkzeug.wrappers import Response

    from store.accounts import Account
    from store.tokens import Token

COOKIE: Final = "nought_session"
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
FORMS: Final = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})
FIELD: Final = "csrf"
HEADER: Final = "X-CSRF-Token"
A_VISIT: Final = timedelta(hours=12)
KEPT: Final = timedelta(days=30)
"""How long somebody stays signed in who asked for it."""


def cookie() -> str:
    """The cookie's name. With ``__Host-`` the browser takes it over an encrypted connection from this host only."""
    return f"__Host-{COOKIE}" if encrypted() else COOKIE


def secret_sent() -> str:
    """The session's secret as the browser sent it; empty if there is none."""
    if "HTTP_COOKIE" not in request.environ:
        return ""
    secret = request.cookies.get(cookie(), "")
    return secret if len(secret) <= 200 else ""


def csrf_of(secret: str) -> str:
    """What the pages of a session prove themselves with; from another site nobody can read it."""
    return hmac.new(secret.encode("utf-8", "surrogatepass"), b"nought csrf", sha256).hexdigest()


def check_csrf(secret: str) -> None:
    """What writes by cookie must come from a page of this very session."""
    told = request.headers.get(HEADER, "")
    if not told and request.mimetype in FORMS:
        told = request.form.get(FIELD, "")
    if not hmac.compare_digest(told.encode(), csrf_of(secret).encode()):
        raise Problem("csrf")


def check_origin() -> None:
    """Nothing is written for a browser that another site sent here. Who is no browser says neither."""
    fetched = request.headers.get("Sec-Fetch-Site")
    if fetched is not None:
        if fetched not in ("same-origin", "none"):
            raise Problem("csrf")
        return
    origin = request.headers.get("Origin")
    if origin is not None and not own_host(origin):
        raise Problem("csrf")


def begin(
    answer: Response,
    role: str,
    subject: str,
    scope: Mapping[str, str],
    *,
    account: Account | None = None,
    invitation: UUID | None = None,
    issuer: UUID | None = None,
    lifetime: timedelta = A_VISIT,
    kept: bool = False,
) -> Token:
    """Begin a session for whoever gets the answer; the one that the browser had ends.

    ``issuer``: the account that made the link which signs in.
    """
    end()
    token, secret = services().tokens.issue(
        role,
        subject,
        lifetime,
        scope,
        kind=SESSION,
        label=device(request.headers.get("User-Agent", "")),
        account=account.id if account else None,
        invitation=invitation,
        issuer=issuer,
    )
    if account is not None:
        services().accounts.signed_in(account.id)
    answer.set_cookie(
        cookie(), secret, max_age=lifetime if kept else None, httponly=True, secure=encrypted(), samesite="Lax"
    )
    if account is not None:
        remember_device(answer, account.id)
    return token


def end(answer: Response | None = None) -> None:
    """The browser's session ends, and with an answer the cookie goes too."""
    secret = secret_sent()
    tokens = services().tokens
    if secret and (token := tokens.look_up(secret, SESSION)):
        tokens.revoke(token.id)
    if answer is not None:
        answer.delete_cookie(cookie(), httponly=True, secure=encrypted(), samesite="Lax")


def device(agent: str) -> str:
    """The browser and the system that a User-Agent tells of, so that people know their devices again."""
    browsers = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
    systems = (
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "Mac"),
        ("Linux", "Linux"),
    )  # fmt: skip
    found = [next((name for sign, name in known if sign in agent), "") for known in (browsers, systems)]
    return ", ".join(filter(None, found))
