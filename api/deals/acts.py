"""Read acts of request bodies: a sentence of the notation, or an object with its type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

import msgspec

from api.problems import Problem
from domain.engine.facts import Act
from domain.engine.words.worded import value_of
from domain.games import ACTS
from replay.notation.actions import parse_action, write_action
from replay.notation.errors import NotationError

TYPES: Final[dict[str, type[Act]]] = {kind.__name__: kind for kind in ACTS}
LARGEST_NUMBER: Final = 1_000_000


def read_act(value: str | dict[str, Any], index: int = 0) -> Act:
    """Return the act of a value. Raises `Problem` with its index in the batch."""
    try:
        act = parse_action(value) if isinstance(value, str) else _of_object(value)
        _check_notation(act)
    except (NotationError, msgspec.ValidationError, ValueError) as error:
        reason = value_of(error) if isinstance(error, NotationError) else str(error)[:2000]
        raise Problem("notation", reason, index=index) from None
    return act


def read_acts(value: Sequence[str | dict[str, Any]]) -> list[Act]:
    """Return the acts of a batch. Raises `Problem` with the index of the bad one."""
    return [read_act(item, index) for index, item in enumerate(value)]


def _of_object(value: dict[str, Any]) -> Act:
    values = dict(value)
    name = values.pop("type")
    kind = TYPES.get(name)
    if kind is None:
        raise NotationError(f"{name!r} is no type of act; there are {', '.join(TYPES)}")
    known = {field.name for field in fields(kind)}
    if unknown := sorted(values.keys() - known):
        raise NotationError(f"{name} has no {', '.join(unknown)}; it has {', '.join(sorted(known))}")
    return msgspec.convert(values, kind)


def _check_notation(act: Act) -> None:
    """Raise an error for an act without notation, or with a number above `LARGEST_NUMBER`."""
    for field in fields(act):
        value = getattr(act, field.name)
        if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
            raise NotationError(f"{value} is too large a number")
    write_action(act)
