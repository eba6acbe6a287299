"""Officials' accounts: an administrator manages all, a director those of the club."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for

from api.callers import ADMIN, caller
from api.people.accounts import MANAGES, BadAccount, add, lend_scope, link, login_of
from api.people.persons import persons
from api.permissions import OFFICE, allow
from api.problems import Problem, forbidden
from api.services import services
from api.site import base_url
from domain.engine.words.values import sentence
from domain.kernel.errors import Declined
from store.tables.people.accounts import LoginTaken
from web.languages import text_of
from web.page import unkept
from web.pages.account import place_names

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from store.tables.people.accounts import Account

blp = Blueprint("accounts", __name__)
blp.after_request(unkept)


@blp.get("/accounts")
@allow(OFFICE)
def accounts() -> str:
    """Show the list of accounts."""
    return _page()


@blp.post("/accounts")
@allow(OFFICE)
def make() -> Any:
    """Make an account, and the link by which its holder signs in the first time."""
    who, form = caller(), request.form
    try:
        scope = lend_scope(who.role, who.scope, form.get("role", ""), form.get("club", ""), MANAGES)
        club = UUID(scope["club"]) if scope else None
        made = add(services(), form.get("login", ""), form.get("name", ""), form["role"], club, who.subject)
    except LoginTaken:
        taken = sentence("there is an account {login} already", login=login_of(form.get("login", "")))
        return _page(wrong=text_of(taken)), 422
    except (BadAccount, Declined, ValueError) as error:
        return _page(wrong=text_of(error)[:200]), 422
    return _page(made=made, secret=_link(made)), 201


@blp.post("/accounts/<uuid:account_id>/link")
@allow(OFFICE)
def make_link(account_id: UUID) -> Any:
    """Make a link that signs the holder in once."""
    account = _manageable(account_id)
    if account.disabled_at is not None:
        raise Problem("account", sentence("This account is disabled."))
    return _page(made=account, secret=_link(account)), 201


@blp.post("/accounts/<uuid:account_id>/disable")
@allow(OFFICE)
def disable(account_id: UUID) -> Response:
    """Disable an account and end its sessions."""
    if account_id == caller().account:
        raise Problem("account", sentence("Nobody disables the account that it is signed in with."))
    services().accounts.disable(_manageable(account_id).id)
    return redirect(url_for("accounts.accounts"), 303)


@blp.post("/accounts/<uuid:account_id>/enable")
@allow(OFFICE)
def enable(account_id: UUID) -> Response:
    """Enable an account again."""
    services().accounts.enable(_manageable(account_id).id)
    return redirect(url_for("accounts.accounts"), 303)


def _link(account: Account) -> str:
    """Return a sign-in link. A director could use it, so the account records the director (`api.people.persons`)."""
    who = caller()
    services().accounts.vouch(account.id, () if who.role == ADMIN else persons(who))
    return link(services(), account, base_url(), issuer=who.person)


def _within() -> dict[str, str]:
    who = caller()
    return {} if who.everywhere else {"club": who.scope["club"]}


def _manageable(identity: UUID) -> Account:
    """Return an account that the caller manages.

    Raises the same `Problem` whether the account is of another club or does not exist.
    """
    account = services().accounts.find(identity)
    if account is None or not _within().items() <= account.scope.items():
        raise forbidden(sentence("This account is not within your club, or it is not there."))
    if account.role not in MANAGES[caller().role]:
        raise forbidden(sentence("Directors do not look after each other's accounts. Ask an administrator."))
    return account


def _page(**more: Any) -> str:
    who = caller()
    accounts_ = services().accounts.within(_within())
    clubs = services().catalogue.page("club", limit=200).rows if who.everywhere else ()
    return render_template(
        "accounts.html",
        rows=[(each, place_names(each.scope)) for each in accounts_],
        manages=MANAGES[who.role],
        clubs=clubs,
        form=request.form if more.get("wrong") else {},
        **more,
    )
