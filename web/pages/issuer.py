"""Signing in at the issuer that the operator names (OpenID Connect)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, redirect, request

from api.people import issuer, sessions
from api.people.attempt_limits import passkey_limit
from api.people.issuer import CALLBACK, LIFETIME
from api.people.secrets import count
from api.permissions import EVERYBODY, allow
from api.site import is_encrypted
from web.page import local, unkept
from web.pages.signing_in import first_page

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

blp = Blueprint("issuer", __name__)
blp.after_request(unkept)

COOKIE: Final = "nought_issuer"


@blp.get("/sign-in/issuer")
@allow(EVERYBODY)
def begin() -> Response:
    """Begin to sign in: go to the issuer. It is no form, since the pages let no form lead to another site."""
    count(passkey_limit(), is_guess=False)
    address, state = issuer.begin(local(request.args.get("next", "/")))
    answer = redirect(address, 303)
    answer.set_cookie(
        _cookie(), state, max_age=LIFETIME, httponly=True, secure=is_encrypted(), samesite="Lax", path="/"
    )
    return answer


@blp.get(CALLBACK)
@allow(EVERYBODY)
def finish() -> Response:
    """Sign in somebody who comes back from the issuer."""
    code, state = request.args.get("code", ""), request.args.get("state", "")
    account, following = issuer.finish(code, state, request.cookies.get(_cookie(), ""))
    answer = redirect(first_page(account) if following == "/" else following, 303)
    answer.delete_cookie(_cookie(), httponly=True, secure=is_encrypted(), samesite="Lax", path="/")
    sessions.sign_in(answer, account)
    return answer


def _cookie() -> str:
    """Return the cookie's name, as for `sessions.cookie_name`."""
    return f"__Host-{COOKIE}" if is_encrypted() else COOKIE
