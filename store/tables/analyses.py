"""The analyses of deals: the work that waits, and the answers, one for each version of a deal and each kernel.

A worker takes work in a short transaction, with ``FOR UPDATE SKIP LOCKED``, and writes its number into the row. It
computes without a transaction, since an open one would hold up all readers of the record (`store.events.position`). Its
session holds an advisory lock of the same number. If the worker is killed, Postgres releases the lock, and the next
worker takes the row again. An answer is stored only by the worker whose number is in the row, so each is stored once.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final, Literal, LiteralString, NamedTuple, Protocol
from uuid import UUID

import msgspec
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier
from psycopg.types.json import Json, Jsonb

from store.events import follower
from store.postgres.connections import CONNECT_SECONDS, BoundedConnection, Bounds
from store.tables import puzzles
from store.tables.queries import rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from eventsourcing.persistence import Notification
    from psycopg import Cursor

    from store.events.recorder import Recorder
    from store.settings import Settings
    from store.tables.puzzles import PuzzleRow, SeenDeal

MOST_WAITING: Final = 1000
"""The most deals that wait before the log is followed no further."""
MOST_REQUESTED: Final = 2 * MOST_WAITING
"""The most deals that wait before a request is refused."""
MOST_ATTEMPTS: Final = 10
"""The attempts after which a deal is given up: its workers ended each time."""
BATCH: Final = 500
"""The most events that are read from the log at once."""
APPLICATION_NAME: Final = "nought analysis"

_FIND: LiteralString = """
    SELECT state, cards, cards_done, worker IS NOT NULL, coalesce(answer::text, reason, '') FROM analyses
    WHERE deal_id = %s AND version = %s AND kernel = %s
"""
_REQUEST: LiteralString = """
    INSERT INTO analyses AS a (deal_id, version, kernel, requested, traceparent) SELECT %s, %s, %s, true, %s
    WHERE (SELECT count(*) FROM analyses WHERE kernel = %s AND state = 'waiting') < %s
    ON CONFLICT (deal_id, version, kernel) DO UPDATE SET requested = true, traceparent = excluded.traceparent
    WHERE NOT a.requested
"""
_WAITING: LiteralString = "SELECT count(*) FROM analyses WHERE kernel = %s AND state = 'waiting'"
_STATES: LiteralString = "SELECT state, count(*) FROM analyses WHERE kernel = %s GROUP BY state"

# The settled deals of a batch of events, each at the version of its last event that changes the play.
_FEED: LiteralString = """
    INSERT INTO analyses (deal_id, version, kernel)
    SELECT c.id, e.version, %s FROM catalogue AS c CROSS JOIN LATERAL (
        SELECT max(originator_version) AS version FROM events
        WHERE originator_id = c.id AND topic <> ALL(%s)
    ) AS e
    WHERE c.id = ANY(%s) AND c.kind = 'deal' AND c.data->>'status' NOT IN ('open', 'abandoned')
    ON CONFLICT DO NOTHING
"""

_ALIVE: LiteralString = """
    SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
    AND classid = hashtext('nought analysis ' || current_schema())::oid
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_LOCK: LiteralString = "SELECT pg_try_advisory_lock(hashtext('nought analysis ' || current_schema()), %s)"
_TAKE_ANY: LiteralString = """
    WITH next AS (
        SELECT deal_id, version FROM analyses AS a
        WHERE kernel = %(kernel)s AND {waits} AND (%(deal)s::uuid IS NULL OR deal_id = %(deal)s)
        AND (worker IS NULL OR worker NOT IN ({alive}))
        ORDER BY requested DESC, number LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    UPDATE analyses AS a SET worker = %(worker)s, {attempts} = a.{attempts} + 1 FROM next
    WHERE a.deal_id = next.deal_id AND a.version = next.version AND a.kernel = %(kernel)s
    RETURNING a.deal_id, a.version, a.{attempts}, a.traceparent
"""
_TAKE: Final = SQL(_TAKE_ANY).format(waits=SQL("state = 'waiting'"), alive=SQL(_ALIVE), attempts=Identifier("attempts"))
_TAKE_PRICED: Final = SQL(_TAKE_ANY).format(
    waits=SQL("state = 'done' AND NOT judged"), alive=SQL(_ALIVE), attempts=Identifier("judge_attempts")
)
_TAKE_UNMINED: Final = SQL(_TAKE_ANY).format(
    waits=SQL("state <> 'waiting' AND mined < %(method)s"), alive=SQL(_ALIVE), attempts=Identifier("mine_attempts")
)
_MINED: LiteralString = """
    UPDATE analyses SET mined = %(method)s, mined_at = coalesce(mined_at, now()), worker = NULL, caps = %(caps)s
    WHERE deal_id = %(deal)s AND version = %(version)s AND kernel = %(kernel)s
    AND state <> 'waiting' AND mined < %(method)s AND worker = %(worker)s
"""
_NOT_MINED: LiteralString = """
    SELECT count(*) FROM analyses WHERE kernel = %s AND state <> 'waiting' AND mined < %s
"""
_UNMINED: LiteralString = """
    SELECT DISTINCT deal_id FROM analyses
    WHERE kernel = %s AND deal_id = ANY(%s) AND (state = 'waiting' OR mined < %s) ORDER BY deal_id
"""
_FORGET_MINED: LiteralString = """
    UPDATE analyses SET mined = 0, mine_attempts = 0 WHERE kernel = %s AND deal_id = ANY(%s) AND mined > 0
"""
_OWN: Final = SQL("""
    WHERE deal_id = %(deal)s AND version = %(version)s AND kernel = %(kernel)s
    AND state = 'waiting' AND worker = %(worker)s
""")
_REPORT: Final = SQL("UPDATE analyses SET cards = %(cards)s, cards_done = %(done)s {own}").format(own=_OWN)
_STORE: Final = SQL("""
    UPDATE analyses SET state = 'done', worker = NULL, answer = %(answer)s, makeable = %(makeable)s {own}
""").format(own=_OWN)
_FAIL: Final = SQL("UPDATE analyses SET state = 'failed', worker = NULL, reason = %(reason)s {own}").format(own=_OWN)
_HAND: LiteralString = """
    INSERT INTO analysed_hands (deal_id, version, kernel, seat, choices, best, lost, lead_best)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
"""
# The hands are those of the newest analysis whose version the reader sees by now.
_SUMS: LiteralString = """
    WITH wanted AS (
        SELECT * FROM unnest(%s::uuid[], %s::text[], %s::integer[], %s::boolean[], %s::float8[])
        AS w (deal_id, seat, part, made, late)
    )
    SELECT part, count(DISTINCT w.deal_id), sum(choices), sum(best), count(lost), coalesce(sum(lost), 0),
        coalesce(sum(lost::bigint * lost), 0)::bigint, count(lead_best), count(*) FILTER (WHERE lead_best),
        count(*) FILTER (WHERE made IS NOT NULL AND makeable IS NOT NULL),
        count(*) FILTER (WHERE made AND makeable IS NOT NULL), count(*) FILTER (WHERE made IS NOT NULL AND makeable)
    FROM wanted AS w CROSS JOIN LATERAL (
        SELECT version, makeable FROM analyses AS a
        WHERE a.deal_id = w.deal_id AND a.kernel = %s AND a.state = 'done' AND (w.late = 0 OR EXISTS (
            SELECT FROM events AS e WHERE e.originator_id = a.deal_id AND e.originator_version = a.version
            AND e.stored_at <= now() - make_interval(secs => w.late)))
        ORDER BY version DESC LIMIT 1
    ) AS a JOIN analysed_hands AS h
        ON h.deal_id = w.deal_id AND h.version = a.version AND h.kernel = %s AND h.seat = w.seat
    GROUP BY part
"""
# As for the sums: the newest analysis whose version the reader sees by now.
_ANSWERS: LiteralString = """
    SELECT w.deal_id, a.answer::text, a.caps FROM unnest(%s::uuid[], %s::float8[]) AS w (deal_id, late)
    CROSS JOIN LATERAL (
        SELECT answer, caps FROM analyses AS a
        WHERE a.deal_id = w.deal_id AND a.kernel = %s AND a.state = 'done' AND (w.late = 0 OR EXISTS (
            SELECT FROM events AS e WHERE e.originator_id = a.deal_id AND e.originator_version = a.version
            AND e.stored_at <= now() - make_interval(secs => w.late)))
        ORDER BY version DESC LIMIT 1
    ) AS a
"""
_ANALYSED: LiteralString = """
    SELECT DISTINCT deal_id FROM analyses WHERE deal_id = ANY(%s) AND kernel = %s AND state = 'done'
"""
_JUDGE: LiteralString = """
    UPDATE analyses SET judged = true, worker = NULL, answer = coalesce(%(answer)s, answer)
    WHERE deal_id = %(deal)s AND version = %(version)s AND kernel = %(kernel)s
    AND state = 'done' AND NOT judged AND worker = %(worker)s
"""
_NOT_JUDGED: LiteralString = "SELECT count(*) FROM analyses WHERE kernel = %s AND state = 'done' AND NOT judged"
_CLEAR: LiteralString = "DELETE FROM analyses WHERE deal_id = %(deal)s AND kernel <> %(kernel)s"


class Hand(Protocol):
    """The numbers of one seat, as `analysis.hands` gives them."""

    @property
    def seat(self) -> str: ...
    @property
    def choices(self) -> int: ...
    @property
    def best(self) -> int: ...
    @property
    def lost(self) -> int | None: ...
    @property
    def lead_best(self) -> bool | None: ...


class HandKey(NamedTuple):
    """A hand to add up."""

    deal: UUID
    seat: str
    part: int
    """The number of the sum that it belongs to."""
    made: bool | None
    """Whether the seat's contract was made; None if it had none."""
    late: float
    """The seconds by which the reader sees the deal late."""


class QueueFull(Exception):
    """Raised when too much work waits to take a request."""


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """A row of the table: work that waits, or its answer."""

    state: Literal["waiting", "running", "done", "failed"]
    cards: int
    """The cards to price; 0 until a worker has begun."""
    cards_done: int
    answer: dict[str, Any] | None
    reason: str
    """Why there is no answer; empty if there is one, or if it waits."""


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """The analysis of a deal, and the verdict on Caps; None if nothing was owed, or it is not known yet."""

    answer: dict[str, Any]
    caps: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Task:
    """A version of a deal that a worker has taken."""

    deal: UUID
    version: int
    attempts: int
    traceparent: str | None = None
    """The trace of the request that asked for it, as W3C Trace Context writes it."""


class Analyses:
    """The table of analyses of one kernel. ``quiet``: the topics of events that leave the play of a deal as it was."""

    def __init__(self, recorder: Recorder, kernel: str, quiet: Sequence[str]) -> None:
        self.recorder = recorder
        self.kernel = kernel
        self.quiet = quiet

    def find(self, deal: UUID, version: int) -> StoredAnalysis | None:
        """Return the analysis of a version of a deal, or its work; None if nobody has asked for it."""
        stored = rows(self.recorder, _FIND, [deal, version, self.kernel])
        if not stored:
            return None
        state, cards, done, is_taken, text = stored[0]
        if state == "done":
            return StoredAnalysis("done", cards, done, msgspec.json.decode(text), "")
        return StoredAnalysis("running" if state == "waiting" and is_taken else state, cards, done, None, text)

    def request(self, deal: UUID, version: int, traceparent: str | None = None) -> None:
        """Let a version of a deal be analysed, before the deals for which nobody waits. Raises `QueueFull`.

        ``traceparent``: the trace that the job continues.
        """
        with self.recorder.datastore.get_connection() as connection:
            values = [deal, version, self.kernel, traceparent, self.kernel, MOST_REQUESTED]
            if not connection.execute(_REQUEST, values).rowcount and self.find(deal, version) is None:
                raise QueueFull(f"{MOST_REQUESTED} deals wait to be analysed")

    def count_waiting(self) -> int:
        """Return the number of deals that wait or are being analysed."""
        return int(rows(self.recorder, _WAITING, [self.kernel])[0][0])

    def count_states(self) -> dict[str, int]:
        """Return the number of rows in each state: ``waiting``, ``done`` and ``failed``."""
        return {"waiting": 0, "done": 0, "failed": 0, **dict(rows(self.recorder, _STATES, [self.kernel]))}

    def count_not_judged(self) -> int:
        """Return the number of deals that have their prices and are not judged from the seats."""
        return int(rows(self.recorder, _NOT_JUDGED, [self.kernel])[0][0])

    def count_not_mined(self, method: int) -> int:
        """Return the number of deals that were analysed, and whose puzzles were not mined by a method."""
        return int(rows(self.recorder, _NOT_MINED, [self.kernel, method])[0][0])

    def find_unmined(self, deals: Sequence[UUID], method: int) -> list[UUID]:
        """Return those of some deals that wait to be analysed, or to be mined by a method."""
        return [deal for (deal,) in rows(self.recorder, _UNMINED, [self.kernel, list(deals), method])]

    def mine_again(self, deals: Sequence[UUID]) -> None:
        """Let the puzzles of some deals be mined again."""
        with self.recorder.datastore.get_connection() as connection:
            connection.execute(_FORGET_MINED, [self.kernel, list(deals)])

    def request_all(self, deals: Sequence[UUID]) -> None:
        """Let the settled ones of some deals be analysed, each as it stands, however many wait."""
        with self.recorder.datastore.get_connection() as connection:
            connection.execute(_FEED, [self.kernel, list(self.quiet), list(deals)])

    def count_workers(self) -> int:
        """Return the number of workers that run now, of all servers of this book."""
        return len(rows(self.recorder, _ALIVE))

    def sums(self, hands: Sequence[HandKey]) -> dict[int, tuple[int, ...]]:
        """Return the sums of analysed hands by part, in the order of the fields of `replay.card_play.CardPlay`."""
        if not hands:
            return {}
        columns = [list(column) for column in zip(*hands, strict=True)]
        return {
            part: tuple(map(int, numbers))
            for part, *numbers in rows(self.recorder, _SUMS, [*columns, self.kernel, self.kernel])
        }

    def answers(self, deals: Sequence[SeenDeal]) -> dict[UUID, StoredAnswer]:
        """Return the analyses of some deals that have one, by deal."""
        if not deals:
            return {}
        columns = [list(column) for column in zip(*deals, strict=True)]
        return {
            deal: StoredAnswer(msgspec.json.decode(text), caps)
            for deal, text, caps in rows(self.recorder, _ANSWERS, [*columns, self.kernel])
        }

    def find_analysed(self, deals: Sequence[UUID]) -> set[UUID]:
        """Return those of some deals that have an analysis."""
        return {deal for (deal,) in rows(self.recorder, _ANALYSED, [list(deals), self.kernel])}

    def feed(self) -> bool:
        """Read a batch of the log, and let the settled deals in it be analysed. Return whether the log may hold more.

        It reads nothing while `MOST_WAITING` deals wait. A new kernel begins at the beginning of the log.
        """
        if self.count_waiting() >= MOST_WAITING:
            return False
        return follower.advance(self.recorder, f"analyses {self.kernel}", self._handle, batch=BATCH) == BATCH

    def _handle(self, cursor: Cursor[Any], notifications: Sequence[Notification]) -> None:
        deals = {each.originator_id for each in notifications if each.topic.startswith("nought.Deal.")}
        cursor.execute(_FEED, [self.kernel, list(self.quiet), list(deals)])


class AnalysisSession:
    """The session of one worker, with its number and lock. An error of its connection ends it: make a new one.

    Its connection is not of the pool, which closes connections now and then; the lock lives as long as the session.
    """

    def __init__(self, settings: Settings, kernel: str) -> None:
        parameters: dict[str, Any] = {"connect_timeout": CONNECT_SECONDS, **conninfo_to_dict(settings.dsn)}
        parameters["options"] = f"{parameters.get('options') or ''} -c search_path={settings.schema}".strip()
        parameters["application_name"] = APPLICATION_NAME
        bounds = Bounds(settings.statement_timeout, settings.transaction_timeout)
        self.kernel = kernel
        self._connection: BoundedConnection[Any] = BoundedConnection.connect(bounds=bounds, **parameters)
        self.number = self._lock()

    def close(self) -> None:
        """Close the connection. Others can take the work that was not stored."""
        self._connection.close()

    def _lock(self) -> int:
        """Lock a number that no other worker has, and return it."""
        while True:
            number = SystemRandom().randrange(1, 2**31)
            row = self._connection.execute(_LOCK, [number]).fetchone()
            if row == (True,):
                return number

    def take(self, deal: UUID | None = None) -> Task | None:
        """Take the next work: first the work that a reader waits for, then the oldest. Return None if nothing waits.

        ``deal``: only work on this deal.
        """
        while True:
            values = {"kernel": self.kernel, "worker": self.number, "deal": deal}
            row = self._connection.execute(_TAKE, values).fetchone()
            if row is None:
                return None
            task = Task(*row)
            if task.attempts <= MOST_ATTEMPTS:
                return task
            self.fail(task, f"the analysis ended {MOST_ATTEMPTS} times before it was finished")

    def take_priced(self) -> Task | None:
        """Take the next deal that has its prices and is not judged, in the order of `take`; None if there is none."""
        while True:
            values = {"kernel": self.kernel, "worker": self.number, "deal": None}
            row = self._connection.execute(_TAKE_PRICED, values).fetchone()
            if row is None:
                return None
            task = Task(*row)
            if task.attempts <= MOST_ATTEMPTS:
                return task
            self.store_judged(task, None)

    def take_unmined(self, method: int, deal: UUID | None = None) -> Task | None:
        """Take the next deal that was analysed, and whose puzzles were not mined by a method. None if there is none.

        ``deal``: only work on this deal.
        """
        while True:
            values = {"kernel": self.kernel, "worker": self.number, "deal": deal, "method": method}
            row = self._connection.execute(_TAKE_UNMINED, values).fetchone()
            if row is None:
                return None
            task = Task(*row)
            if task.attempts <= MOST_ATTEMPTS:
                return task
            self.store_puzzles(task, method, ())

    def store_puzzles(
        self, task: Task, method: int, mined: Sequence[PuzzleRow], caps: Mapping[str, Any] | None = None
    ) -> bool:
        """Store the puzzles of a task in place of those of older methods, and the verdict on Caps in the deal.

        Return False if another worker has the task.
        """
        values = {**self._own(task), "method": method, "caps": None if caps is None else Jsonb(caps)}
        with self._connection.transaction():
            if not self._connection.execute(_MINED, values).rowcount:
                return False
            self._connection.execute(puzzles.DELETE, values)
            puzzles.insert(self._connection, (task.deal, task.version, self.kernel), mined)
        return True

    def store_judged(self, task: Task, answer: Mapping[str, Any] | None) -> bool:
        """Store the judged answer of a task. ``answer``: None to keep the answer with the prices.

        Return False if another worker has the task.
        """
        values = {**self._own(task), "answer": None if answer is None else Json(answer)}
        return bool(self._connection.execute(_JUDGE, values).rowcount)

    def report(self, task: Task, cards: int, done: int) -> None:
        """Store how many of the cards have their price."""
        self._connection.execute(_REPORT, {**self._own(task), "cards": cards, "done": done})

    def store(
        self, task: Task, answer: Mapping[str, Any], hands: Sequence[Hand] = (), *, makeable: bool | None = None
    ) -> bool:
        """Store the answer of a task, and delete those of other kernels. Return False if another has it.

        ``makeable``: whether the bid is made with the best play of both sides; None if that is not known.
        """
        values = {**self._own(task), "answer": Json(answer), "makeable": makeable}
        key = task.deal, task.version, self.kernel
        with self._connection.transaction():
            if not self._connection.execute(_STORE, values).rowcount:
                return False
            for hand in hands:
                numbers = hand.seat, hand.choices, hand.best, hand.lost, hand.lead_best
                self._connection.execute(_HAND, [*key, *numbers])
            self._connection.execute(_CLEAR, values)
        return True

    def fail(self, task: Task, reason: str) -> None:
        """Store why a task has no answer."""
        self._connection.execute(_FAIL, {**self._own(task), "reason": reason})

    def _own(self, task: Task) -> dict[str, Any]:
        return {"deal": task.deal, "version": task.version, "kernel": self.kernel, "worker": self.number}
