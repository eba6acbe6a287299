"""Virtual time, and the tasks that share it: one task runs at a time, and only waiting lets another one run.

A task is a greenlet, so code that was written for threads, such as the ledger, can be interrupted wherever it waits for
the store. No thread is started, and the order of all steps follows from the seed.
"""

from __future__ import annotations

from hashlib import sha256
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from greenlet import getcurrent, greenlet

if TYPE_CHECKING:
    from collections.abc import Callable


SHORTEST = 1e-6
"""The shortest wait in seconds, so that time always goes on."""


class Died(BaseException):
    """Raised in the tasks of a process that was killed. Not an Exception, so that no product code handles it."""


class TaskFailed(Exception):
    """Raised when a task ends with an error; ``__cause__`` is that error."""


class Signal:
    """Wakes the tasks that wait for it."""

    __slots__ = ("waiting",)

    def __init__(self) -> None:
        self.waiting: list[tuple[Task, int]] = []


class Process:
    """A process of the operating system, with its tasks. `Scheduler.kill` ends all of them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_alive = True
        self.tasks: list[Task] = []


class Task:
    """One line of execution."""

    __slots__ = ("greenlet", "is_done", "name", "process", "turn", "was_signalled")

    def __init__(self, name: str, process: Process) -> None:
        self.name = name
        self.process = process
        self.is_done = False
        self.turn = 0
        """The number of times that it ran. An entry of the agenda with an older number is void."""
        self.was_signalled = False
        self.greenlet: greenlet


class Scheduler:
    """The agenda of an evening. ``now`` is in seconds since its beginning."""

    def __init__(self, *, keeps_trace: bool = False) -> None:
        self.now = 0.0
        self.steps = 0
        self.trace: list[str] | None = [] if keeps_trace else None
        self._digest = sha256()
        self._agenda: list[tuple[float, int, Task | Callable[[], object], int]] = []
        self._count = 0
        self._current: Task | None = None
        self._outside = Process("outside")
        self._main = getcurrent()

    # --- the trace --------------------------------------------------------------------------------

    def note(self, text: str) -> None:
        """Add a line to the trace, with the time and the current task."""
        line = f"{self.now:10.4f} {self._current.name if self._current else '-'}: {text}"
        self._digest.update(line.encode())
        if self.trace is not None:
            self.trace.append(line)

    @property
    def digest(self) -> str:
        """Return the hash of all lines of the trace."""
        return self._digest.hexdigest()

    # --- tasks ------------------------------------------------------------------------------------

    @property
    def current(self) -> Task | None:
        """Return the task that runs now; None outside of all tasks."""
        return self._current

    @property
    def process(self) -> Process:
        """Return the process of the task that runs now."""
        return self._current.process if self._current else self._outside

    def start(
        self, name: str, function: Callable[[], object], process: Process | None = None, after: float = 0.0
    ) -> Task:
        """Start a task, in the current process unless another one is given."""
        task = Task(name, process or self.process)
        task.process.tasks.append(task)

        def run() -> None:
            try:
                if task.process.is_alive:
                    function()
            except Died:
                pass
            except Exception as error:
                raise TaskFailed(f"{name}: {type(error).__name__}: {error}") from error
            finally:
                task.is_done = True
                task.process.tasks.remove(task)

        task.greenlet = greenlet(run, self._main)
        self._plan(after, task)
        return task

    def kill(self, process: Process) -> None:
        """End all tasks of a process wherever they are. Returns only if it is not the current process."""
        process.is_alive = False
        for task in process.tasks[:]:
            if task is not self._current:
                self._plan(0.0, task)
        if self._current is not None and self._current.process is process:
            raise Died

    def call(self, seconds: float, function: Callable[[], object]) -> None:
        """Call a function later, outside of all tasks. It must not wait."""
        self._count += 1
        heappush(self._agenda, (self.now + seconds, self._count, function, 0))

    # --- waiting ----------------------------------------------------------------------------------

    def pause(self, seconds: float) -> None:
        """Let the current task wait. Outside of all tasks, time stands still."""
        task = self._current
        if task is not None:
            self._plan(max(seconds, SHORTEST), task)
            self._switch(task)

    def wait(self, signal: Signal, seconds: float) -> bool:
        """Let the current task wait for a signal, at most for some seconds. Return whether the signal came."""
        task = self._current
        if task is None:
            return False
        task.was_signalled = False
        signal.waiting.append((task, task.turn))
        self._plan(max(seconds, SHORTEST), task)
        self._switch(task)
        return task.was_signalled

    def send(self, signal: Signal) -> None:
        """Wake all tasks that wait for a signal."""
        waiting, signal.waiting = signal.waiting, []
        for task, turn in waiting:
            if task.turn == turn and not task.is_done:
                task.was_signalled = True
                self._plan(0.0, task)

    def run(self, until: float) -> None:
        """Run all tasks until there is nothing more to do, or to a time. Raises `TaskFailed`."""
        agenda = self._agenda
        while agenda and agenda[0][0] <= until:
            time, _, task, turn = heappop(agenda)
            if not isinstance(task, Task):
                self.now = time
                task()
                continue
            if task.is_done or turn != task.turn:
                continue
            self.now = time
            self.steps += 1
            task.turn += 1
            self._current = task
            task.greenlet.switch()
            self._current = None
        if agenda:
            self.now = until

    def close(self) -> None:
        """End all tasks that are left."""
        for _, _, task, _ in self._agenda:
            if isinstance(task, Task) and task.greenlet and not task.is_done:
                task.process.is_alive = False
                self._current = task
                task.greenlet.throw(Died)
        self._current = None

    def _plan(self, seconds: float, task: Task) -> None:
        self._count += 1
        heappush(self._agenda, (self.now + seconds, self._count, task, task.turn))

    def _switch(self, task: Task) -> None:
        if not task.process.is_alive:
            raise Died
        self._main.switch()
        if not task.process.is_alive:
            raise Died
