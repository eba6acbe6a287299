"""Draw rounds from what is stored: entries, earlier draws, results and lots."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from domain.engine.seats import SIX
from domain.kernel.errors import Declined
from domain.tournament.aggregate import DRAWS
from domain.tournament.draws import DrawError, check_draw, draw
from domain.tournament.draws.assumed import AssumptionError, assumed_lines, find_assumptions
from domain.tournament.draws.known_boards import known_boards
from domain.tournament.results.sheet import by_points
from domain.tournament.rounds import decisions as rounds
from domain.tournament.rounds import lots
from domain.tournament.rounds.seals import seed_of_lots
from domain.tournament.rulings.wrong_board import boards_played
from domain.tournament.state import Draw
from domain.tournament.tables.encounter import Encounter, encounter_id
from domain.tournament.tables.settings import table_settings

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from uuid import UUID

    from domain.kernel.commands import Request
    from domain.kernel.repository import Repository
    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import Assumption, Entry, EntryId, Line


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """The director's choices for a draw. ``assumed``, ``earlier``, ``rest``: as in `find_assumptions`."""

    by_hand: Draw | None = None
    challenges: Sequence[tuple[EntryId, EntryId]] = ()
    assumed: Sequence[Assumption] = ()
    earlier: Sequence[Assumption] = ()
    rest: bool = False


class Drawing:
    """Draws rounds of tournaments."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def lines(self, tournament: Tournament, until: int | None = None) -> list[Line]:
        """Return all lines of a tournament's standings, computed from the events. ``until``: the last round."""
        numbers = [number for number in tournament.rounds if until is None or number <= until]
        tables = [each for number in numbers for each in tournament.encounters(number)]
        lines = [line for line in tournament.lines() if line.round in numbers]
        for encounter in self._repository.get_many(Encounter, tables).values():
            lines += encounter.lines()
        return sorted(lines, key=lambda line: (line.round, line.entry, line.board))

    def draw_next(
        self,
        tournament: Tournament,
        encounters: dict[UUID, Encounter],
        command: Request,
        entropy: bytes | None,
        options: DrawOptions,
    ) -> None:
        """Draw the next round, with lots before the first one, and add its tables to ``encounters``."""
        tournament.check_not_over()
        if entropy is not None and tournament.draws_lots_first:
            chance = seed_of_lots(self._repository, tournament, DRAWS, entropy)
            tournament.take(lots.draw_lots(tournament, DRAWS, chance), *command.stamp)
        made, broke, basis = self.make_draw(tournament, tournament.draws, options)
        fact = rounds.record_draw(tournament, made, broke, by_hand=options.by_hand is not None, assumed=basis)
        tournament.take(fact, *command.stamp)
        set_tables(tournament, made.round, encounters, command.stamp)

    def make_draw(
        self, tournament: Tournament, before: Sequence[Draw], options: DrawOptions
    ) -> tuple[Draw, list[str], Sequence[Assumption]]:
        """Return the draw, its faults in sentences if the director made it, and the results that it assumes."""
        if (own := options.by_hand) is not None:
            if options.assumed or options.rest:
                raise Declined("assumed", "a draw by hand needs no assumed results")
            own = replace(own, round=len(before) + 1)
            rounds.check_draw(tournament, own)
            return own, self.find_faults(tournament, before, own), ()
        terms, ruled = tournament.terms, tournament.score_changes(len(before))
        entries, drawn, lines, order = self._draw_input(tournament, before)
        try:
            basis = find_assumptions(terms, entries, drawn, lines, options.assumed, options.earlier, rest=options.rest)
        except AssumptionError as error:
            raise Declined("assumed", error.sentence) from None
        assumed = list(assumed_lines(drawn, basis))
        at_them = frozenset(line.entry for line in assumed)
        try:
            made = draw(
                terms,
                entries,
                drawn,
                [*lines, *assumed],
                order,
                options.challenges,
                ruled,
                points=by_points(tournament.ruleset),
                avoidances=tuple(tournament.avoidances.values()),
                assumed=at_them,
                odd_seats=tournament.ruleset.seating.teams == SIX.teams,
            )
        except DrawError as error:
            raise Declined("draw", error.sentence) from None
        return made, self._find_known_boards(tournament, made), basis

    def find_faults(self, tournament: Tournament, before: Sequence[Draw], own: Draw) -> list[str]:
        """Return the faults of a director's own draw, in sentences. ``before``: the draws of the earlier rounds."""
        entries, drawn, lines, order = self._draw_input(tournament, before)
        apart = tuple(tournament.avoidances.values())
        faults = check_draw(tournament.terms, entries, drawn, own, lines, order, apart)
        return [*faults, *self._find_known_boards(tournament, own)]

    def _find_known_boards(self, tournament: Tournament, drawn: Draw) -> list[str]:
        """Return a sentence for each board of a draw that an entry played in an earlier round instead of another."""
        if not tournament.terms.rules.has_boards:
            return []
        earlier = [
            each for number in tournament.rounds if number < drawn.round for each in tournament.encounters(number)
        ]
        played = boards_played(self._repository.get_many(Encounter, earlier).values())
        return known_boards(drawn, played, tournament.entries)

    def _draw_input(
        self, tournament: Tournament, before: Sequence[Draw]
    ) -> tuple[tuple[Entry, ...], Sequence[Draw], list[Line], tuple[EntryId, ...]]:
        """Return the input of a draw: entries, earlier draws, their results if the format draws by them, and lots."""
        needed = tournament.terms.rules.rests_on_results
        lines = self.lines(tournament, len(before)) if needed else []
        order = tournament.lots[DRAWS].order if DRAWS in tournament.lots else ()
        return tuple(tournament.entries.values()), before, lines, order


def set_tables(
    tournament: Tournament,
    number: int,
    encounters: dict[UUID, Encounter],
    stamp: tuple[str, str, str],
    played: Collection[UUID] = (),
) -> set[UUID]:
    """Set the tables of a drawn round, and return their ids. ``played``: tables that keep their results."""
    kept = set(played)
    for setting in table_settings(tournament, number):
        identity = encounter_id(tournament.id, number, setting.table)
        if identity in kept:
            continue
        encounter = encounters.setdefault(identity, Encounter(identity))
        if not encounter.version or encounter.dropped or encounter.setting != setting:
            encounter.take(setting, *stamp)
        kept.add(identity)
    return kept
