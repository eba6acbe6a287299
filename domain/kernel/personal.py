"""Mark the texts about people in a fact, so that the store can keep them apart from the event.

A marked text is ``DEL letter text DEL``, within a JSON string; ``DEL`` is U+007F, which no text may hold. The store
puts ``DEL`` and 22 characters of a digest in its place, and the text back when it reads the event
(`store.events.texts`). A store that keeps no texts apart keeps them marked.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from domain.engine.personal import Kind, Within

if TYPE_CHECKING:
    from domain.engine.facts import Fact

DEL: Final = "\x7f"
Marker: TypeAlias = Callable[[Any], Any]
"""Returns a plain JSON value with the texts about people marked."""
Divide: TypeAlias = Callable[[str], Sequence[str]]
"""Returns the names of the people whom a text names."""

_ID: Final = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
_MARKED: Final = re.compile(rb"\x7f[a-z]([^\x7f]*)\x7f")
_NAME: Final = re.compile(rb"\x7f[%b%b]([^\x7f]*)\x7f" % (Kind.NAME.value.encode(), Kind.OWN_NAME.value.encode()))


def mark(text: str, kind: Kind) -> str:
    """Return a text with its mark; an empty text has none."""
    return f"{DEL}{kind.value}{text}{DEL}" if text else text


def unmark(state: bytes) -> bytes:
    """Return the JSON of an event without marks."""
    return _MARKED.sub(rb"\1", state) if b"\x7f" in state else state


def names_in(state: bytes) -> set[str]:
    """Return the names of people in the JSON of an event, or of several, with marks."""
    return {msgspec.json.decode(b'"%b"' % name, type=str) for name in set(_NAME.findall(state))}


def mark_names(text: str, divide: Divide) -> str:
    """Return a text with each name in it marked on its own; an id of a registered player has no mark."""
    if not text or _ID.fullmatch(text):
        return text
    marked, rest = "", text
    for name in divide(text):
        before, separator, after = rest.partition(name)
        if not separator:
            return mark(text, Kind.NAME)
        marked, rest = f"{marked}{before}{mark(name, Kind.NAME)}", after
    return f"{marked}{rest}" if marked else mark(text, Kind.NAME)


def marker_of(kind: type[Fact], divide: Divide) -> Marker | None:
    """Return what marks the texts of a kind of fact, written as JSON values; None if no field holds any."""
    return _of_fields(kind, divide)


def _of_fields(kind: type, divide: Divide) -> Marker | None:
    hints = get_type_hints(kind, include_extras=True)
    markers = {field.name: marker for field in fields(kind) if (marker := _of_type(hints[field.name], divide))}
    if not markers:
        return None

    def mark_fields(value: dict[str, Any]) -> dict[str, Any]:
        return {key: markers[key](each) if key in markers else each for key, each in value.items()}

    return mark_fields


def _of_type(hint: Any, divide: Divide) -> Marker | None:
    """Return what marks a value of a type; None if it holds no text about people."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _of_annotation(args, divide)
    if origin in (Union, types.UnionType):
        markers = [marker for each in args if (marker := _of_type(each, divide))]
        assert len(markers) <= 1, f"{hint} holds texts of several kinds"  # noqa: S101
        return (lambda value: value if value is None else markers[0](value)) if markers else None
    if origin in (dict, Mapping):
        each = _of_type(args[1], divide)
        return each and (lambda value: {key: each(held) for key, held in value.items()})
    if origin in (tuple, list, frozenset, Sequence):
        markers_or_none = [_of_type(held, divide) for held in args if held is not Ellipsis]
        if not any(markers_or_none):
            return None
        assert len(set(args) - {Ellipsis}) == 1, f"{hint} has parts of several types"  # noqa: S101
        first = markers_or_none[0]
        return first and (lambda value: [first(held) for held in value])
    if isinstance(hint, type) and is_dataclass(hint):
        return _of_fields(hint, divide)
    return None


def _of_annotation(args: tuple[Any, ...], divide: Divide) -> Marker | None:
    for note in args[1:]:
        if note is Kind.NAME:
            return lambda value: mark_names(value, divide)
        if isinstance(note, Kind):
            return lambda value, note=note: mark(value, note)  # type: ignore[misc]
        if isinstance(note, Within):
            return lambda value, note=note: _mark_within(value, note, divide)  # type: ignore[misc]
    return _of_type(args[0], divide)


def _mark_within(value: Any, within: Within, divide: Divide, *, named: bool = False) -> Any:
    """Return plain JSON values with the texts under some keys marked as names."""
    if isinstance(value, str):
        return mark_names(value, divide) if named else value
    if isinstance(value, Mapping):
        return {
            key: _mark_within(held, within, divide, named=named or key in within.names) for key, held in value.items()
        }
    if isinstance(value, list | tuple):
        return [_mark_within(held, within, divide, named=named) for held in value]
    return value
