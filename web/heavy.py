"""The processes that answer heavy requests for one worker of `nought serve` (`api.front.heavy`)."""

from __future__ import annotations

import os
import signal
import sys
from threading import Lock
from typing import Final

from api.front.heavy import serve
from api.front.turns import HEAVY, LARGE, PRINTED
from api.metrics.instruments import Instruments
from api.requests.logs import print_requests_if_enabled
from api.services import EXTENSION, Provider
from api.site import Site
from api.tracing.start import start
from store.settings import Settings
from web.app import create_app

HEAVY_COMMAND: Final = (sys.executable, "-c", "from web.heavy import main; main()")
PRINTED_COMMAND: Final = (sys.executable, "-c", "from web.heavy import main_of_papers; main_of_papers()")
NICENESS: Final = 5
"""The niceness of the process above the worker's, so that recorders, which the worker answers, come first.

People wait for its answers too: with 10 it gets a tenth of what the worker gets of a processor, with 5 a third.
"""
NICENESS_OF_PAPERS: Final = 3
"""People stand and wait for a paper, so it comes before every analysis."""
SWITCH_SECONDS: Final = 0.0005
"""The seconds after which a thread gets the interpreter; it waits for it after each answer of the database.

With the usual 5 ms, a request of a hundred statements beside one that computes takes half a second longer."""


def main() -> None:
    """Answer the heavy requests that come by standard input, on standard output, until there are no more."""
    _answer("heavy", HEAVY.at_once, NICENESS)


def main_of_papers() -> None:
    """Answer the requests for papers, as `main` does."""
    _answer("papers", PRINTED.at_once + LARGE.at_once, NICENESS_OF_PAPERS)


def _answer(name: str, threads: int, niceness: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's
    sys.setswitchinterval(SWITCH_SECONDS)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # other printed text must not mix with the answers
    print_requests_if_enabled()
    lock = Lock()

    def send(answer: bytes) -> None:
        with lock:
            answers.write(answer)
            answers.flush()

    tracing = start(name)
    app = create_app(Settings.from_environment(), outside=Site.from_environment())
    provider: Provider = app.extensions[EXTENSION]
    Instruments().watch(name, provider.pool_statistics, provider.served.counts)
    serve(app.wsgi_app, sys.stdin.buffer, send, threads, niceness, tracing)
    tracing.flush()
