"""Answers held to the document of the API, strictly: a member that it does not list is a mistake."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import jsonschema_rs
from flask import Flask
from werkzeug.test import TestResponse

WHOLE: Final = "urn:nought:openapi"


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
def document(app: Flask) -> tuple[Any, jsonschema_rs.Registry]:
    """Return the document of the API with closed schemas, and what resolves references into it."""
    whole = closed(app.test_client().get("/openapi.json").json)
    return whole, jsonschema_rs.Registry([(WHOLE, whole)])


@cache
def validator(app: Flask, path: str, method: str, status: int, media_type: str) -> jsonschema_rs.Draft202012Validator:
    """Return what checks an answer of a route."""
    whole, registry = document(app)
    schema = whole["paths"][path][method.lower()]["responses"][str(status)]["content"][media_type]["schema"]
    if "$ref" in schema:
        schema = {**schema, "$ref": WHOLE + schema["$ref"]}
    return jsonschema_rs.Draft202012Validator(schema, registry=registry)


def check_shape(app: Flask, answer: TestResponse) -> None:
    """Assert that the JSON of an answer is as the document says."""
    if answer.mimetype not in ("application/json", "application/problem+json") or answer.status_code in (304, 405):
        return
    request = answer.request
    adapter = app.url_map.bind("localhost")
    if not adapter.test(request.path, request.method):
        return
    rule, _ = adapter.match(request.path, request.method, return_rule=True)
    path = re.sub(r"<(?:[^:<>]+:)?(\w+)>", r"{\1}", rule.rule)
    if path in document(app)[0]["paths"]:
        validator(app, path, request.method, answer.status_code, answer.mimetype).validate(answer.json)
