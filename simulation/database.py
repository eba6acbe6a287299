"""The simulated Postgres: transactions, row locks, a leader with replicas, and the ways in which it fails.

As in Postgres, a transaction gets its number with its first write, a writer waits for another one that holds the same
row, a commit becomes visible once enough replicas have it, and readers of positions stop below the lowest transaction
that is still open.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

import psycopg
from eventsourcing.persistence import IntegrityError, OperationalError

from simulation.scheduler import Signal
from simulation.tables import Tables, position_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from simulation.scheduler import Scheduler

BEGINNING = datetime(2026, 2, 14, 18, tzinfo=UTC)
"""The time at which each evening begins."""
FIRST_TRANSACTION = 1000


class Taken(IntegrityError):
    """Raised when a key is taken; ``key`` is its name."""

    def __init__(self, key: Hashable) -> None:
        super().__init__(f"{key} is taken")
        self.key = key


def lost_connection(why: str) -> OperationalError:
    """Return the error of a lost connection as the library raises it."""
    error = OperationalError(why)
    error.__cause__ = psycopg.OperationalError(why)
    return error


class Commit(NamedTuple):
    """A record of the write-ahead log."""

    transaction: int
    writes: tuple[Callable[[Tables], object], ...]


class Transaction:
    """An open transaction. Its writes are kept apart until it is committed."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.term = database.term
        self.number = 0
        self.locks: list[Hashable] = []
        self.writes: list[Callable[[Tables], object]] = []
        self.ended = Signal()
        self.is_open = True
        self.is_committed = False
        self.place = 0
        """The number of commits in the log up to this one; 0 before."""
        self.waits_for: Transaction | None = None

    def begin_writing(self) -> int:
        """Give the transaction its number, if it has none. Return the number."""
        if not self.number:
            self.database.next_transaction += 1
            self.number = self.database.next_transaction
            self.database.writing[self.number] = self
        return self.number

    def lock(self, key: Hashable) -> None:
        """Lock a row; wait while another transaction holds it. Raises `IntegrityError` if both would wait."""
        self.check()
        database = self.database
        while (holder := database.locks.get(key, self)) is not self:
            other: Transaction | None = holder
            while other is not None:
                other = other.waits_for
                if other is self:
                    raise IntegrityError("two saves waited for each other")
            self.waits_for = holder
            database.scheduler.wait(holder.ended, 60.0)
            self.waits_for = None
            self.check()
        if key not in self.locks:
            self.locks.append(key)
            database.locks[key] = self

    def try_lock(self, key: Hashable) -> bool:
        """Lock a key unless another transaction holds it. Return whether it is locked."""
        if self.database.locks.get(key, self) is not self:
            return False
        self.lock(key)
        return True

    def write(self, change: Callable[[Tables], object]) -> None:
        """Add a change, which is made when the transaction is committed."""
        self.begin_writing()
        self.writes.append(change)

    def check(self) -> None:
        """Raise the error of a lost connection if the leader is no longer the one of the transaction."""
        if not self.is_open or self.term != self.database.term:
            raise lost_connection("the leader is gone")

    def commit(self) -> None:
        """Commit: add the writes to the log, and wait until the replicas have them. Then they are visible.

        The database finishes what is in its log, whatever happens to the caller.
        """
        self.check()
        if not self.writes:
            self.end()
            return
        self.database.append(self)
        while self.is_open:
            self.database.scheduler.wait(self.ended, 60.0)
        if not self.is_committed:
            raise lost_connection("the leader is gone")

    def end(self) -> None:
        """End the transaction, and release its locks. Harmless when repeated."""
        if not self.is_open:
            return
        self.is_open = False
        for key in self.locks:
            if self.database.locks.get(key) is self:  # after a change of the leader it may be another's
                del self.database.locks[key]
        if self.database.writing.get(self.number) is self:
            del self.database.writing[self.number]
        self.database.scheduler.send(self.ended)


class Database:
    """The leader of the simulated cluster, as its clients see it."""

    def __init__(
        self, scheduler: Scheduler, replica_delay: Callable[[], float], *, is_synchronous: bool = True
    ) -> None:
        self.scheduler = scheduler
        self.is_synchronous = is_synchronous
        self.tables = Tables()
        self.log: list[Commit] = []
        self.replicated = 0
        """The number of commits that a replica has."""
        self.replica_delay = replica_delay
        """Returns the seconds until a replica has what is in the log."""
        self.replica_away_until = 0.0
        """The time until which no replica receives anything."""
        self.committing: list[Transaction] = []
        """The transactions that are in the log and wait for a replica, in its order."""
        self.term = 1
        """The number of the leader. A connection to an earlier leader is lost."""
        self.is_up = True
        self.next_transaction = FIRST_TRANSACTION
        self.writing: dict[int, Transaction] = {}
        self.locks: dict[Hashable, Transaction] = {}
        self.clock = timedelta()
        """The error of the leader's clock."""
        self.persons = 0
        """The last number of a person who was forgotten: of a sequence, which no transaction takes back."""
        self.forgotten: list[Commit] = []
        """The commits that a change of the leader has lost."""

    @property
    def now(self) -> datetime:
        """Return the time by the leader's clock."""
        return BEGINNING + timedelta(seconds=self.scheduler.now) + self.clock

    @property
    def horizon(self) -> int:
        """Return the position below which no event can appear any more (`store.events.position`)."""
        return position_of(min(self.writing, default=self.next_transaction + 1))

    @property
    def transactions(self) -> tuple[int, int]:
        """Return the number of the oldest transaction that is not finished, and of the next one to begin."""
        following = self.next_transaction + 1
        return min(self.writing, default=following), following

    def query(self, name: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a statement of `store.events.statements`, as they are committed now."""
        rows: list[tuple[Any, ...]] = getattr(self.tables, name)(*parameters, horizon=self.horizon, now=self.now)
        return rows

    def count_person(self) -> int:
        """Return the next number of the sequence."""
        self.persons += 1
        return self.persons

    def append(self, transaction: Transaction) -> None:
        """Add a transaction to the log. It is finished once a replica has it."""
        self.log.append(Commit(transaction.number, tuple(transaction.writes)))
        transaction.place = len(self.log)
        self.committing.append(transaction)
        if not self.is_synchronous:
            self.finish(transaction.place)
        self._send(transaction.place)

    def _send(self, place: int) -> None:
        """Send the log up to a place to the replica."""
        away = max(0.0, self.replica_away_until - self.scheduler.now)
        self.scheduler.call(away + self.replica_delay(), self._receiver(place))

    def _receiver(self, place: int) -> Callable[[], None]:
        term = self.term

        def receive() -> None:
            if term == self.term and place > self.replicated:
                self.replicated = place
                self.finish(place)

        return receive

    def finish(self, place: int) -> None:
        """Make the transactions of the log up to a place visible, and end them."""
        while self.committing and self.committing[0].place <= place:
            transaction = self.committing.pop(0)
            self._apply(self.log[transaction.place - 1])
            transaction.is_committed = True
            transaction.end()

    def _apply(self, commit: Commit) -> None:
        for change in commit.writes:
            change(self.tables)

    def hold(self, seconds: float) -> None:
        """Open a transaction that has a number and writes nothing, for some seconds, unless the leader is stopped."""
        if not self.is_up:
            return
        transaction = Transaction(self)
        transaction.begin_writing()
        self.scheduler.call(seconds, transaction.end)

    def stop(self) -> None:
        """Stop the leader: every connection is lost, and what is not in its log is gone."""
        self.is_up = False
        self.term += 1
        self.committing.clear()
        for transaction in list(self.writing.values()):
            transaction.end()

    def restart(self, replica_away: float) -> None:
        """Start the stopped leader again: all of its log is visible, also what no replica has.

        ``replica_away``: the seconds after which the replica is connected again.
        """
        self.replica_away_until = self.scheduler.now + replica_away
        self._lead()
        self._send(len(self.log))

    def fail_over(self) -> None:
        """Let the replica lead, with what it received."""
        self.forgotten += self.log[self.replicated :]
        del self.log[self.replicated :]
        self._lead()

    def _lead(self) -> None:
        self.tables = Tables()
        for commit in self.log:
            self._apply(commit)
        self.next_transaction = max((each.transaction for each in self.log), default=FIRST_TRANSACTION)
        self.locks.clear()
        self.is_up = True
