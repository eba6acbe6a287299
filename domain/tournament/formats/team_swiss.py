"""Team Swiss: teams of four with about the same score meet at two tables, both with the same boards.

The teams of a round are drawn as in a Swiss. Each encounter has two tables, and the teams sit the other way round at
the second. All encounters of a round have the same boards, and each round has new ones.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from domain.engine.words.values import sentence
from domain.fair.packs import MOST_BOARDS
from domain.tournament.draws.movements import boards_of_set
from domain.tournament.draws.reasons import Reason
from domain.tournament.formats.swiss import Swiss
from domain.tournament.results.lines import compare_boards
from domain.tournament.standings.victory_points import VICTORY_POINTS
from domain.tournament.state import FORFEIT, WALKOVER, Draw, DrawError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from domain.engine.words.values import Term
    from domain.tournament.draws.history import DrawInput
    from domain.tournament.state import Entry, Pairing
    from domain.tournament.terms import Terms


class TeamSwiss(Swiss):
    """A Swiss of teams of four on boards."""

    key = "team-swiss"
    name = "Team Swiss"
    about = "Teams of four with about the same score play the same boards at two tables."
    own_terms = frozenset({"rounds", "boards", "requested_byes"})
    entry_sizes = (4,)
    counts = (VICTORY_POINTS, "imps", "wins")
    assumes_results = False
    report_type = ""

    def problems(self, terms: Terms) -> Iterator[Term]:
        """Yield a sentence for a wrong scoring and for a wrong number of boards."""
        if terms.scoring.counts not in self.counts:
            yield sentence("scoring.counts: a team Swiss counts victory-points, imps or wins")
        if terms.boards < 1 or terms.boards * (terms.rounds or 1) > MOST_BOARDS:
            yield sentence(
                "boards: each round needs at least one board, and all rounds together at most {most}", most=MOST_BOARDS
            )

    def round_sets(self, terms: Terms, entries: Sequence[Entry]) -> list[set[int]]:
        """Return the set of each round: all tables have the same."""
        return [{number} for number in range(terms.rounds or 0)]

    def check_results(self, before: DrawInput) -> None:
        """Raise `DrawError` if a board has no result at some table, unless one of its teams had withdrawn."""
        reported = {(line.round, line.table, line.board) for line in before.lines}
        reported |= {(line.round, line.table, 0) for line in before.lines if line.kind in (FORFEIT, WALKOVER)}
        known = {entry.id: entry for entry in before.entries}
        for draw in before.drawn:
            for pairing in draw.pairings:
                if (draw.round, pairing.table, 0) in reported or any(
                    entry not in known or not known[entry].plays(draw.round) for entry in pairing.entries
                ):
                    continue
                for board in pairing.boards:
                    if (draw.round, pairing.table, board) not in reported:
                        raise DrawError(
                            "Round {round} has no result of board {board} at table {table} yet.",
                            round=draw.round, board=board, table=pairing.table,
                        )  # fmt: skip

    def draw_pairs(self, before: DrawInput) -> Draw:
        """Return the round of a Swiss, each encounter at two tables."""
        lines = compare_boards(before.terms, before.entries, before.drawn, before.lines, points=before.points)
        once = [replace(draw, pairings=tuple(_first_tables(draw))) for draw in before.drawn]
        drawn = super().draw_pairs(replace(before, drawn=once, lines=lines))
        boards = tuple(boards_of_set(before.terms, before.round - 1))
        pairings = [
            replace(pairing, table=2 * pairing.table - 1 + second, sides=sides, boards=boards)
            for pairing in drawn.pairings
            for second, sides in enumerate((pairing.sides, pairing.sides[::-1]))
        ]
        return Draw(drawn.round, tuple(pairings), drawn.byes)

    def why_met(self, level: Term, seated: Term) -> Term:
        """Return the reason for an encounter; who sits North where does not matter."""
        return sentence(Reason.TWO_TABLES, reason=level)


def _first_tables(draw: Draw) -> Iterator[Pairing]:
    """Yield the first of the two tables of each encounter, so that it counts as one meeting."""
    met = set()
    for pairing in sorted(draw.pairings, key=lambda each: each.table):
        if frozenset(pairing.sides) not in met:
            met.add(frozenset(pairing.sides))
            yield pairing
