"""Packs for the boards of a duplicate: committed to before play, shown afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.changes import Command, changes
from api.permissions import EVERYBODY, OFFICE
from api.problems import Problem
from api.resources.tournaments import run
from api.responses import json_response
from api.services import ledger
from api.tournaments import access as tournament_access
from domain.engine.words.values import sentence
from domain.fair import packs
from domain.fair.forms import FairError
from schemas.answers import SavedAnswer
from schemas.commands import Stamped
from schemas.tournaments.answers import PacksAnswer
from schemas.tournaments.commands import Because, CommitPacks

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from domain.ledger import Ledger

blp = Blueprint("packs", __name__, url_prefix="/api/v1/tournaments", description="Packs that anyone can check")
change = changes(blp, "tournament_id", OFFICE, run)


@blp.post("/<uuid:tournament_id>/packs")
@blp.arguments(CommitPacks)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def commit_packs(params: dict[str, Any], tournament_id: UUID) -> commands.Answer:
    """Deal random packs for some boards, seal them, and publish the commitment."""
    tournament = ledger().tournaments.get(tournament_id)
    boards = params["boards"]
    try:
        terms = packs.terms_of(tournament.ruleset, str(tournament_id))
        dealt = packs.deal(terms, boards, tournament_access.entropy(len(boards)))
    except FairError as error:
        raise Problem("packs", error.sentence) from None
    saved = commands.run(params, lambda sent: ledger().packs.commit_packs(tournament_id, dealt, **sent))
    return commands.answer(saved, f"/api/v1/tournaments/{tournament_id}")


@blp.get("/<uuid:tournament_id>/packs/<int:number>")
@blp.answers(PacksAnswer)
@blp.reads(EVERYBODY)
def get_packs(tournament_id: UUID, number: int) -> Response:
    """Get the commitment to some packs and, once opened, the packs. `nought packs verify` checks them."""
    tournament = tournament_access.get(tournament_id).tournament
    if number not in tournament.packs:
        raise _no_packs(number)
    promised, shown = tournament.packs[number], tournament.packs_opened.get(number)
    body = {
        "number": number,
        "boards": promised.boards,
        "commitment": promised.commitment,
        "opening": shown.opening if shown else None,
    }
    return json_response(PacksAnswer().dump(body))


@blp.get("/<uuid:tournament_id>/packs/<int:number>/sealed")
@blp.answers(PacksAnswer)
@blp.reads(OFFICE, within="tournament_id")
def get_sealed(tournament_id: UUID, number: int) -> Response:
    """Get packs before they are opened, for the director who deals them out or prints them."""
    tournament = ledger().tournaments.get(tournament_id)
    if number not in tournament.packs:
        raise _no_packs(number)
    promised = tournament.packs[number]
    sealed = packs.plain(ledger().packs.sealed_packs(tournament_id, number))
    body = {"number": number, "boards": promised.boards, "commitment": promised.commitment, "opening": sealed}
    return json_response(PacksAnswer().dump(body))


@change("/packs/<int:number>/discard", Because)
def discard_packs(to: Ledger) -> Command:
    """Discard packs that are not played, so that others can be dealt for their boards. The commitment stays public."""
    return to.packs.discard_packs


@change("/packs/<int:number>/open", Stamped)
def open_packs(to: Ledger) -> Command:
    """Open the packs to everybody, to check against the commitment."""
    return to.packs.open_packs


def _no_packs(number: int) -> Problem:
    return Problem("not-found", sentence("there are no packs {number} in this tournament", number=number))
