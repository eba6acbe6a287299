"""The JSON Schema of a view as a file of its own: ``python -m api.view_schema`` writes ``schemas/view.schema.json``.

The shape stands once, in the description of the API; here its references are made the file's own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from api.openapi import SCHEMAS
from schemas.answers import Settlement

FILE: Final = Path(__file__).parents[1] / "schemas" / "view.schema.json"
COMPONENTS: Final = "#/components/schemas/"


def view_schema() -> dict[str, Any]:
    """Return the schema of a view, with what it refers to."""
    defs: dict[str, Any] = {}
    view = _own(SCHEMAS["View"], defs)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "View",
        **view,
        "$defs": dict(sorted(defs.items())),
    }


def _own(schema: Any, defs: dict[str, Any]) -> Any:
    """The schema with references into ``defs``, which gets what they name."""
    if isinstance(schema, list):
        return [_own(each, defs) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {}
    for key, value in schema.items():
        if key == "$ref" and value.startswith(COMPONENTS):
            name = value.removeprefix(COMPONENTS)
            if name not in defs:
                defs[name] = {}
                defs[name] = _own(SCHEMAS[name] if name in SCHEMAS else _shapes()[name], defs)
            found[key] = f"#/$defs/{name}"
        else:
            found[key] = _own(value, defs)
    return found


def _shapes() -> dict[str, Any]:
    """What the shapes of the API's answers say of a settlement."""
    spec = APISpec("views", "1", "3.1.0", plugins=[MarshmallowPlugin()])
    spec.components.schema("Settlement", schema=Settlement)
    found: dict[str, Any] = spec.to_dict()["components"]["schemas"]
    return found


def text() -> str:
    """Return the file."""
    return json.dumps(view_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
