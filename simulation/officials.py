"""The officials of an evening: an arbiter who notes what happened at the tables, and a director with results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from domain.engine.facts import IrregularityNoted
from domain.tournament.results.sheet import Count, Sheet
from simulation.clients import LATER, PERSONS, Acknowledged, Client, Scribe
from simulation.network import Offline, Request
from simulation.plan import DOUBLE

if TYPE_CHECKING:
    from uuid import UUID

    from simulation.tables import EventRow
    from simulation.world import World

RACE: Final = 7
"""The tokens that win a table of the tournament."""
TERMS: Final[dict[str, Any]] = {"format": "swiss", "rounds": 3, "encounter": {"race": RACE}}
ENTRIES: Final = tuple((f"{one} & Partner {n}", (one, f"Partner {n}")) for n, one in enumerate(PERSONS))

DONE_BEFORE: Final = ("result-confirmed", "round-drawn")
"""The codes of what was done already, before the director's device restarted."""


class Arbiter(Client):
    """The arbiter, who adds notes to deals while they are recorded. Half of its notes are sent without a key."""

    def __init__(self, world: World) -> None:
        super().__init__(world, "arbiter")
        self.noted = 0
        """The number of notes that were sent."""
        self.unkeyed: dict[str, tuple[Acknowledged | None, int]] = {}
        """By the text of each note without a key: its acknowledgement, and how often it may have arrived."""

    def work(self) -> None:
        scribes = [client for client in self.world.clients if isinstance(client, Scribe)]
        while self.noted < self.world.plan.notes:
            self.world.scheduler.pause(self.chance.expovariate(1 / 1.5))
            scribe = scribes[self.noted % len(scribes)]
            deal = scribe.deal_id(min(scribe.number, len(scribe.plan.deals) - 1))
            text = f"note {self.noted}"
            if self.world.plan.forgets:
                text += f" on {PERSONS[self.noted % len(PERSONS)]}"
            self.noted += 1
            note = IrregularityNoted(0, "other", None, text)
            if self.noted % 2:
                self.send_until_answered(Request("deals.note_irregularity", (deal, note), (), self.name, text))
            else:
                self._send_once(Request("deals.note_irregularity", (deal, note), (), self.name), text)

    def _send_once(self, request: Request, text: str) -> None:
        """Send a note without a key. Nobody may send it again, since it would be recorded again."""
        fault = self.world.fault(self.name, self.messages + 1)
        self.unkeyed[text] = None, 2 if fault is not None and fault.kind == DOUBLE else 1
        try:
            answer = self.send(request)
        except Offline:
            return
        if answer.status == 200:
            self.unkeyed[text] = Acknowledged(request, *answer.body), self.unkeyed[text][1]


class Director(Client):
    """The director of a tournament, who enters results, corrects and confirms them, and draws the next round."""

    def __init__(self, world: World, tournament: UUID) -> None:
        super().__init__(world, "director")
        self.tournament = tournament
        self.entered = 0
        """The number of results that were entered or corrected."""
        self.round = 1
        self.tables: list[UUID] = []
        """The tables of the round."""
        self.results: dict[UUID, tuple[int, int]] = {}
        """The tokens of both sides at each table, as they were acknowledged last."""
        self.typed: tuple[UUID, tuple[int, int]] | None = None
        """The result that is being sent, with its table. The device keeps it when it restarts."""

    def work(self) -> None:
        while self.entered < self.world.plan.results:
            if self.typed is not None:
                self._send_typed(*self.typed)
            self.world.scheduler.pause(self.chance.expovariate(1 / 0.7))
            if not self.tables:
                self.tables = self._ask("encounters", self.tournament, self.round)
            open_tables = [table for table in self.tables if table not in self.results]
            if open_tables and self.chance.random() < 0.75:
                self._enter(open_tables[0])
            elif self.results:
                self._enter(self.chance.choice(sorted(self.results)))
            if not open_tables and self.round < TERMS["rounds"]:
                self._draw()

    def _enter(self, table: UUID) -> None:
        """Enter the result of a table, or correct it."""
        other = self.chance.randrange(RACE)
        won = (RACE, other) if self.chance.random() < 0.5 else (other, RACE)
        if self.results.get(table) != won:
            self.typed = (table, won)
            self._send_typed(table, won)

    def _send_typed(self, table: UUID, won: tuple[int, int]) -> None:
        sheet = Sheet((Count(tokens=won[0]), Count(tokens=won[1])))
        command, arguments = "encounters.enter_result", (table, sheet)
        if table in self.results:
            command, arguments = "encounters.correct_result", (table, sheet, "misread")  # type: ignore[assignment]
        self._do(command, *arguments)
        self.results[table] = won
        self.entered += 1
        self.typed = None

    def _draw(self) -> None:
        """Confirm all results of the round, and draw the next one."""
        for table in self.tables:
            self._do("encounters.confirm_result", table, None)
        self._do("rounds.draw_round", self.tournament, self.round + 1)
        self.round += 1
        self.tables = []

    def _do(self, command: str, *arguments: Any) -> None:
        key = f"director {self.round} {self.entered} {command} {arguments[0]}"
        answer = self.send_until_answered(Request(command, arguments, (), self.name, key))
        is_done = answer.status == 200 or (answer.status == 409 and answer.body.startswith(DONE_BEFORE))
        self.world.expect(is_done, f"{self.name}: {command} {arguments[1:]} was refused: {answer}")

    def _ask(self, name: str, *arguments: Any) -> Any:
        while True:
            try:
                answer = self.send(Request(name, arguments, (), self.name))
            except Offline:
                continue
            if answer.status not in LATER:
                return answer.body


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A person who was forgotten. ``before``: the events that were visible when this was first requested."""

    name: str
    before: frozenset[EventRow]
    done: Acknowledged

    @property
    def place(self) -> tuple[UUID, int]:
        """Return the stream and the version of the event that records it."""
        return self.done.stream, self.done.last


class Secretary(Client):
    """The secretary, who forgets players of the tournament. Later others of the same names are entered."""

    def __init__(self, world: World, tournament: UUID) -> None:
        super().__init__(world, "secretary")
        self.tournament = tournament
        self.before: dict[str, frozenset[EventRow]] = {}
        self.forgotten: list[Forgotten] = []
        self.entered: list[tuple[str, Acknowledged | None]] = []
        """The names that were entered again, with the acknowledgements; None if somebody else had typed the name."""

    def work(self) -> None:
        while len(self.entered) < self.world.plan.forgets:
            name = PERSONS[len(self.entered)]
            if len(self.forgotten) == len(self.entered):
                self.world.scheduler.pause(self.chance.expovariate(1 / 3))
                self.before.setdefault(name, frozenset(self.world.database.tables.by_position))
                done = self._do(
                    Request("forgetting.forget", (self.world.club, [name]), (), self.name, f"forget {name}")
                )
                assert done is not None
                self.forgotten.append(Forgotten(name, self.before[name], done))
            self.world.scheduler.pause(2.0)
            arguments = (self.tournament, f"Later {len(self.entered)}", (name, f"Friend of {len(self.entered)}"))
            self.entered.append(
                (name, self._do(Request("entries.make_entry", arguments, (), self.name, f"again {name}")))
            )

    def _do(self, request: Request) -> Acknowledged | None:
        answer = self.send_until_answered(request)
        if answer.status == 409 and answer.body.startswith("entry-player"):
            return None
        self.world.expect(answer.status == 200, f"{self.name}: {request.command} was refused: {answer}")
        return Acknowledged(request, *answer.body)


class Typist(Client):
    """A helper of the director, who types the names of players whom the secretary forgets meanwhile."""

    def __init__(self, world: World, tournament: UUID) -> None:
        super().__init__(world, "typist")
        self.tournament = tournament
        self.typed = 0

    def work(self) -> None:
        while self.typed < 2 * self.world.plan.forgets:
            name = PERSONS[self.typed // 2]
            self.world.scheduler.pause(self.chance.expovariate(1 / 2))
            key = f"typist {self.typed}"
            friend = f"Friend {self.typed}"
            arguments = (self.tournament, str(self.typed // 2 + 1), f"{name} & {friend}", (name, friend))
            answer = self.send_until_answered(Request("entries.change_entry", arguments, (), self.name, key))
            is_there = answer.status == 409 and answer.body.startswith("entry-player")
            self.world.expect(answer.status == 200 or is_there, f"{self.name}: {key} was refused: {answer}")
            self.typed += 1
