"""Entries that qualify from earlier stages: their order, and the scores that they carry over."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Final

from domain.kernel.errors import Declined
from domain.tournament.standings.scores import parts_of
from domain.tournament.terms import COUNTED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import Standing

CARRY: Final = {"none": Fraction(0), "half": Fraction(1, 2), "all": Fraction(1)}
"""The parts of the score in the earlier stage with which an entry begins."""


@dataclass(frozen=True, slots=True)
class Stage:
    """An earlier stage: its tournament, which is over, and its standings. The first ``places`` qualify."""

    tournament: Tournament
    standings: Sequence[Standing]
    places: int


@dataclass(frozen=True, slots=True)
class Qualifier:
    """An entry that qualifies. ``amount``: the score that it carries over, as in `Adjustment`."""

    name: str
    players: tuple[str, ...]
    stage: str
    place: int
    amount: int


def qualifiers(tournament: Tournament, stages: Iterable[Stage], carry: str) -> list[Qualifier]:
    """Return the qualifiers in the order of their seeds: all winners first, then all seconds, and so on.

    Entries that share the last qualifying place qualify too. Withdrawn entries do not, and nobody moves up. A part of
    a score is rounded down to the smallest unit. Raises `Declined` for a stage that is not over, or of another game, or
    whose scores count something else.
    """
    given = list(stages)
    if len({each.tournament.id for each in given}) < len(given):
        raise Declined("stage", "an earlier stage stands there twice")
    for each in given:
        _check_stage(tournament, each.tournament, carry)
    ranked = [(row.place, n, row) for n, each in enumerate(given) for row in each.standings if row.place <= each.places]
    return [
        Qualifier(entry.name, entry.players, stage.opened.name, place, _carried(tournament, row, carry))
        for place, n, row in sorted(ranked, key=lambda each: each[:2])
        for stage in (given[n].tournament,)
        for entry in (stage.entries[row.entry],)
        if entry.out is None
    ]


def round_down(score: Fraction, parts: int) -> int:
    """Return a score as a number of `Adjustment`, rounded down. ``parts``: the parts of a point that it counts."""
    return floor(score * parts)


def _carried(tournament: Tournament, row: Standing, carry: str) -> int:
    return round_down(row.score * CARRY[carry], parts_of(tournament.terms, "score"))


def _check_stage(tournament: Tournament, stage: Tournament, carry: str) -> None:
    name = stage.opened.name
    if stage.id == tournament.id:
        raise Declined("stage", "a tournament is no earlier stage of itself")
    if not stage.ended:
        raise Declined("stage-open", "{name} is not over; end it first", name=name)
    if stage.opened.ruleset["key"] != tournament.opened.ruleset["key"]:
        raise Declined("stage", "{name} is played by other rules", name=name)
    if stage.terms.side != tournament.terms.side:
        raise Declined(
            "stage",
            "an entry of {name} has {other} players, here {own}",
            name=name,
            other=stage.terms.side,
            own=tournament.terms.side,
        )
    own, other = tournament.terms.scoring.counts, stage.terms.scoring.counts
    if CARRY[carry] and own != other:
        raise Declined(
            "stage-score",
            "{name} counts {other}, this tournament {own}: no score can be carried over",
            name=name,
            other=COUNTED[other],
            own=COUNTED[own],
        )
