"""A tournament in a club's hall, as far as pages of it are tested: pairs with names, rounds drawn, results told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from api.services import Provider
from domain.tournament.results.sheet import Count, Sheet
from domain.tournament.tables.encounter import encounter_id
from tests.http.people import People, opened

DIRECTOR: dict[str, Any] = {"by": "A director", "at": "2026-02-14T18:00:00.000Z"}
SWISS: dict[str, Any] = {"format": "swiss", "rounds": 5, "encounter": {"race": 7}}
TAMIL = "கவிதா"
SINHALA = "අනුලා"
FIRST = ("Anula", TAMIL, "Mahesh", SINHALA, "Farook", "Nimal", "Ruwan", "Selvi")


@dataclass
class Hall:
    """A tournament, and how to go on with it."""

    house: Provider
    id: UUID
    club: str
    tables: list[str] = field(default_factory=list)
    """Tables of the club, in the order of their numbers in the draw."""
    players: list[str] = field(default_factory=list)
    """Ids of those who play for the first entry."""

    @property
    def path(self) -> str:
        """The path of its first page."""
        return f"/tournaments/{self.id}"

    def draw(self) -> None:
        """The next round."""
        self.house.services.ledger.rounds.draw_round(self.id, **DIRECTOR)

    def drawn(self, number: int) -> list[int]:
        """The tables of a round."""
        return [each.table for each in self.tournament.round(number).draw.pairings]

    @property
    def tournament(self) -> Any:
        """The tournament as it stands."""
        return self.house.services.ledger.tournaments.get(self.id)

    def result(self, number: int, table: int, ours: int = 7, theirs: int = 3, *, confirmed: bool = True) -> None:
        """A table reports."""
        ledger, identity = self.house.services.ledger, encounter_id(self.id, number, table)
        ledger.encounters.enter_result(identity, Sheet((Count(tokens=ours), Count(tokens=theirs))), **DIRECTOR)
        if confirmed:
            ledger.encounters.confirm_result(identity, None, **DIRECTOR)

    def forfeit(self, number: int, table: int, *sides: int) -> None:
        """Sides of a table do not come: 0 for North and South, 1 for East and West."""
        identity = encounter_id(self.id, number, table)
        self.house.services.ledger.encounters.rule_forfeit(identity, sides, "They did not come.", **DIRECTOR)

    def board(self, number: int, table: int, board: int, ours: int, theirs: int) -> None:
        """A table reports a board of a duplicate."""
        sheet = Sheet(deals=((Count(tokens=ours), Count(tokens=theirs)),))
        self.house.services.ledger.encounters.enter_result(
            encounter_id(self.id, number, table), sheet, board, **DIRECTOR
        )

    def play(self, number: int) -> None:
        """Every table of a round reports, and the round is closed."""
        for table in self.drawn(number):
            self.result(number, table, *((7, table % 7) if (table + number) % 3 else (table % 7, 7)))
        self.house.services.ledger.rounds.close_round(self.id, number, **DIRECTOR)

    def end(self) -> None:
        """The final result is announced as the standings have it."""
        answer = self.house.services.ledger
        rows = [{"place": n, "entry": entry, "score": "3"} for n, entry in enumerate(self.tournament.entries, 1)]
        answer.tournaments.end(self.id, rows, **DIRECTOR)


def a_hall(
    people: People,
    house: Provider,
    pairs: int = 16,
    played: int = 0,
    tables: int = 0,
    name: str = "The Wella Cup",
    **more: Any,
) -> Hall:
    """A tournament of pairs in a club of its own, so many rounds of it played; so many tables are the club's."""
    admin, ledger = people.admin, house.services.ledger
    club = people.club()
    own = [opened(admin.post("/players", {"name": each, "club": club})) for each in ("Anula", TAMIL)]
    identity = ledger.tournaments.open(name, {**SWISS, **more}, "304", club=UUID(club), **DIRECTOR).id
    hall = Hall(house, identity, club, [people.table(club) for _ in range(tables)], own)
    if tables:
        named = {number: UUID(table) for number, table in enumerate(hall.tables, 1)}
        ledger.tournaments.name_tables(identity, named, **DIRECTOR)
    for n in range(1, pairs + 1):
        players = own if n == 1 else [f"{FIRST[(2 * n) % 8]} {n}", f"{FIRST[(2 * n + 1) % 8]} {n}"]
        called = f"Anula & {TAMIL}" if n == 1 else " & ".join(players)
        ledger.entries.make_entry(identity, called, players, **DIRECTOR)
    for number in range(1, played + 1):
        hall.draw()
        hall.play(number)
    return hall
