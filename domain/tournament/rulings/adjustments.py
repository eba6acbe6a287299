"""Rulings on the scores of entries, and the scores with which entries begin.

The functions return facts and change nothing. They raise `Declined` with the reason if it is not possible now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.engine.words.values import Listing
from domain.kernel.errors import Declined
from domain.tournament.facts.adjustments import AdjustmentMade, AdjustmentWithdrawn, StartingScoreSet
from domain.tournament.standings import scores

if TYPE_CHECKING:
    from fractions import Fraction

    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import EntryId


UNITS: Final = ("score", "tokens")


def adjustment_number(tournament: Tournament, amount: Fraction, unit: str) -> int:
    """Return the number that `adjust` takes for an amount in the unit of scores: in half points where wins count.

    Raises `Declined` if the amount is not a multiple of the smallest unit, or the unit is unknown.
    """
    _check_unit(unit)
    try:
        return scores.adjustment_number(tournament.terms, amount, unit)
    except scores.AmountError as error:
        raise Declined("adjustment", error.sentence) from None


def adjust(tournament: Tournament, entry: EntryId, amount: int, unit: str, number: int, why: str) -> AdjustmentMade:
    """Rule on an entry's score. ``amount`` as in `Adjustment`; ``number``: the round the ruling is about, or 0."""
    tournament.check_not_over()
    tournament.entry(entry)
    _check_unit(unit)
    if not amount:
        raise Declined("adjustment", "a ruling adds something or takes something")
    if number:
        tournament.round(number)
    if not why:
        raise Declined("why", "a ruling says why")
    return AdjustmentMade(entry, amount, unit, number, why)


def withdraw_adjustment(tournament: Tournament, number: int, why: str) -> AdjustmentWithdrawn:
    """Take back a ruling on a score."""
    tournament.check_not_over()
    if number not in tournament.adjustments:
        raise Declined("not-found", "there is no ruling {number} in this tournament", number=number)
    return AdjustmentWithdrawn(number, why)


def set_starting_score(tournament: Tournament, entry: EntryId, amount: int, why: str) -> StartingScoreSet:
    """Set the score with which an entry begins, as a handicap; 0 takes it away. ``amount`` as in `Adjustment`."""
    tournament.check_not_over()
    tournament.entry(entry)
    old = tournament.starting_scores.get(entry)
    if amount == (old.amount if old else 0):
        raise Declined("same-starting-score", "entry {entry} begins with that score already", entry=entry)
    if not why:
        raise Declined("why", "a starting score says why")
    return StartingScoreSet(entry, amount, why)


def _check_unit(unit: str) -> None:
    if unit not in UNITS:
        raise Declined(
            "adjustment",
            "a ruling is about {units}, not {unit}",
            units=Listing(UNITS, " or "),
            unit=unit,
        )
