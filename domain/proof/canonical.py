"""JSON in the one form of RFC 8785: keys sorted, no spaces, UTF-8; so that the same value has the same hash."""

from __future__ import annotations

import json
from decimal import Decimal
from json.encoder import encode_basestring
from math import isfinite
from typing import Any, NoReturn


class CanonicalError(ValueError):
    """This is no JSON, or not JSON that says one thing only."""


def canonical(value: Any) -> bytes:
    """A JSON value in canonical form. Whole numbers have all their digits, however large.

    Raises `CanonicalError` for what JSON cannot say.
    """
    parts: list[str] = []
    try:
        _write(value, parts)
        return "".join(parts).encode()
    except (UnicodeEncodeError, RecursionError) as error:
        raise CanonicalError(f"this has no canonical form: {type(error).__name__}") from None


def read(text: bytes | str) -> Any:
    """A JSON value. Raises `CanonicalError` for what is no JSON, and where a key stands twice in an object."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except CanonicalError:
        raise
    except (ValueError, RecursionError) as error:
        raise CanonicalError(f"this is no JSON: {error}") from None


def _write(value: Any, parts: list[str]) -> None:
    if isinstance(value, str):
        parts.append(encode_basestring(value))
    elif value is None or isinstance(value, bool):
        parts.append({None: "null", True: "true", False: "false"}[value])
    elif isinstance(value, int):
        parts.append(str(value))
    elif isinstance(value, float):
        parts.append(_number(value))
    elif isinstance(value, dict):
        comma = "{"
        for key in sorted(value, key=_place):
            parts.append(f"{comma}{encode_basestring(key)}:")
            _write(value[key], parts)
            comma = ","
        parts.append("}" if value else "{}")
    elif isinstance(value, list | tuple):
        comma = "["
        for each in value:
            parts.append(comma)
            _write(each, parts)
            comma = ","
        parts.append("]" if value else "[]")
    else:
        raise CanonicalError(f"{type(value).__name__} is nothing of JSON's")


def _place(key: object) -> bytes:
    """What keys are sorted by: the units of UTF-16 (RFC 8785, 3.2.3)."""
    if not isinstance(key, str):
        raise CanonicalError(f"{key!r} is no key")
    return key.encode("utf-16-be")


def _number(value: float) -> str:
    """A number as ECMAScript writes it (RFC 8785, 3.2.2.3): the fewest digits that tell it from any other."""
    if not isfinite(value):
        raise CanonicalError(f"{value} is no number of JSON's")
    sign, figures, exponent = Decimal(repr(value)).normalize().as_tuple()
    assert isinstance(exponent, int)  # noqa: S101
    digits = "".join(map(str, figures))
    if digits == "0":
        return "0"
    count, point = len(digits), len(digits) + exponent
    if count <= point <= 21:
        told = digits + "0" * (point - count)
    elif 0 < point <= 21:
        told = f"{digits[:point]}.{digits[point:]}"
    elif -6 < point <= 0:
        told = f"0.{'0' * -point}{digits}"
    else:
        told = f"{digits[0]}{'.' if count > 1 else ''}{digits[1:]}e{point - 1:+d}"
    return f"-{told}" if sign else told


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    told = dict(pairs)
    if len(told) < len(pairs):
        raise CanonicalError("a key stands there twice")
    return told


def _no_number(word: str) -> NoReturn:
    raise CanonicalError(f"{word} is no number of JSON's")
