"""The ASGI application of one worker of `nought serve`."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from multiprocessing import parent_process
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

from api.app import DOCUMENT
from api.front.application import Front
from api.front.heavy import HeavyProcess
from api.front.kinds import kinds_of
from api.metrics.instruments import Instruments
from api.requests.logs import print_requests_if_enabled
from api.services import EXTENSION
from api.site import EXTENSION as OUTSIDE
from api.tracing.start import start
from web.heavy import HEAVY_COMMAND, PRINTED_COMMAND
from web.wsgi import create

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from multiprocessing.process import BaseProcess

    from api.front.application import Receive, Send
    from api.services import Provider

PREPARE_SECONDS: Final = 10.0
"""The seconds from the start of a worker until it prepares what it is asked for later: the OpenAPI document, which
takes about a second, and the heavy processes, whose starts take three to four each."""


class Site(Front):
    """The site in one worker."""

    def __init__(self) -> None:
        tracing = start("worker")
        app = create()
        self.provider: Provider = app.extensions[EXTENSION]
        self._document: Callable[[], bytes] = app.extensions[DOCUMENT]
        proxies = app.extensions[OUTSIDE].proxies
        instruments = Instruments()
        super().__init__(
            app.wsgi_app,
            app.url_map,
            kinds_of(app),
            HeavyProcess(HEAVY_COMMAND),
            HeavyProcess(PRINTED_COMMAND),
            proxies=proxies,
            observer=instruments,
            tracing=tracing,
        )
        provider = self.provider
        instruments.watch("worker", provider.pool_statistics, provider.served.counts, provider.message_attempts)

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer a request, or a lifespan event of the worker."""
        if scope["type"] != "lifespan":
            return await super().__call__(scope, receive, send)
        preparing: asyncio.Task[None] | None = None
        while True:
            event = (await receive())["type"]
            if event == "lifespan.startup":
                self._end_streams_at_signal()
                preparing = asyncio.create_task(self._prepare())
            else:
                if preparing is not None:
                    preparing.cancel()
                await self.heavy.stop()
                await self.printed.stop()
                await asyncio.to_thread(self.tracing.flush)
            await send({"type": f"{event}.complete"})
            if event == "lifespan.shutdown":
                return None

    async def _prepare(self) -> None:
        """Make the OpenAPI document and start the heavy processes a little after the start, in no request's turn."""
        await asyncio.sleep(PREPARE_SECONDS)
        Thread(target=self._make_lasting, daemon=True).start()
        await self.heavy.start()
        await self.printed.start()

    def _make_lasting(self) -> None:
        """Make the OpenAPI document, and let no search for garbage go through what stays until the worker ends.

        Such a search took 170 ms among 250,000 objects, in which a worker answers nobody; one of eleven pages of a club
        met it.
        """
        self._document()
        gc.freeze()

    def _end_streams_at_signal(self) -> None:
        """End the streams when the worker gets a signal to stop, since it waits for all requests, streams included.

        The server handles signals through its event loop, which these handlers do not change.
        """

        def end(number: int, frame: object) -> None:
            Thread(target=self.provider.stop_streams, daemon=True).start()

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, end)
            signal.siginterrupt(number, False)


def worker() -> Site:
    """Return the site of a worker, which ends when the server does."""
    if (server := parent_process()) is not None:
        Thread(target=_follow, args=(server,), daemon=True).start()
    print_requests_if_enabled()
    return Site()


def _follow(server: BaseProcess) -> None:
    server.join()
    os.kill(os.getpid(), signal.SIGTERM)
