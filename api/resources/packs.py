"""Packs for the boards of a duplicate: promised before play, dealt out by the director, shown afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import recording, tournament_access
from api.blueprint import ETAG, Blueprint
from api.permissions import EVERYBODY, OFFICE
from api.problems import Problem
from api.resources.tournaments import directed
from api.services import services
from api.serving import as_seen
from domain.fair import packs
from domain.fair.forms import FairError
from schemas.answers import SavedAnswer
from schemas.commands import Stamped
from schemas.tournament_answers import PacksAnswer
from schemas.tournament_commands import CommitPacks

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("packs", __name__, url_prefix="/api/v1/tournaments", description="Packs that anyone can check")


@blp.post("/<uuid:tournament_id>/packs")
@blp.arguments(CommitPacks)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def commit_packs(told: dict[str, Any], tournament_id: UUID) -> recording.Answer:
    """Deal packs for some boards from the operating system's chance, seal them, and publish what commits to them."""
    ledger = services().ledger
    tournament = ledger.tournaments.get(tournament_id)
    boards = told["boards"]
    try:
        terms = packs.terms_of(tournament.ruleset, str(tournament_id))
        dealt = packs.deal(terms, boards, tournament_access.entropy(len(boards)))
    except FairError as error:
        raise Problem("packs", str(error)) from None
    saved = recording.on_record(told, lambda sent: ledger.tournaments.commit_packs(tournament_id, dealt, **sent))
    return recording.saved(saved, f"/api/v1/tournaments/{tournament_id}")


@blp.get("/<uuid:tournament_id>/packs/<int:number>")
@blp.response(200, PacksAnswer, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_packs(tournament_id: UUID, number: int) -> Response:
    """What commits to some packs, and once they are open, they themselves: `nought packs verify` checks the two."""
    tournament = tournament_access.seen(tournament_id).tournament
    if number not in tournament.packs:
        raise Problem("not-found", f"there are no packs {number} in this tournament")
    promised, shown = tournament.packs[number], tournament.packs_opened.get(number)
    body = {
        "number": number,
        "boards": promised.boards,
        "commitment": promised.commitment,
        "opening": shown.opening if shown else None,
    }
    return as_seen(PacksAnswer().dump(body))


@blp.get("/<uuid:tournament_id>/packs/<int:number>/sealed")
@blp.response(200, PacksAnswer, headers=ETAG)
@blp.not_modified()
@blp.reads(OFFICE, within="tournament_id")
def get_sealed(tournament_id: UUID, number: int) -> Response:
    """The packs themselves before they are open: for the director, who has them dealt out or printed."""
    ledger = services().ledger
    tournament = ledger.tournaments.get(tournament_id)
    if number not in tournament.packs:
        raise Problem("not-found", f"there are no packs {number} in this tournament")
    promised = tournament.packs[number]
    sealed = packs.plain(ledger.tournaments.sealed_packs(tournament_id, number))
    body = {"number": number, "boards": promised.boards, "commitment": promised.commitment, "opening": sealed}
    return as_seen(PacksAnswer().dump(body))


@blp.post("/<uuid:tournament_id>/packs/<int:number>/open")
@blp.arguments(Stamped)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def open_packs(told: dict[str, Any], tournament_id: UUID, number: int) -> recording.Answer:
    """Show the packs to everybody, to check against what was published before play."""
    ledger = services().ledger
    return directed(tournament_id, told, lambda sent: ledger.tournaments.open_packs(tournament_id, number, **sent))
