"""For a WSGI server: ``granian --interface wsgi --factory web.wsgi:create``."""

from __future__ import annotations

import os
import signal
from multiprocessing import parent_process
from threading import Thread
from typing import TYPE_CHECKING

from api.outside import Outside
from store.settings import Settings
from web.app import create_app

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from flask import Flask


def create() -> Flask:
    """The site on the record book that the environment names (``NOUGHT_DSN`` …)."""
    return create_app(Settings.from_environment(), outside=Outside.from_environment())


def worker() -> Flask:
    """The site for one worker of `nought serve`, which does not outlive the server, however that ends."""
    if (server := parent_process()) is not None:
        Thread(target=_follow, args=(server,), daemon=True).start()
    return create()


def _follow(server: BaseProcess) -> None:
    server.join()
    os.kill(os.getpid(), signal.SIGTERM)
