"""Write schemas into the OpenAPI document and into the JSON Schemas of file formats.

`python -m api.openapi` writes `schemas/view.schema.json` and `schemas/lesson.schema.json`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin, resolver
from apispec.ext.marshmallow.common import resolve_schema_cls
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import Schema, fields, validate
from werkzeug.routing import Map

from schemas.fields import ACT_SHAPE, MOST_ACTS, PATTERNS, ActField, ActsField
from schemas.lessons import LessonFile
from schemas.views import View

JSONSchema = dict[str, Any]

FOLDER: Final = Path(__file__).parents[1] / "schemas"
VIEW_FILE: Final = FOLDER / "view.schema.json"
LESSON_FILE: Final = FOLDER / "lesson.schema.json"
COMPONENTS: Final = "#/components/schemas/"
ACT: Final[JSONSchema] = {"$ref": f"{COMPONENTS}Act"}

TEXT: Final[JSONSchema] = {"type": "string"}
HAND_FILE: Final[JSONSchema] = {"type": "string", "description": "A deal for people to read and edit, in TOML."}


class Converter(OpenAPIConverter):
    """apispec's converter, with fields for acts, the limits that it leaves out, and docstrings as descriptions."""

    def init_attribute_functions(self) -> None:
        """Add `acts` and `limits` after the inherited functions that describe a field."""
        super().init_attribute_functions()  # type: ignore[no-untyped-call]
        self.attribute_functions += [self.acts, self.limits]

    def schema2jsonschema(self, schema: Schema) -> JSONSchema:
        """Return the JSON Schema of a marshmallow schema."""
        written: JSONSchema = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        about = type(schema).__doc__
        return {**written, "description": " ".join(about.split())} if about else written

    def field2default(self, field: Any, **more: Any) -> JSONSchema:
        """Return the default of a field; none for an empty text that stands for "left out" and has no right form."""
        if field.load_default == "":
            patterns = [str(check.regex.pattern) for check in field.validators if isinstance(check, validate.Regexp)]
            if not all(re.match(pattern, "") for pattern in patterns):
                return {}
        written: JSONSchema = super().field2default(field, **more)
        return written

    def acts(self, field: Any, **_: Any) -> JSONSchema:
        """Return the schema of a field that holds acts; empty for other fields."""
        if isinstance(field, ActsField):
            return {"type": "array", "minItems": 1, "maxItems": MOST_ACTS, "items": ACT}
        return dict(ACT) if isinstance(field, ActField) else {}

    def limits(self, field: Any, **_: Any) -> JSONSchema:
        """Return the limits of a text or a mapping: apispec writes Python's patterns, and no limits of mappings."""
        limits: JSONSchema = {}
        for check in field.validators:
            if isinstance(check, validate.Regexp):
                limits["pattern"] = ecma(str(check.regex.pattern))
            elif check in PATTERNS:
                limits["pattern"] = PATTERNS[check]
        if isinstance(field, fields.Dict):
            for check in field.validators:
                if isinstance(check, validate.Length):
                    sizes = {"minProperties": check.min, "maxProperties": check.max}
                    limits |= {name: size for name, size in sizes.items() if size is not None}
            if names := self.limits(field.key_field) if field.key_field else {}:
                limits["propertyNames"] = names
        return limits


class Plugin(MarshmallowPlugin):
    """apispec's plugin. A schema without a name of its own is written where it is used."""

    Converter = Converter

    def __init__(self) -> None:
        super().__init__(_name)


def _name(schema: Any) -> Any:
    """Return the name of a schema's component; None if the schema has no name of its own."""
    schema_class: Any = resolve_schema_cls(schema)
    return resolver(schema) if schema_class.opts.register else None


def ecma(pattern: str) -> str:
    """Return a pattern of Python's ``match`` for JSON Schema, whose patterns match at any place of a text."""
    return f"^(?:{pattern.removesuffix(chr(92) + 'Z')})$"


def components() -> dict[str, JSONSchema]:
    """Return the schemas of the document that are not marshmallow's, by name."""
    formats = {"Bundle": "bundle", "ArchivedDeal": "archive"}
    return {"Act": ACT_SHAPE, **{name: _file_format(name, file) for name, file in formats.items()}}


def _file_format(name: str, file: str) -> JSONSchema:
    """Return the JSON Schema of a file format as a component: its references lead into that component."""
    text = (FOLDER / f"{file}.schema.json").read_text(encoding="utf-8")
    schema: JSONSchema = json.loads(text.replace('"#/$defs/', f'"{COMPONENTS}{name}/$defs/'))
    return {key: value for key, value in schema.items() if key not in ("$schema", "$id")}


def name_operations(spec: APISpec, routes: Map) -> None:
    """Give each operation of the document its `operationId`: its resource and function, such as `deals.open_deal`."""
    for rule in routes.iter_rules():
        path = spec._paths.get(re.sub(r"<(?:[^:<>]+:)?(\w+)>", r"{\1}", rule.rule), {})
        for method in rule.methods or ():
            if method.lower() in path:
                path[method.lower()]["operationId"] = rule.endpoint.replace("-", "_")


def view_schema() -> str:
    """Return the file with the JSON Schema of a view."""
    return _schema_file("View", View)


def lesson_schema() -> str:
    """Return the file with the JSON Schema of a lesson file."""
    return _schema_file("LessonFile", LessonFile)


def _schema_file(title: str, schema: type[Schema]) -> str:
    """Return a file with the JSON Schema of a marshmallow schema."""
    spec = APISpec(title, "1", "3.1.0", plugins=[Plugin()])
    spec.components.schema(title, schema=schema)
    text = json.dumps(spec.to_dict()["components"]["schemas"]).replace(COMPONENTS, "#/$defs/")
    parts = json.loads(text)
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    whole = {**head, **parts.pop(title), "$defs": dict(sorted(parts.items()))}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    VIEW_FILE.write_text(view_schema(), encoding="utf-8")
    LESSON_FILE.write_text(lesson_schema(), encoding="utf-8")
