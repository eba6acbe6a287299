"""Leaving a club, asking to be forgotten there, and deleting one's own account. Each says before what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for

from api.callers import caller
from api.lists import find_row
from api.people import joining, sessions
from api.people.accounts import PLAYER
from api.people.own_account import signed_in_account
from api.permissions import ACCOUNTS, allow
from api.services import services
from domain.kernel.errors import Declined, NotFound
from web.page import unkept

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from store.tables.catalogue import Row

blp = Blueprint("leaving", __name__)
blp.after_request(unkept)


@blp.get("/account/clubs/<uuid:club_id>")
@allow(ACCOUNTS)
def club(club_id: UUID) -> str:
    """Show what leaving a club and being forgotten there mean."""
    return _page(club_id)


@blp.post("/account/clubs/<uuid:club_id>/leave")
@allow(ACCOUNTS)
def leave(club_id: UUID) -> Response:
    """Leave a club: the account is not its player any more. The player stays with all results."""
    _player(club_id)
    joining.leave(club_id)
    return redirect(url_for("account.account", done="left"), 303)


@blp.post("/account/clubs/<uuid:club_id>/forget")
@allow(ACCOUNTS)
def ask_to_be_forgotten(club_id: UUID) -> Any:
    """Ask the club's officials to be forgotten. It goes to the register of requests of people."""
    _player(club_id)
    try:
        joining.ask_to_be_forgotten(club_id)
    except Declined as declined:
        if declined.code != "request-waits":
            raise
    return redirect(url_for("leaving.club", club_id=club_id, received=1), 303)


@blp.post("/account/delete")
@allow(frozenset({PLAYER}))
def delete() -> Any:
    """Delete the caller's account, which is no official's: it leaves all its clubs and signs in no more."""
    own = signed_in_account()
    if "sure" not in request.form:
        return redirect(url_for("account.account", done="unsure"), 303)
    services().joining.delete_account(own.id)
    answer = redirect("/", 303)
    sessions.end(answer)
    return answer


def _player(club_id: UUID) -> Row:
    """Return the player of a club whom the caller's account is. Raises `NotFound`."""
    own = caller().players().get(str(club_id))
    if own is None or not caller().csrf:
        raise NotFound("club", club_id)
    return joining.player_row(UUID(own))


def _page(club_id: UUID) -> str:
    player = _player(club_id)
    return render_template(
        "joining/leave.html",
        club=find_row(services().catalogue, "club", club_id),
        player=player,
        received="received" in request.args,
    )
