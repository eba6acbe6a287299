"""Signals such as those of a time limit and of Ctrl-C: a benchmark that is cut off stops its servers all the same."""

from __future__ import annotations

import signal
import time
from typing import Final

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGXCPU)
PATIENCE: Final = 60.0
"""The seconds after a signal in which further ones are ignored, so that they do not cut off the end itself."""


def end_in_order() -> None:
    """End in order on a signal, so that embedded servers are stopped and temporary folders removed."""
    since: list[float] = []

    def leave(number: int, _: object) -> None:
        if since and time.monotonic() - since[-1] < PATIENCE:
            return
        since.append(time.monotonic())
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + number)

    for each in SIGNALS:
        signal.signal(each, leave)
