"""Processes for answers that take much time: one for papers, one for everything else, such as audits and lessons.

Each has a low priority and an interpreter lock of its own, so that it does not delay recorders. It is started soon
after its worker or at the first such request, started again if it has ended, and killed if an answer takes too long.
"""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import msgspec

from api.front.calls import Answer
from api.tracing.interface import OFF, Tracing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from wsgiref.types import WSGIEnvironment

_log = logging.getLogger("nought.heavy")

LONGEST_SECONDS: Final = 600.0
"""The most seconds of one answer; long, since the machine may be busy."""
CLEANING_SECONDS: Final = 1.0
"""The most seconds that a process takes to end when its worker does, before it is killed."""
READ: Final = "HTTP_TRANSFER_ENCODING"
"""The header that no longer holds once a body was read whole."""
LENGTH: Final = 4
"""The bytes before a message that hold its length."""


class HeavyFailed(Exception):
    """Raised when the heavy process did not answer."""


class HeavyEnded(HeavyFailed):
    """Raised when the heavy process ended before it had answered."""


class HeavyRequest(msgspec.Struct, array_like=True):
    """A request for the heavy process."""

    number: int
    environ: dict[str, str]
    body: bytes


class HeavyAnswer(msgspec.Struct, array_like=True):
    """An answer of the heavy process."""

    number: int
    status: int
    headers: list[tuple[str, str]]
    body: bytes
    signed_in: bool


class HeavyProcess:
    """The heavy process of one worker. Only used on the event loop."""

    def __init__(self, command: Sequence[str], longest: float = LONGEST_SECONDS) -> None:
        self.command = command
        self.longest = longest
        self._numbers = count()
        self._waiting: dict[int, asyncio.Future[HeavyAnswer]] = {}
        self._process: asyncio.subprocess.Process | None = None
        self._followers: set[asyncio.Task[None]] = set()
        self._starting = asyncio.Lock()

    async def answer(self, environ: WSGIEnvironment, *, repeat: bool = False) -> Answer:
        """Return the answer to a request. Raises `HeavyFailed` if the process does not answer.

        ``repeat``: whether to send it again if the process ended meanwhile; it may have been carried out.
        """
        texts = {name: value for name, value in environ.items() if isinstance(value, str) and name != READ}
        body = environ["wsgi.input"].read()
        try:
            answer = await self._ask(texts, body)
        except HeavyEnded:
            if not repeat:
                raise
            answer = await self._ask(texts, body)  # the process may have ended because of another request
        return Answer(answer.status, answer.headers, [answer.body], answer.signed_in)

    async def _ask(self, environ: dict[str, str], body: bytes) -> HeavyAnswer:
        process = await self._ensure_running()
        number = next(self._numbers)
        future = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            assert process.stdin is not None  # noqa: S101 - it is started with pipes
            process.stdin.write(frame(HeavyRequest(number, environ, body)))
            return await asyncio.wait_for(future, self.longest)
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            raise HeavyFailed from None
        finally:
            del self._waiting[number]

    async def start(self) -> None:
        """Start the process before the first request, which then need not wait for that."""
        await self._ensure_running()

    async def stop(self) -> None:
        """End the process, and wait until it has ended. It has a second to clean up."""
        if (process := self._process) is not None:
            assert process.stdin is not None  # noqa: S101 - it is started with pipes
            process.stdin.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(process.wait()), CLEANING_SECONDS)
            with suppress(ProcessLookupError):
                process.kill()
        await asyncio.gather(*self._followers)

    async def _ensure_running(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._process is None:
                self._process = await asyncio.create_subprocess_exec(
                    *self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
                )
                follower = asyncio.create_task(self._follow(self._process))
                self._followers.add(follower)
                follower.add_done_callback(self._followers.discard)
            return self._process

    async def _follow(self, process: asyncio.subprocess.Process) -> None:
        """Pass the answers of a process to the waiting requests until it ends."""
        assert process.stdout is not None  # noqa: S101 - it is started with pipes
        with suppress(asyncio.IncompleteReadError, OSError, msgspec.DecodeError):
            while True:
                size = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
                answer = msgspec.msgpack.decode(await process.stdout.readexactly(size), type=HeavyAnswer)
                future = self._waiting.get(answer.number)
                if future is not None and not future.done():
                    future.set_result(answer)
        self._process = None
        with suppress(ProcessLookupError):
            process.kill()
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(HeavyEnded())
        await process.wait()


def frame(message: HeavyRequest | HeavyAnswer) -> bytes:
    """Return a message with its length before it."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH, "big") + body


def requests(stream: BinaryIO) -> Iterable[HeavyRequest]:
    """Yield the requests to a heavy process until its worker ends."""
    while len(head := stream.read(LENGTH)) == LENGTH:
        yield msgspec.msgpack.decode(stream.read(int.from_bytes(head, "big")), type=HeavyRequest)


def lower_priority(niceness: int) -> None:
    """Lower the priority of this process."""
    os.nice(niceness)
    if hasattr(os, "SCHED_BATCH"):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    # Where Linux groups processes by session, a nice value counts within a session only; this file sets the value of
    # the group (sched(7), "The autogroup feature").
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(niceness))


def serve(
    application: Callable[..., Any],
    stream: BinaryIO,
    send: Callable[[bytes], None],
    threads: int,
    niceness: int,
    tracing: Tracing = OFF,
) -> None:
    """Answer requests with a WSGI application until their stream ends."""
    lower_priority(niceness)

    def work(request: HeavyRequest) -> None:
        more = {
            "wsgi.version": (1, 0), "wsgi.input": BytesIO(request.body), "wsgi.input_terminated": True,
            "wsgi.multithread": True, "wsgi.multiprocess": True, "wsgi.run_once": False,
        }  # fmt: skip
        try:
            answer = tracing.call(application, {**request.environ, **more})
        except Exception:  # noqa: BLE001 - the application handles its own errors
            _log.exception("the heavy process failed")
            answer = Answer(500, [], [])
        body = b"".join(answer.body)
        send(frame(HeavyAnswer(request.number, answer.status, answer.headers, body, answer.signed_in)))

    with ThreadPoolExecutor(threads, "nought-heavy") as pool:
        for request in requests(stream):
            pool.submit(work, request)
