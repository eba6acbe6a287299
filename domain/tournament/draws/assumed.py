"""Results that a draw assumes of tables that still play, so that the next round can begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.words.values import Term
from domain.tournament.draws.history import missing_results
from domain.tournament.state import PLAYED, Assumption, DrawError, Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from domain.tournament.results.sheet import Total
    from domain.tournament.state import Draw, Entry, Pairing
    from domain.tournament.terms import Terms


class AssumptionError(DrawError):
    """Raised for an assumption that a draw does not need, or cannot use."""


def find_assumptions(
    terms: Terms,
    entries: Sequence[Entry],
    drawn: Sequence[Draw],
    lines: Sequence[Line],
    given: Sequence[Assumption],
    earlier: Sequence[Assumption] = (),
    *,
    rest: bool = False,
) -> list[Assumption]:
    """Return the assumed results of the tables without a result, in the order of the rounds.

    ``given``: what the director says; ``earlier``: assumptions that still hold if nothing else is said; ``rest``: True
    to assume a draw at every other table. Raises `AssumptionError` for an assumption about a table that needs none, or
    if the format does not assume results.
    """
    if (given or rest) and not terms.rules.assumes_results:
        raise AssumptionError(
            "{format} assumes no results: its draw does not need them, or needs a winner",
            format=Term(terms.rules.name),
        )
    missing = [(round_, pairing.table) for round_, pairing in missing_results(entries, drawn, lines)]
    by_table = {(each.round, each.table): each for each in earlier}
    stated: dict[tuple[int, int], Assumption] = {}
    for each in given:
        key = each.round, each.table
        if key not in missing:
            raise AssumptionError(
                "table {table} of round {round} needs no assumed result", table=each.table, round=each.round
            )
        if key in stated:
            raise AssumptionError(
                "two results are assumed of table {table} of round {round}", table=each.table, round=each.round
            )
        stated[key] = each
    assumed = {key: Assumption(*key) for key in missing} if rest else {}
    assumed |= {key: each for key, each in by_table.items() if key in missing}
    return [each for _, each in sorted((assumed | stated).items())]


def assumed_lines(drawn: Iterable[Draw], assumed: Iterable[Assumption]) -> Iterator[Line]:
    """Yield the lines of assumed results, as if they were played."""
    pairings = {(draw.round, pairing.table): pairing for draw in drawn for pairing in draw.pairings}
    for each in assumed:
        pairing: Pairing = pairings[each.round, each.table]
        for own, other in ((0, 1), (1, 0)):
            won, lost = each.won[own], each.won[other]
            for entry in pairing.sides[own]:
                yield Line(
                    each.round, entry, PLAYED, each.table, pairing.sides[other], won=won, lost=lost,
                    deals_won=won, deals_lost=lost, points=won, points_lost=lost, confirmed=False,
                )  # fmt: skip


def is_as_assumed(terms: Terms, assumption: Assumption, score: Total) -> bool:
    """Return whether a result counts the same for the draw as the one that was assumed."""
    counted = {"deals": score.deals, "points": score.points}.get(terms.scoring.counts, score.won)
    if terms.scoring.counts in ("deals", "points"):
        return tuple(counted) == tuple(assumption.won)
    difference, assumed = counted[0] - counted[1], assumption.won[0] - assumption.won[1]
    if terms.scoring.counts == "wins":
        return (difference > 0) - (difference < 0) == (assumed > 0) - (assumed < 0)
    return difference == assumed
