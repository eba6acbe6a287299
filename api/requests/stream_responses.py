"""Responses that are streams: a place for the listener, and the feed until its end."""

from __future__ import annotations

from random import random
from typing import TYPE_CHECKING, Final

from flask import Response, current_app, request

from api.callers import CLASS, PUPIL, caller, pupil_cookie
from api.front.calls import STREAM
from api.front.readers import address_of
from api.live.places import FullError, Holder, Kind, TooManyError
from api.live.rights import Rights
from api.live.stream import HEARTBEAT_SECONDS, LONGEST_SECONDS, Feed, Stream, send
from api.people import sessions
from api.permissions import OFFICIALS
from api.problems import Problem
from api.services import services
from domain.engine.words.values import sentence
from store.tables.queries import hash_secret

if TYPE_CHECKING:
    from collections.abc import Callable

    from api.live.hub import Hub
    from api.live.listener import Listener

EVENTS: Final = "text/event-stream"
BUSY_SECONDS: Final = 10


def stream_response(follow: Callable[[Listener], Feed | None]) -> Response:
    """Return a streaming response; 204 if there is nothing to send. Raises `Problem` if there is no place."""
    hub = services().live
    listener = _place(hub)
    try:
        feed, rights = follow(listener), _rights()
    except BaseException:
        hub.leave(listener)
        raise
    if feed is None:
        hub.leave(listener)
        return Response(status=204)
    config = current_app.config
    heartbeat = config.get("HEARTBEAT_SECONDS", HEARTBEAT_SECONDS)
    longest = config.get("STREAM_SECONDS", LONGEST_SECONDS)
    if rights is not None:
        hub.watch_rights(listener, rights, heartbeat)
    stream = Stream(listener, feed, heartbeat, longest, part=random(), streams=hub.places.taken)  # noqa: S311
    answer = Response(send(stream), content_type=EVENTS)
    answer.call_on_close(lambda: hub.leave(listener))
    if request.method == "GET":
        request.environ[STREAM] = stream
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


def _rights() -> Rights | None:
    """Return what the caller's rights rest on; None for somebody whose rights cannot end."""
    sender = caller()
    header = request.headers.get("Authorization")
    if PUPIL in sender.scope:
        secret = request.cookies.get(pupil_cookie(), "") if header is None else header.partition(" ")[2].strip()
        return Rights(hash_secret(secret), class_code=sender.scope[CLASS])
    if header is not None:
        secret = header.partition(" ")[2].strip()
    elif sender.token:
        secret = sessions.read_secret()
    else:
        return None
    return Rights(hash_secret(secret), account=sender.account, players=sender.players())
