"""Map work over processor cores, in order and in bounded memory."""

from __future__ import annotations

import contextlib
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, Final, TypeVar

import click

if TYPE_CHECKING:
    from typing import Any

Batch = TypeVar("Batch")
Result = TypeVar("Result")

AHEAD: Final = 2
"""Batches read ahead for each process."""
MOST_WORKERS: Final = 64


def count_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


workers_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--workers",
    type=click.IntRange(1, MOST_WORKERS),
    default=lambda: min(count_cores(), MOST_WORKERS),
    show_default="all cores",
    help="Processes that share the work.",
)


class Processes:
    """Some processes that share work. ``begin`` is called in each at its start.

    Use it in a ``with`` statement, which ends the processes. They are started by the first `map`.
    """

    def __init__(self, count: int, begin: Callable[[], object] = int) -> None:
        self.count = count
        self._begin = begin
        self._stack = contextlib.ExitStack()
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

    def map(self, work: Callable[[Batch], Result], batches: Iterable[Batch]) -> Iterator[Result]:
        """Yield the result of each batch, in order. The work is a function that other processes can import.

        Only a few batches are read ahead, so memory does not grow with their number.
        """
        if self._pool is None:
            self._pool = self._stack.enter_context(_processes(self.count, self._begin))
        waiting: deque[Future[Result]] = deque()
        try:
            for batch in batches:
                waiting.append(self._pool.submit(work, batch))
                if len(waiting) > AHEAD * self.count:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for each in waiting:
                each.cancel()


def map_on_all_cores(
    work: Callable[[Batch], Result], batches: Iterable[Batch], workers: int | None = None
) -> Iterator[Result]:
    """Yield the result of each batch as `Processes.map` does, with one process per core or ``workers`` of them.

    The processes end with the iterator: close it if you leave it early.
    """
    with Processes(workers or count_cores()) as processes:
        yield from processes.map(work, batches)


@contextlib.contextmanager
def _processes(count: int, begin: Callable[[], object]) -> Iterator[ProcessPoolExecutor]:
    """Start the processes; kill them if the work is interrupted."""
    # A forked process would inherit threads and database connections.
    others = set(active_children())
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_begin, initargs=(begin,))
    try:
        # The processes inherit this mask, so Ctrl-C reaches only the parent, which ends them.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            for _ in range(count):
                pool.submit(int)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        yield pool
    except BaseException:
        for process in set(active_children()) - others:
            process.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(begin: Callable[[], object]) -> None:
    """Begin a process: it ends when its parent ends for any reason."""
    Thread(target=_wait_for_parent, daemon=True).start()
    begin()


def _wait_for_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)
