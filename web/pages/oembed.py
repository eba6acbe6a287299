"""oEmbed: what another site needs to show a deal or a tournament in a frame when somebody pastes its address.

The format is https://oembed.com. Only what anybody may see is offered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from flask import Blueprint, current_app, request, url_for
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from api.callers import answer_anybody
from api.deals import access as deal_access
from api.permissions import EVERYBODY, allow
from api.problems import Problem
from api.replicas import from_replica
from api.responses import json_response
from api.site import is_own_host
from domain.engine.words.values import sentence
from web.page import site_address
from web.tournaments.seen import see
from web.wording import names

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("oembed", __name__)

WIDTH: Final = 700
HEIGHT: Final = 640
"""The size of a frame in pixels, unless the other site has less room."""
KEPT_FOR: Final = 3600
"""For how many seconds the other site may keep the answer."""


@blp.get("/oembed")
@allow(EVERYBODY)
@from_replica
def offer() -> Response:
    """Describe the frame of a page. ``?url=``: its address; ``maxwidth``, ``maxheight``: the room in pixels."""
    if request.args.get("format", "json") != "json":
        raise Problem("oembed-format", sentence("This address answers with JSON only."))
    answer_anybody()
    frame, title, picture = _framed(request.args.get("url", ""))
    width, height = _at_most("maxwidth", WIDTH), _at_most("maxheight", HEIGHT)
    html = Markup('<iframe src="{}" title="{}" width="{}" height="{}" style="border:0" loading="lazy"></iframe>')
    site = site_address()
    answer = json_response(
        {
            "version": "1.0",
            "type": "rich",
            "title": title,
            "provider_name": "Nought",
            "provider_url": f"{site}/",
            "cache_age": KEPT_FOR,
            "html": str(html.format(site + frame, title, width, height)),
            "width": width,
            "height": height,
            "thumbnail_url": site + picture,
            "thumbnail_width": 1200,
            "thumbnail_height": 630,
        }
    )
    answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer


def _framed(address: str) -> tuple[str, str, str]:
    """Return the path of the frame of a page, its title, and the path of its picture. Raises `Problem` (404)."""
    try:
        path = urlsplit(address).path if is_own_host(address) else ""
        endpoint, values = current_app.url_map.bind("").match(path)
    except (HTTPException, ValueError):
        endpoint, values = "", {}
    match endpoint:
        case "replay.show" | "replay.embedded":
            return _of_deal(**values)
        case "tournaments_page.tournament" | "tournaments_page.standings" | "embedding.tournament":
            return _of_tournament(**values)
    raise Problem("not-found", sentence("There is a frame for the address of a deal or of a tournament here."))


def _of_deal(deal_id: UUID) -> tuple[str, str, str]:
    opened = deal_access.get(deal_id).record.opened
    title = names.deal_title({"number": opened.number, "event": opened.event, "match": opened.match})
    return url_for("replay.embedded", deal_id=deal_id), title, url_for("link_pictures.deal", deal_id=deal_id)


def _of_tournament(tournament_id: UUID) -> tuple[str, str, str]:
    return (
        url_for("embedding.tournament", tournament_id=tournament_id),
        see(tournament_id).name,
        url_for("link_pictures.tournament", tournament_id=tournament_id),
    )


def _at_most(name: str, size: int) -> int:
    """Return a size, or the room that the other site has if that is less."""
    room = request.args.get(name, "")
    return min(size, int(room)) if room.isascii() and room.isdigit() and len(room) < 6 and int(room) else size
