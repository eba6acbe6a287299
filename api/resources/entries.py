"""Who is entered in a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import recording
from api.blueprint import Blueprint
from api.permissions import OFFICE
from api.resources.tournaments import directed
from api.services import services
from schemas.answers import SavedAnswer
from schemas.commands import Why
from schemas.tournament_commands import ChangeEntry, MakeEntry, SetSeeds

if TYPE_CHECKING:
    from uuid import UUID

blp = Blueprint("entries", __name__, url_prefix="/api/v1/tournaments", description="Who is entered in a tournament")


@blp.post("/<uuid:tournament_id>/entries")
@blp.arguments(MakeEntry)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def make_entry(told: dict[str, Any], tournament_id: UUID) -> recording.Answer:
    """Enter a pair, a team or a player; once rounds are drawn, from the next one on."""
    ledger = services().ledger
    saved = recording.on_record(
        told,
        lambda sent: ledger.tournaments.make_entry(
            tournament_id, told["name"], told["players"], told.get("since"), **sent
        ),
    )
    return recording.saved(saved, f"/api/v1/tournaments/{tournament_id}")


@blp.patch("/<uuid:tournament_id>/entries/<string(maxlength=8):entry>")
@blp.arguments(ChangeEntry)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def change_entry(told: dict[str, Any], tournament_id: UUID, entry: str) -> recording.Answer:
    """Give an entry another name, or let others play for it."""
    ledger = services().ledger
    what = entry, told["name"], told["players"], told["why"]
    return directed(tournament_id, told, lambda sent: ledger.tournaments.change_entry(tournament_id, *what, **sent))


@blp.post("/<uuid:tournament_id>/entries/<string(maxlength=8):entry>/withdraw")
@blp.arguments(Why)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def withdraw_entry(told: dict[str, Any], tournament_id: UUID, entry: str) -> recording.Answer:
    """Draw an entry no more, from the next round on. What it played stays."""
    ledger = services().ledger
    return directed(
        tournament_id, told, lambda sent: ledger.tournaments.withdraw_entry(tournament_id, entry, told["why"], **sent)
    )


@blp.post("/<uuid:tournament_id>/entries/<string(maxlength=8):entry>/return")
@blp.arguments(Why)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def return_entry(told: dict[str, Any], tournament_id: UUID, entry: str) -> recording.Answer:
    """Draw an entry again that had withdrawn, from the next round on."""
    ledger = services().ledger
    return directed(
        tournament_id, told, lambda sent: ledger.tournaments.return_entry(tournament_id, entry, told["why"], **sent)
    )


@blp.post("/<uuid:tournament_id>/seeds")
@blp.arguments(SetSeeds)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def set_seeds(told: dict[str, Any], tournament_id: UUID) -> recording.Answer:
    """Set the seeding list, the first seed first."""
    ledger = services().ledger
    return directed(
        tournament_id,
        told,
        lambda sent: ledger.tournaments.set_seeds(tournament_id, told["order"], told["why"], **sent),
    )
