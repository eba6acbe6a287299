"""The clock of a round as the caller may see it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import msgspec
from flask import Response

from api.clock import now
from api.responses import JSON
from api.services import ledger
from api.tournaments import access as tournament_access
from schemas.tournaments.clocks import ClockAnswer

if TYPE_CHECKING:
    from uuid import UUID


def payload(tournament_id: UUID) -> dict[str, Any]:
    """Return the clock and the time of the server as plain values.

    The clock has no broadcast delay: it shows nothing of a table. Its round is left out for a caller who may not see
    the draw of the round yet. Raises `NotFound` if the caller may not see the tournament yet.
    """
    visible = tournament_access.get(tournament_id)
    delayed = visible.moment is not None
    clock = (ledger().tournaments.get(tournament_id) if delayed else visible.tournament).clock
    body: dict[str, Any] = {"now": now(), "clock": asdict(clock) if clock else None}
    if clock and clock.round not in visible.tournament.rounds:
        body["clock"]["round"] = None
    return body


def response(tournament_id: UUID) -> Response:
    """Return the response with the clock. No cache may keep it, since it has the time of the server."""
    body = msgspec.json.encode(ClockAnswer().dump(payload(tournament_id)))
    return Response(body, headers={"Cache-Control": "no-store"}, content_type=JSON)
