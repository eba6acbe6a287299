"""Join clubs as a player, let players join, and leave."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from flask import Response

from api import commands
from api.blueprint import Blueprint
from api.callers import caller
from api.lists import get_thing
from api.people import joining
from api.people.attempt_limits import join_limit
from api.people.joining import CARD_PATH, NO_LOGIN, PATH
from api.people.own_account import own_account
from api.people.secrets import count
from api.permissions import ACCOUNTS, OFFICE
from api.problems import Problem
from api.services import services
from api.site import base_url
from domain.engine.words.values import sentence
from schemas.answers import SavedAnswer
from schemas.base import PageQuery
from schemas.joining import (
    AcceptRequest,
    AskToJoin,
    ClubCardAnswer,
    InvitationAnswer,
    Invite,
    JoinedAnswer,
    JoinRequestPage,
    MemberPage,
    OwnAccount,
    UseInvitation,
)

members = Blueprint("members", __name__, url_prefix="/api/v1/clubs", description="Players' accounts, for officials")
invitations = Blueprint("invitations", __name__, url_prefix="/api/v1/players", description="Invitations of players")
account = Blueprint("own_account", __name__, url_prefix="/api/v1/account", description="The caller's own account")

SECRET = {"Cache-Control": "no-store"}


# --- for officials --------------------------------------------------------------------------------


@members.get("/<uuid:club_id>/members")
@members.arguments(PageQuery, location="query")
@members.response(200, MemberPage)
@members.reads(OFFICE, within="club_id")
def list_members(query: dict[str, Any], club_id: UUID) -> dict[str, Any]:
    """List the registered players of a club, newest first, with who has an account and who is invited."""
    get_thing("club", club_id)
    listed, following = joining.members_of(club_id, query)
    lines = [
        {
            "player": str(each.player.id),
            "name": each.player.title,
            "linked_at": each.linked_at,
            "invited_until": each.invited_until,
        }
        for each in listed
    ]
    return {"items": lines, "next": following}


@invitations.post("/<uuid:player_id>/invitation")
@invitations.arguments(Invite)
@invitations.response(201, InvitationAnswer)
@invitations.commands(OFFICE, within="player_id", match=False)
def invite(params: dict[str, Any], player_id: UUID) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Invite a registered player of a club. An earlier invitation ends. The secret is shown only once.

    Whoever opens the link first, with an account or a new one, is this player from then on.
    """
    secret = joining.invite(player_id, params["days"])
    body = {
        "player": str(player_id),
        "secret": secret,
        "url": base_url() + PATH.format(secret=secret),
        "days": params["days"],
    }
    return body, 201, SECRET


@invitations.delete("/<uuid:player_id>/invitation")
@invitations.response(204)
@invitations.commands(OFFICE, within="player_id", match=False)
def withdraw_invitation(player_id: UUID) -> Response:
    """Withdraw the invitation of a player. Harmless if there is none."""
    services().joining.withdraw(joining.player_row(player_id).id)
    return Response(status=204)


@invitations.delete("/<uuid:player_id>/account")
@invitations.response(204)
@invitations.commands(OFFICE, within="player_id", match=False)
def take_account(player_id: UUID) -> Response:
    """Take the account from a player, as if its holder had left the club. Harmless if the player has none."""
    joining.take_account(player_id)
    return Response(status=204)


@members.get("/<uuid:club_id>/join-requests")
@members.arguments(PageQuery, location="query")
@members.response(200, JoinRequestPage)
@members.reads(OFFICE, within="club_id")
def list_join_requests(query: dict[str, Any], club_id: UUID) -> dict[str, Any]:
    """List who asks to join the club, the oldest request first."""
    get_thing("club", club_id)
    requests, following = joining.requests_of(club_id, query)
    lines = [
        {
            "id": str(each.id),
            "name": each.name,
            "player": str(each.player) if each.player else None,
            "sent_at": each.sent_at,
        }
        for each in requests
    ]
    return {"items": lines, "next": following}


@members.post("/<uuid:club_id>/join-requests/<uuid:request_id>/accept")
@members.arguments(AcceptRequest)
@members.response(200, JoinedAnswer)
@members.commands(OFFICE, within="club_id", match=False)
def accept_request(params: dict[str, Any], club_id: UUID, request_id: UUID) -> dict[str, Any]:
    """Accept a request to join: its sender is the registered player, or a new one of that name."""
    player = joining.accept(club_id, request_id, params.get("player"), commands.metadata({}))
    return {"club": str(club_id), "player": str(player)}


@members.post("/<uuid:club_id>/join-requests/<uuid:request_id>/decline")
@members.response(204)
@members.commands(OFFICE, within="club_id", match=False)
def decline_request(club_id: UUID, request_id: UUID) -> Response:
    """Decline a request to join. It is deleted."""
    joining.decline(club_id, request_id)
    return Response(status=204)


@members.get("/<uuid:club_id>/join-card")
@members.response(200, ClubCardAnswer)
@members.reads(OFFICE, within="club_id")
def get_card(club_id: UUID) -> dict[str, Any]:
    """Get the card of the club: whoever has it may ask to join."""
    get_thing("club", club_id)
    code = services().joining.card(club_id)
    if code is None:
        raise Problem("not-found", sentence("The club has no card: make one first."))
    return _card(code)


@members.post("/<uuid:club_id>/join-card")
@members.response(201, ClubCardAnswer)
@members.commands(OFFICE, within="club_id", match=False)
def renew_card(club_id: UUID) -> tuple[dict[str, Any], int]:
    """Give the club a card with a new code. The code of the one before ends."""
    get_thing("club", club_id)
    return _card(services().joining.renew_card(club_id)), 201


@members.delete("/<uuid:club_id>/join-card")
@members.response(204)
@members.commands(OFFICE, within="club_id", match=False)
def withdraw_card(club_id: UUID) -> Response:
    """Withdraw the card of the club. Harmless if it has none."""
    get_thing("club", club_id)
    services().joining.withdraw_card(club_id)
    return Response(status=204)


def _card(code: str) -> dict[str, Any]:
    return {"code": code, "url": base_url() + CARD_PATH.format(code=code)}


# --- for whoever has an account -------------------------------------------------------------------


@account.get("")
@account.response(200, OwnAccount)
@account.reads(ACCOUNTS)
def get_account() -> dict[str, Any]:
    """Get the caller's account: the players whom it is, and how it signs in."""
    own = own_account()
    return {
        "login": None if own.login.startswith(NO_LOGIN) else own.login,
        "name": own.name,
        "role": own.role,
        "players": dict(caller().players()),
        "waiting": [str(each.club) for each in services().joining.requests_by(own.id)],
        "passkeys": len(services().passkeys.of_account(own.id)),
        "has_password": own.password_hash is not None,
    }


@account.post("/join")
@account.arguments(UseInvitation)
@account.response(200, JoinedAnswer)
@account.commands(ACCOUNTS, match=False)
def join(params: dict[str, Any]) -> dict[str, Any]:
    """Join a club with an invitation: the caller's account is the invited player from then on."""
    own = own_account()
    count(join_limit(own.id), is_guess=False)
    invitation = joining.use(params["secret"], own.id)
    return {"club": str(invitation.club), "player": str(invitation.player)}


@account.post("/join-requests")
@account.arguments(AskToJoin)
@account.response(204)
@account.commands(ACCOUNTS, match=False)
def ask_to_join(params: dict[str, Any]) -> Response:
    """Ask to join a club by the code of its card. Its officials accept or decline."""
    own = own_account()
    count(join_limit(own.id), is_guess=False)
    club = services().joining.club_of_card(params["code"].upper())
    if club is None:
        raise Problem("invitation-over")
    joining.ask(club, own.id, params["name"])
    return Response(status=204)


@account.delete("/clubs/<uuid:club_id>")
@account.response(204)
@account.commands(ACCOUNTS, match=False)
def leave(club_id: UUID) -> Response:
    """Leave a club. The player stays with all cards and results; the account is this player no more."""
    joining.leave(club_id)
    return Response(status=204)


@account.post("/clubs/<uuid:club_id>/forget")
@account.response(201, SavedAnswer)
@account.commands(ACCOUNTS, match=False)
def ask_to_be_forgotten(club_id: UUID) -> commands.Answer:
    """Ask a club to forget the caller's player. It goes to the register of requests; officials answer in 30 days."""
    saved = joining.ask_to_be_forgotten(club_id)
    return commands.answer(saved, f"/api/v1/clubs/{club_id}/people/requests")
