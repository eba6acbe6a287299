"""Sign in, by password or by a one-time link, and sign out."""

from __future__ import annotations

import logging
from threading import Thread
from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from api.lists import catalogue
from api.people import mail, sessions
from api.people.accounts import REQUESTED_LINK_LIFETIME, link, login_of
from api.people.attempt_limits import is_link_due, link_request_limit, password_limits
from api.people.mail_addresses import is_address
from api.people.secrets import LONGEST, SHORTEST, count, is_older, matches, password_hash, try_within_limits
from api.permissions import EVERYBODY, KEEPERS, allow
from api.services import Services, services
from api.site import Site, base_url, site
from web.page import local

if TYPE_CHECKING:
    from uuid import UUID

    from store.tables.accounts import Account

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
    return _begin(account, _first_page(account) if then == "/" else then)


@blp.post("/sign-in/link")
@allow(EVERYBODY)
def ask_for_link() -> Any:
    """Send a sign-in link. The answer is the same whether the account exists or not."""
    login = login_of(request.form.get("login", ""))
    if not login or len(login) > LONGEST:
        return _form(), 422
    count(link_request_limit())
    if is_link_due(login, services().accounts.of_login(login)):
        words = (_("Sign in to Nought"), _("This link signs you in once, within 15 minutes:"))
        order = (services(), site(), base_url(), login, words)
        # In a thread, so that the time of the answer does not show whether the account exists.
        Thread(target=_deliver, args=order, daemon=True).start()
    return render_template("sign-in-link-sent.html", by_mail=bool(site().smtp_url))


def _deliver(providers: Services, around: Site, where: str, login: str, words: tuple[str, str]) -> None:
    """Deliver a link: by mail, or on the console for an administrator to hand over."""
    account = providers.accounts.of_login(login)
    if account is None or account.disabled_at is not None:
        return
    if not around.smtp_url:
        _log.warning(
            "%s asks for a link to sign in, good for 15 minutes: %s",
            login,
            link(providers, account, where, REQUESTED_LINK_LIFETIME),
        )
        return
    if not is_address(login):
        return
    subject, text = words
    try:
        mail.send(around, login, subject, f"{text}\n\n{link(providers, account, where, REQUESTED_LINK_LIFETIME)}\n")
    except OSError as error:
        _log.error("a link could not be sent: %s", type(error).__name__)


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
    then = _first_page(account, welcome="" if account.password_hash else "1")
    return _begin(account, then, issuer)


@blp.post("/sign-out")
@allow(EVERYBODY)
def sign_out() -> Response:
    """End the session of this browser."""
    answer = redirect("/", 303)
    sessions.end(answer)
    return answer


def _first_page(account: Account, welcome: str = "") -> str:
    """Return the page after signing in: the club of the account; in a book without clubs, the form for one.

    ``welcome``: not empty if the page is to lead an account without a password to where it can set one.
    """
    if club := account.scope.get("club"):
        return url_for("library.club", club_id=club, welcome=welcome or None)
    if account.role in KEEPERS and not catalogue().page("club", limit=1).rows:
        return url_for("clubs_page.new", welcome=welcome or None)
    return url_for("home.home", welcome=welcome or None)


def _begin(account: Account, then: str, issuer: UUID | None = None) -> Response:
    answer = redirect(then, 303)
    kept = "keep" in request.form
    lifetime = sessions.KEPT if kept else sessions.VISIT
    own = account.role, account.name, account.scope
    sessions.begin(answer, *own, account=account, issuer=issuer, lifetime=lifetime, kept=kept)
    return answer


def _form(*, wrong: bool = False) -> str:
    then = local(request.values.get("next", "/"))
    login = request.form.get("login", "")[:LONGEST]
    return render_template("sign-in.html", wrong=wrong, then=then, login=login, by_mail=bool(site().smtp_url))
