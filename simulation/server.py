"""A server process: the real ledger, hub, log keeper and follower above a simulated session."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

from eventsourcing.persistence import PersistenceError

from api.keeping import Keeper
from api.live.hub import Hub
from api.people.forgetting import POLL_SECONDS, Forgetter
from api.proof.background import Background
from api.proof.keeper import LogKeeper
from domain.engine.hiding import SCRIBE
from domain.engine.refusals import Refused
from domain.kernel.errors import Conflict, Contended, Declined
from domain.ledger import Ledger
from domain.record.aggregate import Deal
from simulation import follower
from simulation.database import BEGINNING
from simulation.network import Answer
from simulation.plan import DEATH, saves_of
from simulation.scheduler import Process
from simulation.session import SAVE, Session
from simulation.store import SESSION, Catalogue, Lines, Log, ReadModels, Recorder, sessions
from store.tables.people.removals import TextsOfPeople

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from simulation.network import Request
    from simulation.world import World


class Server:
    """One of the servers of an evening. It may die and start again."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.process = Process(name)
        self.process.is_alive = False
        self.statements = 0
        """The statements of all its processes so far; of these ``saves`` committed events."""
        self.saves = 0
        self.clock = timedelta()
        """The error of its clock."""
        self.ledger: Ledger
        self.hub: Hub
        self.catalogue: Catalogue
        self.forgetter: Forgetter
        self.session: Session

    def start(self) -> None:
        """Start a process with everything that the real server starts."""
        world = self.world
        self.process = process = Process(self.name)
        session = Session(world.scheduler, world.database, world.chance.of(f"{self.name} session"), self._reach)
        sessions[self.name] = session
        self.ledger = Ledger({"PERSISTENCE_MODULE": "simulation.store:Factory", SESSION: self.name}, ReadModels())
        recorder = cast("Any", self.ledger.repository.recorder)
        self.catalogue = Catalogue(session)
        self.session = session
        self.ledger.forgetting.texts = texts = TextsOfPeople(recorder)
        self.forgetter = Forgetter(
            self.ledger, recorder, texts, cast("Any", self.catalogue), cast("Any", Lines(session)), cast("Any", None)
        )
        self.hub = Hub(self.ledger, recorder, cast("Any", self.catalogue), cast("Any", None))
        keeper = LogKeeper(cast("Any", Log(session)), world.keys, "simulated")

        def run() -> None:
            Background(lambda: keeper).start()
            if world.plan.forgets:
                self._catch_up()
                Keeper("people", POLL_SECONDS, partial(self.forgetter.keep, {})).start()
            follower.run(cast("Recorder", recorder), world)

        world.scheduler.start(self.name, run, process)
        world.scheduler.note(f"{self.name} starts")

    def _catch_up(self) -> None:
        """Complete the removals of a process that died."""
        while True:
            try:
                self.forgetter.catch_up()
            except PersistenceError:
                self.world.scheduler.pause(0.5)
            else:
                return

    def die(self, seconds: float) -> None:
        """Kill the process, and start another one after some seconds."""
        world, process = self.world, self.process
        world.scheduler.note(f"{self.name} dies for {seconds:.1f} s")

        def start_again() -> None:
            if not self.process.is_alive:
                self.start()

        world.scheduler.call(seconds, start_again)
        world.scheduler.kill(process)

    def _reach(self, statement: str) -> Any:
        self.statements += 1
        fault = self.world.fault(self.name, self.statements)
        if statement == SAVE:
            self.saves += 1
            fault = fault or self.world.fault(saves_of(self.name), self.saves)
        if fault is not None and fault.kind == DEATH:
            self.die(fault.seconds)
        return fault

    def newest_deal(self, table: UUID, delay: float) -> UUID | None:
        """Return the newest deal at a table that was listed before a delay in seconds; None if there is none."""
        return next((deal for deal, age in self.catalogue.at_table(table) if age >= delay), None)

    # --- requests ---------------------------------------------------------------------------------

    def answer(self, request: Request) -> Answer:
        """Answer a request as the API does: its status, and what the client needs of its body."""
        try:
            answer = self._carry_out(request)
        except (Conflict, Contended) as conflict:
            is_version = isinstance(conflict, Conflict) and request.expected is not None
            answer = Answer(412 if is_version else 409, conflict.code)
        except Refused as refused:
            answer = Answer(422, str(refused))
        except Declined as declined:
            answer = Answer(409, f"{declined.code}: {declined}")
        except PersistenceError as error:
            answer = Answer(503, type(error).__name__)
        self.world.scheduler.note(f"answers {request.command} {request.key[:6]}: {answer.status}")
        return answer

    def _carry_out(self, request: Request) -> Answer:
        query: Callable[..., Any] | None = getattr(self, f"_query_{request.command}", None)
        if query is not None:
            return Answer(200, query(*request.arguments))
        sent: dict[str, Any] = {"by": request.by, "at": self._now(), "key": request.key}
        if request.expected is not None:
            sent |= {"expected_version": request.expected, "viewer": SCRIBE}
        command: Callable[..., Any] = attrgetter(request.command)(self.ledger)
        if request.command == "forgetting.forget":
            command = self.forgetter.forget
        saved = command(*request.arguments, **dict(request.options), **sent)
        return Answer(200, (saved.id, saved.first_version, saved.version))

    def _now(self) -> str:
        now = BEGINNING + timedelta(seconds=self.world.scheduler.now) + self.clock
        return now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def _query_version(self, deal: UUID) -> int:
        """Return the version of a deal as its scribe counts it."""
        return self.ledger.repository.get(Deal, deal).version

    def _query_encounters(self, tournament: UUID, number: int) -> list[UUID]:
        """Return the tables of a round of a tournament."""
        return list(self.ledger.tournaments.get(tournament).encounters(number))

    def _query_news(self, deal: UUID, after: int) -> list[Any]:
        """Return the events of a deal after a version."""
        return list(self.ledger.repository.history(deal, after))
