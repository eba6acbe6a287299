"""The accounts of a club's players, for its officials: invitations, the card of the club, and requests to join."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext as _

from api import commands
from api.callers import caller
from api.front.kinds import printed
from api.lists import find_row
from api.people import joining, mail_sign_in
from api.people.accounts import login_of
from api.people.attempt_limits import invitation_mail_limit
from api.people.mail_addresses import is_address
from api.people.secrets import count
from api.permissions import OFFICE, allow
from api.problems import Problem
from api.services import services
from api.site import base_url, is_local, site
from domain.club.name_matching import key
from domain.engine.words.values import sentence
from domain.kernel.ids import as_id
from web.page import unkept
from web.printing import qr
from web.wording.words import day

if TYPE_CHECKING:
    from uuid import UUID

    from markupsafe import Markup
    from werkzeug.wrappers import Response

    from api.people.joining import Member
    from store.tables.catalogue import Row

blp = Blueprint("members_page", __name__)
blp.after_request(unkept)

ON_A_PAGE: Final = 200
"""The most players of a page, and so the most invitations that are printed at once."""
REQUESTS_ON_A_PAGE: Final = 20
"""The most requests to join of a page: each offers the players without an account to choose from."""


@blp.get("/clubs/<uuid:club_id>/members")
@allow(OFFICE, within="club_id")
def members(club_id: UUID) -> str:
    """Show who asks to join, who has an account, and who is invited."""
    return _page(club_id)


@blp.post("/players/<uuid:player_id>/invitation")
@allow(OFFICE, within="player_id")
@printed
def invite(player_id: UUID) -> Any:
    """Invite a player: by mail to an address, else with a card that is shown once, to be printed."""
    player = joining.player_row(player_id)
    assert player.club is not None  # noqa: S101 - joining.player_row
    days, address = _days(), login_of(request.form.get("address", ""))
    if address:
        if not is_address(address) or not site().smtp_url:
            return _page(player.club, wrong=_("This is not one mail address.")), 422
        count(invitation_mail_limit(caller().person), is_guess=False)
        secret = joining.invite(player_id, days)
        club = find_row(services().catalogue, "club", player.club)
        words = (
            _("Join %(club)s", club=club.title),
            _("%(club)s invites you as %(name)s. The link works once:", club=club.title, name=player.title)
            + f"\n\n{_address(secret)}\n\n"
            + _("The link is valid until %(day)s.", day=day(datetime.now(UTC) + timedelta(days=days)))
            + "\n",
        )
        mail_sign_in.send_notice(address, words)
        return _to_page(player.club, sent=player_id)
    return _cards(player.club, [(player, joining.invite(player_id, days))], days), 201


@blp.post("/clubs/<uuid:club_id>/members/invitations")
@allow(OFFICE, within="club_id")
@printed
def invite_all(club_id: UUID) -> Any:
    """Make a card for each player of a page without an account, to be printed at once. Earlier invitations end."""
    days = _days()
    new = joining.invite_all(_members(club_id, request.form.get("cursor", ""))[0], days)
    if not new:
        return _page(club_id, wrong=_("Every player of the club has an account.")), 422
    return _cards(club_id, new, days), 201


@blp.post("/players/<uuid:player_id>/invitation/withdraw")
@allow(OFFICE, within="player_id")
def withdraw(player_id: UUID) -> Response:
    """Withdraw the invitation of a player."""
    player = joining.player_row(player_id)
    services().joining.withdraw(player_id)
    assert player.club is not None  # noqa: S101 - joining.player_row
    return _to_page(player.club)


@blp.post("/players/<uuid:player_id>/account/remove")
@allow(OFFICE, within="player_id")
def unlink(player_id: UUID) -> Response:
    """Take the account from a player, as if its holder had left the club. The account stays."""
    player = joining.take_account(player_id)
    assert player.club is not None  # noqa: S101 - joining.player_row
    return _to_page(player.club)


@blp.post("/clubs/<uuid:club_id>/members/card")
@allow(OFFICE, within="club_id")
def renew_card(club_id: UUID) -> Response:
    """Give the club a card with a new code; the code of the one before ends."""
    find_row(services().catalogue, "club", club_id)
    services().joining.renew_card(club_id)
    return _to_page(club_id)


@blp.post("/clubs/<uuid:club_id>/members/card/withdraw")
@allow(OFFICE, within="club_id")
def withdraw_card(club_id: UUID) -> Response:
    """Withdraw the card of the club: nobody can ask to join by it any more."""
    services().joining.withdraw_card(club_id)
    return _to_page(club_id)


@blp.get("/clubs/<uuid:club_id>/members/card")
@allow(OFFICE, within="club_id")
@printed
def card(club_id: UUID) -> Any:
    """Show the card of the club, to be printed."""
    club = find_row(services().catalogue, "club", club_id)
    code = services().joining.card(club_id)
    if code is None:
        raise Problem("not-found", sentence("The club has no card: make one first."))
    address = base_url() + url_for("player_joining.club_card", code=code)
    picture = qr.svg(address, _("QR code to join %(club)s", club=club.title), secret=True)
    return render_template("joining/club-card.html", club=club, address=address, picture=picture)


@blp.post("/clubs/<uuid:club_id>/members/requests/<uuid:request_id>/accept")
@allow(OFFICE, within="club_id")
def accept(club_id: UUID, request_id: UUID) -> Any:
    """Accept a request, as a registered player or as a new one."""
    form = request.form
    called = form.get("called", "").strip()
    player = joining.player_called(club_id, called) if called else as_id(form.get("player", ""))
    joining.accept(club_id, request_id, player, commands.metadata({}))
    return _to_page(club_id)


@blp.post("/clubs/<uuid:club_id>/members/requests/<uuid:request_id>/decline")
@allow(OFFICE, within="club_id")
def decline(club_id: UUID, request_id: UUID) -> Response:
    """Decline a request."""
    joining.decline(club_id, request_id)
    return _to_page(club_id)


def _days() -> int:
    """Return the days for which invitations are made. Raises `Problem` for others than those of the page."""
    days = request.form.get("days", joining.USUAL_DAYS, type=int)
    if days not in joining.DAYS:
        raise Problem("bad-request", sentence("Choose how long the invitation is valid."))
    return days


def _address(secret: str) -> str:
    return base_url() + url_for("player_joining.invitation", secret=secret)


def _cards(club_id: UUID, new: list[tuple[Row, str]], days: int) -> str:
    """Return the page of new cards, whose codes are shown only once."""
    club = find_row(services().catalogue, "club", club_id)
    cards: list[tuple[Row, str, Markup]] = []
    for player, secret in new:
        address = _address(secret)
        title = _("QR code to join %(club)s", club=club.title)
        cards.append((player, address, qr.svg(address, title, secret=True)))
    until = datetime.now(UTC) + timedelta(days=days)
    return render_template("joining/cards.html", club=club, cards=cards, until=until, only_here=is_local())


def _to_page(club_id: UUID, **query: Any) -> Response:
    return redirect(url_for("members_page.members", club_id=club_id, **query), 303)


def _members(club_id: UUID, after: str) -> tuple[list[Member], str | None]:
    """Return the players of a page by name, and the place after them."""
    listed, following = joining.members_of(club_id, {"limit": ON_A_PAGE, "cursor": after or None})
    return sorted(listed, key=lambda each: key(each.player.title)), following


def _page(club_id: UUID, **more: Any) -> str:
    club, query = find_row(services().catalogue, "club", club_id), request.values
    members, following = _members(club_id, query.get("cursor", ""))
    requests, other_requests = joining.requests_of(
        club_id, {"limit": REQUESTS_ON_A_PAGE, "cursor": query.get("requests") or None}
    )
    free, are_more = joining.without_account(club_id) if requests else ([], False)
    sent = services().catalogue.find(as_id(query.get("sent", "")) or club_id)
    return render_template(
        "joining/members.html",
        club=club,
        requests=requests,
        number=services().joining.count_requests(club_id),
        other_requests=other_requests,
        members=members,
        cursor=query.get("cursor", ""),
        following=following,
        uninvited=sum(map(joining.is_free, members)),
        free=free,
        are_more=are_more,
        card=services().joining.card(club_id),
        days=joining.DAYS,
        usual=joining.USUAL_DAYS,
        by_mail=bool(site().smtp_url),
        only_here=is_local(),
        sent=sent.title if sent and (sent.kind, sent.club) == ("player", club_id) else "",
        **more,
    )
