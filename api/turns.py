"""Ordinary requests take turns, so that a server may have a thread for every stream and yet not work on a
hundred requests at once."""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

AT_ONCE: Final = 4
"""Requests that one process works on at the same time; more would only wait for each other and for the database."""


class Turns:
    """A WSGI application of which so many requests are worked on at once.

    A turn lasts until the answer begins: a stream that goes on after that takes none away.
    """

    def __init__(self, application: Callable[..., Iterable[bytes]], at_once: int = AT_ONCE) -> None:
        self.application = application
        self._free = BoundedSemaphore(at_once)

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request."""
        with self._free:
            return self.application(environ, start_response)
