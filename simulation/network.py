"""Requests, answers, and the network that carries, loses, doubles and delays them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from simulation.plan import DOUBLE, LATE, LOSE_ANSWER, LOSE_REQUEST
from simulation.scheduler import Signal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from simulation.plan import Fault
    from simulation.scheduler import Scheduler
    from simulation.server import Server

TIMEOUT = 8.0
"""Seconds after which a client gives up waiting for an answer."""


class Offline(Exception):
    """Raised when a request gets no answer."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request: the name of a command of the ledger or a query of `Server`, and its arguments."""

    command: str
    arguments: tuple[Any, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    by: str = ""
    key: str = ""
    expected: int | None = None
    """The version in If-Match."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: an HTTP status, and the command's outcome or the query's result."""

    status: int
    body: Any = None


class Network:
    """The network between clients and servers."""

    def __init__(self, scheduler: Scheduler, servers: Sequence[Server]) -> None:
        self.scheduler = scheduler
        self.servers = servers

    def pick(self, chance: Random) -> Server:
        """Return the server that the load balancer chooses. Raises `Offline` if none is up."""
        up = [server for server in self.servers if server.process.is_alive]
        if not up:
            raise Offline("no server is up")
        return chance.choice(up)

    def call(self, request: Request, chance: Random, fault: Fault | None = None) -> Answer:
        """Send a request and wait for its answer. Raises `Offline` if there is none in time."""
        scheduler = self.scheduler
        kind = fault.kind if fault else ""
        answers: list[Answer] = []
        arrived = Signal()

        def receive(answer: Answer) -> None:
            answers.append(answer)
            scheduler.send(arrived)

        scheduler.note(f"sends {request.command} {request.key[:6]}{f' ({kind})' if kind else ''}")
        late = fault.seconds if fault is not None and kind == LATE else 0.0
        if kind != LOSE_REQUEST:
            self._deliver(request, chance, late, None if kind == LOSE_ANSWER else receive)
        if fault is not None and kind == DOUBLE:
            self._deliver(request, chance, fault.seconds, None)
        scheduler.wait(arrived, TIMEOUT)
        if not answers:
            raise Offline(request.command)
        return answers[0]

    def _deliver(
        self, request: Request, chance: Random, late: float, receive: Callable[[Answer], object] | None
    ) -> None:
        """Carry a request to a server, and its answer back to ``receive``; None if the answer is lost."""
        try:
            server = self.pick(chance)
        except Offline:
            return
        there, back = _latency(chance), _latency(chance)
        scheduler = self.scheduler

        def answer() -> None:
            result = server.answer(request)
            if receive is not None:
                scheduler.call(back, lambda: receive(result))

        scheduler.start(f"{server.process.name} for {request.by}", answer, server.process, there + late)


def _latency(chance: Random) -> float:
    """Return the seconds of a message on its way: mostly some milliseconds, sometimes much more."""
    return chance.expovariate(1 / 0.3) if chance.random() < 0.03 else 0.002 + chance.expovariate(1 / 0.01)
