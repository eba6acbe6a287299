"""Call a WSGI application and return its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from api.front.readers import SIGNED_IN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import WSGIEnvironment

    from api.front.streams import Stream

STREAM: Final = "nought.stream"
"""The key in the environment of the stream that is the answer."""
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

    stream: Stream | None = None
    """The stream that is the answer. Its body must not be read, only closed at the end."""


def call(application: Callable[..., Iterable[bytes]], environ: WSGIEnvironment) -> Answer:
    """Return the answer of a WSGI application, with the whole body unless it is a stream."""
    started: list[tuple[str, list[tuple[str, str]]]] = []
    body = application(environ, lambda status, headers, exc_info=None: started.append((status, headers)))
    status, headers = started[-1]
    answer = Answer(int(status[:3]), headers, body, bool(environ.get(SIGNED_IN)), environ.get(STREAM))
    if answer.stream is not None:
        return answer
    try:
        return answer._replace(body=[b"".join(body)])
    finally:
        close(body)


def close(body: Iterable[Any]) -> None:
    """Close the body of a WSGI answer, as PEP 3333 demands after the last read."""
    if callable(end := getattr(body, "close", None)):
        end()
