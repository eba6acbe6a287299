"""Turn exceptions into problems. No problem shows details of the server."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import psycopg
from eventsourcing.persistence import IntegrityError, PersistenceError
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from api.front.calls import Answer
from api.languages import reader
from api.problems import MEDIA_TYPE, Problem
from api.requests.input_errors import in_words, rule_of
from domain.engine.refusals import Refusal, Refused
from domain.engine.ruleset_error import RulesetError
from domain.engine.words.worded import value_of
from domain.games.catalogue import UnknownRuleset
from domain.kernel.errors import ClubShut, Conflict, Declined
from domain.record.errors import ActRefused
from replay.notation.errors import NotationError
from replay.words.refusals import describe_allowed, whole
from store.events.errors import DatabaseAway, OutcomeUnknown, lacks_room
from store.migrations import MigrationError

if TYPE_CHECKING:
    from typing import Any

    from domain.engine.words.values import Term

_log = logging.getLogger("nought.api")

REFUSAL: Final = "nought.refusal"
"""The key of the `EarlyRefusal` in a request's environment."""

_BY_STATUS = {404: "not-found", 405: "method", 413: "too-large", 415: "media-type", 422: "shape", 500: "internal"}


class EarlyRefusal(NamedTuple):
    """A refusal of a request before it is read."""

    code: str
    retry_after: int = 0
    """Seconds until it may be sent again; 0 if it would be refused again."""

    @property
    def problem(self) -> Problem:
        """Return the refusal as a problem."""
        return Problem(self.code, headers={"Retry-After": str(self.retry_after)} if self.retry_after else {})

    def answer(self, path: str) -> Answer:
        """Return the JSON response of the refusal, made without Flask."""
        problem = self.problem
        body = msgspec.json.encode(problem.body(path))
        headers = {"Content-Type": MEDIA_TYPE, "Content-Length": str(len(body)), "Cache-Control": "no-store"}
        headers |= {"X-Content-Type-Options": "nosniff", **problem.headers}
        return Answer(problem.status, list(headers.items()), [body])


def refuse_early() -> None:
    """Raise the problem of a request that `api.front` refuses. Runs before each request."""
    refusal: EarlyRefusal | None = request.environ.get(REFUSAL)
    if refusal is not None:
        raise refusal.problem


def register(app: Flask) -> None:
    """Register the error handlers."""
    app.register_error_handler(Problem, Problem.response)
    app.register_error_handler(HTTPException, answer)
    app.register_error_handler(Declined, answer)
    app.register_error_handler(Refused, answer)
    app.register_error_handler(Exception, answer)


def answer(error: Exception) -> Response:
    """Return the response to an exception."""
    return problem_of(error).response()


def problem_of(error: Exception) -> Problem:
    """Return the problem of an exception; log unexpected errors."""
    match error:
        case Problem():
            return error
        case HTTPException():
            return _of_http(error)
        case Refused():
            return refusal(error.refusal, index=error.index if isinstance(error, ActRefused) else None)
        case Conflict():
            return Problem("conflict", error.sentence, version=error.actual)
        case ClubShut():
            return Problem(error.code, error.sentence, moved_to=error.url if error.code == "club-moved" else None)
        case Declined():
            return Problem(error.code, error.sentence)
        case UnknownRuleset():
            return Problem("unknown-ruleset", value_of(error))
        case RulesetError():
            return Problem("ruleset", value_of(error))
        case NotationError():
            return Problem("notation", value_of(error))
        case OutcomeUnknown():
            return Problem("outcome-unknown")
        case IntegrityError() | psycopg.errors.UniqueViolation():
            _log.warning("an unexpected race: %s", error, exc_info=error)
            return Problem("conflict")
        case PersistenceError() | psycopg.Error() | MigrationError():
            if lacks_room(error):
                _log.error("a write was refused: %s", error)
                return Problem("no-room", headers={"Retry-After": "10"})
            if not isinstance(error.__cause__ or error, DatabaseAway):  # the pool logs the beginning of an outage
                _log.error("the database failed: %s", type(error).__name__, exc_info=error)
            return Problem("unavailable", headers={"Retry-After": "2"})
    _log.error("unexpected failure in %s %s", request.method, request.endpoint, exc_info=error)
    return Problem("internal")


def refusal(refused: Refusal, **members: Any) -> Problem:
    """Return the problem of an act that the rules refuse, in the caller's language."""
    clause, language = refused.clause, reader()
    return Problem(
        refused.code,
        whole(language, refused),
        seat=refused.seat,
        allowed=describe_allowed(language, refused),
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
    detail: str | Term = data.get("message", "")
    if status == 422:
        messages = data.get("messages", {})
        members["errors"] = in_words(messages, reader())
        detail = detail or rule_of(messages) or ""
    headers = {}
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return Problem(code, detail, status=status, headers=headers, **members)
