"""Score sheets, with all deals together or deal by deal, and the results that they give."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final, TypeAlias

from domain.tournament.state import PLAYED, Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.engine.facts import DealSettled
    from domain.engine.ruleset import Ruleset
    from domain.tournament.state import Pairing

Both: TypeAlias = tuple[int, int]
"""A number for the side that sits North-South, and one for the other side."""


@dataclass(frozen=True, slots=True)
class Count:
    """The numbers that one side wrote down, for one deal or for all deals together. None: nothing was written."""

    tokens: int | None = None
    points: int | None = None
    """Card points; in a Jass, including the last trick and the Match."""
    weis: int | None = None
    """In a Jass: points for Weis and Stöck."""
    contract: int | None = None
    """In a Jass with an auction: points for contracts."""
    total: int | None = None
    """In a Jass: the sum of points, Weis and contracts, if only the sum was written."""
    deals: int | None = None
    """Number of deals won; only for all deals together."""

    @property
    def blank(self) -> bool:
        """Return whether nothing was written, or only zeros."""
        return not any(getattr(self, each.name) for each in fields(self))

    @property
    def scored(self) -> int:
        """Return the points of a side in a Jass: the total, or the sum of its parts."""
        if self.total is not None:
            return self.total
        return (self.points or 0) + (self.weis or 0) + (self.contract or 0)


BLANK: Final = Count()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet: all deals together, or deal by deal, or both. The first side is the one that sits North-South."""

    whole: tuple[Count, Count] = (BLANK, BLANK)
    deals: tuple[tuple[Count, Count], ...] = ()
    played: int | None = None
    """Number of deals played; None if the sheet has each deal or the terms determine the number."""
    ruled: Both = (0, 0)
    """Tokens or points that rulings add to each side in this encounter, or (negative) take from it."""


NO_SHEET: Final = Sheet()


def of_deals(settled: Sequence[DealSettled], teams: tuple[str, str]) -> Sheet:
    """Return the sheet of recorded deals, which needs no check. ``teams``: in the order of the sides of the pairing."""
    return Sheet(deals=tuple((_of_deal(each, teams[0]), _of_deal(each, teams[1])) for each in settled))


def _of_deal(settled: DealSettled, team: str) -> Count:
    if settled.outcome not in ("played", "awarded"):
        return BLANK
    if settled.score:
        return Count(total=settled.score[team])
    return Count(tokens=max(0, settled.tokens[team]), points=settled.points[team])


@dataclass(frozen=True, slots=True)
class Total:
    """The result of an encounter."""

    won: Both
    """Tokens, or points if the game is played for points; deals if nothing else was written."""
    deals: Both
    """Number of deals won."""
    points: Both
    """Card points; in a Jass, all points."""


def total(game: Ruleset, sheet: Sheet) -> Total:
    """Return the result of a sheet, without checking the sheet."""
    one, other = together(game, sheet)
    won = (due(game, one) + sheet.ruled[0], due(game, other) + sheet.ruled[1])
    points = won if game.game.scores_weis else (one.points or 0, other.points or 0)
    return Total(won, (one.deals or 0, other.deals or 0), points)


def lines_of(
    game: Ruleset, round_: int, pairing: Pairing, sheet: Sheet, *, confirmed: bool = False
) -> tuple[Line, ...]:
    """Return a line for each entry at the table, without checking the sheet."""
    result = total(game, sheet)
    return tuple(
        Line(
            round=round_,
            entry=entry,
            kind=PLAYED,
            table=pairing.table,
            against=pairing.sides[other],
            partners=tuple(each for each in pairing.sides[own] if each != entry),
            won=result.won[own],
            lost=result.won[other],
            deals_won=result.deals[own],
            deals_lost=result.deals[other],
            points=result.points[own],
            points_lost=result.points[other],
            confirmed=confirmed,
        )
        for own, other in ((0, 1), (1, 0))
        for entry in pairing.sides[own]
    )


def together(game: Ruleset, sheet: Sheet) -> tuple[Count, Count]:
    """Return the counts of each side in all deals together: the sums of the deals, if the sheet has each deal."""
    if not sheet.deals:
        return sheet.whole
    both = []
    for own, other in ((0, 1), (1, 0)):
        added: dict[str, int | None] = {}
        for item in fields(Count):
            counts = [getattr(deal[own], item.name) for deal in sheet.deals]
            written = [number for number in counts if number is not None]
            added[item.name] = sum(written) if written else None
        added["deals"] = sum(due(game, deal[own]) > due(game, deal[other]) for deal in sheet.deals)
        if added["total"] is not None:
            added["total"] = sum(deal[own].scored for deal in sheet.deals)
        both.append(Count(**added))
    return both[0], both[1]


def due(game: Ruleset, count: Count) -> int:
    """Return the tokens or points of a side that decide an encounter; deals won, if nothing else was written."""
    if game.game.scores_weis:
        return count.scored
    for number in (None if by_points(game) else count.tokens, count.points, count.deals):
        if number is not None:
            return number
    return 0


def by_points(game: Ruleset) -> bool:
    """Return whether the game is played for points (003 "Scoring"; 002 "Alternate Scoring Variant")."""
    return game.match.by_points
