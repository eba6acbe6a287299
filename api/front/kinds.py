"""Kinds of routes other than ordinary: ``@light``, ``@heavy``, ``@printed``, ``@stream`` or ``@takes(bytes)``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

if TYPE_CHECKING:
    from flask import Flask

V = TypeVar("V", bound=Callable[..., Any])
KIND: Final = "kind"
LARGEST: Final = "largest_body"
REPEATABLE: Final = "repeatable"


class Kinds(NamedTuple):
    """The endpoints that are not ordinary."""

    light: frozenset[str] = frozenset()
    heavy: frozenset[str] = frozenset()
    printed: frozenset[str] = frozenset()
    streams: frozenset[str] = frozenset()
    large: Mapping[str, int] = {}
    """The most bytes of a body by endpoint, where that is more than usual."""
    repeatable: frozenset[str] = frozenset()
    """The heavy routes that write, and may be called again if their process ends."""


def light(view: V) -> V:
    """Declare a route that needs no database and takes no time. It does not wait for other routes."""
    setattr(view, KIND, "light")
    return view


def heavy(view: V) -> V:
    """Declare a route that may take some tenths of a second: another process answers it (`api.front.heavy`).

    If that process ends, a request that only reads is repeated, and one to a route that is `repeatable`.
    """
    setattr(view, KIND, "heavy")
    return view


def repeatable(view: V) -> V:
    """Declare a heavy route that writes, and that does no harm if it is called again."""
    setattr(view, REPEATABLE, True)
    return view


def printed(view: V) -> V:
    """Declare a route of a paper: heavy, in a process of its own, so that nobody who prints waits for an analysis."""
    setattr(view, KIND, "printed")
    return view


def stream(view: V) -> V:
    """Declare a route whose answer is a stream, which lasts until the client disconnects."""
    setattr(view, KIND, "stream")
    return view


def takes(largest: int) -> Callable[[V], V]:
    """Declare the most bytes of the body of a route."""

    def declare(view: V) -> V:
        setattr(view, LARGEST, largest)
        return view

    return declare


def kinds_of(app: Flask) -> Kinds:
    """Return the kinds that the routes of an application declare."""
    views = app.view_functions.items()

    def endpoints_of(kind: str) -> frozenset[str]:
        return frozenset(endpoint for endpoint, view in views if getattr(view, KIND, None) == kind)

    large = {endpoint: getattr(view, LARGEST) for endpoint, view in views if hasattr(view, LARGEST)}
    repeatable = frozenset(endpoint for endpoint, view in views if hasattr(view, REPEATABLE))
    light, heavy, printed, streams = map(endpoints_of, ("light", "heavy", "printed", "stream"))
    return Kinds(light, heavy, printed, streams, large, repeatable)
