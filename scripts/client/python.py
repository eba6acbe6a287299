"""The modules of the Python client that follow from the OpenAPI document: its shapes and its resources.

A script of our own makes them: a generator such as openapi-python-client writes a module for each shape and route, some
450 modules, and has its own form of errors, streams and pages. This one writes two modules.
"""

from __future__ import annotations

import json
import keyword
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Final

from scripts.client.document import COMPONENTS, FILE_FORMATS, METHODS, Operation, Schema, operations, references

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = ROOT / "clients" / "python" / "nought_client"
HEAD: Final = "# Written by `python -m scripts.client` from the OpenAPI document. Do not edit it.\n"
SUFFIXES: Final = {"text/csv": "csv", "text/plain": "text", "application/x-ndjson": "lines"}
PLAIN: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
FORMATS: Final = {"date-time": "datetime", "date": "date"}


def identifier(name: str) -> str:
    """Return the Python name for a field or parameter."""
    plain = re.sub(r"\W", "_", name)
    return f"{plain}_" if keyword.iskeyword(plain) else plain


def documentation(text: str, indent: int) -> str:
    """Return a docstring of one or more lines."""
    text = " ".join(text.split()).replace("\\", "\\\\").replace('"""', "'''")
    margin = " " * indent
    if len(text) + indent + 6 <= 118 and not text.endswith('"'):
        return f'{margin}"""{text}"""\n'
    lines = textwrap.wrap(text, 110 - indent, break_on_hyphens=False, break_long_words=False)
    return f'{margin}"""' + f"\n{margin}".join(lines) + f'\n{margin}"""\n'


class Models:
    """The module of the shapes: a struct for each object that has named fields."""

    def __init__(self, document: Schema) -> None:
        self.schemas: dict[str, Schema] = document["components"]["schemas"]
        self.sent = self._reachable(document)
        self.written: dict[str, str] = {}
        for name in sorted(self.schemas):
            self._write_component(name)

    def _reachable(self, document: Schema) -> set[str]:
        """Return the names of the components that occur in bodies of requests."""
        bodies = [
            way["requestBody"] for ways in document["paths"].values() for name, way in ways.items()
            if name in METHODS and "requestBody" in way
        ]  # fmt: skip
        names: set[str] = set()
        new = references(bodies)
        while new:
            names |= new
            new = {other for name in new for other in references(self.schemas[name])} - names
        return names

    def _write_component(self, name: str) -> None:
        schema = self.schemas[name]
        if "properties" in schema and name not in FILE_FORMATS:
            self._write_struct(name, schema, is_sent=name in self.sent)
        else:
            is_file = name in FILE_FORMATS
            kind = "dict[str, Any]" if is_file else self.annotation(schema, name, is_sent=name in self.sent)
            self.written[name] = f"{name}: TypeAlias = {kind}\n"

    def _write_struct(self, name: str, schema: Schema, *, is_sent: bool) -> None:
        self.written[name] = ""  # Keeps the name, in case that a field refers to its own struct.
        needed = set(schema.get("required", ()))
        fields = [
            self._field(name, field, shape, is_needed=field in needed, is_sent=is_sent)
            for field, shape in schema["properties"].items()
        ]
        base = "Sent" if is_sent else "Received"
        text = documentation(schema.get("description") or schema.get("title") or f"The shape {name}.", 4)
        self.written[name] = f"class {name}({base}, kw_only=True):\n{text}" + "".join(f"\n{line}" for line in fields)

    def _field(self, owner: str, name: str, schema: Schema, *, is_needed: bool, is_sent: bool) -> str:
        kind = self.annotation(schema, owner + camel(name), is_sent=is_sent)
        python = identifier(name)
        can_be_null = kind in ("Any", "None") or kind.endswith("| None")
        default = ""
        if not is_needed and is_sent and can_be_null:
            kind, default = union([*kind.split(" | "), "UnsetType"]), "UNSET"
        elif not is_needed:
            kind, default = kind if can_be_null else f"{kind} | None", "None"
        if python != name:
            default = f'field(name="{name}"' + (f", default={default})" if default else ")")
        line = f"    {python}: {kind}" + (f" = {default}" if default else "") + "\n"
        about = schema.get("description")
        return line + (documentation(about, 4) if about else "")

    def annotation(self, schema: Schema, name: str, *, is_sent: bool) -> str:
        """Return the Python type of a schema; a nested object with named fields becomes the struct `name`."""
        if "$ref" in schema:
            target = schema["$ref"].removeprefix(COMPONENTS)
            return str(target) if "/" not in target else "Any"
        for choice in ("oneOf", "anyOf"):
            if choice in schema:
                return union([self.annotation(each, name, is_sent=is_sent) for each in schema[choice]])
        kinds = schema.get("type", [])
        if isinstance(kinds, list):
            if not kinds and "properties" not in schema:
                return "Any"
            return union([self.annotation({**schema, "type": kind}, name, is_sent=is_sent) for kind in kinds])
        if "enum" in schema and is_sent and all(isinstance(each, str | int) for each in schema["enum"]):
            return f"Literal[{', '.join(json.dumps(each) for each in schema['enum'])}]" if kinds != "null" else "None"
        if kinds == "array":
            return f"list[{self.annotation(schema.get('items', {}), name + 'Item', is_sent=is_sent)}]"
        if kinds == "object":
            return self._object(schema, name, is_sent=is_sent)
        if kinds == "string":
            return FORMATS.get(schema.get("format", ""), "str")
        return PLAIN[kinds]

    def _object(self, schema: Schema, name: str, *, is_sent: bool) -> str:
        more = schema.get("additionalProperties")
        if schema.get("properties") and more in (None, False) and name not in self.schemas:
            if name not in self.written:
                self._write_struct(name, schema, is_sent=is_sent)
            return name
        inner = self.annotation(more, name + "Value", is_sent=is_sent) if isinstance(more, dict) else "Any"
        return f"dict[str, {inner}]"

    def text(self) -> str:
        """Return the module."""
        head = HEAD + documentation("The shapes of the bodies that the API takes and answers.", 0) + MODELS_HEAD
        structs = [text for text in self.written.values() if text.startswith("class ")]
        aliases = [text for text in self.written.values() if not text.startswith("class ")]
        return head + "\n\n".join(structs) + "\n\n" + "".join(aliases)


MODELS_HEAD: Final = """
from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType, field


class Sent(Struct, kw_only=True, omit_defaults=True, dict=True):
    \"\"\"The base of shapes that occur in requests. Fields that are not set are left out.\"\"\"


class Received(Struct, kw_only=True, dict=True):
    \"\"\"The base of shapes that only occur in answers. Fields that the server adds later are ignored.\"\"\"


"""


def camel(name: str) -> str:
    """Return a field's name as a part of a class name."""
    return "".join(word.capitalize() for word in re.split(r"[\W_]+", name))


def union(kinds: list[str]) -> str:
    """Return a union, each type once and None last."""
    parts = dict.fromkeys(kinds)
    return " | ".join([kind for kind in parts if kind != "None"] + ["None"] * ("None" in parts))


class Methods:
    """The methods of the client for one operation."""

    def __init__(self, models: Models, operation: Operation) -> None:
        self.models, self.operation = models, operation

    def text(self) -> str:
        """Return a method for each content type of the answer."""
        contents = list(self.operation.answers)
        if len(contents) > 1 and "" in contents:
            contents.remove("")
        contents.sort(key=lambda content: content != "application/json")
        return "\n".join(
            self._method(content, self.operation.name if index == 0 else f"{self.operation.name}_{SUFFIXES[content]}")
            for index, content in enumerate(contents)
        )

    def _method(self, content: str, name: str) -> str:
        arguments, body = self._arguments()
        answer, call = self._answer(content)
        sent = [f'"{self.operation.method.upper()}"', self._path(), *body]
        for query in ("query", "header"):
            if pairs := self._pairs(query):
                sent.append(f"{'headers' if query == 'header' else query}={{{pairs}}}")
        if any(each["name"] == "Idempotency-Key" for each in self.operation.parameters["header"]):
            sent.append("keyed=True")
        about = f"{self.operation.about} `{self.operation.method.upper()} {self.operation.path}`"
        sending = f"self._transport.{call}{', '.join(sent)})"
        lines = [f"return {sending}"] if " | " not in answer else [f"answer: {answer} = {sending}", "return answer"]
        return (
            f"    def {name}(self, {', '.join(arguments)}) -> {answer}:\n{documentation(about, 8)}"
            + "".join(f"        {line}\n" for line in lines)
        ).replace("(self, )", "(self)")

    def _arguments(self) -> tuple[list[str], list[str]]:
        """Return the arguments of the method, and those that send its body."""
        arguments = [f"{identifier(each['name'])}: {self._type(each)}" for each in self.operation.parameters["path"]]
        body: list[str] = []
        contents = self.operation.contents
        later: list[str] = []
        if "application/json" in contents:
            schema = contents["application/json"]["schema"]
            arguments.append(f"body: {prefixed(self.models.annotation(schema, '', is_sent=True))}")
            body = ["body=body"]
        elif contents:
            arguments.append("body: bytes")
            body = ["body=body", "content_type=content_type"]
            only = json.dumps(next(iter(contents)))
            later.append(
                f"content_type: Literal[{', '.join(map(json.dumps, contents))}]" + (f" = {only}" * (len(contents) == 1))
            )
        for where in ("query", "header"):
            for each in self.operation.parameters[where]:
                kind = "str | int" if each["name"] == "If-Match" else self._type(each)
                end = "" if each.get("required") else " | None = None"
                later.append(f"{argument(each)}: {kind}{end}")
        return arguments + (["*", *later] if later else []), body

    def _type(self, parameter: Schema) -> str:
        return self.models.annotation(parameter["schema"], "", is_sent=True)

    def _path(self) -> str:
        parts = ", ".join(f"{each['name']}={identifier(each['name'])}" for each in self.operation.parameters["path"])
        return f'path_of("{self.operation.path}", {parts})' if parts else f'"{self.operation.path}"'

    def _pairs(self, where: str) -> str:
        values = []
        for each in self.operation.parameters[where]:
            value = argument(each)
            values.append(f'"{each["name"]}": {f"version_tag({value})" if each["name"] == "If-Match" else value}')
        return ", ".join(values)

    def _answer(self, content: str) -> tuple[str, str]:
        """Return the type of the answer, and the start of the call that gets it."""
        schemas = self.operation.answers[content]
        if content == "application/json":
            types = {
                status: prefixed(self.models.annotation(schema, camel(self.operation.name) + "Answer", is_sent=False))
                for status, schema in sorted(schemas.items())
            }
            pairs = ", ".join(f"{status}: {kind}" for status, kind in types.items())
            kinds = union(list(types.values()))
            return kinds, f"{'json' if len(set(types.values())) == 1 else 'choice'}({{{pairs}}}, "
        if content == "text/event-stream":
            return "EventStream", "stream("
        if content == "application/octet-stream":
            return "bytes", f'data("{content}", '
        return ("str", f'text("{content}", ') if content else ("None", "nothing(")


def argument(parameter: Schema) -> str:
    """Return the argument of the method for a parameter of the operation."""
    name = str(parameter["name"])
    return identifier(name.lower() if parameter["in"] == "header" else name)


def prefixed(kind: str) -> str:
    """Return a type with the module of the shapes before each of their names."""
    return re.sub(r"\b([A-Z]\w*)", lambda match: match[0] if match[0] in OWN else f"models.{match[0]}", kind)


OWN: Final = ("Any", "None", "Literal", "EventStream")
RESOURCES_HEAD: Final = """
from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal

from nought_client import models
from nought_client.transport import EventStream, Transport, path_of, version_tag


class Resource:
    \"\"\"The base of all resources.\"\"\"

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
"""


def resources(document: Schema, models: Models) -> str:
    """Return the module of the resources: a class for each, and `Resources`, which has one of each."""
    groups: dict[str, list[Methods]] = {}
    for operation in operations(document):
        groups.setdefault(operation.group, []).append(Methods(models, operation))
    abouts = {tag["name"].replace("-", "_"): tag.get("description") or "" for tag in document["tags"]}
    text = HEAD + documentation("The resources of the API: one method for each route.", 0) + RESOURCES_HEAD
    for group, members in sorted(groups.items()):
        about = documentation(abouts.get(group) or f"The resource {group}.", 4)
        methods = "\n".join(each.text() for each in members)
        text += f"\n\nclass {camel(group)}(Resource):\n{about}\n{methods}"
    text += '\n\nclass Resources:\n    """All resources, by name."""\n\n'
    text += "    def __init__(self, transport: Transport) -> None:\n"
    return text + "".join(f"        self.{group} = {camel(group)}(transport)\n" for group in sorted(groups))


def formatted(text: str, name: str) -> str:
    """Return a module as ruff formats it."""
    for step in (["check", "-q", "--fix", "--select", "I,F401", "--exit-zero"], ["format", "-q"]):
        command = [sys.executable, "-m", "ruff", *step, "--stdin-filename", str(PACKAGE / name), "-"]
        text = subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    return text


def modules(document: Schema) -> dict[str, str]:
    """Return the generated modules by file name."""
    models = Models(document)
    text = resources(document, models)  # Before the text of the shapes, since an answer may add one.
    return {"models.py": formatted(models.text(), "models.py"), "resources.py": formatted(text, "resources.py")}
