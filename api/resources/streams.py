"""Live streams of deals and tables: server-sent events, and polling where those fail."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from flask import Response, current_app, request

from api.blueprint import Blueprint
from api.callers import caller
from api.deals import access as deal_access
from api.deals.broadcast import delay, delay_of, late, lateness_of
from api.front.kinds import stream
from api.lists import catalogue, find_row, get_thing
from api.live.channel import current_payload, lateness
from api.live.stream import DealFeed, Feed, TableFeed
from api.permissions import EVERYBODY
from api.replicas import from_replica
from api.requests.stream_responses import EVENTS, stream_response
from api.responses import json_response
from api.services import services
from api.tournaments.boards import compute_withheld_matches
from domain.kernel.errors import NotFound
from domain.kernel.ids import as_id
from replay.views import latest_view
from schemas.commands import TimelineQuery
from schemas.views import Standing, StreamEvent

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from api.live.listener import Listener
    from store.tables.catalogue import Row

LAST_SEEN: Final = {
    "name": "Last-Event-ID",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 64},
    "description": "The id of the last event that the caller has; browsers send it by themselves.",
}

blp = Blueprint("streams", __name__, url_prefix="/api/v1", description="Deals and tables while they happen")


@blp.get("/deals/<uuid:deal_id>/stream/<string(maxlength=16):viewer>")
@blp.document(parameters=[LAST_SEEN])
@blp.response(200, StreamEvent, content_type=EVENTS, description="Server-sent events")
@blp.also(204, "The deal is over, and the caller has seen its end")
@blp.reads(EVERYBODY)
@stream
@from_replica
def follow_deal(deal_id: UUID, viewer: str) -> Response:
    """Follow a deal as a viewer until it is over.

    The first event is `view`, the viewer's current view. Each act is a `frame`, as in a replay; anything else that the
    viewer may notice (a correction, a ruling, the settlement) is a `view` again. `end` is sent when the deal is over.
    The id of an event is the deal's version as the viewer counts it; a client that reconnects with `Last-Event-ID` is
    sent the missing events. Where streams fail, poll the view with `If-None-Match`.
    """
    hub, sender = services().live, caller()

    def follow(listener: Listener) -> Feed | None:
        visible = deal_access.get(deal_id, viewer)
        match = re.fullmatch(r"\d{1,9}", _last_seen(), re.ASCII)
        seen = int(match[0]) if match else None
        if seen == visible.version and visible.deal.status != "open":
            return None
        place = visible.place
        if (table := as_id(place.table)) is not None:
            hub.table(listener, table)
        channel = hub.channel(listener, deal_id, viewer, delay_of(sender, lateness_of(sender), place))
        if channel is None:
            raise NotFound("deal", deal_id)
        return DealFeed(channel, sender, place, seen)

    return stream_response(follow)


@blp.get("/tables/<uuid:table_id>/stream")
@blp.document(parameters=[LAST_SEEN])
@blp.arguments(TimelineQuery, location="query")
@blp.response(200, StreamEvent, content_type=EVENTS, description="Server-sent events")
@blp.reads(EVERYBODY)
@stream
@from_replica
def follow_table(query: dict[str, Any], table_id: UUID) -> Response:
    """Follow a table from deal to deal, as `viewer` or else as the caller's own viewer.

    The event `deal` holds the current deal as `GET …/now` does, or `{"deal": null}`. It is sent first and again
    whenever another deal is opened. Between them come the events of the deal's own stream.
    """
    hub, sender = services().live, caller()

    def follow(listener: Listener) -> Feed:
        viewer = query.get("viewer")
        if not hub.shows(listener, table_id):
            find_row(services().catalogue, "table", table_id)
        if viewer is not None:
            newest_deal(table_id, viewer)
        table = hub.table(listener, table_id)
        feed = TableFeed(hub, listener, table, sender, lateness_of(sender, table.delays))
        feed.viewer = viewer
        feed.withheld = _withheld_finder()
        deal, _, version = _last_seen().partition(":")
        if (seen := as_id(deal)) is not None and re.fullmatch(r"\d{1,9}", version, re.ASCII):
            feed.seen = seen, int(version)
        return feed

    return stream_response(follow)


@blp.get("/tables/<uuid:table_id>/now")
@blp.arguments(TimelineQuery, location="query")
@blp.answers(Standing)
@blp.reads(EVERYBODY)
@from_replica
def get_now(query: dict[str, Any], table_id: UUID) -> Response:
    """Get the newest deal of a table as it stands, as in the stream's event `deal`."""
    get_thing("table", table_id)
    return json_response(now_payload(table_id, newest_deal(table_id, query.get("viewer"))))


def newest_deal(table_id: UUID, viewer: str | None) -> deal_access.VisibleDeal | None:
    """Return the newest deal at a table that the caller may see by now; None if there is none."""
    rows: tuple[Row, ...] = catalogue().page("deal", where={"table": str(table_id)}, limit=1).rows
    return deal_access.get(rows[0].id, viewer) if rows else None


def now_payload(table_id: UUID, visible: deal_access.VisibleDeal | None) -> dict[str, Any]:
    """Return the payload of `GET …/now`."""
    if visible is None:
        return {"deal": None} | lateness(late().seconds.get(str(table_id), 0.0))
    stands = current_payload(visible.deal, visible.viewer, visible.version, latest_view(visible.record, visible.viewer))
    return stands | lateness(delay(visible.place))


def _last_seen() -> str:
    return request.headers.get("Last-Event-ID", "").strip()


def _withheld_finder() -> Callable[[], frozenset[str]]:
    """Return a function that finds the matches withheld from this caller, for use after the request."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    environ = {name: value for name, value in request.environ.items() if not name.startswith("werkzeug.")}

    def check() -> frozenset[str]:
        with app.request_context(environ):
            return compute_withheld_matches()

    return check
