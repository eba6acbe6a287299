"""The plan of an evening, drawn from a seed: who plays which game, who follows, and which faults strike when.

A plan is data. `simulation.shrink` leaves parts of it out.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

# Faults of a statement of a server; ``at``: the number of the statement.
BEFORE: Final = "connection lost before the statement"
LOST_ANSWER: Final = "connection lost after the statement"
STALL: Final = "process stalls"
DEATH: Final = "process dies"
# Faults of a message of a client; ``at``: the number of the message.
LOSE_REQUEST: Final = "request lost"
LOSE_ANSWER: Final = "answer lost"
DOUBLE: Final = "request doubled"
LATE: Final = "request late"
RELOAD: Final = "device restarts"
CUT: Final = "stream cut"
# Faults at a time; ``at``: seconds since the beginning.
FAIL_OVER: Final = "replica takes over"
RESTART: Final = "database restarts"
FAIL_TWICE: Final = "replica falls behind, database restarts, and the replica takes over"
CLOCK: Final = "clock jumps"
HOLD: Final = "transaction stays open"
SLOW_REPLICA: Final = "replica lags"

WHOLE: Final = 999
"""The number of entries of a deal that is recorded to its end, which takes fewer: some `USUAL`."""
USUAL: Final = 10

OF_STATEMENTS: Final = (BEFORE, LOST_ANSWER, STALL, DEATH)
OF_MESSAGES: Final = (LOSE_REQUEST, LOSE_ANSWER, DOUBLE, LATE, RELOAD)
OF_TIMES: Final = (FAIL_OVER, RESTART, FAIL_TWICE, CLOCK, HOLD, SLOW_REPLICA)


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault. ``target``: a server or a client; empty for the database. ``seconds``: how long, or how far."""

    kind: str
    target: str
    at: float
    seconds: float = 0.0

    def __str__(self) -> str:
        where = f" of {self.target}" if self.target else ""
        when = f"at {self.at:.2f} s" if self.kind in OF_TIMES else f"at number {self.at:.0f}"
        return f"{self.kind}{where} {when}" + (f", {self.seconds:+.1f} s" if self.seconds else "")


@dataclass(frozen=True, slots=True)
class DealPlan:
    """A deal to be recorded: the number of its script, and how many of its entries are recorded."""

    script: int
    entries: int
    step: int = 1
    """The number of acts in an entry."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table, with the deals that its scribe records."""

    number: int
    ruleset: int
    delay: int
    """The broadcast delay in seconds."""
    in_match: bool
    deals: tuple[DealPlan, ...]


@dataclass(frozen=True, slots=True)
class SpectatorPlan:
    """Somebody who follows a table as a viewer. ``seat``: an index; 4 and above for the public."""

    number: int
    table: int
    seat: int
    joins: float


def saves_of(server: str) -> str:
    """Return the target of faults that strike when a server commits events; ``at``: the number of the save."""
    return f"the saves of {server}"


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole evening."""

    seed: int
    servers: int = 2
    tables: tuple[TablePlan, ...] = ()
    spectators: tuple[SpectatorPlan, ...] = ()
    notes: int = 0
    """The number of notes that an arbiter adds to deals while they are recorded."""
    results: int = 0
    """The number of results that a director enters and corrects in a tournament."""
    forgets: int = 0
    """The number of players of the tournament who are forgotten."""
    faults: tuple[Fault, ...] = field(default=())

    @property
    def loses_what_was_shown(self) -> bool:
        """Return whether a leader is lost that had shown, after a restart, what no replica has."""
        return any(fault.kind == FAIL_TWICE for fault in self.faults)

    @property
    def size(self) -> int:
        """Return how much happens: the measure that shrinking reduces."""
        entries = sum(deal.entries for table in self.tables for deal in table.deals)
        return (
            entries + 3 * len(self.faults) + 2 * len(self.tables) + 2 * len(self.spectators)
            + self.notes + self.results + self.forgets + self.servers
        )  # fmt: skip


def draw(seed: int) -> Plan:
    """Draw the plan of an evening. One in ten is a long one."""
    rng = Random(f"plan {seed}")
    is_long = rng.random() < 0.1
    servers = rng.choice((1, 2, 2, 3))
    tables = tuple(
        _table(rng, number, is_long=is_long) for number in range(rng.choice((2, 3) if is_long else (1, 1, 2)))
    )
    spectators = tuple(
        SpectatorPlan(number, rng.randrange(len(tables)), rng.randrange(6), rng.uniform(0.0, 6.0))
        for number in range(rng.choice((0, 0, 1, 1, 2)))
    )
    notes = rng.choice((0, 0, 3, 6))
    results = rng.choice((0, 0, 0, 4, 8))
    # A fault that is drawn for an entry after the last never strikes.
    entries = sum(min(deal.entries, USUAL) for table in tables for deal in table.deals) + notes + results
    forgets = Random(f"forgets {seed}").choice((0, 1, 2)) if results else 0
    plan = Plan(seed, servers, tables, spectators, notes, results, forgets)
    return replace(plan, faults=_faults(rng, plan, entries))


def _table(rng: Random, number: int, *, is_long: bool) -> TablePlan:
    in_match = rng.random() < 0.5
    count = rng.choice((2, 3) if is_long else (1, 1, 2))
    deals = []
    for place in range(count):
        # In a match a deal can be opened only when the one before is settled.
        whole = rng.random() < (0.6 if is_long else 0.3) or (in_match and place < count - 1)
        step = rng.choice((4, 6, 9)) if whole else rng.choice((1, 1, 2))
        deals.append(DealPlan(rng.randrange(12), WHOLE if whole else rng.randint(3, 12), step))
    return TablePlan(number, rng.randrange(4), rng.choice((0, 0, 3)), in_match, tuple(deals))


def _faults(rng: Random, plan: Plan, entries: int) -> tuple[Fault, ...]:
    if rng.random() < 0.05:
        return ()
    servers = [f"server {number}" for number in range(plan.servers)]
    saves = Random(f"saves {plan.seed}")
    faults = [
        Fault(LOST_ANSWER, saves_of(saves.choice(servers)), saves.randint(1, 4 + entries // plan.servers))
        for _ in range(saves.choice((0, 0, 1, 2, 3)))
    ]
    clients = [f"scribe {table.number}" for table in plan.tables]
    clients += ["arbiter"] if plan.notes else []
    clients += ["director"] if plan.results else []
    clients += ["secretary", "typist"] if plan.forgets else []
    clients += [f"spectator {each.number}" for each in plan.spectators]
    statements = 60 + 12 * entries // plan.servers
    length = 4.0 + 0.4 * entries
    for _ in range(rng.randint(0, 12)):
        kind = rng.choice((BEFORE, BEFORE, LOST_ANSWER, LOST_ANSWER, LOST_ANSWER, STALL, DEATH))
        seconds = rng.choice((0.05, 0.5, 3.0)) if kind == STALL else rng.uniform(0.2, 5.0) if kind == DEATH else 0.0
        faults.append(Fault(kind, rng.choice(servers), rng.randint(1, statements), seconds))
    for _ in range(rng.randint(0, 8)):
        kind = rng.choice((LOSE_REQUEST, LOSE_ANSWER, LOSE_ANSWER, DOUBLE, LATE, RELOAD))
        client = rng.choice(clients)
        seconds = (
            rng.choice((0.3, 2.0, 12.0)) if kind in {DOUBLE, LATE} else rng.uniform(0.1, 3.0) if kind == RELOAD else 0.0
        )
        if client.startswith("spectator"):
            kind, seconds = CUT, rng.uniform(0.1, 2.0)
        faults.append(Fault(kind, client, rng.randint(1, 6 + entries), seconds))
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        # With spectators no leader starts again: docs/simulation.md, "What is not simulated".
        stops = (FAIL_OVER,) if plan.spectators else (FAIL_OVER, RESTART, FAIL_TWICE, FAIL_TWICE)
        kind = rng.choice((*stops, CLOCK, HOLD, SLOW_REPLICA))
        seconds = rng.choice((-30.0, -2.0, 2.0, 30.0)) if kind == CLOCK else rng.uniform(0.2, 4.0)
        target = rng.choice(servers) if kind == CLOCK else ""
        faults.append(Fault(kind, target, rng.uniform(0.5, length), seconds))
    return tuple(sorted(faults, key=lambda fault: (fault.kind in OF_TIMES, fault.target, fault.at)))
