"""A player's own page. Nothing in a request names the player: it is whom the caller's account is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.front.kinds import heavy
from api.me import confirming, corrections, evening, figures, leagues, practice, seats
from api.me.players import own_players
from api.permissions import ACCOUNTS
from api.resources.encounters import answer_at_table
from api.responses import json_response
from api.services import ledger
from domain.kernel.errors import NotFound
from schemas.answers import SavedAnswer
from schemas.me import (
    AskForCorrection,
    ConfirmOwnDeal,
    ConfirmOwnResult,
    OwnCorrections,
    OwnDealConfirmed,
    OwnEvening,
    OwnFigures,
    OwnLeagues,
    OwnPage,
    OwnProblems,
    OwnSheet,
)
from schemas.tournaments.answers import SavedTable

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from api.commands import Answer
    from api.me.players import OwnPlayer

blp = Blueprint("me", __name__, url_prefix="/api/v1/me", description="Your own seat, results, deals and figures")


@blp.get("")
@blp.answers(OwnPage)
@blp.reads(ACCOUNTS)
def get_own_page() -> Response:
    """Get the players whom your account is, your seat now, and the results that wait for your confirmation."""
    players = own_players()
    tournaments = seats.own_tournaments(players)
    return json_response(
        OwnPage().dump(
            {
                "players": [
                    {
                        "player": str(own.id),
                        "name": own.row.title,
                        "club": str(own.club.id),
                        "club_name": own.club.title,
                    }
                    for own in players
                ],
                "waiting": seats.waiting(tournaments),
                "now": [seats.now_payload(each) for each in tournaments],
            }
        )
    )


@blp.get("/evening")
@blp.answers(OwnEvening)
@blp.reads(ACCOUNTS)
def get_own_evening() -> Response:
    """Get your last evening: the place, boards against the field, the card that cost most, a bid too high, Caps."""
    own = evening.last_evening(own_players())
    return json_response(OwnEvening().dump({"evening": evening.payload(own) if own else None}))


@blp.get("/evenings/<uuid:tournament_id>")
@blp.answers(OwnSheet)
@blp.reads(ACCOUNTS)
@heavy
def get_own_sheet(tournament_id: UUID) -> Response:
    """Get your sheet of a tournament in which you are entered: round by round and deal by deal, with the field."""
    own = evening.evening_of_tournament(own_players(), tournament_id)
    if own is None:
        raise NotFound("tournament", tournament_id)
    return json_response(OwnSheet().dump(evening.sheet(own)))


@blp.get("/figures")
@blp.answers(OwnFigures)
@blp.reads(ACCOUNTS)
@heavy
def get_own_figures() -> Response:
    """Get your bids and card play by month, with counts and intervals, and your partners."""
    return json_response(OwnFigures().dump({"items": [figures.payload(own) for own in own_players()]}))


@blp.get("/leagues")
@blp.answers(OwnLeagues)
@blp.reads(ACCOUNTS)
@heavy
def get_own_leagues() -> Response:
    """Get your place and points in the newest five series of each of your clubs."""
    return json_response(
        OwnLeagues().dump({"items": [each for own in own_players() for each in leagues.leagues_of(own)]})
    )


@blp.get("/problems")
@blp.answers(OwnProblems)
@blp.reads(ACCOUNTS)
def get_own_problems() -> Response:
    """Get problems from your newest 60 deals, and how many problems of your deck are due."""
    items = [each for own in own_players() for each in practice.problems_of(own)]
    return json_response(OwnProblems().dump({"deck": practice.deck(), "items": items}))


@blp.get("/corrections")
@blp.answers(OwnCorrections)
@blp.reads(ACCOUNTS)
def get_own_corrections() -> Response:
    """Get the corrections that you have asked for, with the answers of the officials."""
    return json_response(OwnCorrections().dump({"items": corrections.own_corrections()}))


@blp.post("/encounters/<uuid:encounter_id>/corrections")
@blp.arguments(AskForCorrection)
@blp.response(201, SavedAnswer)
@blp.commands(ACCOUNTS, match=False)
def ask_to_correct_result(params: dict[str, Any], encounter_id: UUID) -> Answer:
    """Ask the officials of the club to correct the result of a table of a round at which you sit or sat."""
    return _asked(corrections.player_at_table(encounter_id), encounter_id, params)


@blp.post("/deals/<uuid:deal_id>/corrections")
@blp.arguments(AskForCorrection)
@blp.response(201, SavedAnswer)
@blp.commands(ACCOUNTS, match=False)
def ask_to_correct_deal(params: dict[str, Any], deal_id: UUID) -> Answer:
    """Ask the officials of the club to correct a deal that you played."""
    return _asked(corrections.player_in_deal(deal_id), deal_id, params)


def _asked(own: OwnPlayer, about: UUID, params: dict[str, Any]) -> Answer:
    """Ask for a correction, and answer with the list in which it is."""
    return commands.answer(corrections.ask(own, about, params), "/api/v1/me/corrections")


@blp.post("/encounters/<uuid:encounter_id>/confirmations")
@blp.arguments(ConfirmOwnResult)
@blp.response(200, SavedTable)
@blp.commands(ACCOUNTS)
def confirm_own_result(params: dict[str, Any], encounter_id: UUID) -> Answer:
    """Confirm the result of a table of a round for the side on which you sit there. It needs no PIN.

    The record names you as the confirming player. A table at which you do not sit is answered 404.
    """
    side = confirming.side_at(encounter_id)
    return answer_at_table(
        encounter_id,
        params,
        lambda sent: ledger().encounters.confirm_result(encounter_id, side, params.get("board"), **sent),
    )


@blp.post("/deals/<uuid:deal_id>/confirmations")
@blp.arguments(ConfirmOwnDeal)
@blp.response(200, OwnDealConfirmed)
@blp.commands(ACCOUNTS, match=False)
def confirm_own_deal(params: dict[str, Any], deal_id: UUID) -> dict[str, Any]:
    """Confirm the result of a deal for the seat in which you played it. It needs no PIN.

    A deal that you did not play is answered 404.
    """
    return confirming.confirm_deal(deal_id, params)
