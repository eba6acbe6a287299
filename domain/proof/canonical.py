"""Canonical JSON (RFC 8785): keys sorted, no spaces, UTF-8, so that equal values have equal hashes.

Not the library `rfc8785`, because it refuses whole numbers beyond 2^53, which stored events may hold; a test compares
the two.
"""

from __future__ import annotations

import json
from decimal import Decimal
from json.encoder import encode_basestring
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterable

DEEPEST: Final = 100
"""The most levels of nested lists and objects."""


class CanonicalError(ValueError):
    """Raised when a value or a text is no JSON, or has no canonical form."""


def canonical(value: Any) -> bytes:
    """Return a JSON value in canonical form. Whole numbers of any size have all their digits.

    Raises `CanonicalError` for values that JSON cannot hold, and for values nested deeper than `DEEPEST`.
    """
    return _write(value, DEEPEST)


def read(body: bytes, deepest: int = DEEPEST) -> Any:
    """Return the JSON value of a text. Raises `CanonicalError` for repeated keys and values without canonical form."""
    try:
        text = body.decode()
        value = _DECODER.decode(text)
    except CanonicalError:
        raise
    except (ValueError, RecursionError) as error:
        raise CanonicalError(f"this is no JSON: {error}") from None
    if "\\u" in text or text.count("{") + text.count("[") > deepest:
        _write(value, deepest)
    return value


def _write(value: Any, deepest: int) -> bytes:
    try:
        return _text(value, deepest).encode()
    except UnicodeEncodeError:
        raise CanonicalError("this has no canonical form: it holds half a character") from None


def _text(value: Any, deeper: int) -> str:
    if isinstance(value, str):
        return encode_basestring(value)
    if isinstance(value, dict | list | tuple):
        if not deeper:
            raise CanonicalError("this is nested too deeply")
        if not isinstance(value, dict):
            return f"[{','.join([_text(each, deeper - 1) for each in value])}]"
        parts = [f"{encode_basestring(key)}:{_text(value[key], deeper - 1)}" for key in _sort_keys(value)]
        return f"{{{','.join(parts)}}}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _number(value)
    raise CanonicalError(f"{type(value).__name__} is nothing of JSON's")


def _sort_keys(keys: Iterable[str]) -> list[str]:
    """Return keys sorted by their UTF-16 code units (RFC 8785, 3.2.3).

    Raises `CanonicalError` for a key that is no text.
    """
    try:
        ordered = sorted(keys)
        return ordered if "".join(ordered).isascii() else sorted(ordered, key=lambda key: key.encode("utf-16-be"))
    except TypeError:
        raise CanonicalError("a key is a text") from None


def _number(value: float) -> str:
    """Return a number as ECMAScript writes it (RFC 8785, 3.2.2.3), with the fewest digits that identify it.

    Raises `CanonicalError` for infinity and not-a-number.
    """
    if not isfinite(value):
        raise CanonicalError(f"{value} is no number of JSON's")
    sign, figures, exponent = Decimal(repr(value)).normalize().as_tuple()
    assert isinstance(exponent, int)  # noqa: S101
    digits = "".join(map(str, figures))
    if digits == "0":
        return "0"
    count, point = len(digits), len(digits) + exponent
    if count <= point <= 21:
        text = digits + "0" * (point - count)
    elif 0 < point <= 21:
        text = f"{digits[:point]}.{digits[point:]}"
    elif -6 < point <= 0:
        text = f"0.{'0' * -point}{digits}"
    else:
        text = f"{digits[0]}{'.' if count > 1 else ''}{digits[1:]}e{point - 1:+d}"
    return f"-{text}" if sign else text


def _check_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise CanonicalError(f"the key {json.dumps(twice)[:100]} is there twice in the same object")
    return mapping


def _finite(word: str) -> float:
    value = float(word)
    return value if isfinite(value) else _no_number(word)


def _no_number(word: str) -> NoReturn:
    raise CanonicalError(f"{word} is no number of JSON's")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_check_twice, parse_constant=_no_number, parse_float=_finite)
"""One for all texts, as the log reads every event: `json.loads` would make one for each."""
