"""Send requests, and read answers, problems and streams."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from types import TracebackType
from typing import Any, Final, Self, TypeVar, cast
from urllib.parse import quote
from uuid import uuid4

import httpx
import msgspec

from nought_client.models import Problem, StreamEvent

JSON: Final = "application/json"
PROBLEM: Final = "application/problem+json"
POSITION: Final = "Nought-Position"
LONGEST_WAIT: Final = 30.0

Answer = TypeVar("Answer")


class ProblemError(Exception):
    """The server refused a request. `problem.code` never changes; the other texts are for people."""

    def __init__(self, problem: Problem, headers: Mapping[str, str]) -> None:
        super().__init__(f"{problem.status} {problem.code}: {problem.detail or problem.title}")
        self.problem = problem
        self.headers = headers

    @property
    def status(self) -> int:
        """Return the HTTP status."""
        return self.problem.status

    @property
    def code(self) -> str:
        """Return the code of the problem."""
        return self.problem.code


class NotModified(Exception):
    """The copy with the ETag of `if_none_match` is still good (status 304)."""


class UnexpectedAnswer(Exception):
    """The server, or a proxy before it, answered something that the OpenAPI document does not name."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(f"unexpected answer with status {status}: {body[:200]!r}")
        self.status = status
        self.body = body


class EventStream:
    """The server-sent events of a live stream. Iterate over it, and close it or use it as a context manager."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response

    def __iter__(self) -> Iterator[StreamEvent]:
        """Yield each event; end when the server ends the stream."""
        fields: dict[str, str] = {}
        if self.response.is_closed:
            return
        for line in self.response.iter_lines():
            if line:
                name, _, value = line.partition(":")
                value = value.removeprefix(" ")
                fields[name] = f"{fields[name]}\n{value}" if name == "data" and name in fields else value
            elif "data" in fields:
                yield StreamEvent(event=fields.get("event", "message"), data=fields["data"], id=fields.get("id"))
                fields = {}
            else:
                fields = {}  # A comment that keeps the connection open.

    def close(self) -> None:
        """End the stream."""
        self.response.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def etag_of(answer: object) -> str | None:
    """Return the ETag that came with an answer, for `if_none_match`; None if it came without one."""
    etag = getattr(answer, "__dict__", {}).get("_etag")
    return etag if isinstance(etag, str) else None


class Transport:
    """The connection of a client, with its token, and the position of its last command."""

    def __init__(self, http: httpx.Client, token: str | None, retries: int) -> None:
        self.http = http
        self.token = token
        self.retries = retries
        self.position: str | None = None
        """The position in the answer to the last command: sent with later requests, so that they see that command."""

    def json(self, types: Mapping[int, type[Answer]], method: str, path: str, **more: Any) -> Answer:
        """Send a request; return its JSON answer as the type of its status."""
        response = self._send(method, path, accept=JSON, **more)
        if response.status_code not in types or not response.headers.get("Content-Type", "").startswith(JSON):
            raise UnexpectedAnswer(response.status_code, response.content)
        try:
            answer = msgspec.json.decode(response.content, type=types[response.status_code])
        except msgspec.DecodeError as error:
            raise UnexpectedAnswer(response.status_code, response.content) from error
        if (etag := response.headers.get("ETag")) and hasattr(answer, "__dict__"):
            answer.__dict__["_etag"] = etag
        return answer

    def choice(self, types: Mapping[int, type[Any]], method: str, path: str, **more: Any) -> Any:
        """Send a request whose statuses have answers of different types."""
        return self.json(types, method, path, **more)

    def text(self, accept: str, method: str, path: str, **more: Any) -> str:
        """Send a request; return its answer as text."""
        return self._send(method, path, accept=accept, **more).text

    def data(self, accept: str, method: str, path: str, **more: Any) -> bytes:
        """Send a request; return the bytes of its answer."""
        return self._send(method, path, accept="*/*", **more).content

    def nothing(self, method: str, path: str, **more: Any) -> None:
        """Send a request that is answered without a body."""
        self._send(method, path, accept=JSON, **more)

    def stream(self, method: str, path: str, **more: Any) -> EventStream:
        """Open a live stream. Reading it waits as long as the server keeps it open."""
        return EventStream(self._send(method, path, accept="text/event-stream", streamed=True, **more))

    def _send(
        self,
        method: str,
        path: str,
        *,
        accept: str,
        body: Any = None,
        content_type: str = JSON,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, Any] | None = None,
        keyed: bool = False,
        streamed: bool = False,
    ) -> httpx.Response:
        sent = {"Accept": accept} | {name: str(value) for name, value in (headers or {}).items() if value is not None}
        if self.position:
            sent[POSITION] = self.position
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if keyed:
            sent.setdefault("Idempotency-Key", str(uuid4()))
        content: bytes | None = None
        if body is not None:
            sent["Content-Type"] = content_type
            content = bytes(body) if isinstance(body, bytes | bytearray) else msgspec.json.encode(body)
        params = {name: _query_text(value) for name, value in (query or {}).items() if value is not None}
        request = self.http.build_request(method, path, content=content, params=params, headers=sent)
        if streamed:
            request.extensions["timeout"] = {**request.extensions.get("timeout", {}), "read": None}
        attempts = self.retries if keyed or method == "GET" else 0
        response = self._exchange(request, attempts, streamed)
        self.position = response.headers.get(POSITION, self.position)
        return _checked(response)

    def _exchange(self, request: httpx.Request, attempts: int, streamed: bool) -> httpx.Response:
        """Send a request, and send it again while the server cannot be reached or is not ready."""
        for left in range(attempts, -1, -1):
            wait = 0.2 * 2 ** (attempts - left)
            try:
                response = self.http.send(request, stream=streamed)
            except httpx.TransportError:
                if not left:
                    raise
            else:
                if response.status_code != 503 or not left:
                    return response
                response.close()
                seconds = response.headers.get("Retry-After", "")
                wait = min(float(seconds), LONGEST_WAIT) if seconds.isdigit() else wait
            time.sleep(wait)
        raise AssertionError("the last attempt returns or raises")


def path_of(template: str, **parts: object) -> str:
    """Return a path with its parts filled in and escaped."""
    return template.format_map({name: quote(str(part), safe="") for name, part in parts.items()})


def version_tag(version: str | int | None) -> str | None:
    """Return If-Match for a version, or for an ETag as it is."""
    return f'"{version}"' if isinstance(version, int) else version


def _query_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, date | datetime) else str(value)


def _checked(response: httpx.Response) -> httpx.Response:
    """Return a response that succeeded. Raises `NotModified`, `ProblemError` or `UnexpectedAnswer` for others."""
    if response.is_success:
        return response
    response.read()
    response.close()
    if response.status_code == 304:
        raise NotModified
    if response.headers.get("Content-Type", "").startswith(PROBLEM):
        try:
            problem = msgspec.json.decode(response.content, type=Problem)
        except msgspec.DecodeError as error:
            raise UnexpectedAnswer(response.status_code, response.content) from error
        raise ProblemError(problem, cast("Mapping[str, str]", response.headers))
    raise UnexpectedAnswer(response.status_code, response.content)
