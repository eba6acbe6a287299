"""Sessions: a token in the browser's cookie, and the protection against forged requests of other sites (CSRF).

The CSRF token is not Flask-WTF's, which belongs to Flask's signed session cookie: this one is derived from the secret
of the session in the database and ends with it.
"""

from __future__ import annotations

import hmac
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from flask import request

from api.people.attempt_limits import remember_device
from api.problems import Problem
from api.services import services
from api.site import is_encrypted, is_own_host
from store.tables.people.tokens import SESSION

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from werkzeug.wrappers import Response

    from store.tables.people.accounts import Account
    from store.tables.people.tokens import Token

COOKIE: Final = "nought_session"
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
FORMS: Final = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})
FIELD: Final = "csrf"
HEADER: Final = "X-CSRF-Token"
VISIT: Final = timedelta(hours=12)
KEPT: Final = timedelta(days=30)
"""The lifetime of a session that the user asked to keep."""


def cookie_name() -> str:
    """Return the cookie's name. ``__Host-``: the browser takes it from this host over an encrypted connection only."""
    return f"__Host-{COOKIE}" if is_encrypted() else COOKIE


def read_secret() -> str:
    """Return the session's secret that the browser sent; empty if there is none."""
    if "HTTP_COOKIE" not in request.environ:
        return ""
    secret = request.cookies.get(cookie_name(), "")
    return secret if len(secret) <= 200 else ""


def current() -> Token | None:
    """Return the token of the browser's session; None if there is none, or if it has ended."""
    secret = read_secret()
    return services().tokens.look_up(secret, SESSION) if secret else None


def csrf_of(secret: str) -> str:
    """Return the CSRF token of a session. Other sites cannot read it."""
    return hmac.new(secret.encode("utf-8", "surrogatepass"), b"nought csrf", sha256).hexdigest()


def check_csrf(secret: str) -> None:
    """Raise `Problem` (403) if the request does not have the session's CSRF token."""
    token_sent = request.headers.get(HEADER, "")
    if not token_sent and request.mimetype in FORMS:
        token_sent = request.form.get(FIELD, "")
    if not hmac.compare_digest(token_sent.encode(), csrf_of(secret).encode()):
        raise Problem("csrf")


def check_origin() -> None:
    """Raise `Problem` (403) if another site made the browser send this request. Programs send neither header."""
    fetched = request.headers.get("Sec-Fetch-Site")
    if fetched is not None:
        if fetched not in ("same-origin", "none"):
            raise Problem("csrf")
        return
    origin = request.headers.get("Origin")
    if origin is not None and not is_own_host(origin):
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
    lifetime: timedelta = VISIT,
    kept: bool = False,
) -> Token:
    """Begin a session in the browser that gets the response, and end its old one.

    ``issuer``: the account that made the sign-in link. ``kept``: True if the session is to outlive the browser window.
    """
    end()
    token, secret = services().tokens.issue(
        role,
        subject,
        lifetime,
        scope,
        kind=SESSION,
        label=device_name(request.headers.get("User-Agent", "")),
        account=account.id if account else None,
        invitation=invitation,
        issuer=issuer,
    )
    if account is not None:
        services().accounts.record_sign_in(account.id)
    answer.set_cookie(
        cookie_name(), secret, max_age=lifetime if kept else None, httponly=True, secure=is_encrypted(), samesite="Lax"
    )
    if account is not None:
        remember_device(answer, account.id)
    return token


def sign_in(answer: Response, account: Account, *, kept: bool = False, issuer: UUID | None = None) -> Token:
    """Begin a session of an account in the browser that gets the response. ``kept`` and ``issuer``: as for `begin`."""
    lifetime = KEPT if kept else VISIT
    own = account.role, account.name, account.scope
    return begin(answer, *own, account=account, issuer=issuer, lifetime=lifetime, kept=kept)


def end(answer: Response | None = None) -> None:
    """End the browser's session; with a response, delete the cookie too."""
    if token := current():
        services().tokens.revoke(token.id)
    if answer is not None:
        answer.delete_cookie(cookie_name(), httponly=True, secure=is_encrypted(), samesite="Lax")


def device_name(agent: str) -> str:
    """Return the browser and the system of a User-Agent, for lists of sessions."""
    browsers = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
    systems = (
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "Mac"),
        ("Linux", "Linux"),
    )  # fmt: skip
    names = [next((name for part, name in choices if part in agent), "") for choices in (browsers, systems)]
    return ", ".join(filter(None, names))
