"""The types of the API for TypeScript.

`paths` has the form that openapi-typescript gives it, so that libraries such as openapi-fetch can use it. It is made
here, since that program needs Node, which a machine with Nought need not have.
"""

from __future__ import annotations

import json
import re
import textwrap
from typing import Final

from scripts.client.document import COMPONENTS, FILE_FORMATS, WHERE, Operation, Schema, operations

HEAD: Final = """\
// Written by `python -m scripts.client` from the OpenAPI document. Do not edit it.

/** The answer to a request that failed. */
export interface Failure {
  headers: { [name: string]: unknown };
  content: { "application/problem+json": Problem };
}
"""
PLAIN: Final = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def comment(text: str, margin: str) -> str:
    """Return a comment above a name."""
    text = " ".join(text.split()).replace("*/", "*\\/")
    if not text:
        return ""
    if len(text) + len(margin) + 7 <= 120:
        return f"{margin}/** {text} */\n"
    lines = textwrap.wrap(text, 110 - len(margin), break_on_hyphens=False, break_long_words=False)
    return f"{margin}/**\n" + "".join(f"{margin} * {line}\n" for line in lines) + f"{margin} */\n"


def key(name: str) -> str:
    """Return the name of a field, quoted if it is no identifier."""
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)


def union(kinds: list[str]) -> str:
    """Return a union of types, each once."""
    return " | ".join(dict.fromkeys(kinds))


def type_of(schema: Schema, margin: str = "") -> str:
    """Return the type of a schema."""
    if "$ref" in schema:
        target = str(schema["$ref"]).removeprefix(COMPONENTS)
        return target if "/" not in target else "unknown"
    for choice in ("oneOf", "anyOf"):
        if choice in schema:
            return union([type_of(each, margin) for each in schema[choice]])
    if "enum" in schema:
        return union([json.dumps(each) for each in schema["enum"]])
    kinds = schema.get("type", "object" if "properties" in schema else [])
    if isinstance(kinds, list):
        return union([type_of({**schema, "type": kind}, margin) for kind in kinds]) or "unknown"
    if kinds == "array":
        inner = type_of(schema.get("items", {}), margin)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    return object_of(schema, margin) if kinds == "object" else PLAIN[kinds]


def object_of(schema: Schema, margin: str) -> str:
    """Return the type of an object: its fields by name, or the type of all."""
    fields = fields_of(schema, f"{margin}  ")
    if fields:
        return f"{{\n{fields}{margin}}}"
    more = schema.get("additionalProperties", True)
    inner = type_of(more, margin) if isinstance(more, dict) else "unknown" if more else "never"
    return f"{{ [name: string]: {inner} }}"


def fields_of(schema: Schema, margin: str) -> str:
    """Return the fields of an object; those that are not required can be left out."""
    needed = schema.get("required", ())
    return "".join(
        f"{comment(field.get('description', ''), margin)}"
        f"{margin}{key(name)}{'' if name in needed else '?'}: {type_of(field, margin)};\n"
        for name, field in schema.get("properties", {}).items()
    )


def declaration(name: str, schema: Schema) -> str:
    """Return the declaration of a component."""
    about = comment(schema.get("description") or schema.get("title") or "", "")
    if name in FILE_FORMATS:
        return f"{about}export interface {name} {{ [name: string]: unknown }}\n"
    if schema.get("properties"):
        return f"{about}export interface {name} {{\n{fields_of(schema, '  ')}}}\n"
    return f"{about}export type {name} = {type_of(schema)};\n"


def operation_of(operation: Operation) -> str:
    """Return the type of an operation: its parameters, its body, and its answers."""
    answers: dict[int, list[str]] = {}
    for content, schemas in operation.answers.items():
        for status, schema in schemas.items():
            kind = type_of(schema, " " * 8) if content.endswith("json") else "string"
            answers.setdefault(status, []).extend([f"{json.dumps(content)}: {kind}"] if content else [])
    return (
        f"{comment(operation.about, ' ' * 4)}    {operation.method}: {{\n      parameters: {{\n"
        + "".join(f"        {place(operation.parameters[where], where)};\n" for where in WHERE)
        + f"        cookie?: never;\n      }};\n      {body_of(operation)};\n      responses: {{\n"
        + "".join(
            f"        {status}: {{ headers: {{ [name: string]: unknown }}; {content_of(contents)} }};\n"
            for status, contents in sorted(answers.items())
        )
        + "        default: Failure;\n      };\n    };\n"
    )


def place(parameters: list[Schema], where: str) -> str:
    """Return the parameters of an operation in its path, its query or its headers."""
    if not parameters:
        return f"{where}?: never"
    needed = [each["name"] for each in parameters if each.get("required")]
    fields = {each["name"]: {"description": each.get("description", ""), **each["schema"]} for each in parameters}
    return f"{where}{'' if needed else '?'}: {object_of({'properties': fields, 'required': needed}, ' ' * 8)}"


def body_of(operation: Operation) -> str:
    """Return the body of an operation, by content type."""
    kinds = [
        f"{json.dumps(content)}: {type_of(about['schema'], ' ' * 6) if content.endswith('json') else 'Blob | string'}"
        for content, about in operation.contents.items()
    ]
    return f"requestBody: {{ content: {{ {'; '.join(kinds)} }} }}" if kinds else "requestBody?: never"


def content_of(contents: list[str]) -> str:
    """Return the bodies of an answer, by content type."""
    return f"content: {{ {'; '.join(contents)} }}" if contents else "content?: never"


def text(document: Schema) -> str:
    """Return the module of the types."""
    shapes = [declaration(name, schema) for name, schema in sorted(document["components"]["schemas"].items())]
    paths: dict[str, list[str]] = {}
    for operation in operations(document):
        paths.setdefault(operation.path, []).append(operation_of(operation))
    routes = "".join(f"  {json.dumps(path)}: {{\n{''.join(ways)}  }};\n" for path, ways in paths.items())
    about = comment("All routes: a type for each path, with its methods.", "")
    return HEAD + "\n" + "\n".join(shapes) + f"\n{about}export interface paths {{\n{routes}}}\n"
