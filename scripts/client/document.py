"""The OpenAPI document as the clients' modules are made from it: its shapes and its operations."""

from __future__ import annotations

import json
from typing import Any, Final

from api.app import create_app
from store.settings import Settings

Schema = dict[str, Any]

COMPONENTS: Final = "#/components/schemas/"
FILE_FORMATS: Final = ("Bundle", "ArchivedDeal")
"""Files with a JSON Schema of their own; `nought verify` and the archive read them. The clients keep them as JSON."""
METHODS: Final = ("get", "post", "patch", "put", "delete")
WHERE: Final = ("path", "query", "header")
BY_ITSELF: Final = frozenset({"Nought-Position"})
"""The headers that the transport of the Python client sends by itself."""


def document() -> Schema:
    """Return the OpenAPI document; it needs no database."""
    app = create_app(Settings(dsn="", owner_dsn="", schema="nought", patience=5.0, keys=""))
    answer: Schema = json.loads(app.test_client().get("/openapi.json").data)
    return answer


class Operation:
    """One operation of the document: its parameters by place, and its answers by content type and status."""

    def __init__(self, method: str, path: str, ways: Schema) -> None:
        way = ways[method]
        self.method, self.path, self.way = method, path, way
        self.group, self.name = way["operationId"].split(".")
        self.about: str = way.get("summary") or way.get("description") or self.name
        parameters = [
            each for each in (*ways.get("parameters", ()), *way.get("parameters", ())) if each["name"] not in BY_ITSELF
        ]
        self.parameters = {where: [each for each in parameters if each["in"] == where] for where in WHERE}
        self.contents: Schema = way.get("requestBody", {}).get("content", {})
        self.answers: dict[str, dict[int, Schema]] = {}
        for status, answer in way["responses"].items():
            if status.startswith("2"):
                for content, about in (answer.get("content") or {"": {}}).items():
                    self.answers.setdefault(content, {})[int(status)] = about.get("schema", {})


def operations(document: Schema) -> list[Operation]:
    """Return all operations, in the order of the document."""
    return [
        Operation(method, path, ways)
        for path, ways in document["paths"].items() for method in METHODS if method in ways
    ]  # fmt: skip


def references(schema: Any) -> set[str]:
    """Return the names of the components that a schema refers to."""
    if isinstance(schema, list):
        return {name for each in schema for name in references(each)}
    if not isinstance(schema, dict):
        return set()
    target = schema.get("$ref")
    own = {target.removeprefix(COMPONENTS).split("/")[0]} if isinstance(target, str) else set()
    return own | {name for each in schema.values() for name in references(each)}
