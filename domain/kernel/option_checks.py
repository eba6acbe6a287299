"""Checks of the options that a class declares (`domain.options`)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

from domain.kernel.errors import Declined
from domain.options import options, values

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")


def check(kind: type, data: Mapping[str, Any], code: str) -> None:
    """Raise `Declined` with this code if a value of the options of a class is not legal."""
    for name, each in options(kind).items():
        if name in data and (fault := each.fault(name, data[name])):
            raise Declined(code, fault)


def cleaned(holder: T, code: str) -> T:
    """Return an object without spaces around the texts of its options. Raises `Declined` as `check` does."""
    kind: Any = type(holder)
    trimmed = {name: each.strip() if isinstance(each, str) else each for name, each in values(holder).items()}
    check(kind, trimmed, code)
    return cast("T", replace(cast("Any", holder), **trimmed))
