"""Acts as they come over HTTP: a sentence of the notation, or an object with its type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

import msgspec

from api.problems import Problem
from domain.engine.facts import Act
from domain.games import ACTS
from replay.notation.actions import parse_action, write_action
from replay.notation.errors import NotationError

TYPES: Final[dict[str, type[Act]]] = {kind.__name__: kind for kind in ACTS}
LARGEST: Final = 1_000_000


def read_act(told: str | dict[str, Any], index: int = 0) -> Act:
    """The act that was told. Raises a problem that names it by its index in the batch."""
    try:
        act = parse_action(told) if isinstance(told, str) else _of_object(told)
        _sound(act)
    except (NotationError, msgspec.ValidationError, ValueError) as error:
        raise Problem("notation", str(error)[:2000], index=index) from None
    return act


def read_acts(told: Sequence[str | dict[str, Any]]) -> list[Act]:
    """The acts of a batch."""
    return [read_act(each, index) for index, each in enumerate(told)]


def _of_object(told: dict[str, Any]) -> Act:
    rest = dict(told)
    name = rest.pop("type")
    kind = TYPES.get(name)
    if kind is None:
        raise NotationError(f"{name!r} is no type of act; there are {', '.join(TYPES)}")
    known = {field.name for field in fields(kind)}
    if unknown := sorted(rest.keys() - known):
        raise NotationError(f"{name} has no {', '.join(unknown)}; it has {', '.join(sorted(known))}")
    return msgspec.convert(rest, kind)


def _sound(act: Act) -> None:
    """An act that no sentence can tell could never be shown again, so it is not taken."""
    for field in fields(act):
        value = getattr(act, field.name)
        if isinstance(value, int) and abs(value) > LARGEST:
            raise NotationError(f"{value} is too large a number")
    write_action(act)
