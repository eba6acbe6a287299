"""Map work over all processor cores, in order and in bounded memory."""

from __future__ import annotations

import contextlib
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Final, TypeVar

Batch = TypeVar("Batch")
Result = TypeVar("Result")

AHEAD: Final = 2
"""Batches read ahead for each process."""


def count_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def map_on_all_cores(work: Callable[[Batch], Result], batches: Iterable[Batch]) -> Iterator[Result]:
    """Yield the result of each batch, in order, computed by one process per core.

    Only a few batches are read ahead, so memory does not grow with their number. The processes end with the iterator:
    close it if you leave it early.
    """
    count = count_cores()
    with _processes(count) as pool:
        waiting: deque[Future[Result]] = deque()
        for batch in batches:
            waiting.append(pool.submit(work, batch))
            if len(waiting) > AHEAD * count:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


@contextlib.contextmanager
def _processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """Start the processes; kill them if the work is interrupted."""
    # A forked process would inherit threads and database connections.
    others = set(active_children())
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_follow_parent)
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


def _follow_parent() -> None:
    """End this process when its parent ends for any reason."""
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)
