"""Call a WSGI application and return its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from api.front.readers import SIGNED_IN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import WSGIEnvironment

STREAM: Final = "text/event-stream"
GONE: Final = "nought.gone"
"""The key in the environment of the function that a stream wants called when its client disconnects."""
MAY_PUT_OFF: Final = "nought.may-put-off"
"""The key in the environment of a request whose answer may be put off, since there are turns for long ones."""
PUT_OFF: Final = 102
"""The status of an answer that was put off: its turn goes to others, and it is worked on in a turn for long ones."""


class Answer(NamedTuple):
    """An answer of the application."""

    status: int
    headers: list[tuple[str, str]]
    body: Iterable[bytes]
    signed_in: bool = False
    """True if the request's token or session was valid."""

    @property
    def is_stream(self) -> bool:
        """Return whether the answer is a stream."""
        return any(name.lower() == "content-type" and value.startswith(STREAM) for name, value in self.headers)


def call(application: Callable[..., Iterable[bytes]], environ: WSGIEnvironment) -> Answer:
    """Return the answer of a WSGI application, with the whole body unless it is a stream."""
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
    """Close the body of a WSGI answer, as PEP 3333 demands after the last read."""
    if callable(end := getattr(body, "close", None)):
        end()
