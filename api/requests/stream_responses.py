"""Responses that are streams: a place for the listener, and the feed until its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Response, current_app, request

from api.callers import PUPIL, Caller, caller
from api.front.calls import GONE, STREAM
from api.front.readers import address_of
from api.live.places import FullError, Holder, Kind, TooManyError
from api.live.stream import HEARTBEAT_SECONDS, LONGEST_SECONDS, Feed, send
from api.permissions import OFFICIALS
from api.problems import Problem
from api.services import services
from domain.engine.words.values import sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from api.live.hub import Hub
    from api.live.listener import Listener

EVENTS: Final = STREAM
BUSY_SECONDS: Final = 10


def stream_response(follow: Callable[[Listener], Feed | None]) -> Response:
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


def _holder() -> Holder:
    """Return the holder that a stream is counted for."""
    sender = caller()
    if not sender.token:
        return Holder(Kind.ANYBODY, address_of(request.environ))
    if PUPIL in sender.scope:
        return Holder(Kind.PUPIL, sender.token)
    return Holder(Kind.OFFICIAL if sender.role in OFFICIALS else Kind.GUEST, sender.token)


def _place(hub: Hub) -> Listener:
    """Take a place for a stream before anything is read for it. Raises `Problem` if there is none."""
    headers = {"Retry-After": str(BUSY_SECONDS)}
    try:
        return hub.listener(_holder())
    except TooManyError:
        raise Problem("too-many-streams", headers=headers) from None
    except FullError:
        detail = sentence("So many listen already that nothing else would be answered any more.")
        raise Problem("streams-full", detail, headers=headers) from None


def _permission_checker() -> Callable[[], bool]:
    """Return a function that tells whether this caller's token is still valid, for use after the request."""
    app = current_app._get_current_object()  # type: ignore[attr-defined]
    environ = {name: value for name, value in request.environ.items() if not name.startswith("werkzeug.")}
    before = caller()
    players = before.players()

    def check() -> bool:
        with app.request_context(environ):
            try:
                return _is_same(before, players, caller())
            except Problem:
                return False

    return check


def _is_same(before: Caller, players: Mapping[str, str], now: Caller) -> bool:
    """Return whether a caller has the same rights as when the stream began, also as a player of ``players``."""
    return (before.role, before.token, before.scope, players) == (now.role, now.token, now.scope, now.players())
