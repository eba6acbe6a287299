"""The caller's own account: password, sessions, and tokens for programs."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for

from api.callers import caller
from api.people import sessions
from api.people.accounts import LENDS, BadAccount, lend_scope, short_login
from api.people.joining import NO_LOGIN
from api.people.own_account import check_password, find_signed_in, signed_in_account
from api.people.passkeys import find_relying_party
from api.people.secrets import password_hash
from api.permissions import SIGNED_IN, allow
from api.problems import Problem, forbidden
from api.services import services
from api.site import site
from domain.engine.words.values import sentence
from domain.kernel.commands import name as name_of
from domain.kernel.errors import Declined
from store.tables.people.tokens import SESSION, TOKEN
from web.page import unkept
from web.pages.passkeys import key_of

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from store.tables.catalogue import Row
    from store.tables.people.tokens import Token

blp = Blueprint("account", __name__)
blp.after_request(unkept)

DAYS: Final = (30, 90, 365)
"""The days for which a token may be valid."""


@blp.get("/account")
@allow(SIGNED_IN)
def account() -> str:
    """Show the caller's account."""
    return _page()


@blp.post("/account/password")
@allow(SIGNED_IN)
def set_password() -> Any:
    """Set another password, if the old one is right or there is none yet.

    The account's other sessions, its tokens, its links and the address of its calendar end.
    """
    own, form = signed_in_account(), request.form
    try:
        login = short_login(form.get("new-login", "")) if own.login.startswith(NO_LOGIN) else own.login
    except (BadAccount, Declined):
        return _page(wrong="login"), 422
    try:
        check_password(own, form.get("old", ""))
    except Problem as problem:
        if problem.code != "wrong-password":
            raise
        return _page(wrong="old"), 403
    try:
        changed = password_hash(form.get("new", ""))
    except Problem:
        return _page(wrong="new"), 422
    if login != own.login and not services().mail_links.change_login(own.id, login):
        return _page(wrong="login-taken"), 422
    services().accounts.set_password(own.id, changed)
    answer = redirect(url_for("account.account", done="password"), 303)
    sessions.sign_in(answer, own)
    return answer


@blp.post("/account/tokens")
@allow(SIGNED_IN)
def issue() -> Any:
    """Make a token for a program, within the caller's own rights; its secret is shown once."""
    own = signed_in_account()
    form = request.form
    try:
        days = next((days for days in DAYS if str(days) == form.get("days")), 0)
        if not days:
            raise BadAccount("a token lives for one of the times that the page offers")
        scope = lend_scope(own.role, own.scope, form.get("role", ""), _club(form.get("club", "")))
    except BadAccount as error:
        raise Problem("scope", error.sentence) from None
    if "read" in form:
        scope["only"] = "read"
    label = name_of(form.get("label", ""), sentence("the purpose of the token"))
    lifetime = timedelta(days=days)
    _, secret = services().tokens.issue(form["role"], own.name, lifetime, scope, label=label, account=own.id)
    return _page(secret=secret), 201


@blp.post("/account/tokens/<uuid:own_id>/end")
@allow(SIGNED_IN)
def end(own_id: UUID) -> Response:
    """End one of the caller's sessions or tokens."""
    token = services().tokens.find(own_id)
    if token is None or token.account != signed_in_account().id:
        raise forbidden(sentence("This is not yours, or it is not there."))
    services().tokens.revoke(own_id)
    return redirect(url_for("account.account", done="ended"), 303)


def _club(club: str) -> str:
    """Return the id of a club; empty for none. Raises ``BadAccount`` if the club does not exist."""
    if not club:
        return ""
    row = services().catalogue.find(UUID(club))
    if row is None or row.kind != "club":
        raise BadAccount("there is no such club")
    return str(row.id)


def _page(**more: Any) -> str:
    who, own = caller(), find_signed_in()
    mine: list[Token] = services().tokens.of_account(own.id) if own else []
    clubs = services().catalogue.page("club", limit=200).rows if own and own.role == "admin" else ()
    return render_template(
        "account.html",
        own=own,
        sessions=[each for each in mine if each.kind == SESSION],
        tokens=[each for each in mine if each.kind == TOKEN],
        lends=LENDS.get(who.role, ()),
        clubs=clubs,
        days=DAYS,
        place=place_names(who.scope),
        done=request.args.get("done", ""),
        passkeys=[(each, key_of(each.credential)) for each in services().passkeys.of_account(own.id)] if own else (),
        has_passkeys=find_relying_party() is not None,
        clubs_of_player=_clubs_of_player(),
        waits=_clubs_asked(own.id) if own else (),
        needs_login=own is not None and own.login.startswith(NO_LOGIN),
        by_mail=bool(site().smtp_url),
        **more,
    )


def _clubs_of_player() -> list[tuple[Row, Row]]:
    """Return the clubs in which the caller plays, each with the player."""
    own = caller().players()
    rows = {str(row.id): row for row in services().catalogue.find_all({UUID(each) for each in (*own, *own.values())})}
    return [(rows[club], rows[player]) for club, player in own.items() if club in rows and player in rows]


def _clubs_asked(account: UUID) -> list[Row]:
    """Return the clubs that an account has asked to let it join."""
    return services().catalogue.find_all(each.club for each in services().joining.requests_by(account))


def place_names(scope: Any) -> list[str]:
    """Return the names of a scope's club, table and deal."""
    names = []
    for kind in ("club", "table", "deal"):
        row = services().catalogue.find(UUID(scope[kind])) if kind in scope else None
        if row is not None:
            names.append(row.title)
    return names
