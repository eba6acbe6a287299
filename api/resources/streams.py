"""Deals and tables followed while they happen: server-sent events, and polling where those do not get through."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from flask import Response, current_app, request

from api import looking
from api.blueprint import ETAG, Blueprint
from api.boards import withheld_matches_of
from api.broadcast import delay, delay_of, late, lateness_of
from api.callers import Caller, caller
from api.front.calls import GONE, STREAM
from api.front.kinds import stream
from api.front.readers import address_of
from api.lists import catalogue, one
from api.live.channel import lateness, standing
from api.live.hub import Hub, Listener
from api.live.places import FullError, Holder, Kind, TooManyError
from api.live.stream import HEARTBEAT_SECONDS, LONGEST_SECONDS, Following, FollowingDeal, FollowingTable, sent
from api.permissions import EVERYBODY, OFFICIALS
from api.problems import Problem
from api.services import services
from api.serving import as_seen
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
@blp.documented(parameters=[LAST_SEEN])
@blp.response(200, StreamEvent, content_type=EVENTS, description="Server-sent events")
@blp.also(204, "The deal is over, and the caller has seen its end")
@blp.reads(EVERYBODY)
@stream
def follow_deal(deal_id: UUID, viewer: str) -> Response:
    """Follow a deal through a viewer's eyes until it is over.

    First comes `view`, the viewer's view as it stands; then for each act `frame`, as in a replay, and after
    anything else that the viewer may notice (a correction, a ruling, the settlement) `view` again. `end` says
    that the deal is over. The id of an event is the deal's version as the viewer counts it; who comes back with
    `Last-Event-ID` is sent what is missing. Where streams fail, ask for the view with `If-None-Match`.
    """
    hub, who = services().live, caller()

    def follow(listener: Listener) -> Following | None:
        look = looking.look(deal_id, viewer)
        known = re.fullmatch(r"\d{1,9}", _last_seen(), re.ASCII)
        seen = int(known[0]) if known else None
        if seen == look.version and look.deal.status != "open":
            return None
        place = look.place
        if (table := as_id(place.table)) is not None:
            hub.table(listener, table)
        channel = hub.channel(listener, deal_id, viewer, delay_of(who, lateness_of(who), place))
        if channel is None:
            raise NotFound("deal", deal_id)
        return FollowingDeal(channel, who, place, seen)

    return _stream(follow)


@blp.get("/tables/<uuid:table_id>/stream")
@blp.documented(parameters=[LAST_SEEN])
@blp.arguments(TimelineQuery, location="query")
@blp.response(200, StreamEvent, content_type=EVENTS, description="Server-sent events")
@blp.reads(EVERYBODY)
@stream
def follow_table(asked: dict[str, Any], table_id: UUID) -> Response:
    """Follow a table from deal to deal, through the eyes of `viewer` or else the caller's own.

    `deal` says which deal is played and how it stands (`{"deal": null}`: none yet), as `now` does; it comes
    first, and again whenever another deal is opened. Between them come the events of the deal's own stream.
    """
    hub, who = services().live, caller()

    def follow(listener: Listener) -> Following:
        one("table", table_id)
        look = now(table_id, asked.get("viewer"))
        table = hub.table(listener, table_id)
        following = FollowingTable(hub, listener, table, who, lateness_of(who))
        following.viewer = asked.get("viewer")
        following.withheld = _withheld()
        deal, _, version = _last_seen().partition(":")
        if look is not None and deal == str(look.deal.id) and re.fullmatch(r"\d{1,9}", version, re.ASCII):
            following.seen = look.deal.id, int(version)
        return following

    return _stream(follow)


@blp.get("/tables/<uuid:table_id>/now")
@blp.arguments(TimelineQuery, location="query")
@blp.response(200, Standing, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_now(asked: dict[str, Any], table_id: UUID) -> Response:
    """The deal that is played at a table, or was last, as it stands: what the stream's `deal` says."""
    one("table", table_id)
    return as_seen(told(table_id, now(table_id, asked.get("viewer"))))


def now(table_id: UUID, viewer: str | None) -> looking.Look | None:
    """The newest deal at a table, as far as the caller may have it by now."""
    found: tuple[Row, ...] = catalogue().page("deal", where={"table": str(table_id)}, limit=1).rows
    return looking.look(found[0].id, viewer) if found else None


def told(table_id: UUID, look: looking.Look | None) -> dict[str, Any]:
    """What is told of the deal that is played at a table."""
    if look is None:
        return {"deal": None} | lateness(late().seconds.get(str(table_id), 0.0))
    stands = standing(look.deal, look.viewer, look.version, latest_view(look.record, look.viewer))
    return stands | lateness(delay(look.place))


def _last_seen() -> str:
    return request.headers.get("Last-Event-ID", "").strip()


def _holder() -> Holder:
    """Who a stream is counted for."""
    who = caller()
    if not who.token:
        return Holder(Kind.ANYBODY, address_of(request.environ))
    return Holder(Kind.OFFICIAL if who.role in OFFICIALS else Kind.GUEST, who.token)


def _place(hub: Hub) -> Listener:
    """A place for a stream, taken before anything is read for it. Raises `Problem` if there is none."""
    headers = {"Retry-After": str(BUSY_SECONDS)}
    try:
        return hub.listener(_holder())
    except TooManyError:
        raise Problem("too-many-streams", headers=headers) from None
    except FullError:
        detail = "So many listen already that nothing else would be answered any more."
        raise Problem("streams-full", detail, headers=headers) from None


def _stream(follow: Callable[[Listener], Following | None]) -> Response:
    """An answer that goes on, if there is a place for it and anything to come."""
    hub = services().live
    listener = _place(hub)
    try:
        following = follow(listener)
    except BaseException:
        hub.leave(listener)
        raise
    if following is None:
        hub.leave(listener)
        return Response(status=204)
    config = current_app.config
    heartbeat = config.get("HEARTBEAT_SECONDS", HEARTBEAT_SECONDS)
    longest = config.get("STREAM_SECONDS", LONGEST_SECONDS)
    answer = Response(sent(listener, following, _may_still(), heartbeat, longest), content_type=EVENTS)
    answer.call_on_close(lambda: hub.leave(listener))
    request.environ[GONE] = listener.close
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def _withheld() -> Callable[[], frozenset[str]]:
    """Which matches are withheld from whoever sent this request; to be asked when the request is long over."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    environ = {name: value for name, value in request.environ.items() if not name.startswith("werkzeug.")}

    def ask() -> frozenset[str]:
        with app.request_context(environ):
            return withheld_matches_of()

    return ask


def _may_still() -> Callable[[], bool]:
    """Whether whoever sent this request is still let in as the same; to be asked when the request is long over."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    environ = {name: value for name, value in request.environ.items() if not name.startswith("werkzeug.")}
    before = caller()

    def ask() -> bool:
        with app.request_context(environ):
            try:
                return _same(before, caller())
            except Problem:
                return False

    return ask


def _same(before: Caller, now: Caller) -> bool:
    return (before.role, before.token, before.scope) == (now.role, now.token, now.scope)
