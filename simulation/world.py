"""An evening: everything that takes part in it, from the first start of the servers to the last acknowledgement."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING, Any, Self

from domain.club.policy import OPEN
from domain.games.catalogue import RULESETS
from simulation.chance import Chance
from simulation.checks import check_end, check_now, is_quiet
from simulation.clients import PERSONS, Client, Scribe
from simulation.database import Database
from simulation.errors import Violation
from simulation.keys import Keys
from simulation.network import Network, Request
from simulation.officials import ENTRIES, TERMS, Arbiter, Director, Secretary, Typist
from simulation.plan import CLOCK, FAIL_OVER, FAIL_TWICE, HOLD, OF_TIMES, RESTART, SLOW_REPLICA
from simulation.scheduler import Process, Scheduler
from simulation.scripts import GAMES
from simulation.server import Server
from simulation.spectator import Spectator
from simulation.stand_ins import EarlierRemovals, SimulatedLock, replaced
from simulation.store import sessions

if TYPE_CHECKING:
    from uuid import UUID

    from simulation.plan import Fault, Plan, TablePlan

LONGEST = 600.0
"""The virtual seconds after which an evening must be over."""
SET_UP = 2.0
"""The virtual seconds before the first fault can strike."""
CALM = 12.0
"""The least virtual seconds after the last client is done: enough for each delay, and to connect again."""
AWAY = 30.0
"""The virtual seconds until a replica that is away has what it missed."""
BEHIND = 1.0
"""The virtual seconds from the moment at which a replica goes away to the stop of the leader."""
LONGEST_CALM = 120.0
"""The virtual seconds after which the follower and the log must have everything."""


class World:
    """One evening. Use it as a context: the product's clocks and threads are simulated while it lasts."""

    def __init__(self, plan: Plan, *, keeps_trace: bool = False) -> None:
        self.plan = plan
        self.chance = Chance(plan.seed)
        self.scheduler = Scheduler(keeps_trace=keeps_trace)
        self._replica_seconds = 0.0
        lag = self.chance.of("replica")
        self.database = Database(self.scheduler, lambda: self._replica_seconds + lag.expovariate(1 / 0.002))
        self.keys = Keys(self.scheduler, self.chance.of("keys"), SimulatedLock(self.scheduler))
        self.earlier_removals = EarlierRemovals()
        self.servers = [Server(self, f"server {number}") for number in range(plan.servers)]
        self.network = Network(self.scheduler, self.servers)
        self.clients: list[Client] = []
        self.club = self.chance.id("club")
        self._faults = {(fault.target, fault.at): fault for fault in plan.faults if fault.kind not in OF_TIMES}
        self._is_set_up = False
        self._stack = ExitStack()
        self._numbers = count()

    def __enter__(self) -> Self:
        self._stack.enter_context(replaced(self.scheduler, self.chance.of("product"), self.earlier_removals))
        return self

    def __exit__(self, *error: object) -> None:
        self.scheduler.close()
        sessions.clear()
        self._stack.close()

    def fault(self, target: str, number: int) -> Fault | None:
        """Return the fault of a target at one of its statements or messages."""
        return self._faults.get((target, number)) if self._is_set_up else None

    def expect(self, holds: bool, what: str) -> None:
        """Raise `Violation` unless something holds."""
        if not holds:
            raise Violation(what)

    # --- the evening ------------------------------------------------------------------------------

    def play(self) -> None:
        """Play the whole evening. Raises `Violation`, or `TaskFailed` for an error that nothing handled."""
        for server in self.servers:
            server.start()
        self.scheduler.start("set-up", self._set_up, Process("set-up"))
        self.scheduler.run(SET_UP)
        self.expect(self._is_set_up, "the set-up is not done")
        for server in self.servers:
            server.statements = server.saves = 0
        for client in self.clients:
            client.start()
        for fault in self.plan.faults:
            if fault.kind in OF_TIMES:
                self.scheduler.call(fault.at, lambda fault=fault: self._strike(fault))  # type: ignore[misc]
        while not all(client.is_done for client in self.clients) and self.scheduler.now < LONGEST:
            self.scheduler.run(self.scheduler.now + 1.0)
            check_now(self)
        waiting = [client.name for client in self.clients if not client.is_done]
        self.expect(not waiting, f"{', '.join(waiting)} not done after {LONGEST:.0f} s")
        end = self.scheduler.now
        while self.scheduler.now < end + CALM or (not is_quiet(self) and self.scheduler.now < end + LONGEST_CALM):
            self.scheduler.run(self.scheduler.now + 1.0)
        check_end(self)

    def _set_up(self) -> None:
        """Open club and tables before the first fault can strike."""
        server = self.servers[0]

        def do(command: str, *arguments: Any, **options: Any) -> None:
            answer = server.answer(
                Request(command, arguments, tuple(options.items()), "set-up", f"set-up {next(self._numbers)}")
            )
            self.expect(answer.status == 200, f"{command}: {answer}")

        do("clubs.open_club", "Simulated", club_id=self.club, sees=OPEN)
        for plan in self.plan.tables:
            table, match = self.table_id(plan), self.match_id(plan)
            do("clubs.open_table", f"Table {plan.number}", club=self.club, table_id=table)
            if plan.delay:
                do("clubs.delay_broadcast", table, plan.delay)
            if match is not None:
                game = RULESETS[GAMES[plan.ruleset]]
                people = dict(zip(self.seats(plan), PERSONS, strict=False))
                options = {"match_id": match, "club": self.club, "table": table, "players": people}
                do("matches.open", game.key, game.seating.seats[0], **options)
            self.clients.append(Scribe(self, plan, table, match))
        if self.plan.notes:
            self.clients.append(Arbiter(self))
        if self.plan.results:
            cup = self.chance.id("tournament")
            options = {"tournament_id": cup, "entries": ENTRIES, "rounds": 1, "entropy": bytes(32)}
            do("tournaments.open", "Cup", TERMS, "304", club=self.club, **options)
            self.clients.append(Director(self, cup))
            if self.plan.forgets:
                self.clients += [Secretary(self, cup), Typist(self, cup)]
        for follower in self.plan.spectators:
            plan = self.plan.tables[follower.table]
            self.clients.append(Spectator(self, follower, plan, self.table_id(plan)))
        self._is_set_up = True

    def table_id(self, plan: TablePlan) -> UUID:
        """Return the id of a table."""
        return self.chance.id(f"table {plan.number}")

    def seats(self, plan: TablePlan) -> tuple[str, ...]:
        """Return the seats of the game that is played at a table."""
        return tuple(RULESETS[GAMES[plan.ruleset]].seating.seats)

    def newest_deal(self, table: UUID) -> UUID | None:
        """Return the newest deal at a table; None if there is none."""
        for client in self.clients:
            if isinstance(client, Scribe) and client.table == table:
                return client.deal_id(client.number - 1)
        return None

    def match_id(self, plan: TablePlan) -> UUID | None:
        """Return the id of the match at a table; None if its deals are in no match."""
        return self.chance.id(f"match {plan.number}") if plan.in_match else None

    def _strike(self, fault: Fault) -> None:
        """Let a fault of the database or of a clock happen, unless everybody is done."""
        database, scheduler = self.database, self.scheduler
        if all(client.is_done for client in self.clients):
            return
        scheduler.note(str(fault))
        if fault.kind in {FAIL_OVER, RESTART}:
            self._stop_leader(fault)
        elif fault.kind == FAIL_TWICE:
            self._replica_seconds = AWAY
            scheduler.call(BEHIND, lambda: self._stop_leader(fault))
            scheduler.call(2 * BEHIND, self._catch_up)
        elif fault.kind == CLOCK:
            next(server for server in self.servers if server.name == fault.target).clock += timedelta(
                seconds=fault.seconds
            )
        elif fault.kind == HOLD:
            database.hold(fault.seconds)
        elif fault.kind == SLOW_REPLICA:
            self._replica_seconds = fault.seconds
            scheduler.call(5.0, self._catch_up)

    def _stop_leader(self, fault: Fault) -> None:
        """Stop the leader, and let it or a replica lead some seconds later."""
        database, scheduler = self.database, self.scheduler
        if not database.is_up:
            return
        database.stop()
        if fault.kind == FAIL_OVER:
            scheduler.call(fault.seconds, database.fail_over)
            return
        away = AWAY if fault.kind == FAIL_TWICE else self.chance.of("replica").uniform(0.0, 1.0)
        scheduler.call(fault.seconds, lambda: database.restart(away))
        if fault.kind == FAIL_TWICE:
            again = fault.seconds + self.chance.of("replica").uniform(0.2, 20.0)
            scheduler.call(again, lambda: self._stop_leader(replace(fault, kind=FAIL_OVER, seconds=1.0)))

    def _catch_up(self) -> None:
        self._replica_seconds = 0.0
