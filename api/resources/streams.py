"""Live streams of deals and tables: server-sent events, and polling where those fail."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from flask import Response, current_app, request

from api import deal_access
from api.blueprint import Blueprint
from api.boards import compute_withheld_matches
from api.broadcast import delay, delay_of, late, lateness_of
from api.callers import Caller, caller
from api.front.calls import GONE, STREAM
from api.front.kinds import stream
from api.front.readers import address_of
from api.lists import catalogue, get_thing
from api.live.channel import current_payload, lateness
from api.live.hub import Hub, Listener
from api.live.places import FullError, Holder, Kind, TooManyError
from api.live.stream import HEARTBEAT_SECONDS, LONGEST_SECONDS, DealFeed, Feed, TableFeed, send
from api.permissions import EVERYBODY, OFFICIALS
from api.problems import Problem
from api.responses import json_response
from api.services import services
from domain.ledger.errors import NotFound
from domain.ledger.ids import as_id
from replay.views import latest_view
from schemas.commands import TimelineQuery
from schemas.views import Standing, StreamEvent

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from store.catalogue import Row

EVENTS: Final = STREAM
BUSY_SECONDS: Final = 10
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

    return _stream(follow)


@blp.get("/tables/<uuid:table_id>/stream")
@blp.document(parameters=[LAST_SEEN])
@blp.arguments(TimelineQuery, location="query")
@blp.response(200, StreamEvent, content_type=EVENTS, description="Server-sent events")
@blp.reads(EVERYBODY)
@stream
def follow_table(query: dict[str, Any], table_id: UUID) -> Response:
    """Follow a table from deal to deal, as `viewer` or else as the caller's own viewer.

    The event `deal` holds the current deal as `GET …/now` does, or `{"deal": null}`. It is sent first and again
    whenever another deal is opened. Between them come the events of the deal's own stream.
    """
    hub, sender = services().live, caller()

    def follow(listener: Listener) -> Feed:
        get_thing("table", table_id)
        visible = newest_deal(table_id, query.get("viewer"))
        table = hub.table(listener, table_id)
        feed = TableFeed(hub, listener, table, sender, lateness_of(sender))
        feed.viewer = query.get("viewer")
        feed.withheld = _withheld_finder()
        deal, _, version = _last_seen().partition(":")
        if visible is not None and deal == str(visible.deal.id) and re.fullmatch(r"\d{1,9}", version, re.ASCII):
            feed.seen = visible.deal.id, int(version)
        return feed

    return _stream(follow)


@blp.get("/tables/<uuid:table_id>/now")
@blp.arguments(TimelineQuery, location="query")
@blp.answers(Standing)
@blp.reads(EVERYBODY)
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


def _holder() -> Holder:
    """Return the holder that a stream is counted for."""
    sender = caller()
    if not sender.token:
        return Holder(Kind.ANYBODY, address_of(request.environ))
    return Holder(Kind.OFFICIAL if sender.role in OFFICIALS else Kind.GUEST, sender.token)


def _place(hub: Hub) -> Listener:
    """Take a place for a stream before anything is read for it. Raises `Problem` if there is none."""
    headers = {"Retry-After": str(BUSY_SECONDS)}
    try:
        return hub.listener(_holder())
    except TooManyError:
        raise Problem("too-many-streams", headers=headers) from None
    except FullError:
        detail = "So many listen already that nothing else would be answered any more."
        raise Problem("streams-full", detail, headers=headers) from None


def _stream(follow: Callable[[Listener], Feed | None]) -> Response:
    """Return a streaming response; 204 if there is nothing to send. Raises `Problem` if there is no place."""
    hub = services().live
    listener = _place(hub)
    try:
        feed = follow(listener)
    except BaseException:
        hub.leave(listener)
        raise
    if feed is None:
        hub.leave(listener)
        return Response(status=204)
    config = current_app.config
    heartbeat = config.get("HEARTBEAT_SECONDS", HEARTBEAT_SECONDS)
    longest = config.get("STREAM_SECONDS", LONGEST_SECONDS)
    answer = Response(send(listener, feed, _permission_checker(), heartbeat, longest), content_type=EVENTS)
    answer.call_on_close(lambda: hub.leave(listener))
    request.environ[GONE] = listener.close
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def _withheld_finder() -> Callable[[], frozenset[str]]:
    """Return a function that finds the matches withheld from this caller, for use after the request."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    environ = {name: value for name, value in request.environ.items() if not name.startswith("werkzeug.")}

    def check() -> frozenset[str]:
        with app.request_context(environ):
            return compute_withheld_matches()

    return check


def _permission_checker() -> Callable[[], bool]:
    """Return a function that tells whether this caller's token is still valid, for use after the request."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    environ = {name: value for name, value in request.environ.items() if not name.startswith("werkzeug.")}
    before = caller()

    def check() -> bool:
        with app.request_context(environ):
            try:
                return _is_same(before, caller())
            except Problem:
                return False

    return check


def _is_same(before: Caller, now: Caller) -> bool:
    return (before.role, before.token, before.scope) == (now.role, now.token, now.scope)
