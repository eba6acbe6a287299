"""The card play of a player, in a club, in a match and in a tournament, compared with the best play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.analyses import card_play
from api.blueprint import Blueprint
from api.deals import access as deal_access
from api.deals.lists import names_of
from api.lists import catalogue, find_row
from api.permissions import EVERYBODY
from api.replicas import from_replica
from api.responses import json_response
from api.statistics import access as statistics
from api.tournaments import access as tournament_access
from schemas.card_play import CardPlayTable

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from api.analyses.card_play_tables import CardPlayTable as Table

blp = Blueprint("card_play", __name__, url_prefix="/api/v1", description="Card play compared with the best")


@blp.get("/players/<uuid:player_id>/card-play")
@blp.answers(CardPlayTable)
@blp.reads(EVERYBODY)
@from_replica
def get_card_play_of_player(player_id: UUID) -> Response:
    """Get the card play of a player: a row for each ruleset, named by its key."""
    row = find_row(catalogue(), "player", player_id)
    return _answer(statistics.of_player(row.club, names_of(str(row.id))).play.by_game())


@blp.get("/clubs/<uuid:club_id>/card-play")
@blp.answers(CardPlayTable)
@blp.reads(EVERYBODY)
@from_replica
def get_card_play_of_club(club_id: UUID) -> Response:
    """Get the card play of all named players in a club's deals: a row for each ruleset, named by its key."""
    find_row(catalogue(), "club", club_id)
    return _answer(statistics.of_club(club_id).play.by_game())


@blp.get("/matches/<uuid:match_id>/card-play")
@blp.answers(CardPlayTable)
@blp.reads(EVERYBODY)
@from_replica
def get_card_play_of_match(match_id: UUID) -> Response:
    """Get the card play in a match: a row for each player."""
    deal_access.get_match(match_id)
    return _answer(card_play.of_match(match_id))


@blp.get("/tournaments/<uuid:tournament_id>/card-play")
@blp.answers(CardPlayTable)
@blp.reads(EVERYBODY)
@from_replica
def get_card_play_of_tournament(tournament_id: UUID) -> Response:
    """Get the card play in a tournament: a row for each entry, named by its number."""
    return _answer(card_play.of_tournament(tournament_access.get(tournament_id).tournament))


def _answer(table: Table) -> Response:
    return json_response(CardPlayTable().dump(table.payload()))
