"""The processes that analyse deals: each is started again when it ends, until the pool is stopped."""

from __future__ import annotations

import logging
import os
import subprocess
import time
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final

from api.analyses.worker import COMMAND

if TYPE_CHECKING:
    from collections.abc import Mapping

SHORT_LIFE: Final = 5.0
"""Seconds. A process that ends sooner may be failing at every start."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 60.0
"""Seconds before a restart, after the first and after many short lives in a row."""

_log = logging.getLogger("nought.analysis")


class AnalysisPool:
    """The processes that analyse deals. ``workers``: their number; ``environment``: their environment variables."""

    def __init__(self, workers: int, environment: Mapping[str, str] | None = None) -> None:
        self.workers = workers
        self.environment = environment
        self._stop = Event()
        self._lock = Lock()
        self._processes: dict[int, subprocess.Popen[bytes]] = {}
        self._threads: list[Thread] = []

    @property
    def pids(self) -> list[int]:
        """Return the ids of the processes that run now."""
        with self._lock:
            return [process.pid for process in self._processes.values() if process.poll() is None]

    def start(self) -> None:
        """Start the processes."""
        for index in range(self.workers):
            thread = Thread(target=self._keep, args=(index,), name=f"nought-analysis-{index}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        """End the processes, and wait for that. Unfinished analyses are computed again later."""
        with self._lock:
            self._stop.set()
            for process in self._processes.values():
                process.kill()
        for thread in self._threads:
            thread.join()

    def _keep(self, index: int) -> None:
        pause = FIRST_PAUSE
        while (process := self._begin(index)) is not None:
            began = time.monotonic()
            code = process.wait()
            if self._stop.is_set():
                return
            pause = min(2 * pause, LONGEST_PAUSE) if time.monotonic() - began < SHORT_LIFE else FIRST_PAUSE
            _log.error("a worker of the analysis ended (%s) and is started again in %.1f s", code, pause)
            self._stop.wait(pause)

    def _begin(self, index: int) -> subprocess.Popen[bytes] | None:
        """Start a process; None if the pool was stopped."""
        with self._lock:
            if self._stop.is_set():
                return None
            process = subprocess.Popen(
                [*COMMAND, str(os.getpid())], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=self.environment
            )
            self._processes[index] = process
            return process
