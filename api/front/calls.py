"""Calls a WSGI application and keeps what it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from api.front.readers import SIGNED_IN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import WSGIEnvironment

STREAM: Final = "text/event-stream"
GONE: Final = "nought.gone"
"""Where a stream leaves in the environment what is to be called when its client has gone away."""


class Answer(NamedTuple):
    """An answer of the application."""

    status: int
    headers: list[tuple[str, str]]
    body: Iterable[bytes]
    signed_in: bool = False
    """Whether the request's token or session was good."""

    @property
    def is_stream(self) -> bool:
        """Whether the answer goes on."""
        return any(name.lower() == "content-type" and value.startswith(STREAM) for name, value in self.headers)


def call(application: Callable[..., Iterable[bytes]], environ: WSGIEnvironment) -> Answer:
    """Have a WSGI application answer; whole, unless it is a stream."""
    started: list[tuple[str, list[tuple[str, str]]]] = []
    body = application(environ, lambda status, headers, exc_info=None: started.append((status, headers)))
    status, headers = started[-1]
    answer = Answer(int(status[:3]), headers, body, bool(environ.get(SIGNED_IN)))
    if answer.is_stream:
        return answer
    try:
        return answer._replace(body=[b"".join(body)])
    finally:
        close(body)


def close(body: Iterable[Any]) -> None:
    """Say to a WSGI answer that nothing more is read of it."""
    if callable(end := getattr(body, "close", None)):
        end()
