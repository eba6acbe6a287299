"""Previews: a command to a tournament is decided with all its checks, and not saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask import current_app, request
from werkzeug.exceptions import HTTPException
from werkzeug.test import EnvironBuilder

from api.languages import reader
from api.problems import Problem
from api.services import ledger, services
from api.tournaments.effects import effects_of
from domain.engine.words.values import sentence
from domain.kernel.errors import NotFound
from domain.kernel.repository import rehearse
from replay.words.undo import UNDO

if TYPE_CHECKING:
    from flask import Response

FORWARDED = ("Authorization", "Cookie", "X-CSRF-Token", "Accept-Language", "User-Agent")
"""The headers by which the command has the caller and the language of the request."""


def preview(tournament_id: UUID, method: str, path: str, body: dict[str, Any]) -> dict[str, Any] | Response:
    """Return what a command would change, or its problem as a response.

    Raises `Problem` (422) if the path is no command of this tournament that can be previewed.
    """
    endpoint, arguments = _route(method, path)
    if endpoint not in UNDO or _tournament_of(arguments) != tournament_id:
        raise Problem("preview", sentence("{method} {path} cannot be previewed here", method=method, path=path))
    headers = [(name, request.headers[name]) for name in FORWARDED if name in request.headers]
    builder = EnvironBuilder(
        path=path,
        method=method,
        json=body,
        headers=headers,
        base_url=request.host_url,
        environ_base={"REMOTE_ADDR": request.remote_addr or ""},
    )
    with rehearse() as drafted, current_app.request_context(builder.get_environ()):
        answer = current_app.full_dispatch_request()
    if answer.status_code >= 400:
        return answer
    language = reader()
    return {**effects_of(services(), tournament_id, drafted, language), "undo": language.gettext(UNDO[endpoint])}


def _route(method: str, path: str) -> tuple[str, dict[str, Any]]:
    """Return the endpoint and the arguments of a path; an empty endpoint if there is none."""
    try:
        endpoint, arguments = current_app.url_map.bind("").match(path, method=method)
    except HTTPException:
        return "", {}
    return str(endpoint), dict(arguments)


def _tournament_of(arguments: dict[str, Any]) -> UUID | None:
    """Return the tournament that the arguments of a route name, or whose table they name; None if there is none."""
    if "encounter_id" in arguments:
        try:
            return ledger().encounters.get(arguments["encounter_id"]).tournament
        except NotFound:
            return None
    identity = arguments.get("tournament_id")
    return identity if isinstance(identity, UUID) else None
