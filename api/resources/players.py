"""Players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import fields

from api import commands
from api.blueprint import Blueprint
from api.callers import Place
from api.changes import CALLED, Command, changes
from api.lists import get_thing, page
from api.people.choices import choose_at
from api.permissions import EVERYBODY, OFFICE, own_club, require
from api.replicas import from_replica
from api.services import ledger
from schemas.answers import SavedAnswer, Thing, ThingPage
from schemas.base import PageQuery
from schemas.commands import ChooseShownAs, MarkMinor, OpenInClub, RecordConsent, Rename, WithdrawConsent

if TYPE_CHECKING:
    from uuid import UUID

    from domain.ledger import Ledger
    from store.tables.catalogue import Row

blp = Blueprint("players", __name__, url_prefix="/api/v1/players", description="Players")
change = changes(blp, "player_id", OFFICE)
choose = changes(blp, "player_id", OFFICE, choose_at("/api/v1/players"))


class InClubQuery(PageQuery):
    """A filter by club."""

    club = fields.UUID()


@blp.get("")
@blp.arguments(InClubQuery, location="query")
@blp.response(200, ThingPage)
@blp.reads(EVERYBODY)
@from_replica
def list_players(query: dict[str, Any]) -> dict[str, Any]:
    """List players, newest first."""
    return page("player", query, club=query.get("club"))


@blp.post("")
@blp.arguments(OpenInClub)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, match=False)
def register_player(params: dict[str, Any]) -> commands.Answer:
    """Add a player; a director's token adds the player to its club."""
    club = params.get("club") or own_club()
    require(Place(str(club) if club else None))
    saved = ledger().clubs.register_player(
        params["name"], club=club, player_id=params.get("id"), **commands.metadata(params)
    )
    return commands.answer(saved, f"/api/v1/players/{saved.id}")


@blp.get("/<uuid:player_id>")
@blp.response(200, Thing)
@blp.reads(EVERYBODY)
@from_replica
def get_player(player_id: UUID) -> Row:
    """Get a player."""
    return get_thing("player", player_id)


@change("", Rename, names=CALLED, method="PATCH")
def rename_player(to: Ledger) -> Command:
    """Rename a player."""
    return to.clubs.rename_player


@choose("/shown-as", ChooseShownAs)
def choose_shown_as(to: Ledger) -> Command:
    """Choose how others see a player's name: in full, as initials, or as a pseudonym. Members see the name.

    It can only be less than the club gives: in a club with names for members, a full name is shown as initials.
    """
    return to.clubs.choose_shown_as


@choose("/minor", MarkMinor)
def mark_minor(to: Ledger) -> Command:
    """Mark a player as a minor, or as no longer one. Others see a minor's initials at most."""
    return to.clubs.mark_minor


@choose("/consent", RecordConsent)
def record_consent(to: Ledger) -> Command:
    """Record that a guardian consented that a minor is shown like an adult, with the day and by whom."""
    return to.clubs.record_consent


@choose("/consent/withdraw", WithdrawConsent)
def withdraw_consent(to: Ledger) -> Command:
    """Withdraw a guardian's consent."""
    return to.clubs.withdraw_consent
