"""The connections of one process to the simulated database: each statement is a step at which something can fail."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from simulation.database import Database, Transaction, lost_connection
from simulation.plan import BEFORE, LOST_ANSWER, STALL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from simulation.plan import Fault
    from simulation.scheduler import Scheduler

SAVE = "commit of a save"
"""The statement that commits events. Its lost answer is a fault of its own, since few statements are such commits."""
QUICK = 0.0004
"""The usual seconds from a process to the database."""


class Session:
    """The connections of a process to the database."""

    def __init__(
        self, scheduler: Scheduler, database: Database, chance: Random, fault_at: Callable[[str], Fault | None]
    ) -> None:
        self.scheduler = scheduler
        self.database = database
        self.chance = chance
        self.fault_at = fault_at
        """Returns the fault at the next statement, which has this name."""
        self.count = 0

    def read(self, name: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a statement of `store.events.statements`."""
        rows: list[tuple[Any, ...]] = self.run(name, lambda: self.database.query(name, *parameters))
        return rows

    def run(self, name: str, statement: Callable[[], Any], transaction: Transaction | None = None) -> Any:
        """Run a statement. Raises the error of a lost connection before it, or after it."""
        fault = self._reach(name)
        term = self.database.term
        result = statement()
        if transaction is None or transaction.is_open:
            self._travel()
        if term != self.database.term or (fault is not None and fault.kind == LOST_ANSWER):
            raise lost_connection(f"the answer to {name} was lost")
        return result

    @contextmanager
    def transaction(self, commit: str = "commit") -> Iterator[Transaction]:
        """Open a transaction, which is committed at the end of the context, or rolled back after an error."""
        transaction = Transaction(self.database)
        try:
            yield transaction
            self.run(commit, transaction.commit, transaction)
        finally:
            if not transaction.place:
                transaction.end()

    def _reach(self, name: str) -> Fault | None:
        """Let a statement travel to the database. Raises the error of a lost connection, as the faults say."""
        self.count += 1
        fault = self.fault_at(name)
        self.scheduler.note(f"{name} ({self.count}{f': {fault.kind}' if fault else ''})")
        if fault is not None and fault.kind == STALL:
            self.scheduler.pause(fault.seconds)
        term = self.database.term
        self._travel()
        if not self.database.is_up or term != self.database.term:
            raise lost_connection("the database does not answer")
        if fault is not None and fault.kind == BEFORE:
            raise lost_connection(f"the connection was lost before {name}")
        return fault

    def _travel(self) -> None:
        self.scheduler.pause(QUICK * (0.5 + self.chance.expovariate(1.0)))
