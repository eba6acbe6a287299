"""The composition root: make a Flask application from settings."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, request
from flask_smorest import Api as SmorestApi  # type: ignore[import-untyped]
from werkzeug.routing import Rule, UnicodeConverter

from api import openapi
from api.front.kinds import light
from api.people.who_sees import sight_of_caller
from api.permissions import collect, guard, same_for_all
from api.problems import MEDIA_TYPE
from api.requests import failures, logs
from api.requests.positions import add_position, check_leader
from api.requests.removed_texts import tell_removed_texts
from api.routes import DOCUMENTED, PAGES
from api.services import EXTENSION, Provider
from api.sights import EXTENSION as SIGHT
from schemas.problems import ProblemSchema

if TYPE_CHECKING:
    from api.blueprint import Blueprint
    from store.settings import Settings

LARGEST_BODY: Final = 256 * 1024
DOCUMENT: Final = "nought.document"
"""The key in the application's extensions of the function that returns the OpenAPI document."""


class PathText(UnicodeConverter):
    """A text in a path, without control characters: no database stores NUL, and no name has any of them."""

    def __init__(self, *arguments: Any, **lengths: Any) -> None:
        super().__init__(*arguments, **lengths)
        self.regex = self.regex.replace("[^/]", r"[^/\x00-\x1f\x7f]")


class Path(Rule):
    """A path whose function that writes URLs is compiled when it is first needed.

    To compile those of all 500 paths takes longer than the rest of a start.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(super()._compile_builder)

        def build(rule: Rule, /, **values: Any) -> tuple[str, str]:
            return compiled(append_unknown)(rule, **values)

        return build


class Api(SmorestApi):  # type: ignore[misc]
    """flask-smorest's API with problems of `api.problems` as errors.

    The OpenAPI document takes longer than the rest of a start: `web.asgi` has it made after the start. Otherwise it is
    made at the first request for it.
    """

    ERROR_SCHEMA = ProblemSchema
    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask) -> None:
        self._to_document: list[Blueprint] = []
        self._documenting = Lock()
        self._documented = b""
        super().__init__(app, spec_kwargs={"marshmallow_plugin": openapi.Plugin()})

    def register_blueprint(self, blueprint: Blueprint) -> None:
        """Register the routes of a blueprint; they are documented later."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blueprint.name] = self
        self._app.register_blueprint(blueprint)
        self._to_document.append(blueprint)

    @same_for_all
    @light
    def _openapi_json(self) -> Response:
        return Response(self.document(), mimetype="application/json")

    def document(self) -> bytes:
        """Return the OpenAPI document, made once."""
        with self._documenting:
            if not self._documented:
                self._add_documentation()
                self._documented = json.dumps(self.spec.to_dict(), indent=2).encode()
        return self._documented

    def _add_documentation(self) -> None:
        spec = self.spec
        spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
        for name, schema in openapi.components().items():
            spec.components.schema(name, schema)
        for blueprint in self._to_document:
            blueprint.register_views_in_doc(self, self._app, spec, name=blueprint.name, parameters=None)
            spec.tag({"name": blueprint.name, "description": blueprint.description})
        openapi.name_operations(spec, self._app.url_map)

    def _register_error_handlers(self) -> None:
        """Do nothing: `api.requests.failures` registers the error handlers."""


def create_app(settings: Settings, config: Mapping[str, Any] | None = None) -> Flask:
    """Return the API for the database of the settings. It connects at the first request."""
    app = Flask(__name__, static_folder=None)
    app.config.update(
        API_TITLE="Nought",
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/",
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        MAX_FORM_MEMORY_SIZE=LARGEST_BODY,
        MAX_FORM_PARTS=10,
        API_SPEC_OPTIONS={
            "info": {"description": _DESCRIPTION, "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}},
            "servers": [{"url": "/"}],
            "security": [{}, {"token": []}],
        },
    )
    app.config.update(config or {})
    app.url_rule_class = Path
    app.url_map.converters.update(default=PathText, string=PathText)
    app.extensions[EXTENSION] = Provider(settings)
    app.extensions[SIGHT] = sight_of_caller
    logs.register(app)
    app.before_request(failures.refuse_early)
    app.before_request(guard)
    app.before_request(check_leader)
    app.after_request(_add_headers)
    app.after_request(add_position)
    app.after_request(tell_removed_texts)
    failures.register(app)
    api = Api(app)
    app.extensions[DOCUMENT] = api.document
    for resource in DOCUMENTED:
        api.register_blueprint(resource)
    for page in PAGES:
        app.register_blueprint(page)
    collect(app)
    return app


def _add_headers(answer: Response) -> Response:
    headers = answer.headers
    headers.add("X-Content-Type-Options", "nosniff")
    if "Vary" not in headers:
        headers.add("Vary", "Authorization, Cookie")
    if "Cache-Control" not in headers:
        headers.add("Cache-Control", "no-store" if request.method != "GET" else "private, no-cache")
    return answer


_DESCRIPTION = f"""The record book for 304 and Sidi Barrani: each deal, ply by ply, as each viewer may see it.

Errors are `{MEDIA_TYPE}` (RFC 9457); their `code` never changes, and `/api/v1/problems` explains each.
400: the request cannot be read. 422: it was read and refused, for its shape or because an act is against the rules.
Commands take an `Idempotency-Key`, so that a command sent twice is recorded once, and commands to a deal take
`If-Match`. On a site with replicas the answer to a command has a `Nought-Position`: a request that sends it back sees
that command. Without a token the API shows what everybody at the table can see. Pages of this site use the cookie of
their session, and send `X-CSRF-Token` when they write.
"""
