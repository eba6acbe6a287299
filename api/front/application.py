"""The ASGI application around Flask: reads requests, lets Flask answer them in turn, and sends the answers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http import HTTPStatus
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final
from wsgiref.types import WSGIEnvironment

from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map, RequestRedirect

from api.app import LARGEST_BODY
from api.front.bodies import Bodies, Gone, TooLarge, TooMany, TooSlow
from api.front.calls import MAY_PUT_OFF, PUT_OFF, Answer, close
from api.front.heavy import HeavyFailed
from api.front.observer import Observer
from api.front.readers import SIGNED_IN, Reader, Readers
from api.front.streams import Streams
from api.front.turns import HEAVY, LARGE, LIGHT, ORDINARY, PRINTED, Limits, NoTurn, Turns
from api.requests.failures import REFUSAL, EarlyRefusal
from api.tracing.interface import OFF, Tracing

if TYPE_CHECKING:
    from api.front.heavy import HeavyProcess
    from api.front.kinds import Kinds
    from api.front.streams import Stream

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[WSGIEnvironment, Callable[..., Any]], Iterable[bytes]]

REFUSAL_SECONDS: Final = 1.0
"""The least delay of a refusal, so that a client that repeats the request at once costs little."""
LONGEST_REFUSAL_SECONDS: Final = 10.0
REFUSED_A_SECOND: Final = 20
"""The refusals that one reader gets in a second; further ones wait longer."""
MOST_REFUSED: Final = 2000
"""The most refusals that are delayed at the same time; more are sent at once."""


class Client:
    """The client of one request. Its disconnection is awaited at most once, whatever waits for it.

    The server ends the request as if its client had gone if such a wait is cancelled and begun again.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._gone: asyncio.Task[None] | None = None

    def gone(self) -> asyncio.Task[None]:
        """Return the task that is done once the client has disconnected. The body must be read before."""
        if self._gone is None:
            self._gone = asyncio.ensure_future(wait_for_disconnect(self._receive))
        return self._gone

    def forget(self) -> None:
        """Stop waiting for the disconnection."""
        if self._gone is not None:
            self._gone.cancel()


class Front:
    """An ASGI application around a WSGI application."""

    def __init__(
        self,
        application: Application,
        routes: Map,
        kinds: Kinds,
        heavy: HeavyProcess,
        printed: HeavyProcess,
        *,
        proxies: int = 0,
        bodies: Bodies | None = None,
        observer: Observer | None = None,
        tracing: Tracing = OFF,
        limits: tuple[Limits, Limits, Limits, Limits, Limits] = (ORDINARY, LIGHT, HEAVY, PRINTED, LARGE),
    ) -> None:
        self.application = application
        self.routes = routes.bind("")
        self.kinds = kinds
        self.heavy, self.printed = heavy, printed
        self.readers = Readers(proxies)
        self.bodies = bodies or Bodies()
        self.observer = observer or Observer()
        self.tracing = tracing
        turns = (Turns(each, tracing) for each in limits)
        self._ordinary, self._light, self._heavy, self._printed, self._large = turns
        ordinary, light, *_ = limits
        self._threads = ThreadPoolExecutor(ordinary.at_once, "nought-turn")
        self._light_threads = ThreadPoolExecutor(light.at_once, "nought-light")
        self.streams = Streams()
        self._refused: Counter[Reader] = Counter()
        """The number of delayed refusals of each reader."""
        self._closed: dict[tuple[Reader, str], float] = {}
        """The time of the event loop until which a reader is refused at an endpoint that has just refused it."""

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        client = Client(receive)
        try:
            # Nothing of the request is kept while its stream is sent.
            answer = await self._respond(environ_of(scope), client, receive, send)
            if answer is not None and answer.stream is not None:
                await self._stream(answer, answer.stream, client, send)
        finally:
            client.forget()

    async def _respond(self, environ: WSGIEnvironment, client: Client, receive: Receive, send: Send) -> Answer | None:
        """Answer a request, and return None; or return the answer if it is a stream, which is to be sent."""
        reader = self.readers.reader(environ)
        endpoint, route = self._match(environ)
        with self.tracing.request(environ, route):
            answer = await self._find_answer(environ, reader, endpoint, route, client, receive)
            if answer is None or answer.stream is not None:
                return answer
            with self.tracing.part("send"):
                await send(start_of(answer))
                await send({"type": "http.response.body", "body": b"".join(answer.body)})
        return None

    async def _find_answer(
        self, environ: WSGIEnvironment, reader: Reader, endpoint: str, route: str, client: Client, receive: Receive
    ) -> Answer | None:
        """Return the answer to a request, or its refusal; None if its client has gone."""
        began = asyncio.get_running_loop().time()
        seconds: float | None = None
        try:
            self._check_open(reader, endpoint)
            await self._read(environ, receive, reader, self.kinds.large.get(endpoint, LARGEST_BODY))
            answer = await self._answer(environ, reader, endpoint, client)
            seconds = asyncio.get_running_loop().time() - began
            if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
                self._close(reader, endpoint)
                await self._pause(reader)
        except Gone:
            return None
        except (TooLarge, TooSlow, TooMany, NoTurn, HeavyFailed) as error:
            self.observer.count_refusal(error)
            await self._pause(reader)
            answer = await self._refusal(environ, refusal_of(error))
        self.observer.count_request(route, environ["REQUEST_METHOD"], answer.status, seconds)
        self.tracing.answer(answer.status)
        return answer

    def _match(self, environ: WSGIEnvironment) -> tuple[str, str]:
        """Return the endpoint and the template of a request's route; both empty if there is none."""
        try:
            rule, _ = self.routes.match(_text(environ["PATH_INFO"]), environ["REQUEST_METHOD"], return_rule=True)
        except (HTTPException, RequestRedirect):
            return "", ""
        return str(rule.endpoint), rule.rule

    async def _read(self, environ: WSGIEnvironment, receive: Receive, reader: Reader, most: int) -> None:
        stated = environ.get("CONTENT_LENGTH", "")
        if not stated.isdecimal() and "HTTP_TRANSFER_ENCODING" not in environ:
            return
        length = int(stated) if stated.isdecimal() else None
        if length is not None and length > most:
            return  # the application refuses it by its length
        with self.tracing.part("body"):
            body = await self.bodies.read(receive, reader, most, length)
        environ["wsgi.input"] = BytesIO(body)
        environ["CONTENT_LENGTH"] = str(len(body))

    async def _answer(self, environ: WSGIEnvironment, reader: Reader, endpoint: str, client: Client) -> Answer:
        method = environ["REQUEST_METHOD"]
        is_safe = method in ("GET", "HEAD")
        if endpoint in self.kinds.heavy and method != "OPTIONS":
            async with self._heavy.turn(reader, client.gone):
                answer = await self.heavy.answer(environ, repeat=is_safe or endpoint in self.kinds.repeatable)
        elif endpoint in self.kinds.printed and method != "OPTIONS":
            first = {**environ, MAY_PUT_OFF: "yes"} if is_safe else environ
            async with self._printed.turn(reader, client.gone):
                answer = await self.printed.answer(first, repeat=is_safe)
            if answer.status == PUT_OFF:
                async with self._large.turn(reader, client.gone):
                    answer = await self.printed.answer(environ, repeat=is_safe)
        elif endpoint in self.kinds.light:
            async with self._light.turn(reader, client.gone):
                return await self._in_thread(self._light_threads, environ)
        else:
            async with self._ordinary.turn(reader, client.gone):
                answer = await self._in_thread(self._threads, environ)
        self.readers.remember({**environ, SIGNED_IN: answer.signed_in})
        return answer

    async def _in_thread(self, threads: ThreadPoolExecutor, environ: WSGIEnvironment) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(threads, self.tracing.call, self.application, environ)

    def _close(self, reader: Reader, endpoint: str) -> None:
        """Refuse a reader for `REFUSAL_SECONDS` at an endpoint that has just refused it, without calling it again."""
        now = asyncio.get_running_loop().time()
        if len(self._closed) > MOST_REFUSED:
            self._closed = {each: until for each, until in self._closed.items() if until > now}
        self._closed[reader, endpoint] = now + REFUSAL_SECONDS

    def _check_open(self, reader: Reader, endpoint: str) -> None:
        until = self._closed.get((reader, endpoint), 0.0)
        if until and endpoint in self.kinds.streams and asyncio.get_running_loop().time() < until:
            raise TooMany

    async def _refusal(self, environ: WSGIEnvironment, refusal: EarlyRefusal) -> Answer:
        """Return the answer of a refusal: JSON for a program, a page of the application for a browser."""
        if "text/html" not in environ.get("HTTP_ACCEPT", ""):
            return refusal.answer(environ["PATH_INFO"])
        environ[REFUSAL] = refusal
        return await self._in_thread(self._light_threads, environ)

    async def _pause(self, reader: Reader) -> None:
        """Delay a refusal, the longer the more refusals of its reader are being delayed."""
        if self._refused.total() >= MOST_REFUSED:
            return
        seconds = REFUSAL_SECONDS + self._refused[reader] / REFUSED_A_SECOND
        self._refused[reader] += 1
        try:
            with self.tracing.part("pause"):
                await asyncio.sleep(min(seconds, LONGEST_REFUSAL_SECONDS))
        finally:
            self._refused[reader] -= 1
            if not self._refused[reader]:
                del self._refused[reader]

    async def _stream(self, answer: Answer, stream: Stream, client: Client, send: Send) -> None:
        """Send a stream until its end, or until its client disconnects or reads no more."""
        outlet = self.streams.open(stream, partial(close, answer.body))
        client.gone().add_done_callback(outlet.end)
        # Counted before the client knows of it.
        self.observer.add_streams(1)
        try:
            await send(start_of(answer))
            while (text := await outlet.next()) is not None:
                await send({"type": "http.response.body", "body": text, "more_body": True})
                outlet.sent()
            if not client.gone().done():
                await send({"type": "http.response.body", "body": b""})
        except asyncio.CancelledError:
            if not outlet.stalled:
                raise
        finally:
            outlet.end()
            self.observer.add_streams(-1)


async def wait_for_disconnect(receive: Receive) -> None:
    """Wait until the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


def start_of(answer: Answer) -> Message:
    """Return the message that begins an answer."""
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers]
    return {"type": "http.response.start", "status": answer.status, "headers": headers}


def refusal_of(error: Exception) -> EarlyRefusal:
    """Return the refusal for an error of the front."""
    match error:
        case TooLarge():
            return EarlyRefusal("too-large")
        case TooSlow():
            return EarlyRefusal("too-slow")
        case TooMany():
            return EarlyRefusal("too-many-requests", 5)
        case HeavyFailed():
            return EarlyRefusal("busy", 10)
    return EarlyRefusal("busy", 3)


def environ_of(scope: Mapping[str, Any]) -> WSGIEnvironment:
    """Return the WSGI environment of a request whose body is not read yet."""
    host, port = scope.get("server") or ("", 0)
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode("utf-8", "surrogateescape").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(),
        "wsgi.input_terminated": True,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
        key = name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"
        separator = "; " if name == "COOKIE" else ","
        environ[key] = f"{environ[key]}{separator}{value}" if key in environ else value
    environ.setdefault("HTTP_HOST", f"{host}:{port}")
    return environ


def _text(path: str) -> str:
    return path.encode("latin-1").decode("utf-8", "replace")
