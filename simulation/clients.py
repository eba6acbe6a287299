"""The people of an evening: scribes who record deals, an arbiter who adds notes, a director with results.

A scribe sends as the recorder's page does (`web/static/js/record/outbox.js`): every entry is kept with its key before
it is sent, entries are sent in order, and each is sent again until it is answered. The page's own script is tested in a
browser (`tests/pages/test_recorder_robot.py`); this is its protocol in Python.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from simulation.network import Answer, Offline, Request
from simulation.plan import RELOAD
from simulation.scheduler import Process, Signal
from simulation.scripts import script

if TYPE_CHECKING:
    from uuid import UUID

    from simulation.plan import DealPlan, TablePlan
    from simulation.scripts import Entry, Script
    from simulation.world import World

AGAIN: Final = 3.0
"""The seconds after which a client without an answer sends again."""
LATER: Final = frozenset({429, 500, 502, 503, 504})
PERSONS: Final = tuple(f"Player {number} a" for number in range(6))
"""The people at the tables and in the tournament."""
TAP_SECONDS: Final = 0.25
"""The mean seconds between two entries of a scribe."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A command that was acknowledged: its stream, and the versions of its events."""

    request: Request
    stream: UUID
    first: int
    last: int


class Client(ABC):
    """Somebody who sends requests. Its device may restart; what it stored stays."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.chance = world.chance.of(name)
        self.messages = 0
        self.is_done = False
        self.acknowledged: list[Acknowledged] = []
        self.process = Process(name)

    def start(self) -> None:
        """Start, or start again after the device restarted."""
        self.process = Process(self.name)
        self.world.scheduler.start(self.name, self._run, self.process)

    def _run(self) -> None:
        self.work()
        self.is_done = True
        self.world.scheduler.note("is done")

    @abstractmethod
    def work(self) -> None:
        """Do everything that is left to do."""

    def send(self, request: Request) -> Answer:
        """Send a request, and keep its acknowledgement. Raises `Offline` if there is no answer."""
        self.messages += 1
        fault = self.world.fault(self.name, self.messages)
        if fault is not None and fault.kind == RELOAD:
            self._restart(fault.seconds)
        answer = self.world.network.call(request, self.chance, fault)
        if request.key and answer.status == 200:
            self.acknowledged.append(Acknowledged(request, *answer.body))
        return answer

    def send_until_answered(self, request: Request) -> Answer:
        """Send a request again and again until there is an answer."""
        while True:
            try:
                answer = self.send(request)
            except Offline:
                pass
            else:
                if answer.status not in LATER:
                    return answer
            self.world.scheduler.pause(AGAIN * self.chance.uniform(0.8, 1.2))

    def _restart(self, seconds: float) -> None:
        self.world.scheduler.note(f"restarts after {seconds:.1f} s")
        self.world.scheduler.call(seconds, self.start)
        self.world.scheduler.kill(self.process)


class Scribe(Client):
    """The scribe of a table: opens deal after deal, and records the entries of their scripts."""

    def __init__(self, world: World, plan: TablePlan, table: UUID, match: UUID | None) -> None:
        super().__init__(world, f"scribe {plan.number}")
        self.plan = plan
        self.table = table
        self.match = match
        self.number = 0
        """The index of the current deal."""
        self.kept: list[Request] = []
        """The entries of the current deal that are kept and not acknowledged yet."""
        self.tapped = 0
        """The number of entries of the current deal that were made."""
        self.news = Signal()
        self.etag: int | None = None

    def deal_id(self, number: int) -> UUID:
        """Return the id of a deal by its index."""
        return self.world.chance.id(f"deal {self.plan.number} {number}")

    def script(self, number: int) -> Script:
        """Return the script of a deal by its index."""
        deal = self.plan.deals[number]
        return script(self.plan.ruleset, deal.script, deal.step)

    def count(self, number: int) -> int:
        """Return the number of entries of a deal that are recorded."""
        return min(self.plan.deals[number].entries, len(self.script(number).entries))

    def work(self) -> None:
        while self.number < len(self.plan.deals):
            self.etag = None
            self._open(self.plan.deals[self.number])
            self.world.scheduler.start(f"{self.name} taps", self._tap, self.process)
            self._send_all()
            self.number += 1
            self.tapped = 0

    def _open(self, _: DealPlan) -> None:
        played = self.script(self.number)
        options: dict[str, Any] = {"deal_id": self.deal_id(self.number), "table": self.table}
        if self.match is not None:
            options |= {"match": self.match, "dealer_reason": "as it was"}
            arguments: tuple[Any, ...] = (None, played.dealer)
        else:
            options |= {
                "club": self.world.club,
                "players": dict(zip(self.world.seats(self.plan), PERSONS, strict=False)),
            }
            arguments = (played.ruleset, played.dealer)
        key = f"{self.name} opens {self.number}"
        request = Request("deals.open", arguments, tuple(options.items()), self.name, key)
        answer = self.send_until_answered(request)
        self.world.expect(answer.status == 200, f"{self.name} cannot open deal {self.number}: {answer}")

    def _tap(self) -> None:
        """Make all entries that are left, whether there is a network or not."""
        while self.tapped < self.count(self.number):
            self.world.scheduler.pause(self.chance.expovariate(1 / TAP_SECONDS))
            entry = self.script(self.number).entries[self.tapped]
            self.kept.append(self._request(entry))
            self.tapped += 1
            self.world.scheduler.send(self.news)

    def _request(self, entry: Entry) -> Request:
        deal = self.deal_id(self.number)
        key = self.world.chance.id(f"key {self.plan.number} {self.number} {self.tapped}").hex
        return Request(entry.command, (deal, *entry.arguments), entry.options, self.name, key)

    def _send_all(self) -> None:
        """Send the kept entries in order until all are acknowledged."""
        while self.kept or self.tapped < self.count(self.number):
            if not self.kept:
                self.world.scheduler.wait(self.news, AGAIN)
                continue
            try:
                self._send_next(self.kept[0])
            except Offline:
                self.world.scheduler.pause(AGAIN * self.chance.uniform(0.8, 1.2))

    def _send_next(self, entry: Request) -> None:
        if self.etag is None:
            self.etag = self._ask("version", entry.arguments[0])
        request = Request(entry.command, entry.arguments, entry.options, entry.by, entry.key, self.etag)
        answer = self.send(request)
        if answer.status == 200:
            self.etag = answer.body[2]
            self.kept.remove(entry)
        elif answer.status in LATER:
            raise Offline(str(answer))
        elif answer.status == 412 or answer.body == "conflict":
            self._overtaken(entry)
        else:
            self.world.expect(False, f"{self.name}: {entry.command} was refused: {answer}")

    def _overtaken(self, entry: Request) -> None:
        """Somebody else wrote first: send the entry on top of it."""
        news = self._ask("news", entry.arguments[0], self.etag)
        self.etag = self._ask("version", entry.arguments[0])
        if any(event.key == entry.key for event in news):
            # A deal that lost events with its leader may have as many again later: then the version of an entry that
            # was refused fits once more, for a copy of the entry that was still under way.
            self.world.expect(
                self.world.plan.loses_what_was_shown,
                f"{self.name}: an entry that is recorded was answered with a conflict",
            )

    def _ask(self, name: str, *arguments: Any) -> Any:
        answer = self.send(Request(name, arguments, (), self.name))
        if answer.status in LATER:
            raise Offline(str(answer))
        return answer.body
