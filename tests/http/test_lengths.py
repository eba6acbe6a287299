"""No text, list or number that a caller may send is without a limit: in bodies, queries, paths and imports."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from marshmallow import Schema, fields, validate
from werkzeug.routing import UnicodeConverter

from domain.kernel.commands import LONGEST, LONGEST_TEXT
from domain.record.import_lines import MOST_LINES
from schemas.base import Answer
from schemas.fields import ActField, ActsField
from tests.http.people import People, play, whole_deal
from web.app import create_app

BOUNDED_BY_THEIR_TYPE = (
    fields.UUID, fields.Boolean, fields.DateTime, fields.Date, fields.Constant, fields.Enum,
    ActField, ActsField,  # they look at the size themselves
)  # fmt: skip
LONGEST_IN_A_PATH = 1400
"""The id of a passkey has up to 1023 bytes (WebAuthn), 1364 characters of base64."""


def all_schemas(kind: type[Schema] = Schema) -> Iterator[type[Schema]]:
    """Every schema of this project that reads what a caller sends."""
    for each in kind.__subclasses__():
        yield from all_schemas(each)
        if not issubclass(each, Answer) and each.__module__.partition(".")[0] in ("schemas", "api", "web"):
            yield each


def unbounded(field: fields.Field[Any], path: str) -> Iterator[str]:
    """Yield the paths of what has no limit in a field."""
    rules = field.validators
    sizes = [rule for rule in rules if isinstance(rule, validate.Length)]
    has_most = any(rule.max is not None or rule.equal is not None for rule in sizes)
    chosen = any(isinstance(rule, validate.OneOf | validate.Equal | validate.ContainsOnly) for rule in rules)
    match field:
        case fields.Nested():
            return
        case fields.List():
            if not has_most and not chosen:
                yield f"{path}[]"
            yield from unbounded(field.inner, f"{path}[]")
        case fields.Mapping():
            if not has_most:
                yield f"{path}{{}}"
            looked_at = any(not isinstance(rule, validate.Validator) for rule in rules)
            for part in (field.key_field, field.value_field):
                if part is None or isinstance(part, fields.Raw):
                    if not looked_at and not (part and part.validators):
                        yield f"{path}{{}}"
                else:
                    yield from unbounded(part, f"{path}{{}}")
        case fields.Number():
            ranges = [rule for rule in rules if isinstance(rule, validate.Range)]
            if not chosen and not any(rule.min is not None and rule.max is not None for rule in ranges):
                yield path
        case fields.Raw():
            if not rules:
                yield path
        case fields.String() if not isinstance(field, BOUNDED_BY_THEIR_TYPE):
            patterns = [rule.regex for rule in rules if isinstance(rule, validate.Regexp)]
            if not has_most and not chosen and not any(ends(pattern) for pattern in patterns):
                yield path
        case _ if not isinstance(field, BOUNDED_BY_THEIR_TYPE):
            yield f"{path}: {type(field).__name__}"


def ends(pattern: re.Pattern[str]) -> bool:
    """Whether a pattern matches only whole texts of a bounded length."""
    longest = re._parser.parse(pattern.pattern).getwidth()[1]  # type: ignore[attr-defined]
    return bool(longest < 10_000 and pattern.pattern.endswith(r"\Z"))


def test_every_field_that_a_caller_may_send_has_a_limit(app: Flask) -> None:
    schemas = sorted(set(all_schemas()), key=lambda each: each.__name__)
    assert len(schemas) > 60
    unlimited = [
        path
        for schema in schemas
        for name, field in schema().fields.items()
        for path in unbounded(field, f"{schema.__name__}.{name}")
    ]
    assert unlimited == []


def test_every_text_in_a_path_has_a_limit(app: Flask) -> None:
    site = create_app(app.extensions["nought"].settings)
    endless = [
        f"{rule.rule}: {name}"
        for rule in site.url_map.iter_rules()
        for name, converter in rule._converters.items()
        if isinstance(converter, UnicodeConverter)
        and re._parser.parse(converter.regex).getwidth()[1] > LONGEST_IN_A_PATH  # type: ignore[attr-defined]
    ]
    assert endless == []


# --- imports --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def line(people: People) -> dict[str, Any]:
    """A whole deal as a line of the archive."""
    dealer, acts = whole_deal(4)
    deal = people.deal(dealer=dealer)
    play(people.admin, deal, acts)
    archived: dict[str, Any] = json.loads(people.admin.get(f"/deals/{deal}/archive").data)
    return archived


def send(people: People, *lines: dict[str, Any]) -> Any:
    body = b"\n".join(json.dumps({**each, "id": str(uuid4())}).encode() for each in lines)
    answer = people.admin.call("POST", "/archive", data=body, headers={"Content-Type": "application/x-ndjson"})
    assert answer.status_code == 200, answer.json
    return answer.json


@pytest.mark.parametrize("length", [LONGEST + 1, 40_000, 60_000, 900_000])
@pytest.mark.parametrize("name", ["scribe", "event", "source"])
def test_an_imported_name_that_is_too_long_is_refused_by_its_line(
    people: People, line: dict[str, Any], name: str, length: int
) -> None:
    """A scribe's name of 40 kB was told as 503, one of 60 kB hung for good."""
    answer = send(people, line, {**line, name: "x" * length}, line)
    assert (answer["saved"], answer["refused"]) == (2, 1)
    refused = answer["lines"][1]
    assert (refused["outcome"], refused["code"]) == ("refused", "import-line")
    most = LONGEST if length <= LONGEST_TEXT else LONGEST_TEXT
    assert f"{length} characters; the most is {most}" in refused["detail"]


@pytest.mark.parametrize("length", [LONGEST_TEXT + 1, 500_000])
def test_an_imported_note_that_is_too_long_is_refused_by_its_line(
    people: People, line: dict[str, Any], length: int
) -> None:
    answer = send(people, {**line, "note": "x" * length})
    assert answer["refused"] == 1
    assert f"a text has {length} characters" in answer["lines"][0]["detail"]


def test_an_imported_deal_of_names_as_long_as_allowed_is_saved(people: People, line: dict[str, Any]) -> None:
    answer = send(people, {**line, "scribe": "x" * LONGEST, "event": "y" * LONGEST, "note": "z" * LONGEST_TEXT})
    assert answer["saved"] == 1


def test_a_deal_of_endless_lines_is_refused(people: People) -> None:
    archived = json.loads(people.admin.get(f"/deals/{people.deal()}/archive").data)
    answer = send(people, {**archived, "lines": ["S shuffle"] * (MOST_LINES + 1)})
    assert answer["refused"] == 1
    assert f"the most is {MOST_LINES}" in answer["lines"][0]["detail"]
