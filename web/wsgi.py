"""For a WSGI server: ``granian --interface wsgi --factory web.wsgi:create``.

Every stream takes a thread, so let the server have some hundreds of them (``--blocking-threads``).
"""

from __future__ import annotations

import os
import signal
from multiprocessing import parent_process
from socket import socketpair
from threading import Thread
from typing import TYPE_CHECKING

from api.outside import Outside
from api.services import EXTENSION
from api.turns import Turns
from store.settings import Settings
from web.app import create_app

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from flask import Flask

    from api.services import House


def create() -> Flask:
    """The site on the record book that the environment names (``NOUGHT_DSN`` …), which keeps the book's log."""
    outside = Outside.from_environment()
    app = create_app(Settings.from_environment(), outside=outside)
    house: House = app.extensions[EXTENSION]
    house.keep_log(outside.host)
    return app


def worker() -> Flask:
    """The site for one worker of `nought serve`, which does not outlive the server, however that ends."""
    if (server := parent_process()) is not None:
        Thread(target=_follow, args=(server,), daemon=True).start()
    app = create()
    app.wsgi_app = Turns(app.wsgi_app)  # type: ignore[method-assign]
    _end_streams_at_signal(app.extensions[EXTENSION])
    return app


def _end_streams_at_signal(house: House) -> None:
    """A worker that is told to stop waits for its requests; streams would go on for ever.

    The server sets its handlers after this, so the signal is seen beside them.
    """
    seen, told = socketpair()
    told.setblocking(False)
    signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)

    def wait() -> None:
        with seen, told:
            while numbers := seen.recv(64):
                if {signal.SIGTERM, signal.SIGINT} & set(numbers):
                    house.stop_streams()

    Thread(target=wait, daemon=True).start()


def _follow(server: BaseProcess) -> None:
    server.join()
    os.kill(os.getpid(), signal.SIGTERM)
