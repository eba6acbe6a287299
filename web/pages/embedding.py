"""The results of a tournament for a frame in another site's page. It needs neither scripts nor cookies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, g, make_response, render_template, request

from api.front.kinds import heavy
from api.permissions import EVERYBODY, allow
from api.replicas import from_replica
from web.languages import LANGUAGES
from web.looks import LOOKS
from web.tournaments.seen import see

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("embedding", __name__)


@blp.get("/embed/tournaments/<uuid:tournament_id>")
@allow(EVERYBODY)
@heavy
@from_replica
def tournament(tournament_id: UUID) -> Response:
    """Show the standings and the current round. ``?look=light`` or ``dark``; ``?language=``: as the other site has."""
    look, language = request.args.get("look", ""), request.args.get("language", "")
    if language in LANGUAGES:
        g.language = language
    seen = see(tournament_id)
    shown = look if look in LOOKS else "auto"
    met = seen.met(seen.last) if seen.last else []
    page = render_template("tournament/embed.html", seen=seen, tournament=seen.tournament, met=met, look=lambda: shown)
    answer = make_response(page)
    answer.headers["Cache-Control"] = "no-cache"
    return answer
