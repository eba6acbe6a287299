"""The position of a client's last write: an answer never shows less than the client has seen acknowledged.

The answer to a command carries the leader's position, as the header `HEADER` for programs and as a cookie for browsers;
later requests send it back. A server whose leader is behind that position talks to a former leader, and looks for
another one. Replicas need no more, since none answers with less than the leader has (`store.postgres.replicas`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import psycopg
from eventsourcing.persistence import PersistenceError
from flask import g, request

from api.people.sessions import SAFE
from api.permissions import permission_of_route
from api.requests.position_codes import LIFETIME
from api.services import provider, services
from api.site import is_encrypted

if TYPE_CHECKING:
    from flask import Response

HEADER: Final = "Nought-Position"
COOKIE: Final = "nought_position"


def cookie_name() -> str:
    """Return the name of the cookie, as for `api.people.sessions.cookie_name`."""
    return f"__Host-{COOKIE}" if is_encrypted() else COOKIE


def check_leader() -> None:
    """Raise ``DatabaseAway`` if the leader does not have what the client has seen. Runs before each request that reads.

    Without replicas, and for a client that has not written lately, this costs nothing.
    """
    if provider().settings.read_dsn is None or request.method not in SAFE:
        return
    texts = (
        request.headers.get(HEADER),
        request.cookies.get(cookie_name()) if "HTTP_COOKIE" in request.environ else None,
    )
    if not any(texts):
        return
    permission = permission_of_route()
    codes = services().position_codes
    if permission is None or not permission.needs_caller or codes is None:
        return
    positions = [position for text in texts if text and (position := codes.read(text)) is not None]
    if positions:
        g.leader_position = services().recorder.leader_position(max(positions))


def add_position(answer: Response) -> Response:
    """Add the leader's position to the answer to a request that may have written."""
    permission = permission_of_route()
    if (
        provider().settings.read_dsn is None
        or request.method in SAFE
        or answer.status_code >= 400
        or permission is None
        or not permission.writes
    ):
        return answer
    try:
        codes, position = services().position_codes, services().recorder.leader_position()
    except (psycopg.Error, PersistenceError):
        return answer
    if codes is None or position is None:
        return answer
    text = codes.write(position)
    answer.headers[HEADER] = text
    if "HTTP_AUTHORIZATION" not in request.environ:
        answer.set_cookie(cookie_name(), text, max_age=LIFETIME, httponly=True, secure=is_encrypted(), samesite="Lax")
    return answer
