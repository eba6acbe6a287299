"""Fields of the JSON API for options, as their classes declare them (`domain.options`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from marshmallow import Schema, fields, validate

from domain.options import options
from schemas.answer_fields import integer, many, optional
from schemas.answer_fields import text as answer_text
from schemas.base import Answer
from schemas.fields import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from domain.options import Option

S = TypeVar("S", bound=Schema)


def with_options(kind: type, *, described: bool = True) -> Callable[[type[S]], type[S]]:
    """Return a decorator that adds the options of a class to a request body or an answer.

    In a request body one that is left out has its default; in an answer an empty one is left out. ``described``:
    whether they have descriptions.
    """

    def add(schema: type[S]) -> type[S]:
        make = _answer_field if issubclass(schema, Answer) else _field
        more: dict[str, Any] = {name: make(each, described) for name, each in options(kind).items()}
        return type(schema.__name__, (schema,), {**more, "__doc__": schema.__doc__, "__module__": schema.__module__})

    return add


def names_of(kind: type) -> str:
    """Return the names of the options of a class, for a description."""
    return ", ".join(f"`{name}`" for name in options(kind))


def _field(option: Option, described: bool) -> fields.Field[Any]:
    known = {"description": option.about if described else "", "example": option.example}
    more: dict[str, Any] = {"metadata": {name: value for name, value in known.items() if value}}
    more |= {"load_default": option.default} | ({"allow_none": True} if option.default is None else {})
    if option.is_list:
        return fields.List(_value(option), validate=validate.Length(max=option.longest), **more)
    return _value(option, **more)


def _value(option: Option, **more: Any) -> fields.Field[Any]:
    if option.is_number:
        return fields.Integer(strict=True, validate=validate.Range(option.least, option.most), **more)
    return (
        fields.String(validate=validate.OneOf(option.choices), **more) if option.choices else text(option.most, **more)
    )


def _answer_field(option: Option, described: bool) -> fields.Field[Any]:
    about = option.about if described else ""
    make = integer if option.is_number else answer_text
    return optional(many(make(), about) if option.is_list else make(about))
