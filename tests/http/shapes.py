"""Answers held to the document of the API, strictly: a member that it does not list is a mistake."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import jsonschema_rs
from flask import Flask
from werkzeug.test import TestResponse

from api.app import create_app
from api.services import EXTENSION
from store.settings import Settings

WHOLE: Final = "urn:nought:openapi"
JSON: Final = ("application/json", "application/problem+json")


def closed(schema: Any) -> Any:
    """Return the schema as one in which no object has a member that is not listed."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    whole = {key: closed(part) for key, part in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        whole.setdefault("additionalProperties", False)
    return whole


@cache
def plain_document() -> Any:
    """Return the document of the API as it is, made once: that takes seconds."""
    app = create_app(Settings(dsn="host=/nowhere"))
    whole = app.test_client().get("/openapi.json").json
    app.extensions[EXTENSION].close()
    return whole


@cache
def document() -> tuple[Any, jsonschema_rs.Registry]:
    """Return the document of the API with closed schemas, and what resolves references into it."""
    whole = closed(plain_document())
    return whole, jsonschema_rs.Registry([(WHOLE, whole)])


@cache
def validator(path: str, method: str, status: int, media_type: str) -> jsonschema_rs.Draft202012Validator | None:
    """Return what checks an answer of a route; None if the document does not have it."""
    whole, registry = document()
    responses = whole["paths"].get(path, {}).get(method.lower(), {}).get("responses", {})
    schema = responses.get(str(status), {}).get("content", {}).get(media_type, {}).get("schema")
    if schema is None:
        return None
    if "$ref" in schema:
        schema = {**schema, "$ref": WHOLE + schema["$ref"]}
    return jsonschema_rs.Draft202012Validator(schema, registry=registry)


def check_shape(app: Flask, answer: TestResponse) -> None:
    """Assert that the JSON of an answer is as the document says.

    Whether the document has the status and the media type is tested elsewhere (`test_document`).
    """
    request, routes = answer.request, app.url_map.bind("localhost")
    if answer.mimetype not in ("application/json", "application/problem+json") or not routes.test(
        request.path, request.method
    ):
        return
    rule, _ = routes.match(request.path, request.method, return_rule=True)
    path = re.sub(r"<(?:[^:<>]+:)?(\w+)>", r"{\1}", rule.rule)
    if check := validator(path, request.method, answer.status_code, answer.mimetype):
        check.validate(answer.json)
