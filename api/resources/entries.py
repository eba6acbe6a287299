"""Entries of a tournament, and its seeding list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.permissions import OFFICE
from api.resources.tournaments import run
from api.services import ledger
from schemas.answers import SavedAnswer
from schemas.commands import Why
from schemas.tournament_commands import ChangeEntry, MakeEntry, SetSeeds

if TYPE_CHECKING:
    from uuid import UUID

blp = Blueprint("entries", __name__, url_prefix="/api/v1/tournaments", description="The entries of a tournament")


@blp.post("/<uuid:tournament_id>/entries")
@blp.arguments(MakeEntry)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def make_entry(params: dict[str, Any], tournament_id: UUID) -> commands.Answer:
    """Add an entry: a pair, a team or a player. Once rounds are drawn, it plays from the next one on."""
    saved = commands.run(
        params,
        lambda sent: ledger().tournaments.make_entry(
            tournament_id, params["name"], params["players"], params.get("since"), **sent
        ),
    )
    return commands.answer(saved, f"/api/v1/tournaments/{tournament_id}")


@blp.patch("/<uuid:tournament_id>/entries/<string(maxlength=8):entry>")
@blp.arguments(ChangeEntry)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def change_entry(params: dict[str, Any], tournament_id: UUID, entry: str) -> commands.Answer:
    """Change the name or the players of an entry."""
    content = entry, params["name"], params["players"], params["why"]
    return run(tournament_id, params, lambda sent: ledger().tournaments.change_entry(tournament_id, *content, **sent))


@blp.post("/<uuid:tournament_id>/entries/<string(maxlength=8):entry>/withdraw")
@blp.arguments(Why)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def withdraw_entry(params: dict[str, Any], tournament_id: UUID, entry: str) -> commands.Answer:
    """Withdraw an entry from the next round on. Its results stay."""
    return run(
        tournament_id,
        params,
        lambda sent: ledger().tournaments.withdraw_entry(tournament_id, entry, params["why"], **sent),
    )


@blp.post("/<uuid:tournament_id>/entries/<string(maxlength=8):entry>/return")
@blp.arguments(Why)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def return_entry(params: dict[str, Any], tournament_id: UUID, entry: str) -> commands.Answer:
    """Bring a withdrawn entry back, from the next round on."""
    return run(
        tournament_id,
        params,
        lambda sent: ledger().tournaments.return_entry(tournament_id, entry, params["why"], **sent),
    )


@blp.post("/<uuid:tournament_id>/seeds")
@blp.arguments(SetSeeds)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def set_seeds(params: dict[str, Any], tournament_id: UUID) -> commands.Answer:
    """Set the seeding list, the first seed first."""
    return run(
        tournament_id,
        params,
        lambda sent: ledger().tournaments.set_seeds(tournament_id, params["order"], params["why"], **sent),
    )
