"""The worker processes of the server: a worker that ends is restarted while the others answer."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from granian.server import MPServer

if TYPE_CHECKING:
    from collections.abc import Callable

SHORT_LIFE: Final = 20.0
"""Seconds. A worker that ends sooner may be failing at every start, which takes long on a busy machine."""
MOST_FAILED_STARTS: Final = 3
"""Failed starts of a worker in a row after which the server ends."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 5.0
"""Seconds before a restart, after a worker's second and later short lives in a row."""


class Workers(MPServer):
    """Granian's server, which restarts workers and can be stopped at any moment, also while they start.

    Granian's ``respawn_failed_workers`` ends the whole server when a worker is killed twice within 5.5 s, and its
    loop loses a signal that arrives just before it waits again. Therefore this class has its own loop.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.main = os.getpid()
        self.short_lives: Counter[int] = Counter()
        self.when_started: Callable[[], object] = lambda: None
        """Called once after the workers were forked, which is safer while few threads run."""

    def signal_handler_interrupt(self, number: int = signal.SIGTERM, *_: object) -> None:
        """Stop the server, or a worker that is still starting.

        A worker has this handler until it serves. It ends at once on SIGTERM, and ignores Ctrl-C: the server stops it.
        """
        if os.getpid() == self.main:
            super().signal_handler_interrupt()  # type: ignore[no-untyped-call]
        elif number == signal.SIGTERM:
            os._exit(0)

    def _serve_loop(self, spawn_target: Any, target_loader: Any) -> None:
        """Restart workers as they end, until a signal; overrides Granian's method."""
        self.when_started()
        while not self.interrupt_signal:
            self.main_loop_interrupt.wait()
            self.main_loop_interrupt.clear()
            while self.interrupt_children and not self.interrupt_signal:
                index = self.interrupt_children[0]
                if not self._may_start_again(index):
                    return
                self.interrupt_children.pop(0)
                self._respawn_workers([index], spawn_target, target_loader)
        # A worker that waits for its restart when the server stops is no failure of the server.
        self.interrupt_children.clear()

    def _may_start_again(self, index: int) -> bool:
        """Wait before the restart of a worker. Returns False if it failed `MOST_FAILED_STARTS` times in a row."""
        worker = self.wrks[index]
        if time.monotonic() - worker.birth > SHORT_LIFE:
            del self.short_lives[index]
            return True
        self.short_lives[index] += 1
        failed = (worker.inner.exitcode or 0) > 0
        if failed and self.short_lives[index] >= MOST_FAILED_STARTS:
            return False
        if (again := self.short_lives[index] - 2) >= 0:
            self.main_loop_interrupt.wait(min(FIRST_PAUSE * 2**again, LONGEST_PAUSE))
        return True
