"""Fields of the JSON API: texts of bounded length, ids, seats, cards, and lists of acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import ValidationError, fields, validate

from domain.engine.words.texts import unfit, unfit_in_a_line

LONGEST_NAME = 200
LONGEST_TEXT = 2000
LONGEST_SENTENCE = 1000
MOST_ACTS = 128
"""The most acts in one batch; a whole deal has fewer."""
MOST_MEMBERS = 64
DEEPEST = 6


def name(longest: int = LONGEST_NAME, **more: Any) -> fields.String:
    """Return a field for a name, or another short text that is not empty."""
    return fields.String(validate=[validate.Length(1, longest), _check_printable], **more)


def text(longest: int = LONGEST_TEXT, **more: Any) -> fields.String:
    """Return a field for a free text, by default empty."""
    if not more.get("required"):
        more.setdefault("load_default", "")
    return fields.String(validate=[validate.Length(max=longest), _check_no_control], **more)


def seat(**more: Any) -> fields.String:
    """Return a field for a seat: a letter, or a number in the larger games."""
    more.setdefault("metadata", {"example": "E"})
    pattern = validate.Regexp(r"(?:[A-Z]|[0-9]{1,2})\Z", error="A seat is a letter such as E, or a number.")
    return fields.String(validate=pattern, **more)


def card() -> fields.String:
    """Return a field for a card, rank first; ``??`` is a card that nobody named."""
    pattern = validate.Regexp(r"(?:[2-9TJQKA][SHDC]|\?\?)\Z", error="A card is its rank and its suit, as in JH.")
    return fields.String(validate=pattern, metadata={"example": "JH"})


def pin(**more: Any) -> fields.String:
    """Return a field for a PIN: four to eight digits."""
    return fields.String(validate=validate.Regexp(r"[0-9]{4,8}\Z", error="A PIN has 4 to 8 digits."), **more)


def code(**more: Any) -> fields.String:
    """Return a field for a code: lower-case letters, digits and hyphens."""
    return fields.String(validate=validate.Regexp(r"[a-z][a-z0-9-]{0,63}\Z"), **more)


def ruleset_key(**more: Any) -> fields.String:
    """Return a field for the key of a ruleset, of the catalogue or a club's own."""
    rule = "A key has up to 64 small letters, digits and hyphens."
    return fields.String(validate=validate.Regexp(r"[a-z0-9][a-z0-9-]{0,63}\Z", error=rule), **more)


def changes() -> fields.Dict:
    """Return a field for changes to a game: values by parameter."""
    return fields.Dict(
        keys=fields.String(validate=validate.Regexp(r"[a-z0-9_]{1,40}(?:\.[a-z0-9_]{1,40}){0,3}\Z")),
        values=fields.Raw(allow_none=True, validate=_check_small),
        required=True,
        validate=validate.Length(1, MOST_MEMBERS),
        metadata={
            "description": "parameters by name, each with its value, as `GET /api/v1/rulesets/{key}` shows them",
            "example": {"redeal.threshold": 20, "caps.grace": "none"},
        },
    )


def _check_small(value: Any) -> None:
    if not is_bounded(value):
        raise ValidationError("This value is too large.")


def ply(**more: Any) -> fields.Integer:
    """Return a field for the number of an act in the effective record, from 0."""
    return fields.Integer(strict=True, validate=validate.Range(0, 9999), **more)


def days(description: str, *, required: bool = True) -> fields.Integer:
    """Return a field of days after which a club has something removed; 0 for never."""
    return fields.Integer(
        required=required,
        strict=required,  # the numbers of a query are texts
        validate=validate.Range(0, 3650),
        metadata={"description": f"days, 0 for never: {description}", "example": 180},
    )


def new_people() -> fields.Boolean:
    """Return the field of an import that says whether names may be new to a club that has forgotten somebody."""
    return fields.Boolean(
        load_default=False,
        metadata={"description": "also take names that are new to a club that has forgotten somebody"},
    )


def at() -> fields.String:
    """Return a field for the time when something happened, by default the server's time."""
    return fields.String(
        validate=validate.Length(10, 40),
        metadata={"description": "ISO 8601 with an offset; by default the server's time", "format": "date-time"},
    )


def players(**more: Any) -> fields.Dict:
    """Return a field for the players: ids or names by seat."""
    return fields.Dict(keys=seat(), values=name(), validate=validate.Length(max=12), **more)


def instant(**more: Any) -> fields.DateTime:
    """Return a field for a time in an answer, in UTC."""
    return fields.DateTime(format="iso", **more)


class InstantText(fields.String):
    """A time in an answer that its schema calls a text."""

    def _serialize(self, value: Any, *_: Any, **__: Any) -> str:
        return str(value.isoformat())


ACT_SHAPE: Final[dict[str, Any]] = {
    "description": "A sentence of the notation, or an object with a type.",
    "oneOf": [
        {
            "type": "string",
            "minLength": 1,
            "maxLength": LONGEST_SENTENCE,
            "examples": ["E 160", "W cut 12", "N (7C)"],
        },
        {
            "type": "object",
            "required": ["type", "seat"],
            "properties": {"type": {"type": "string"}, "seat": {"type": "string"}},
            "examples": [{"type": "BidMade", "seat": "E", "bid": 160}],
        },
    ],
}
"""Return the JSON Schema of the acts that `act_shape` accepts."""


class ActField(fields.Field[Any]):
    """A field for one act: a sentence of the notation, or an object with its ``type``. Only the shape is checked."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        return act_shape(value)


class ActsField(fields.Field[Any]):
    """A field for the acts of a batch. Nested schemas would take twenty times as long."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        if not isinstance(value, list) or not 1 <= len(value) <= MOST_ACTS:
            raise ValidationError(f"A list of 1 to {MOST_ACTS} acts is needed.")
        errors: dict[int | str, Any] = {}
        for index, each in enumerate(value):
            try:
                act_shape(each)
            except ValidationError as error:
                errors[index] = error.messages
        if errors:
            raise ValidationError(errors)
        return value


def act_shape(value: Any) -> str | dict[str, Any]:
    """Return the value. Raises ValidationError if it does not have the shape of an act."""
    if isinstance(value, str):
        if not 1 <= len(value) <= LONGEST_SENTENCE:
            raise ValidationError(f"A sentence has 1 to {LONGEST_SENTENCE} characters.")
        return value
    if not isinstance(value, dict):
        raise ValidationError("An act is a sentence, or an object with a type and a seat.")
    if not isinstance(value.get("type"), str) or not isinstance(value.get("seat"), str):
        raise ValidationError("An act has a type and a seat, both texts.")
    if not is_bounded(value):
        raise ValidationError("This act is too large.")
    return value


def is_bounded(value: Any, depth: int = DEEPEST, longest: int = LONGEST_NAME) -> bool:
    """Return whether a JSON value is small enough to be read. ``longest``: the most characters of a text."""
    if isinstance(value, str):
        return len(value) <= longest
    if isinstance(value, int | float):
        return abs(value) <= 1_000_000
    if isinstance(value, dict | list):
        inner = [*value.keys(), *value.values()] if isinstance(value, dict) else value
        return depth > 0 and len(value) <= MOST_MEMBERS and all(is_bounded(each, depth - 1, longest) for each in inner)
    return value is None


def _check_printable(value: str) -> None:
    if not any(map(str.isprintable, value.strip())) or unfit_in_a_line(value):
        raise ValidationError("Must be printable, and more than spaces.")


def _check_no_control(value: str) -> None:
    if unfit(value):
        raise ValidationError("Must not hold control characters.")


PATTERNS: Final[Mapping[Any, str]] = {
    _check_printable: r"^[^\x00-\x1f\x7f-\x9f]*[^\x00-\x20\x7f-\xa0][^\x00-\x1f\x7f-\x9f]*$",
    _check_no_control: r"^[^\x00-\x08\x0b-\x1f]*$",
}
"""Return the regular expression that the OpenAPI document gives for texts that pass these checks."""
