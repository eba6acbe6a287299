"""Links that came by mail to an address that is no account's login yet: to join a club, or to confirm the address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _

from api.people import joining, mail_sign_in, sessions
from api.people.own_account import check_password, find_signed_in, signed_in_account
from api.permissions import ACCOUNTS, EVERYBODY, allow
from api.problems import Problem
from api.services import services
from api.site import site
from domain.engine.words.values import sentence
from web.page import local, unkept

if TYPE_CHECKING:
    from store.tables.people.mail_links import MailLink

blp = Blueprint("mail_links", __name__)
blp.after_request(unkept)


@blp.get("/sign-in/mail/<string(length=43):secret>")
@allow(EVERYBODY)
def show(secret: str) -> Any:
    """Show the page of a link. Only its button uses the link, since mail scanners follow links too."""
    sent_link = services().mail_links.look_up(secret)
    if sent_link is None:
        return render_template("sign-in-link.html", account=None), 404
    return _page(sent_link)


@blp.post("/sign-in/mail/<string(length=43):secret>")
@allow(EVERYBODY)
def use(secret: str) -> Any:
    """Use a link: sign in with the address, or make it the login of the account that is signed in."""
    sent_link = services().mail_links.look_up(secret)
    if sent_link is not None and not _is_own(sent_link):
        return _page(sent_link), 403
    sent_link = services().mail_links.use(secret)
    if sent_link is None:
        return render_template("sign-in-link.html", account=None), 404
    return _sign_in(sent_link) if sent_link.account is None else _confirm(sent_link)


@blp.post("/account/address")
@allow(ACCOUNTS)
def change() -> Any:
    """Send a link to an address, with which its owner makes it the login of the account that is signed in."""
    own = signed_in_account()
    check_password(own, request.form.get("old", ""))
    words = (_("Confirm your email address"), _("Open this link on the device on which you are signed in:"))
    if not mail_sign_in.send_confirmation(own, request.form.get("address", ""), words):
        raise Problem("bad-request", sentence("This is not one mail address."))
    return redirect(url_for("account.account", done="address"), 303)


def _is_own(sent_link: MailLink) -> bool:
    """Return whether the link is for anybody, or for the account that is signed in."""
    own = find_signed_in()
    return sent_link.account is None or (own is not None and own.id == sent_link.account)


def _page(sent_link: MailLink) -> str:
    return render_template("joining/mail-link.html", link=sent_link, is_own=_is_own(sent_link))


def _sign_in(sent_link: MailLink) -> Any:
    """Sign in with the account of an address, made now if there is none, and go on to the club."""
    account = joining.account_of_address(sent_link.address, sent_link.name)
    answer = redirect(local(request.args.get("next", "/")), 303)
    sessions.sign_in(answer, account, kept="keep" in request.form)
    return answer


def _confirm(sent_link: MailLink) -> Any:
    """Make an address the login of the account that is signed in, and say so at the address of before."""
    assert sent_link.account is not None  # noqa: S101 - the caller looks
    before = services().accounts.find(sent_link.account)
    if before is None or not services().mail_links.change_login(sent_link.account, sent_link.address):
        raise joining.login_taken()
    if site().smtp_url:
        words = (
            _("Your email address was changed"),
            _("You sign in at Nought with another address from now on. If it was not you, tell your club at once."),
        )
        mail_sign_in.send_notice(before.login, words)
    return redirect(url_for("account.account", done="login"), 303)
