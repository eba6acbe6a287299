"""Matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from marshmallow import fields, validate

from api import commands
from api.blueprint import Blueprint
from api.callers import RECORDER, Place, caller
from api.changes import Command, changes
from api.deals import access as deal_access
from api.games import game_of
from api.lists import page
from api.permissions import EVERYBODY, SCRIBES, own_club, place_of, require
from api.problems import Problem
from api.replicas import from_replica
from api.services import ledger
from domain.engine.words.values import sentence
from schemas.answers import MatchAnswer, MatchPage, SavedAnswer
from schemas.base import PageQuery
from schemas.commands import OpenMatch, Stamped

if TYPE_CHECKING:
    from domain.ledger import Ledger
    from domain.match.aggregate import Match

blp = Blueprint("matches", __name__, url_prefix="/api/v1/matches", description="Matches: deals played in a row")
change = changes(blp, "match_id", SCRIBES)


class MatchQuery(PageQuery):
    """A filter for matches."""

    club = fields.UUID()
    table = fields.UUID()
    status = fields.String(validate=validate.OneOf(["open", "over"]))


@blp.get("")
@blp.arguments(MatchQuery, location="query")
@blp.response(200, MatchPage)
@blp.reads(EVERYBODY)
@from_replica
def list_matches(query: dict[str, Any]) -> dict[str, Any]:
    """List matches, newest first."""
    where: dict[str, Any] = {name: str(query[name]) for name in ("table", "status") if name in query}
    return page("match", query, club=query.get("club"), where=where)


@blp.post("")
@blp.arguments(OpenMatch)
@blp.response(201, SavedAnswer)
@blp.commands(SCRIBES, match=False)
def open_match(params: dict[str, Any]) -> commands.Answer:
    """Open a match. A recorder's token opens matches at its table, a director's in its club."""
    sender = caller()
    table, club = params.get("table"), params.get("club")
    if sender.role == RECORDER and "table" in sender.scope:
        table = table or UUID(sender.scope["table"])
    place = place_of(table)
    if club is None:
        club = own_club() or (UUID(place.club) if place.club else None)
    named = [place] if table else []
    if club is not None and (sender.role != RECORDER or not named):
        named.append(Place(str(club)))
    require(*(named or [Place()]))
    game = game_of(params)
    if game is None:
        raise Problem("shape", sentence("A match needs a ruleset."))
    saved = ledger().matches.open(
        game,
        params["dealer"],
        match_id=params.get("id"),
        club=club,
        table=table,
        **{name: params[name] for name in ("teams", "players", "event", "note") if name in params},
        **commands.metadata(params),
    )
    return commands.answer(saved, f"/api/v1/matches/{saved.id}")


@blp.get("/<uuid:match_id>")
@blp.response(200, MatchAnswer)
@blp.reads(EVERYBODY)
@from_replica
def get_match(match_id: UUID) -> tuple[Match, dict[str, str]]:
    """Get a match: its deals in order, what each paid, and the balance."""
    match = deal_access.get_match(match_id)
    return match, {"ETag": commands.etag(match.version, stream=match_id)}


@change("/end", Stamped)
def end_match(to: Ledger) -> Command:
    """End a match before the tokens do. The team with more tokens has won."""
    return to.matches.end
