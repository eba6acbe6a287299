"""A score sheet, all deals together or deal by deal, and the result of an encounter by it."""

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
"""Of the side that sits North-South, and of the other."""


@dataclass(frozen=True, slots=True)
class Count:
    """The numbers that one side wrote down, of one deal or of all together. None: it was not written."""

    tokens: int | None = None
    points: int | None = None
    """Card points; in a Jass with the last trick and the Match."""
    weis: int | None = None
    """In a Jass: Weis and Stöck."""
    contract: int | None = None
    """In a Jass with an auction: what contracts brought."""
    total: int | None = None
    """In a Jass: all of that together, where nothing else was written."""
    deals: int | None = None
    """Deals won; only of all together."""

    @property
    def blank(self) -> bool:
        """Return whether nothing but zeros was written."""
        return not any(getattr(self, each.name) for each in fields(self))

    @property
    def scored(self) -> int:
        """Return the score of a Jass."""
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
    """How many deals were played, where they are not told one by one and the terms leave it open."""
    ruled: Both = (0, 0)
    """Rulings: given to each side in this encounter, or taken from it, beside the deals."""


def of_deals(settled: Sequence[DealSettled], teams: tuple[str, str]) -> Sheet:
    """Return the sheet of recorded deals; ``teams`` as the sides of the pairing. It need not be checked."""
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
    """The unit: tokens, or points."""
    deals: Both
    """Deals won."""
    points: Both
    """Card points; in a Jass all points."""


def total(game: Ruleset, sheet: Sheet) -> Total:
    """Return the result of a sheet, whether or not it can be right."""
    one, other = together(game, sheet)
    won = (due(game, one) + sheet.ruled[0], due(game, other) + sheet.ruled[1])
    points = won if game.game.scores_weis else (one.points or 0, other.points or 0)
    return Total(won, (one.deals or 0, other.deals or 0), points)


def lines_of(
    game: Ruleset, round_: int, pairing: Pairing, sheet: Sheet, *, confirmed: bool = False
) -> tuple[Line, ...]:
    """Return a line for each entry at the table, whether or not the sheet can be right."""
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
    """Return the counts of each side in all deals together."""
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
    """Return what an encounter is played for: tokens, or points; deals, if nothing else was written."""
    if game.game.scores_weis:
        return count.scored
    for number in (None if by_points(game) else count.tokens, count.points, count.deals):
        if number is not None:
            return number
    return 0


def by_points(game: Ruleset) -> bool:
    """Return whether the game is played for points (003 "Scoring"; 002 "Alternate Scoring Variant")."""
    return game.match.by_points
