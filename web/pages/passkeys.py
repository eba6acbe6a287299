"""Signing in with a passkey, and the passkeys of an account. Scripts send what browsers sign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from flask import Blueprint, jsonify, redirect, request, url_for
from flask_babel import gettext as _
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from api.people import mail_sign_in, passkeys, sessions
from api.people.attempt_limits import passkey_limit
from api.people.joining import NO_LOGIN
from api.people.own_account import check_password, signed_in_account
from api.people.passkeys import LONGEST_NAME
from api.people.secrets import count
from api.permissions import ACCOUNTS, EVERYBODY, allow
from api.problems import Problem, forbidden
from api.services import services
from domain.engine.words.values import sentence
from domain.kernel.commands import name as name_of
from store.tables.people.passkeys import PasskeyTaken
from web.page import local, unkept
from web.pages.signing_in import first_page

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

blp = Blueprint("passkeys", __name__)
blp.after_request(unkept)


@blp.post("/sign-in/passkey/options")
@allow(EVERYBODY)
def begin_sign_in() -> dict[str, Any]:
    """Begin to sign in with a passkey."""
    count(passkey_limit(), is_guess=False)
    return passkeys.begin_sign_in()


@blp.post("/sign-in/passkey")
@allow(EVERYBODY)
def sign_in() -> Response:
    """Sign in with a passkey that has signed."""
    body = sent_body()
    account = passkeys.finish_sign_in(body.get("credential"))
    services().attempts.take_back([passkey_limit()])
    then = local(str(body.get("next") or "/"))
    answer = jsonify({"to": first_page(account) if then == "/" else then})
    sessions.sign_in(answer, account, kept=body.get("keep") is True)
    return answer


@blp.post("/account/passkeys/options")
@allow(ACCOUNTS)
def begin() -> dict[str, Any]:
    """Begin to add a passkey to the caller's account."""
    own = signed_in_account()
    check_password(own, str(sent_body().get("old") or ""))
    count(passkey_limit(), is_guess=False)
    known = services().passkeys.of_account(own.id)
    login = own.name if own.login.startswith(NO_LOGIN) else own.login
    return passkeys.begin_registration(own.id, passkeys.ADD, login, own.name, known)


@blp.post("/account/passkeys")
@allow(ACCOUNTS)
def add() -> dict[str, Any]:
    """Add a passkey that was made now to the caller's account."""
    own = signed_in_account()
    account, passkey = passkeys.finish_registration(sent_body().get("credential"), passkeys.ADD)
    if account != own.id:
        raise Problem("passkey")
    try:
        if not services().passkeys.add(own.id, passkey):
            raise Problem("most-passkeys")
    except PasskeyTaken:
        raise Problem("passkey") from None
    words = (
        _("A passkey was added to your account"),
        _("Somebody who was signed in with your account added a passkey to it: %(device)s.", device=passkey.name)
        + " "
        + _("If it was not you, remove it on the page of your account, and tell your club at once."),
    )
    mail_sign_in.send_notice(own.login, words)
    return {"to": url_for("account.account", done="passkey")}


@blp.post("/account/passkeys/<string(maxlength=1400):passkey>/name")
@allow(ACCOUNTS)
def rename(passkey: str) -> Any:
    """Rename a passkey of the caller's account."""
    name = name_of(request.form.get("name", ""))[:LONGEST_NAME]
    if not services().passkeys.rename(signed_in_account().id, _credential(passkey), name):
        raise not_yours()
    return redirect(url_for("account.account"), 303)


@blp.post("/account/passkeys/<string(maxlength=1400):passkey>/remove")
@allow(ACCOUNTS)
def remove(passkey: str) -> Any:
    """Remove a passkey of the caller's account: it signs in no more."""
    if not services().passkeys.remove(signed_in_account().id, _credential(passkey)):
        raise not_yours()
    return redirect(url_for("account.account", done="removed"), 303)


def sent_body() -> dict[str, Any]:
    """Return the JSON object of the request. Raises `Problem` (400) if there is none."""
    try:
        body = msgspec.json.decode(request.get_data(cache=True))
    except (msgspec.DecodeError, RecursionError, ValueError):
        body = None
    if not isinstance(body, dict):
        raise Problem("json")
    return body


def key_of(credential: bytes) -> str:
    """Return what stands for a passkey in addresses."""
    return bytes_to_base64url(credential)


def _credential(passkey: str) -> bytes:
    try:
        return base64url_to_bytes(passkey)
    except ValueError:
        raise not_yours() from None


def not_yours() -> Problem:
    """Return the problem of a passkey of somebody else, whether it exists or not."""
    return forbidden(sentence("This is not yours, or it is not there."))
