"""What became of a request that failed: every exception has its problem, and none has details of the inside."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import psycopg
from eventsourcing.persistence import PersistenceError
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from api.problems import Problem
from domain.catalogue import UnknownRuleset
from domain.ledger.errors import ActRefused, Conflict, Declined
from domain.refusals import Refusal, Refused
from domain.ruleset import RulesetError
from replay.notation.errors import NotationError
from store.errors import OutcomeUnknown
from store.migrations import MigrationError

if TYPE_CHECKING:
    from typing import Any

_log = logging.getLogger("nought.api")

_BY_STATUS = {404: "not-found", 405: "method", 413: "too-large", 415: "media-type", 422: "shape", 500: "internal"}


def register(app: Flask) -> None:
    """Let every failure be answered as a problem."""
    app.register_error_handler(Problem, Problem.response)
    app.register_error_handler(HTTPException, answer)
    app.register_error_handler(Declined, answer)
    app.register_error_handler(Refused, answer)
    app.register_error_handler(Exception, answer)


def answer(error: Exception) -> Response:
    """The answer to a failure."""
    return problem_of(error).response()


def problem_of(error: Exception) -> Problem:
    """The problem that an exception is."""
    match error:
        case Problem():
            return error
        case HTTPException():
            return _of_http(error)
        case Refused():
            return refusal(error.refusal, index=error.index if isinstance(error, ActRefused) else None)
        case Conflict():
            return Problem("conflict", str(error), version=error.actual)
        case Declined():
            return Problem(error.code, str(error))
        case UnknownRuleset():
            return Problem("unknown-ruleset", str(error))
        case RulesetError():
            return Problem("ruleset", str(error))
        case NotationError():
            return Problem("notation", str(error))
        case OutcomeUnknown():
            return Problem("outcome-unknown")
        case PersistenceError() | psycopg.Error() | MigrationError():
            _log.error("the database failed: %s", type(error).__name__, exc_info=error)
            return Problem("unavailable", headers={"Retry-After": "2"})
    _log.error("unexpected failure in %s %s", request.method, request.endpoint, exc_info=error)
    return Problem("internal")


def refusal(broke: Refusal, **members: Any) -> Problem:
    """An act that the rules refuse."""
    clause = broke.clause
    return Problem(
        broke.code,
        str(broke),
        seat=broke.seat,
        allowed=broke.allowed,
        clause={"document": clause.document, "heading": clause.heading},
        **members,
    )


def _of_http(error: HTTPException) -> Problem:
    status = error.code or 500
    if status < 400 or status >= 500:
        return Problem("internal") if status >= 500 else Problem("bad-request", status=400)
    code = _BY_STATUS.get(status, "bad-request")
    data = getattr(error, "data", None) or {}
    members = {}
    detail = data.get("message", "")
    if status == 422:
        members["errors"] = _plain(data.get("messages", {}))
    headers = {}
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return Problem(code, detail, status=status, headers=headers, **members)


def _plain(messages: Any) -> Any:
    """marshmallow's messages with keys that JSON has."""
    if isinstance(messages, dict):
        return {str(key)[:200]: _plain(value) for key, value in messages.items()}
    if isinstance(messages, list | tuple):
        return [_plain(each) for each in messages]
    return str(messages)
