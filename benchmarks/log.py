"""The log beside the writers: row 15. Wall time, as for appends.

Two servers of the same kind; on one of them a thread of the writers' process keeps the log, as in a worker of the site.
Leaves are added in separate transactions, so the row compares only the log's use of processors and disk.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.proof import background
from api.proof.background import Background
from api.proof.keeper import LogKeeper
from api.proof.keys import Keys
from benchmarks.appends import CROWD, TIMES, bench
from benchmarks.harness import Case, Row, at_least, race, speed
from store.events.log import Log

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.harness import Finding

POLL_SECONDS: Final = 0.1
"""A tenth of the site's, so that leaves are added in every round."""


def beside_the_log(writers: int, flush_ms: float) -> Callable[[int], Finding]:
    """Return a ``run`` that compares saves a second while the log is kept with saves a second without it."""

    def run(rounds: int) -> Finding:
        with ExitStack() as stack:
            kept, alone = (stack.enter_context(bench(TIMES * rounds, flush_ms)) for _ in range(2))
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            keeper = LogKeeper(Log(kept.recorder), Keys(folder))
            poll, background.POLL_SECONDS = background.POLL_SECONDS, POLL_SECONDS  # type: ignore[misc]
            keeping = Background(lambda: keeper)
            keeping.start()
            try:
                ours, without = kept.ours(writers), alone.ours(writers)
                with_log = Case(f"{ours.name}, the log kept", ours.work, ours.unit)
                return race(with_log, without, compare=speed, clock=time.perf_counter)(TIMES * rounds)
            finally:
                keeping.stop()
                background.POLL_SECONDS = poll  # type: ignore[misc]

    return run


WHAT: Final = f"append one event durably, {CROWD} writers, while the log is kept; a flush takes 1 ms"

ROWS = [Row(15, WHAT, "the same without the log", at_least(0.8), beside_the_log(CROWD, 1))]
