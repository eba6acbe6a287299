"""The interface of tracing, which keeps nothing: what is used while tracing is off."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Final

from api.front import calls

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager
    from wsgiref.types import WSGIEnvironment

    from api.front.calls import Answer

_NOTHING: Final = nullcontext()


class Tracing:
    """Tracing that is off."""

    def request(self, environ: WSGIEnvironment, route: str) -> AbstractContextManager[None]:
        """Trace a request in the front. ``route``: the template of its route, which is empty if there is none."""
        return _NOTHING

    def part(self, name: str) -> AbstractContextManager[None]:
        """Trace a part of the present request. ``name``: a constant."""
        return _NOTHING

    def answer(self, status: int) -> None:
        """Note the status of the answer to the present request."""

    def call(self, application: Callable[..., Iterable[bytes]], environ: WSGIEnvironment) -> Answer:
        """Return the answer of the application to a request that the front traced."""
        return calls.call(application, environ)

    def job(self, name: str, parent: str | None) -> AbstractContextManager[None]:
        """Trace a job. ``name``: a constant; ``parent``: the `traceparent` of the request that asked for it."""
        return _NOTHING

    def traceparent(self) -> str | None:
        """Return what continues the present trace elsewhere, as W3C Trace Context writes it; None if there is none."""
        return None

    def flush(self) -> None:
        """Send what was not sent yet, for a second at most."""


OFF: Final = Tracing()
