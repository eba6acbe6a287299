"""The page of what a player is told: kinds, devices, quiet hours, the calendar. The links in mails that end them."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask_babel import gettext as _

from api.messages import access
from api.messages.calendar import calendar_of
from api.messages.push import decode
from api.permissions import ACCOUNTS, EVERYBODY, allow
from api.problems import Problem
from api.services import services
from api.site import base_url
from domain.kernel.whole_record import whole_record
from schemas.messages import KINDS
from web.languages import LANGUAGES, language_of
from web.page import private_page, unkept

if TYPE_CHECKING:
    from uuid import UUID

    from werkzeug.wrappers import Response as AnyResponse

blp = Blueprint("messages_page", __name__)
blp.after_request(unkept)


def kinds() -> dict[str, str]:
    """Return the kinds of messages in the reader's words."""
    return {
        "round": _("Your table, when a round is drawn"),
        "confirm": _("A result that waits for your confirmation"),
        "ruling": _("A ruling that concerns you"),
        "correction": _("A correction of a deal that you played"),
        "class": _("A class of your club that begins"),
        "club": _("Whether a club lets you in"),
    }


@blp.get("/me/messages")
@allow(ACCOUNTS)
def show() -> Response:
    """Show what the caller is told, and where."""
    return _page()


@blp.post("/me/messages")
@allow(ACCOUNTS)
def choose() -> Any:
    """Record what the caller wants to be told."""
    form = request.form
    is_quiet = "quiet" in form
    language = form.get("language", "")
    try:
        access.choose(
            {
                "kinds": [kind for kind in KINDS if kind in form.getlist("kind")],
                "by_mail": "mail" in form and access.can_mail(),
                "language": language if language in LANGUAGES else "en",
                "quiet_from": form.get("quiet_from") or None if is_quiet else None,
                "quiet_until": form.get("quiet_until") or None if is_quiet else None,
            }
        )
    except (Problem, ValueError):
        return _page(refused=_("Quiet hours need a beginning and an end, such as 22:00 and 07:00.")), 422
    return redirect(url_for(".show", done="saved"), 303)


@blp.post("/me/messages/devices/<uuid:device_id>/end")
@allow(ACCOUNTS)
def end_device(device_id: UUID) -> AnyResponse:
    """End one of the caller's devices."""
    access.end_device(device_id)
    return redirect(url_for(".show", done="ended"), 303)


@blp.post("/me/messages/calendar")
@allow(ACCOUNTS)
def renew_calendar() -> Response:
    """Make a new address of the caller's calendar, and show it once."""
    address = (base_url() or request.host_url.rstrip("/")) + access.renew_calendar()
    return _page(address=address)


@blp.post("/me/messages/calendar/end")
@allow(ACCOUNTS)
def end_calendar() -> AnyResponse:
    """End the address of the caller's calendar."""
    services().message_choices.end_calendar(access.own_account())
    return redirect(url_for(".show", done="no-calendar"), 303)


@blp.get("/me/messages/unsubscribe/<string(maxlength=64):secret>")
@allow(EVERYBODY)
def unsubscribe(secret: str) -> Any:
    """Show the button that ends the mails of an account. Mail scanners follow links, so the link alone ends nothing."""
    key = _key(secret)
    is_known = bool(key) and services().message_choices.is_key(key)
    return render_template("me/unsubscribe.html", is_known=is_known, secret=secret), 200 if is_known else 404


@blp.post("/me/messages/unsubscribe/<string(maxlength=64):secret>")
@allow(EVERYBODY)
def end_mails(secret: str) -> Any:
    """End the mails of an account, by the button or by a mail program (RFC 8058)."""
    if key := _key(secret):
        services().message_choices.end_mails(key)
    return render_template("me/unsubscribe.html", is_known=True, is_ended=True)


@blp.get("/calendar/<string(length=43):secret>.ics")
@allow(EVERYBODY)
def calendar(secret: str) -> Response:
    """Send the calendar of an account, by its secret address."""
    here = services()
    account = here.message_choices.account_of_calendar(secret)
    choices = here.message_choices.of_account(account) if account else None
    if account is None or choices is None:
        raise Problem("not-found")
    with whole_record():  # the account is a member, whoever sends the request; others get no address
        body = calendar_of(here, account, base_url(), language_of(choices.language))
    answer = Response(body, content_type="text/calendar; charset=utf-8")
    answer.set_etag(sha256(body).hexdigest()[:32])
    answer.headers["Cache-Control"] = "private, max-age=0, must-revalidate"
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer.make_conditional(request)  # type: ignore[return-value]


def _key(secret: str) -> bytes:
    try:
        return decode(secret)
    except ValueError:
        return b""


def _page(**more: Any) -> Response:
    own = access.own_messages()
    return private_page("me/messages.html", own=own, kinds=kinds(), done=request.args.get("done", ""), **more)
