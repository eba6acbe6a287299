"""Fields of answers that are sent as bytes: views, replays, audits and the like.

The fields serialise nothing. The OpenAPI document is made from them, and tests check real answers against it. A field
is required unless it is `optional`; its first argument is its description.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

from marshmallow import Schema, fields, validate

from schemas.base import Answer

AnyField = TypeVar("AnyField", bound="fields.Field[Any]")


def text(description: str = "", **metadata: Any) -> fields.String:
    """Return a field for a text."""
    return fields.String(required=True, metadata=_about(description, metadata))


def integer(description: str = "") -> fields.Integer:
    """Return a field for a whole number."""
    return fields.Integer(required=True, metadata=_about(description))


def flag(description: str = "") -> fields.Boolean:
    """Return a field for true or false."""
    return fields.Boolean(required=True, metadata=_about(description))


def share(description: str = "") -> fields.Float:
    """Return a field for a number from 0 to 1."""
    return fields.Float(required=True, validate=validate.Range(0, 1), metadata=_about(description))


def number(description: str = "") -> fields.Float:
    """Return a field for a number that need not be whole."""
    return fields.Float(required=True, metadata=_about(description))


def one_of(*words: str, description: str = "") -> fields.String:
    """Return a field for one of these words."""
    return fields.String(required=True, validate=validate.OneOf(words), metadata=_about(description))


def seat(description: str = "") -> fields.String:
    """Return a field for a seat."""
    return text(description, examples=["S", "5"])


def card(description: str = "") -> fields.String:
    """Return a field for a card."""
    return text(description, examples=["JH", "??"])


def sentence(description: str = "") -> fields.String:
    """Return a field for an act in the notation."""
    return text(description or "an act as a sentence, such as “E 160”; ?? is a card the viewer did not see")


def many(item: fields.Field[Any] | type[Schema], description: str = "") -> fields.List[Any]:
    """Return a field for a list of such items."""
    return fields.List(_as_field(item), required=True, metadata=_about(description))


def cards(description: str = "") -> fields.List[Any]:
    """Return a field for a list of cards."""
    return many(card(), description)


def by_key(value: fields.Field[Any] | type[Schema], description: str = "", **more: Any) -> fields.Dict:
    """Return a field for a mapping of texts to such values."""
    return fields.Dict(
        keys=fields.String(), values=_as_field(value), required=True, metadata=_about(description), **more
    )


def raw(description: str = "", **metadata: Any) -> fields.Raw:
    """Return a field for a value of any kind, unless the metadata gives its `type`."""
    return fields.Raw(required=True, metadata=_about(description, metadata))


def pair() -> fields.List[Any]:
    """Return a field for a list of two values of any kind."""
    return fields.List(fields.Raw(), required=True, validate=validate.Length(equal=2))


def any_object(description: str = "") -> fields.Dict:
    """Return a field for an object whose members are not listed."""
    return fields.Dict(required=True, metadata=_about(description))


def nested_field(schema: type[Schema], description: str = "") -> fields.Nested:
    """Return a field for an object with a schema of its own."""
    return fields.Nested(schema, required=True, metadata=_about(description))


def part(description: str = "", **members: fields.Field[Any]) -> fields.Nested:
    """Return a field for an object with these members, which no other schema has."""
    return nested_field(Answer.from_dict(dict(members)), description)


def optional(field: AnyField) -> AnyField:
    """Return the field as one that may be left out."""
    field.required = False
    return field


OLD_NAME: Final = "the same as `sentence`; it goes in the next release"


def attribute(name: str, field: AnyField) -> AnyField:
    """Return the field as one whose value is the attribute of this name; dots lead to attributes of attributes."""
    field.attribute = name
    return field


def with_key(key: str, field: AnyField) -> AnyField:
    """Return the field as one that has this key in JSON, where its name in Python is another."""
    field.data_key = field.attribute = key
    return field


def or_null(field: AnyField) -> AnyField:
    """Return the field as one that may be null."""
    field.allow_none = True
    return field


def _as_field(item: fields.Field[Any] | type[Schema]) -> fields.Field[Any]:
    return item if isinstance(item, fields.Field) else fields.Nested(item)


def _about(description: str, metadata: dict[str, Any] | None = None) -> dict[str, Any]:
    return {**({"description": description} if description else {}), **(metadata or {})}
