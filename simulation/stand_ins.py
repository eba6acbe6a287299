"""Clocks, threads, locks and chance of the simulated evening in the place of those that product modules import.

`replaced` exchanges names such as ``time`` and ``Thread`` in the modules of `NAMES` and puts them back at the end. So
the product needs no parameter for any of them, and its loops and locks run unchanged.
"""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from simulation import people
from simulation.database import BEGINNING
from simulation.scheduler import Signal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from domain.ledger import Ledger
    from simulation.scheduler import Scheduler, Task

NAMES = {
    "api.keeping": ("Thread", "Event", "_log"),
    "api.people.forgetting": ("time", "now", "earlier_removals"),
    "api.live.hub": ("time", "Thread", "Event", "RLock", "_log", "POLL_SECONDS"),
    "api.live.channel": ("Lock",),
    "api.live.stream": ("time", "Event"),
    "api.proof.background": ("time", "Thread", "Event", "_log", "CHECKPOINT_SECONDS"),
    "api.proof.keeper": ("os", "secrets"),
    "domain.kernel.ids": ("secrets",),
    "domain.kernel.repository": ("time", "RLock", "random", "secrets"),
    "store.events.event_recorder": ("time",),
    "store.events.follower": ("time", "_log"),
    "store.events.texts": ("time", "secrets"),
    "store.tables.named_streams": ("rows",),
    "store.tables.people.removals": ("rows",),
    "store.tables.unlisted": ("rows",),
}
"""The names that are exchanged, by module. A module that gets another clock or thread must be added.

Two intervals are exchanged as well, so that an evening has fewer polls and several checkpoints.
"""
FOREVER = 1e9


class Time:
    """Stands in for the module ``time``."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler

    def monotonic(self) -> float:
        """Return the virtual time."""
        return self._scheduler.now

    def sleep(self, seconds: float) -> None:
        """Let the task wait. Even a sleep of 0 lets others run."""
        self._scheduler.pause(seconds)


class Chances:
    """Stands in for the modules ``random``, ``secrets`` and ``os``, as far as they give random values."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.uniform = chance.uniform
        self.randbits = chance.getrandbits
        self.urandom = self.token_bytes = chance.randbytes

    def token_hex(self, count: int) -> str:
        """Return random bytes in hexadecimal digits."""
        return self._chance.randbytes(count).hex()


class Silence:
    """Stands in for a logger."""

    def error(self, *_: object) -> None:
        """Log nothing: faults are what a simulation is for."""


class SimulatedEvent:
    """Stands in for ``threading.Event``."""

    def __init__(self, scheduler: Scheduler) -> None:
        self.scheduler = scheduler
        self._is_set = False
        self._signal = Signal()

    def is_set(self) -> bool:
        """Return whether it is set."""
        return self._is_set

    def set(self) -> None:
        """Set it, and wake those who wait."""
        self._is_set = True
        self.scheduler.send(self._signal)

    def clear(self) -> None:
        """Take it back."""
        self._is_set = False

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is set, at most for ``timeout`` seconds. Return whether it is set."""
        if not self._is_set:
            self.scheduler.wait(self._signal, FOREVER if timeout is None else timeout)
        return self._is_set


class SimulatedLock:
    """Stands in for ``threading.RLock`` and ``threading.Lock``."""

    def __init__(self, scheduler: Scheduler) -> None:
        self.scheduler = scheduler
        self._owner: Task | None = None
        self._count = 0
        self._freed: Signal | None = None

    def __enter__(self) -> None:
        task = self.scheduler.current
        while self._owner is not None and self._owner is not task and not self._owner.is_done:
            self._freed = self._freed or Signal()
            self.scheduler.wait(self._freed, FOREVER)
        self._owner = task
        self._count += 1

    def __exit__(self, *_: object) -> None:
        self._count -= 1
        if not self._count:
            self._owner = None
            if self._freed is not None:
                self.scheduler.send(self._freed)


class SimulatedThread:
    """Stands in for ``threading.Thread``."""

    def __init__(self, scheduler: Scheduler, target: Callable[[], object], name: str, daemon: bool = True) -> None:
        self.scheduler = scheduler
        self._target = target
        self._name = name
        self._task: Task | None = None

    def start(self) -> None:
        """Start the task."""
        process = self.scheduler.process
        self._task = self.scheduler.start(f"{process.name} {self._name}", self._target, process)

    def join(self, timeout: float | None = None) -> None:
        """Return at once: a simulated process is killed, not stopped."""


class EarlierRemovals:
    """Stands in for the module ``earlier_removals``: the list of removals, which all servers share."""

    def __init__(self) -> None:
        self.digests: set[bytes] = set()

    def note(self, ledger: Ledger, _: object) -> None:
        """Add the removals of the book that are missing in the list."""
        for _stream, _version, removed in ledger.forgetting.texts.carried_out():
            self.digests |= set(removed)

    def read(self, _: object) -> tuple[()]:
        """Return no removal to be repeated: no older copy is restored in an evening."""
        return ()


@contextmanager
def replaced(scheduler: Scheduler, chance: Random, earlier: EarlierRemovals) -> Iterator[None]:
    """Exchange the names of `NAMES` while the context lasts. ``earlier``: the list of removals beside the keys."""
    values: dict[str, Any] = {
        "time": Time(scheduler),
        "random": Chances(chance),
        "secrets": Chances(chance),
        "os": Chances(chance),
        "_log": Silence(),
        "POLL_SECONDS": 0.3,
        "CHECKPOINT_SECONDS": 8.0,
        "rows": people.rows,
        "earlier_removals": earlier,
        "now": lambda: (BEGINNING + timedelta(seconds=scheduler.now)).isoformat(),
    }
    values |= {
        "Event": partial(SimulatedEvent, scheduler),
        "RLock": partial(SimulatedLock, scheduler),
        "Lock": partial(SimulatedLock, scheduler),
        "Thread": partial(SimulatedThread, scheduler),
    }
    before = [(import_module(module), name) for module, names in NAMES.items() for name in names]
    originals = [(module, name, getattr(module, name)) for module, name in before]
    try:
        for module, name in before:
            setattr(module, name, values[name])
        yield
    finally:
        for module, name, original in originals:
            setattr(module, name, original)
