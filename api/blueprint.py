"""Routes as declarations: the blueprint that every resource uses."""

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

from api.named import check_named
from api.permissions import allow
from api.problems import MEDIA_TYPE, Problem
from api.sessions import SAFE
from schemas.problems import ProblemSchema

F = TypeVar("F", bound=Callable[..., Any])


class Declare(Protocol):
    """A decorator that says something about a route and leaves its type alone."""

    def __call__(self, function: F) -> F: ...


class Parser(FlaskParser):
    """Reads JSON strictly: what is not JSON is 400, what does not say that it is JSON is 415."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {  # noqa: RUF012
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": "raise",
    }

    def _raw_load_json(self, req: flask.Request) -> Any:
        body = req.get_data(cache=True)
        if not core.is_json(req.mimetype):
            if body or req.mimetype:
                raise Problem("media-type", f"The body is {req.mimetype or 'of no type'}.")
            return core.missing
        try:
            return msgspec.json.decode(body)
        except (msgspec.DecodeError, RecursionError, ValueError) as error:
            raise Problem("json", str(error)[:200]) from None

    def parse(self, *arguments: Any, **more: Any) -> Any:
        """Parse the input of a route; what a route that writes names must be within the caller's reach."""
        parsed = super().parse(*arguments, **more)
        if flask.request.method not in SAFE:
            check_named(parsed)
        return parsed

    def _handle_invalid_json_error(self, error: Any, req: flask.Request, *_: Any, **__: Any) -> NoReturn:
        raise Problem("json") from None


IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 64, "example": '"17"'},
    "description": "The ETag of the deal as the sender saw it: the command is refused if the record has moved on.",
}
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 150},
    "description": "Chosen by the sender: the same command under the same key is carried out once.",
}
IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 200},
    "description": "The ETag that the caller has: if it is still good, the answer is 304.",
}
ETAG = {"ETag": {"schema": {"type": "string"}, "description": "Changes when the caller would see something else."}}


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """A resource: its routes, what they take, and every problem they may answer with."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self._prepare_doc_cbks.append(_add_parameters)

    def get(self, rule: str) -> Declare:
        """A route that only looks."""
        return cast("Declare", super().get(rule))

    def post(self, rule: str) -> Declare:
        """A route that writes."""
        return cast("Declare", super().post(rule))

    def patch(self, rule: str) -> Declare:
        """A route that changes what is there."""
        return cast("Declare", super().patch(rule))

    def delete(self, rule: str) -> Declare:
        """A route that ends something."""
        return cast("Declare", super().delete(rule))

    def arguments(self, schema: type[Schema], location: str = "json") -> Declare:
        """What a route takes; given to it as its first argument."""
        return cast("Declare", super().arguments(schema, location=location))

    def response(self, status: int, schema: type[Schema] | str | dict[str, Any] | None = None, **more: Any) -> Declare:
        """Declare what a route answers when all is well.

        A value is serialised with the schema; of a `Response`, the schema is only the documentation.
        """
        return cast("Declare", super().response(status, schema, **more))

    def also(self, status: int, description: str) -> Declare:
        """Another answer, without a body."""

        def declare(function: F) -> F:
            _answers(function, status, {"description": description, "content_type": None})
            return function

        return declare

    def documented(self, **more: Any) -> Declare:
        """What the documentation says of a route beside all that."""

        def declare(function: F) -> F:
            notes = _notes(function)
            notes["parameters_beside"] = [*notes.get("parameters_beside", ()), *more.pop("parameters", ())]
            notes.setdefault("manual_doc", {}).update(more)
            return function

        return declare

    def asked(self, schema: type[Schema]) -> dict[str, Any]:
        """What the query of this request says; nothing is parsed where there is none, for the busiest routes.

        The route says itself what it takes, by `documented`.
        """
        if not flask.request.query_string:
            return {}
        told: dict[str, Any] = self.ARGUMENTS_PARSER.parse(schema(), flask.request, location="query")
        return told

    def not_modified(self) -> Declare:
        """A route that takes If-None-Match."""

        def declare(function: F) -> F:
            return self.documented(parameters=[IF_NONE_MATCH])(
                self.also(304, "The caller's copy is still good")(function)
            )

        return declare

    def problems(self, *statuses: int) -> Declare:
        """Which problems a route may answer with; what all routes share is added."""

        def declare(function: F) -> F:
            for status in sorted({*statuses, 400, 401, 500, 503}, reverse=True):
                phrase = HTTPStatus(status).phrase
                told = {"description": phrase, "schema": ProblemSchema, "content_type": MEDIA_TYPE}
                _answers(function, status, told)
            return function

        return declare

    def reads(self, roles: frozenset[str], *statuses: int, within: str = "", needs_caller: bool = True) -> Declare:
        """Declare a route that only looks: who may, as `allow` takes it, and which problems it may answer with."""

        def declare(function: F) -> F:
            return allow(roles, within, needs_caller=needs_caller)(self.problems(403, 404, 422, *statuses)(function))

        return declare

    def commands(self, roles: frozenset[str], *statuses: int, within: str = "", match: bool = True) -> Declare:
        """Declare a route that writes: who may, as `allow` takes it, and which problems it may answer with.

        It takes a key, and with ``match`` the version that the sender saw.
        """
        parameters = [KEY, IF_MATCH] if match else [KEY]
        more = (412,) if match else ()

        def declare(function: F) -> F:
            documented = self.documented(parameters=parameters)(function)
            return allow(roles, within)(self.problems(403, 404, 409, 413, 415, 422, *more, *statuses)(documented))

        return declare


def _notes(function: Callable[..., Any]) -> dict[str, Any]:
    """What flask-smorest has noted about a route. Its own decorators wrap the function at each word of
    documentation; a route with a dozen problems would go through a dozen calls at every request."""
    notes: dict[str, Any] = dict(getattr(function, "_apidoc", {}))
    function._apidoc = notes  # type: ignore[attr-defined]
    return notes


def _add_parameters(operation: dict[str, Any], notes: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Document headers beside the query: flask-smorest would put what is documented by hand in the query's place."""
    if beside := notes.get("parameters_beside"):
        operation["parameters"] = [*operation.get("parameters", ()), *beside]
    return operation


def _answers(function: Callable[..., Any], status: int, told: dict[str, Any]) -> None:
    response = _notes(function).setdefault("response", {})
    response.setdefault("responses", {}).setdefault(status, []).append(told)
