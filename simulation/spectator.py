"""Spectators: they follow a table over server-sent events, reconnect, and check what they are shown."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from api.callers import SEAT, Caller
from api.live.places import Holder, Kind
from api.live.stream import Stream, TableFeed, send
from domain.engine.hiding import PUBLIC
from domain.games.catalogue import RULESETS
from simulation.clients import Client
from simulation.network import Offline
from simulation.plan import CUT
from simulation.scheduler import Died, Signal
from simulation.scripts import GAMES
from store.tables.catalogue import Late

if TYPE_CHECKING:
    from simulation.plan import SpectatorPlan, TablePlan
    from simulation.server import Server
    from simulation.world import World

RETRY_SECONDS: Final = 2.0
"""The seconds after which a browser connects again, as the stream says."""
CATCH_UP_SECONDS: Final = 3.0
"""The seconds after which a stream has shown what its server knew when it began."""
SKEW: Final = 0.001
"""Seconds by which an event may be early, since times are rounded."""


@dataclass
class Shown:
    """The versions of a deal that a spectator was shown, each with its time, and the last view."""

    versions: list[int] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    view: dict[str, Any] = field(default_factory=dict)


class Connection:
    """One stream from a server to a spectator. Texts arrive in the order in which they were sent."""

    def __init__(self, world: World, spectator: Spectator) -> None:
        self.world = world
        self.spectator = spectator
        self.is_open = True
        self.ended = Signal()
        self._arrives = 0.0
        self.deals: set[str] = set()
        """The deals of which something arrived."""

    def push(self, text: bytes) -> None:
        """Send a text. It arrives later, unless the connection is cut before."""
        now = self.world.scheduler.now
        self._arrives = max(self._arrives, now + 0.002 + self.spectator.chance.expovariate(1 / 0.01))
        self.world.scheduler.call(self._arrives - now, lambda: self._arrive(text))

    def _arrive(self, text: bytes) -> None:
        if self.is_open:
            self.spectator.receive(self, text.decode())

    def end(self) -> None:
        """End the connection, from either side."""
        if self.is_open:
            self.is_open = False
            self.world.scheduler.send(self.ended)


class Spectator(Client):
    """Somebody who follows a table, as a seat of it or from outside."""

    def __init__(self, world: World, plan: SpectatorPlan, table: TablePlan, table_id: UUID) -> None:
        super().__init__(world, f"spectator {plan.number}")
        self.plan = plan
        self.table_id = table_id
        seats = RULESETS[GAMES[table.ruleset]].seating.seats
        self.viewer = seats[plan.seat] if plan.seat < len(seats) else PUBLIC
        self.delay = float(table.delay) if self.viewer == PUBLIC else 0.0
        self.shown: dict[UUID, Shown] = {}
        self.last_id = ""
        self.connection: Connection | None = None
        self.connected_at = 0.0

    def start(self) -> None:
        """Start to follow. A spectator follows as long as the evening lasts, so nobody waits for it."""
        super().start()
        self.is_done = True

    @property
    def is_up_to_date(self) -> bool:
        """Return whether the stream has been open for long enough to show everything that happened before."""
        connection, now = self.connection, self.world.scheduler.now
        return connection is not None and connection.is_open and now - self.connected_at > self.delay + CATCH_UP_SECONDS

    def work(self) -> None:
        scheduler = self.world.scheduler
        scheduler.pause(self.plan.joins)
        while True:
            try:
                server = self.world.network.pick(self.chance)
            except Offline:
                scheduler.pause(RETRY_SECONDS)
                continue
            connection = self.connection = Connection(self.world, self)
            self.connected_at = scheduler.now
            scheduler.note(f"connects to {server.name} after {self.last_id[-12:] or 'nothing'}")
            scheduler.start(f"{server.name} to {self.name}", partial(self._serve, server, connection), server.process)
            while connection.is_open:
                scheduler.wait(connection.ended, 60.0)
            scheduler.pause(RETRY_SECONDS * self.chance.uniform(0.8, 1.2))

    # --- in the server's process ------------------------------------------------------------------

    def _serve(self, server: Server, connection: Connection) -> None:
        """Send a stream, as `api.resources.streams.follow_table` does."""
        sender = Caller(SEAT, self.name, {"table": str(self.table_id), "seat": self.viewer}, token=self.name)
        if self.viewer == PUBLIC:
            sender = Caller()
        late = Late({str(self.table_id): self.delay} if self.delay else {})
        hub = server.hub
        try:
            listener = hub.listener(Holder(Kind.GUEST, self.name + self.last_id))
            try:
                newest = server.newest_deal(self.table_id, self.delay)
                table = hub.table(listener, self.table_id)
                feed = TableFeed(hub, listener, table, sender, late)
                deal, _, version = self.last_id.partition(":")
                if newest is not None and deal == str(newest):
                    feed.seen = newest, int(version)
                for text in send(Stream(listener, feed)):
                    connection.push(text)
                    if not connection.is_open:
                        break
            finally:
                hub.leave(listener)
        except Died:
            connection.end()
            raise
        except Exception as error:  # noqa: BLE001 - the connection ends, and the spectator tries again
            self.world.scheduler.note(f"stream failed with {type(error).__name__}")
        connection.end()

    # --- on the spectator's device ----------------------------------------------------------------

    def receive(self, connection: Connection, text: str) -> None:
        """Take in the events of a text."""
        for part in filter(None, text.split("\n\n")):
            fields = dict(line.split(": ", 1) for line in part.split("\n") if ": " in line)
            if "id" not in fields:
                continue
            self.messages += 1
            fault = self.world.fault(self.name, self.messages)
            if fault is not None and fault.kind == CUT:
                self.world.scheduler.note("is cut off")
                connection.end()
                return
            self._take(connection, fields["id"], fields["event"], json.loads(fields["data"]))

    def _take(self, connection: Connection, identity: str, kind: str, data: dict[str, Any]) -> None:
        deal, _, version = identity.partition(":")
        shown = self.shown.setdefault(UUID(deal), Shown())
        number, last = int(version), shown.versions[-1] if shown.versions else 0
        self.world.scheduler.note(f"is shown {kind} {number} of {deal[:6]}")
        is_next = number == last + 1
        if kind == "frame" or deal in connection.deals:
            self.world.expect(is_next, f"{self.name}: after version {last} of a deal came {kind} {number}")
        self.world.expect(number >= last, f"{self.name}: after version {last} of a deal came {kind} {number}")
        connection.deals.add(deal)
        shown.view = merge(shown.view, data["patch"]) if kind == "frame" else data["view"] if kind == "deal" else data
        shown.versions.append(number)
        shown.times.append(self.world.scheduler.now)
        self.last_id = identity


def merge(value: Any, patch: Any) -> Any:
    """Return a JSON value changed by a merge patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    result = dict(value) if isinstance(value, dict) else {}
    for name, change in patch.items():
        if change is None:
            result.pop(name, None)
        else:
            result[name] = merge(result.get(name), change)
    return result
