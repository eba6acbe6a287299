"""The blueprint of all resources: routes as declarations."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, NoReturn, Protocol, TypeVar, cast

import flask
import flask_smorest  # type: ignore[import-untyped]
import msgspec
from marshmallow import Schema
from webargs import core
from webargs.flaskparser import FlaskParser

from api.people.sessions import SAFE
from api.permissions import allow
from api.problems import MEDIA_TYPE, NO_TYPE, Problem
from api.requests.body_ids import check_ids
from api.responses import JSON
from domain.engine.words.values import sentence
from schemas.problems import ProblemSchema

F = TypeVar("F", bound=Callable[..., Any])


class Declare(Protocol):
    """A decorator that describes a route and keeps its type."""

    def __call__(self, function: F) -> F: ...


class Parser(FlaskParser):
    """A parser that reads JSON strictly. Raises `Problem`: 400 if it is not JSON, 415 for another media type."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012, as in the base class
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": "raise",
    }

    def _raw_load_json(self, req: flask.Request) -> Any:
        body = req.get_data(cache=True)
        if not core.is_json(req.mimetype):
            if body or req.mimetype:
                raise Problem("media-type", sentence("The body is {media}.", media=req.mimetype or NO_TYPE))
            return core.missing
        try:
            return msgspec.json.decode(body)
        except (msgspec.DecodeError, RecursionError, ValueError) as error:
            raise Problem("json", str(error)[:200]) from None

    def parse(self, *arguments: Any, **more: Any) -> Any:
        """Parse the input of a route. The ids in it must be in the caller's scope if the route writes."""
        parsed = super().parse(*arguments, **more)
        if flask.request.method not in SAFE:
            check_ids(parsed)
        return parsed

    def _handle_invalid_json_error(self, error: Any, req: flask.Request, *_: Any, **__: Any) -> NoReturn:
        raise Problem("json") from None


IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 64, "example": '"17"'},
    "description": "The ETag of the deal that the sender saw. If the record has changed since, the command is refused.",
}
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 150},
    "description": "A key chosen by the sender: a command sent again with the same key runs only once.",
}
IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 200},
    "description": "The ETag of the caller's copy. If the copy is still good, the answer is 304.",
}
POSITION = {
    "name": "Nought-Position",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 100},
    "description": "The `Nought-Position` of the sender's last command: the answer is not older than that.",
}
GIVEN_POSITION = {
    "Nought-Position": {
        "schema": {"type": "string"},
        "description": "On a site with replicas: for the header of the same name of later requests that read. Only the"
        " servers can read it; it counts for some minutes.",
    }
}
ETAG = {"ETag": {"schema": {"type": "string"}, "description": "Changes when the body changes."}}


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """The routes of a resource, with their inputs, answers and problems."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self._prepare_doc_cbks.append(_add_parameters)

    def get(self, rule: str) -> Declare:
        """Declare a route that reads."""
        return cast("Declare", super().get(rule))

    def post(self, rule: str) -> Declare:
        """Declare a route that writes."""
        return cast("Declare", super().post(rule))

    def patch(self, rule: str) -> Declare:
        """Declare a route that changes something."""
        return cast("Declare", super().patch(rule))

    def delete(self, rule: str) -> Declare:
        """Declare a route that ends something."""
        return cast("Declare", super().delete(rule))

    def arguments(self, schema: type[Schema], location: str = "json") -> Declare:
        """Declare the input of a route; the route gets it as its first argument."""
        return cast("Declare", super().arguments(schema, location=location))

    def response(self, status: int, schema: type[Schema] | str | dict[str, Any] | None = None, **more: Any) -> Declare:
        """Declare the answer of a route on success.

        A value is serialised with the schema; for a `Response` the schema is documentation only.
        """
        return cast("Declare", super().response(status, schema, **more))

    def also(self, status: int, description: str, schema: type[Schema] | None = None) -> Declare:
        """Declare another answer of a route; without a schema it has no body."""
        answer: dict[str, Any] = {"description": description}
        answer |= {"content_type": None} if schema is None else {"content_type": JSON, "schema": schema}

        def declare(function: F) -> F:
            _add_answer(function, status, answer)
            return function

        return declare

    def document(self, **more: Any) -> Declare:
        """Add parameters and other fields to the documentation of a route."""

        def declare(function: F) -> F:
            notes = _notes_of(function)
            notes["parameters_beside"] = [*notes.get("parameters_beside", ()), *more.pop("parameters", ())]
            notes.setdefault("manual_doc", {}).update(more)
            return function

        return declare

    def parse_query(self, schema: type[Schema]) -> dict[str, Any]:
        """Return the query of this request, quickly if the request has none. For the busiest routes.

        The route documents its query itself, with `document`. Raises `Problem` for an invalid query.
        """
        if not flask.request.query_string:
            return {}
        answer: dict[str, Any] = self.ARGUMENTS_PARSER.parse(schema(), flask.request, location="query")
        return answer

    def answers(self, schema: type[Schema] | str | dict[str, Any], **more: Any) -> Declare:
        """Declare the answer of a route that reads: 200 with an ETag, or 304 after If-None-Match."""

        def declare(function: F) -> F:
            self.document(parameters=[IF_NONE_MATCH])(self.also(304, "The caller's copy is still good")(function))
            return self.response(200, schema, headers=ETAG, **more)(function)

        return declare

    def problems(self, *statuses: int) -> Declare:
        """Declare the problems of a route; those of all routes are added."""

        def declare(function: F) -> F:
            for status in sorted({*statuses, 400, 401, 500, 503}, reverse=True):
                phrase = HTTPStatus(status).phrase
                answer = {"description": phrase, "schema": ProblemSchema, "content_type": MEDIA_TYPE}
                _add_answer(function, status, answer)
            return function

        return declare

    def reads(self, roles: frozenset[str], *statuses: int, within: str = "", needs_caller: bool = True) -> Declare:
        """Declare a route that reads: its permission, as for `allow`, and its problems."""

        def declare(function: F) -> F:
            permission = allow(roles, within, needs_caller=needs_caller, writes=False)
            documented = self.document(parameters=[POSITION])(function) if needs_caller else function
            return permission(self.problems(403, 404, 422, *statuses)(documented))

        return declare

    def commands(self, roles: frozenset[str], *statuses: int, within: str = "", match: bool = True) -> Declare:
        """Declare a route that writes: its permission, as for `allow`, and its problems.

        It takes an Idempotency-Key, and with ``match`` an If-Match.
        """
        parameters = [KEY, IF_MATCH] if match else [KEY]
        more = (412,) if match else ()

        def declare(function: F) -> F:
            documented = self.document(parameters=parameters)(function)
            _notes_of(documented)["gives_position"] = True
            return allow(roles, within)(self.problems(403, 404, 409, 413, 415, 422, *more, *statuses)(documented))

        return declare


def _notes_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return flask-smorest's notes about a route, to be changed in place.

    Its own decorators wrap the function for each note, so a route with many problems would cost many calls per request.
    """
    notes: dict[str, Any] = dict(getattr(function, "_apidoc", {}))
    function._apidoc = notes  # type: ignore[attr-defined]
    return notes


def _add_parameters(operation: dict[str, Any], notes: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Document the headers of a route beside its query, since flask-smorest would replace the query by them.

    Document the header that a command's answers have.
    """
    if beside := notes.get("parameters_beside"):
        operation["parameters"] = [*operation.get("parameters", ()), *beside]
    if notes.get("gives_position"):
        for status, answer in operation.get("responses", {}).items():
            if 200 <= int(status) < 300:
                answer["headers"] = answer.get("headers", {}) | GIVEN_POSITION
    return operation


def _add_answer(function: Callable[..., Any], status: int, answer: dict[str, Any]) -> None:
    response = _notes_of(function).setdefault("response", {})
    response.setdefault("responses", {}).setdefault(status, []).append(answer)
