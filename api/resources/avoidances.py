"""Entries that the draws of a tournament keep apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.changes import Command, changes
from api.permissions import OFFICE
from api.resources.tournaments import run
from api.services import ledger
from schemas.answers import SavedAnswer
from schemas.commands import Why
from schemas.tournaments.commands import AddAvoidance

if TYPE_CHECKING:
    from uuid import UUID

    from domain.kernel.commands import Saved, SentTo
    from domain.ledger import Ledger

blp = Blueprint("avoidances", __name__, url_prefix="/api/v1/tournaments", description="Entries that draws keep apart")
change = changes(blp, "tournament_id", OFFICE, run)


@blp.post("/<uuid:tournament_id>/avoidances")
@blp.arguments(AddAvoidance)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def add_avoidance(params: dict[str, Any], tournament_id: UUID) -> commands.Answer:
    """Keep some entries apart, such as a family or a club, from the next draw on.

    In a Swiss they do not meet. Where partners are drawn, they do not sit at one table. A pairing that could not avoid
    it says so in its reason; if `absolute`, there is no such pairing, and a draw that would need one is refused.
    """

    def command(sent: SentTo) -> Saved:
        return ledger().wishes.add_avoidance(
            tournament_id, params["entries"], params["why"], absolute=params["absolute"], **sent
        )

    return commands.answer(commands.run(params, command), f"/api/v1/tournaments/{tournament_id}")


@change("/avoidances/<int:number>/withdraw", Why)
def withdraw_avoidance(to: Ledger) -> Command:
    """Take back an avoidance. `number` is its number in the tournament."""
    return to.wishes.withdraw_avoidance
