"""Sign in, by password or by a one-time link, and sign out."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from api.lists import catalogue
from api.people import mail_sign_in, sessions
from api.people.accounts import PLAYER, login_of
from api.people.attempt_limits import password_limits
from api.people.issuer import issuer_name
from api.people.passkeys import find_relying_party
from api.people.secrets import LONGEST, SHORTEST, is_older, matches, password_hash, try_within_limits
from api.permissions import EVERYBODY, KEEPERS, allow
from api.services import services
from api.site import site
from web.page import local

if TYPE_CHECKING:
    from uuid import UUID

    from store.tables.people.accounts import Account

blp = Blueprint("signing_in", __name__)

_log = logging.getLogger("nought.sign-in")


@blp.get("/sign-in")
@allow(EVERYBODY)
def sign_in() -> str:
    """Show the form to sign in."""
    return _form()


@blp.post("/sign-in")
@allow(EVERYBODY)
def by_password() -> Any:
    """Sign in by password; a wrong name and a wrong password get the same answer after the same time."""
    login, password = login_of(request.form.get("login", "")), request.form.get("password", "")
    if not login or not password or len(login) > LONGEST:
        return _form(wrong=True), 403
    account = services().accounts.of_login(login)
    kept = account.password_hash if account and account.disabled_at is None else None
    if not try_within_limits(password_limits(login, account), lambda: matches(kept, password)) or account is None:
        return _form(wrong=True), 403
    if kept and is_older(kept) and SHORTEST <= len(password) <= LONGEST:
        services().accounts.renew_hash(account.id, kept, password_hash(password))
    then = local(request.form.get("next", "/"))
    return _begin(account, first_page(account) if then == "/" else then)


@blp.post("/sign-in/link")
@allow(EVERYBODY)
def ask_for_link() -> Any:
    """Send a sign-in link. The answer is the same whether the account exists or not."""
    login = login_of(request.form.get("login", ""))
    if not login or len(login) > LONGEST:
        return _form(), 422
    mail_sign_in.send_link(login, (_("Sign in to Nought"), _("This link signs you in once, within 15 minutes:")))
    return render_template("sign-in-link-sent.html", by_mail=bool(site().smtp_url))


@blp.get("/sign-in/<string(length=43):secret>")
@allow(EVERYBODY)
def with_link(secret: str) -> Any:
    """Show the page of a link. Only its button uses the link, since mail scanners follow links too."""
    account = services().accounts.owner_of_link(secret)
    if account is None:
        return render_template("sign-in-link.html", account=None), 404
    return render_template("sign-in-link.html", account=account)


@blp.post("/sign-in/<string(length=43):secret>")
@allow(EVERYBODY)
def by_link(secret: str) -> Any:
    """Sign in by a link, which then is used up."""
    used = services().accounts.use_link(secret)
    if used is None:
        return render_template("sign-in-link.html", account=None), 404
    account, issuer = used
    then = first_page(account, welcome="" if account.password_hash else "1")
    return _begin(account, then, issuer)


@blp.post("/sign-out")
@allow(EVERYBODY)
def sign_out() -> Response:
    """End the session of this browser."""
    answer = redirect("/", 303)
    sessions.end(answer)
    return answer


def first_page(account: Account, welcome: str = "") -> str:
    """Return the page after signing in: the club of an official; a player's own page; without clubs, the form for one.

    ``welcome``: not empty if the page is to lead an account without a password to where it can set one.
    """
    if club := account.scope.get("club"):
        return url_for("library.club", club_id=club, welcome=welcome or None)
    if account.role in KEEPERS and not catalogue().page("club", limit=1).rows:
        return url_for("clubs_page.new", welcome=welcome or None)
    if account.role == PLAYER:
        return url_for("own_page.show")
    return url_for("home.home", welcome=welcome or None)


def _begin(account: Account, then: str, issuer: UUID | None = None) -> Response:
    answer = redirect(then, 303)
    sessions.sign_in(answer, account, kept="keep" in request.form, issuer=issuer)
    return answer


def _form(*, wrong: bool = False) -> str:
    then = local(request.values.get("next", "/"))
    login = request.form.get("login", "")[:LONGEST]
    return render_template(
        "sign-in.html",
        wrong=wrong,
        then=then,
        login=login,
        by_mail=bool(site().smtp_url),
        has_passkeys=find_relying_party() is not None,
        issuer=issuer_name(),
    )
