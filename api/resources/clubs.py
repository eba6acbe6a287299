"""Clubs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.changes import CALLED, Command, changes
from api.front.kinds import heavy
from api.lists import get_thing, page
from api.people.choices import choose_at
from api.permissions import EVERYBODY, KEEPERS, OFFICE
from api.replicas import from_replica
from api.services import ledger, services
from schemas.answers import RetentionAnswer, SavedAnswer, Thing, ThingPage
from schemas.base import PageQuery
from schemas.commands import ChooseRetention, ChooseWhoSees, OpenClub, Rename, RetentionQuery, SetZone

if TYPE_CHECKING:
    from uuid import UUID

    from domain.ledger import Ledger
    from store.tables.catalogue import Row

blp = Blueprint("clubs", __name__, url_prefix="/api/v1/clubs", description="Clubs")
change = changes(blp, "club_id", OFFICE)
choose = changes(blp, "club_id", OFFICE, choose_at("/api/v1/clubs"))


@blp.get("")
@blp.arguments(PageQuery, location="query")
@blp.response(200, ThingPage)
@blp.reads(EVERYBODY)
@from_replica
def list_clubs(query: dict[str, Any]) -> dict[str, Any]:
    """List clubs, newest first."""
    return page("club", query)


@blp.post("")
@blp.arguments(OpenClub)
@blp.response(201, SavedAnswer)
@blp.commands(KEEPERS, match=False)
def open_club(params: dict[str, Any]) -> commands.Answer:
    """Add a club. Others see initials in the place of names, unless `who_sees` says otherwise."""
    saved = ledger().clubs.open_club(
        params["name"], club_id=params.get("id"), sees=params["who_sees"], **commands.metadata(params)
    )
    services().sights.notice()
    return commands.answer(saved, f"/api/v1/clubs/{saved.id}")


@blp.get("/<uuid:club_id>")
@blp.response(200, Thing)
@blp.reads(EVERYBODY)
@from_replica
def get_club(club_id: UUID) -> Row:
    """Get a club."""
    return get_thing("club", club_id)


@change("", Rename, names=CALLED, method="PATCH")
def rename_club(to: Ledger) -> Command:
    """Rename a club."""
    return to.clubs.rename_club


@change("/zone", SetZone)
def set_zone(to: Ledger) -> Command:
    """Set the time zone of a club's venue. Pages and papers of its tournaments, deals and disputes show times in it."""
    return to.clubs.set_zone


@blp.get("/<uuid:club_id>/retention")
@blp.arguments(RetentionQuery, location="query")
@blp.response(200, RetentionAnswer)
@blp.reads(OFFICE, within="club_id")
@heavy
def get_retention(query: dict[str, Any], club_id: UUID) -> dict[str, Any]:
    """Get after how many days the club has things removed, and what it would remove now; by another choice, too."""
    get_thing("club", club_id)
    return services().retention().of(club_id, query)


@change("/retention", ChooseRetention)
def choose_retention(to: Ledger) -> Command:
    """Choose after how many days files of evidence and pupils of classes are removed; 0 for never.

    They are removed within an hour. Each removal is recorded, and says so in the place of what was there.
    """
    return to.clubs.choose_retention


@choose("/who-sees", ChooseWhoSees)
def choose_who_sees(to: Ledger) -> Command:
    """Choose what others see of a club, who are no members of it: names, initials, or that the club exists.

    A member is whoever is signed in for the club. `age` is the age below which the club marks players as minors.
    """
    return to.clubs.choose_who_sees
