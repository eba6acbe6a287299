"""Pictures of a tournament: the bracket of a knockout and the cross-table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from domain.tournament.aggregate import DRAWS
from domain.tournament.draws.knockout import bracket, stage

if TYPE_CHECKING:
    from domain.tournament.state import EntryId
    from web.tournaments.seen import Met, Seen


@dataclass(frozen=True, slots=True)
class Slot:
    """One encounter of a bracket: two places, from top to bottom, and the result."""

    entries: tuple[EntryId | None, EntryId | None]
    met: Met | None
    """The table where they meet; None before it is drawn, and for a bye."""
    through: EntryId | None = None
    """The entry that goes on by a bye."""

    @property
    def winner(self) -> EntryId | None:
        """Return the entry that goes on; None if it is not known yet."""
        if self.through is not None or self.met is None or self.met.winner is None:
            return self.through
        return self.met.pairing.sides[self.met.winner][0]

    def won(self, entry: EntryId | None) -> int | None:
        """Return an entry's result there; None if there is none."""
        if self.met is None or self.met.won is None or entry is None:
            return None
        return self.met.won[int(entry in self.met.pairing.sides[1])]


@dataclass(frozen=True, slots=True)
class Column:
    """A round of a bracket."""

    stage: str
    round: int
    slots: tuple[Slot, ...]
    drawn: bool


def of_knockout(seen: Seen) -> list[Column]:
    """Return the bracket from the first round to the final, as far as it is known."""
    tournament = seen.tournament
    lots = tournament.lots[DRAWS].order if DRAWS in tournament.lots else ()
    entries = tuple(tournament.entries.values())
    columns: list[Column] = []
    for number, couples in enumerate(bracket(entries, tournament.draws, seen.lines, lots), 1):
        there = {frozenset(met.pairing.entries): met for met in seen.met(number)} if number in tournament.rounds else {}
        byes = tournament.rounds[number].drawn.byes if number in tournament.rounds else {}
        slots: list[Slot] = []
        before = columns[-1].slots if columns else ()
        for n, known in enumerate(couples):
            couple = known if any(known) or not before else (before[2 * n].winner, before[2 * n + 1].winner)
            met = there.get(frozenset(each for each in couple if each))
            through = None if met else next((each for each in couple if each and each in byes), None)
            slots.append(Slot(couple, met, through))
        columns.append(Column(stage(2 * len(couples)), number, tuple(slots), number in tournament.rounds))
    return columns


def beside(seen: Seen) -> list[tuple[int, list[Met]]]:
    """Return the tables beside the bracket by round: the third place and the consolation."""
    rounds = []
    for number in sorted(seen.tournament.rounds):
        extra = [each for each in seen.met(number) if each.pairing.stage.startswith(("third", "consolation"))]
        if extra:
            rounds.append((number, extra))
    return rounds


Cell: TypeAlias = "tuple[Met, int]"
"""A table, and the side on which the entry of the row sat."""


@dataclass(frozen=True, slots=True)
class Cross:
    """The cross-table: for each entry of a row and of a column, the tables where they met."""

    order: tuple[EntryId, ...]
    cells: dict[tuple[EntryId, EntryId], list[Cell]]


def of_everybody(seen: Seen) -> Cross:
    """Return the cross-table, in the order of the standings."""
    cells: dict[tuple[EntryId, EntryId], list[Cell]] = {}
    for number in sorted(seen.tournament.rounds):
        for met in seen.met(number):
            for side, own in enumerate(met.pairing.sides):
                for one in own:
                    for other in met.pairing.sides[1 - side]:
                        cells.setdefault((one, other), []).append((met, side))
    return Cross(tuple(row.entry for row in seen.standings), cells)
