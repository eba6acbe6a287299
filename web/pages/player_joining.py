"""Joining a club as a player: with an invitation, or by the card of the club, whose officials accept.

Somebody without an account makes one with a passkey, by mail, or with a password. Whoever has one uses it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import uuid4

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext as _

from api.callers import caller
from api.people import joining, mail_sign_in, passkeys, sessions
from api.people.accounts import BadAccount
from api.people.attempt_limits import join_limit, passkey_limit
from api.people.issuer import issuer_name
from api.people.own_account import find_signed_in
from api.people.secrets import count
from api.permissions import ACCOUNTS, EVERYBODY, allow
from api.problems import Problem
from api.services import services
from api.site import site
from domain.kernel.commands import name as name_of
from domain.kernel.errors import Declined
from web.joining_doors import asking, invited, listed_players
from web.languages import text_of
from web.page import unkept
from web.pages.passkeys import sent_body

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from werkzeug.wrappers import Response

    from store.tables.people.accounts import Account
    from web.joining_doors import Door

blp = Blueprint("player_joining", __name__)
blp.after_request(unkept)


# --- with an invitation ---------------------------------------------------------------------------


@blp.get("/join/<string(length=22):secret>")
@allow(EVERYBODY)
def invitation(secret: str) -> Any:
    """Show an invitation: who is invited to which club, and how to join."""
    return _page(lambda: invited(secret))


@blp.post("/join/<string(length=22):secret>")
@allow(ACCOUNTS)
def accept(secret: str) -> Any:
    """Join with the account that is signed in."""
    return _join_signed_in(lambda: invited(secret))


@blp.post("/join/<string(length=22):secret>/passkey/options")
@allow(EVERYBODY)
def invited_options(secret: str) -> Any:
    """Begin to make a passkey for the account of somebody who was invited."""
    return _begin_passkey(invited(secret))


@blp.post("/join/<string(length=22):secret>/passkey")
@allow(EVERYBODY)
def invited_passkey(secret: str) -> Any:
    """Join with a passkey that was made now."""
    return _join_by_passkey(invited(secret))


@blp.post("/join/<string(length=22):secret>/password")
@allow(EVERYBODY)
def invited_password(secret: str) -> Any:
    """Join with a password."""
    return _join_by_password(lambda: invited(secret))


@blp.post("/join/<string(length=22):secret>/mail")
@allow(EVERYBODY)
def invited_mail(secret: str) -> Any:
    """Send a link with which somebody who was invited signs in."""
    return _send_link(lambda: invited(secret))


# --- by the card of the club ----------------------------------------------------------------------


@blp.get("/join/club/<string(length=10):code>")
@allow(EVERYBODY)
def club_card(code: str) -> Any:
    """Show how to ask a club to let somebody join."""
    return _page(lambda: asking(code, request.args))


@blp.post("/join/club/<string(length=10):code>")
@allow(ACCOUNTS)
def ask(code: str) -> Any:
    """Ask to join with the account that is signed in."""
    return _join_signed_in(lambda: asking(code, request.form))


@blp.post("/join/club/<string(length=10):code>/passkey/options")
@allow(EVERYBODY)
def asking_options(code: str) -> Any:
    """Begin to make a passkey for the account of somebody who asks to join."""
    return _begin_passkey(asking(code, sent_body()))


@blp.post("/join/club/<string(length=10):code>/passkey")
@allow(EVERYBODY)
def asking_passkey(code: str) -> Any:
    """Ask to join with a passkey that was made now."""
    return _join_by_passkey(asking(code, sent_body()))


@blp.post("/join/club/<string(length=10):code>/password")
@allow(EVERYBODY)
def asking_password(code: str) -> Any:
    """Ask to join with a password."""
    return _join_by_password(lambda: asking(code, request.form))


@blp.post("/join/club/<string(length=10):code>/mail")
@allow(EVERYBODY)
def asking_mail(code: str) -> Any:
    """Send a link with which somebody who asks to join signs in."""
    return _send_link(lambda: asking(code, request.form))


# --- what both share ------------------------------------------------------------------------------


def _page(open_door: Callable[[], Door], wrong: str = "", status: int = 200) -> Any:
    """Return the page of a way into a club; where it has ended, what to do."""
    try:
        door = open_door()
    except Problem as problem:
        if problem.code != "invitation-over":
            raise
        return render_template("joining/over.html"), 404
    own, players = find_signed_in(), caller().players()
    page = render_template(
        "joining/join.html",
        door=door,
        own=own,
        plays=str(door.club) in players,
        waits=own is not None and any(each.club == door.club for each in services().joining.requests_by(own.id)),
        listed=listed_players(door.club) if door.is_card else (),
        form=request.form,
        by_mail=bool(site().smtp_url),
        has_passkeys=passkeys.find_relying_party() is not None,
        issuer=issuer_name(),
        wrong=wrong,
    )
    return page, status


def _join_signed_in(open_door: Callable[[], Door]) -> Any:
    """Join, or ask to, with the account that is signed in. Raises `Problem` if it plays in the club already."""
    account = find_signed_in()
    if account is None:
        raise Problem("token-needed")
    count(join_limit(account.id), is_guess=False)
    try:
        door = open_door()
        door.join(account.id)
    except (Declined, BadAccount) as error:
        return _page(open_door, text_of(error), 422)
    return redirect(_following(door), 303)


def _begin_passkey(door: Door) -> dict[str, Any]:
    name = name_of(door.name)
    count(passkey_limit(), is_guess=False)
    return passkeys.begin_registration(uuid4(), passkeys.JOIN, name, name)


def _join_by_passkey(door: Door) -> Response:
    """Join with a new account that has a new passkey, and sign in."""
    identity, passkey = passkeys.finish_registration(sent_body().get("credential"), passkeys.JOIN)
    account = joining.new_account(door.name, passkey=passkey, identity=identity)
    door.join(account)
    return _signed_in(account.id, {"to": _following(door)}, kept=True)


def _join_by_password(open_door: Callable[[], Door]) -> Any:
    """Join with a new account that has a password, and sign in."""
    form = request.form
    try:
        door = open_door()
        account = joining.new_account(door.name, form.get("login", ""), form.get("password", ""))
        door.join(account)
    except (Declined, BadAccount) as error:
        return _page(open_door, text_of(error), 422)
    except Problem as problem:
        if problem.code not in ("password", "login-taken"):
            raise
        return _page(open_door, str(problem.detail), problem.status)
    return _signed_in(account.id, _following(door), kept="keep" in form)


def _send_link(open_door: Callable[[], Door]) -> Any:
    """Send a link to an address, with which its owner signs in and comes back. The answer is always the same."""
    try:
        door = open_door()
        name = name_of(door.name)
    except Declined as error:
        return _page(open_door, text_of(error), 422)
    words = (
        _("Join %(club)s", club=door.club_name),
        _("This link signs you in at Nought once, within an hour, so that you can join %(club)s:", club=door.club_name),
    )
    if not mail_sign_in.send_joining(request.form.get("address", ""), name, door.path, words):
        return _page(open_door, _("This is not one mail address."), 422)
    return render_template("joining/sent.html", door=door)


def _following(door: Door) -> str:
    """Return the page after joining: the player's own; that of the card, if the club still has to accept."""
    return door.path if door.is_card else url_for("own_page.show", done="joined")


def _signed_in(account_id: UUID, to: str | dict[str, Any], *, kept: bool) -> Response:
    """Sign in with a new account, and answer with a redirect or, for a script, with JSON."""
    account: Account | None = services().accounts.find(account_id)
    assert account is not None  # noqa: S101 - it was made now
    answer = redirect(to, 303) if isinstance(to, str) else jsonify(to)
    sessions.sign_in(answer, account, kept=kept)
    return answer
