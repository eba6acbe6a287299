"""The worth of a result on a board, from the results of all tables that played it.

Every table's result is one number: the tokens or points that the side North and South won there, less those it lost.
It is compared with what the others made of the same cards, in one of three ways:

``matchpoints``   two for every table that did worse and one for every table that did as well. A board that fewer
                  tables played than others is brought to the same top by Neuberg's formula, as is usual at bridge.
``cross-tokens``  the difference from every other table's result, in the mean.
``imps``          the difference from the datum, on a scale that flattens big swings. The datum is the mean of all
                  results, from `TRIMMED` results on without the highest and the lowest.

What East and West get is what is left of the top, or the same with the other sign. Worth is exact (`Fraction`); a
`Line` holds it in hundredths (`SCALE`), rounded so that both sides still come to the whole.

Where no result could be obtained at a table a director gives each side an average: A+, A or A-, 60, 50 or 40 percent.
In matchpoints that is of the top. In the other two it is of the way from the greatest swing on this board against a
side to the greatest swing for it, so that A is nothing, and A+ a fifth of that swing.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TypeAlias

from domain.tournament.state import PLAYED, Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from domain.tournament.state import EntryId

COUNTS: Final = ("matchpoints", "cross-tokens", "imps")
"""The ways to compare, as terms name them."""
SCALE: Final = 100
"""A `Line` of a board has so many to the matchpoint, token or imp."""
TRIMMED: Final = 5
"""Results from which on the datum leaves out one highest and one lowest: with fewer, too little would be left."""
AVERAGES: Final = {"A+": Fraction(60, 100), "A": Fraction(50, 100), "A-": Fraction(40, 100)}
TEAM_AVERAGES: Final = {"A+": 3, "A": 0, "A-": -3}
"""In imps, where a board of teams of four was ruled on (Laws of Duplicate Bridge 2017, Law 86)."""

Scale: TypeAlias = tuple[Fraction | int, ...]
"""The least difference for one imp, for two, and so on."""

TOKENS: Final[Scale] = (Fraction(1, 2), 1, 2, 3, 4, 6, 8, 11, 14, 18, 23, 29)
"""For results in tokens (ours). Half a token above the datum is worth something, or nothing would be in a field that
mostly agrees. Up to four tokens each one tells, for these are the usual differences: the next higher game is worth one
more, and the least game made or lost are three apart (000 "Scoring"). From there on the steps widen, each by about a
quarter of the way so far, so that Partner Close Caps or Caps called wrongly is the best board of an evening and does
not decide it."""

POINTS: Final[Scale] = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""For results in points, as of a Jass: the international match points of the Laws of Duplicate Bridge (2017, Law 78B).
A deal of Sidi Barrani moves from some 40 to some 500 points, like most deals at bridge (003 "Scoring")."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one table on one board."""

    board: int
    sides: tuple[EntryId, EntryId]
    """First whoever sat North and South."""
    won: int = 0
    """Tokens or points that the first side won less those it lost."""
    ruled: tuple[str, str] | None = None
    """Averages for the two sides, where there is no result: ``A+``, ``A`` or ``A-``."""
    round: int = 0
    table: int = 0
    confirmed: bool = True


def worth(
    results: Sequence[Result], counts: str, times: int = 0, scale: Scale = TOKENS
) -> list[tuple[Fraction, Fraction]]:
    """Return what both sides get at every table that played one board, in the order of the results.

    ``counts``: ``matchpoints``, ``cross-tokens`` or ``imps``. ``times``: how often a board of this tournament is played
    if nothing goes wrong (`movements.times_played`), for matchpoints; never less than the results that there are.
    Raises ValueError for results of several boards, and for a ruling that is none.
    """
    if len({result.board for result in results}) > 1:
        raise ValueError("results of one board are compared, not of several")
    if unknown := {each for result in results for each in result.ruled or ()} - AVERAGES.keys():
        raise ValueError(f"there is no ruling {min(unknown)!r}; there are {', '.join(AVERAGES)}")
    made = [result.won for result in results if not result.ruled]
    if counts == "matchpoints":
        top = 2 * max(times - 1, len(results) - 1)
        score = {won: _neuberg(_matchpoints(won, made), len(made), top) for won in made}
        low, high = Fraction(0), Fraction(top)
    else:
        score = {won: _imps(won - _datum(made), scale) if counts == "imps" else _cross(won, made) for won in made}
        high = max(map(abs, score.values()), default=Fraction(0))
        low = -high
    return [
        (score[result.won], low + high - score[result.won])
        if not result.ruled
        else (low + AVERAGES[result.ruled[0]] * (high - low), low + AVERAGES[result.ruled[1]] * (high - low))
        for result in results
    ]


def board_lines(results: Sequence[Result], counts: str, times: int = 0, scale: Scale = TOKENS) -> list[Line]:
    """Return two lines for every table that played one board, its first side first; see `worth`.

    ``won`` is what the board was worth to the entry. ``lost`` is in matchpoints what was left of the top, and otherwise
    nothing, since a worth below nothing says it. ``points`` is the result at the table as this side has it.
    """
    top = SCALE * 2 * max(times - 1, len(results) - 1) if counts == "matchpoints" else None
    lines = []
    for result, both in zip(results, worth(results, counts, times, scale), strict=True):
        lines += [_line(result, side, both[side], top) for side in (0, 1)]
    return lines


def lines_of(results: Iterable[Result], counts: str, times: int = 0, scale: Scale = TOKENS) -> list[Line]:
    """Return the lines of all boards, board by board. A further result changes only those of its board."""
    boards: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        boards[result.board].append(result)
    return [line for _, each in sorted(boards.items()) for line in board_lines(each, counts, times, scale)]


def of_teams(one: Result, other: Result, scale: Scale = TOKENS) -> tuple[Fraction, Fraction]:
    """Return what a board of teams of four is worth to the first and the second side of ``one``, in imps.

    ``other`` is the result at the second table, where the teams sit the other way round: what a team won at both
    tables together is its swing. Where either table was ruled on, `TEAM_AVERAGES` takes its place. Raises ValueError
    for two tables that do not belong together.
    """
    if one.board != other.board or one.sides != other.sides[::-1]:
        raise ValueError("two tables are compared at which the same teams played the same board, seats changed")
    if ruled := one.ruled or (other.ruled and other.ruled[::-1]):
        return Fraction(TEAM_AVERAGES[ruled[0]]), Fraction(TEAM_AVERAGES[ruled[1]])
    swing = _imps(Fraction(one.won - other.won), scale)
    return swing, -swing


def team_lines(one: Result, other: Result, scale: Scale = TOKENS) -> list[Line]:
    """Return a line for each of two teams of four for one board, at the table of ``one``; see `of_teams`."""
    both = of_teams(one, other, scale)
    confirmed = one.confirmed and other.confirmed
    return [replace(_line(one, side, both[side], None), confirmed=confirmed) for side in (0, 1)]


def _line(result: Result, side: int, worth_: Fraction, top: int | None) -> Line:
    """Return the line of one side. ``top``: of matchpoints, in the scale of the lines."""
    won = round(SCALE * worth_)
    made = 0 if result.ruled else result.won * (1 if side == 0 else -1)
    return Line(
        round=result.round,
        entry=result.sides[side],
        kind=PLAYED,
        table=result.table,
        against=(result.sides[1 - side],),
        won=won,
        lost=0 if top is None else top - won,
        points=max(made, 0),
        points_lost=max(-made, 0),
        board=result.board,
        confirmed=result.confirmed,
    )


def _matchpoints(won: int, made: Sequence[int]) -> int:
    """Return two for every other result that is less, and one for every equal one."""
    return sum(2 if other < won else other == won for other in made) - 1


def _neuberg(matchpoints: int, results: int, top: int) -> Fraction:
    """Return matchpoints among so many results, scaled to the top of a board that was played everywhere.

    With as many results as make that top nothing changes; one single result is worth half of it.
    """
    return Fraction((top // 2 + 1) * (matchpoints + 1), results) - 1


def _cross(won: int, made: Sequence[int]) -> Fraction:
    """Return the mean of the differences from all other results; 0 where there is none."""
    return Fraction(sum(won - other for other in made), max(len(made) - 1, 1))


def _datum(made: Sequence[int]) -> Fraction:
    """Return the mean, without the highest and the lowest of many results."""
    kept = sorted(made)[1:-1] if len(made) >= TRIMMED else made
    return Fraction(sum(kept), len(kept))


def _imps(difference: Fraction, scale: Scale) -> Fraction:
    """Return a difference on the scale."""
    steps = sum(least <= abs(difference) for least in scale)
    return Fraction(steps if difference > 0 else -steps)
