"""Work through a record book by ranges: on all cores, in order, in constant memory.

A *range* is a small part of the book that one process works on at a time: the next two hundred deals, some thousands of
leaves. The command lists the ranges and takes their results in order, so nothing depends on how many processes there
are. `api.cli.parts.unfinished` remembers after which range a command was ended.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeVar

from api.cli.parts.books import settings as settings_of
from api.cli.parts.cores import Processes
from api.cli.parts.errors import Trouble, Unforeseen, explain

if TYPE_CHECKING:
    from pathlib import Path

    from api.services import Services
    from store.settings import Settings

Range = TypeVar("Range")
Result = TypeVar("Result")

ALONE: Final = 1.0
"""The seconds for which a command works alone before it starts processes, which takes about as long."""
NICENESS: Final = 5
"""Processes give way to the server of the same machine."""

_services: list[Any] = []
"""The services of this process, if it was started by `BookWorkers`."""


class BookWorkers:
    """A record book, and processes that work on it."""

    def __init__(self, services: Services, processes: Processes) -> None:
        self.services = services
        self._processes = processes

    def map(self, work: Callable[[Services, Range], Result], ranges: Iterable[Range]) -> Iterator[tuple[Range, Result]]:
        """Yield each range with the result of the work on it, in order.

        The work is a function that other processes can import. What it raises is raised here, as `Trouble` if the user
        can correct it.
        """
        rest = iter(ranges)
        ends = monotonic() + ALONE
        for each in rest:
            if self._processes.count > 1 and monotonic() > ends:
                rest = chain([each], rest)
                break
            yield each, work(self.services, each)
        else:
            return
        yield from self._processes.map(partial(_work, work), rest)


@contextlib.contextmanager
def book_workers(data: Path | None, workers: int) -> Iterator[BookWorkers]:
    """Open the record book for some processes. Raises `Trouble` if there is none."""
    from api.services import Services

    with settings_of(data, new=False) as named:
        settings = named.for_long_work()
        services = Services.build(settings)
        try:
            with Processes(workers, partial(_open, settings)) as processes:
                yield BookWorkers(services, processes)
        finally:
            services.ledger.close()


def _open(settings: Settings) -> None:
    """Open the record book in a process that was started for it."""
    from api.services import Services

    os.nice(NICENESS)
    _services.append(Services.build(settings))


def _work(work: Callable[[Services, Range], Result], range_: Range) -> tuple[Range, Result]:
    try:
        return range_, work(_services[0], range_)
    except Exception as error:
        if isinstance(error, Trouble) or (text := explain(error)) is None:
            raise
        raise Trouble(text) from None


@contextlib.contextmanager
def naming(what: str) -> Iterator[None]:
    """Name the part of the book that could not be worked on, if that is an error of Nought itself."""
    try:
        yield
    except Exception as error:
        if isinstance(error, Trouble) or explain(error) is not None:
            raise
        raise Unforeseen(type(error).__name__, what) from error
