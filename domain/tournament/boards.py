"""The score of a result on a board, compared with the results of all tables that played it.

Every table's result is one number: the tokens or points that North and South won there, less those they lost. It is
compared with the results of the other tables on the same cards, in one of three ways:

``matchpoints``   two for every table that did worse and one for every table that did as well. If fewer tables played a
                  board than others, Neuberg's formula scales it to the same top, as is usual at bridge.
``cross-tokens``  the mean of the differences from every other table's result.
``imps``          the difference from the datum, on a scale that flattens big swings. The datum is the mean of all
                  results, from `TRIMMED` results on without the highest and the lowest.

East and West get the rest of the top in matchpoints, otherwise the same number with the opposite sign. Scores are exact
(`Fraction`); a `Line` holds them in hundredths (`SCALE`), rounded so that both sides still sum to the whole.

If a table has no result, a director gives each side an average: A+, A or A-, which are 60, 50 or 40 percent. In
matchpoints this is a percentage of the top. In the other two it is a percentage of the range from the largest loss on
this board to the largest gain, which are equal, so A is 0 and A+ is a fifth of the largest gain.
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
"""The ways to compare, by their names in terms."""
SCALE: Final = 100
"""Number of units of a board's `Line` in one matchpoint, token or imp."""
TRIMMED: Final = 5
"""Number of results from which on the datum leaves out the highest and the lowest; fewer would leave too little."""
AVERAGES: Final = {"A+": Fraction(60, 100), "A": Fraction(50, 100), "A-": Fraction(40, 100)}
TEAM_AVERAGES: Final = {"A+": 3, "A": 0, "A-": -3}
"""The averages in imps on a board of teams of four (Laws of Duplicate Bridge 2017, Law 86)."""

Scale: TypeAlias = tuple[Fraction | int, ...]
"""The smallest difference for one imp, for two imps, and so on."""

TOKENS: Final[Scale] = (Fraction(1, 2), 1, 2, 3, 4, 6, 8, 11, 14, 18, 23, 29)
"""The scale for results in tokens (ours). Half a token above the datum is worth an imp, or a field with mostly equal
results would score nothing. Up to four tokens, each further token is worth an imp, since these are the usual
differences: the next higher game is worth one more, and the lowest game made and lost are three apart (000 "Scoring").
From there on the steps widen: each is about a quarter of the difference so far. So Partner Close Caps or Caps called
wrongly is the best board of an evening but does not decide it."""

POINTS: Final[Scale] = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The scale for results in points, as in a Jass: the international match points of the Laws of Duplicate Bridge (2017,
Law 78B). A deal of Sidi Barrani is worth about 40 to 500 points, like most deals at bridge (003 "Scoring")."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one table on one board."""

    board: int
    sides: tuple[EntryId, EntryId]
    """The entry that sat North and South, then the other."""
    won: int = 0
    """Tokens or points that the first side won, less those it lost."""
    ruled: tuple[str, str] | None = None
    """Averages of the two sides, ``A+``, ``A`` or ``A-``; None if there is a result."""
    round: int = 0
    table: int = 0
    confirmed: bool = True


def worth(
    results: Sequence[Result], counts: str, times: int = 0, scale: Scale = TOKENS
) -> list[tuple[Fraction, Fraction]]:
    """Return the scores of both sides at every table that played one board, in the order of the results.

    ``counts``: ``matchpoints``, ``cross-tokens`` or ``imps``. ``times``: the number of tables at which a board of this
    tournament is to be played (`movements.times_played`), for matchpoints; at least the number of results is used.
    Raises ValueError for results of several boards, and for an unknown average.
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

    ``won`` is the entry's score on the board. ``lost`` is the rest of the top in matchpoints, and otherwise 0, since a
    lost board has a negative score. ``points`` and ``points_lost`` hold the result at the table for this side.
    """
    top = SCALE * 2 * max(times - 1, len(results) - 1) if counts == "matchpoints" else None
    lines = []
    for result, both in zip(results, worth(results, counts, times, scale), strict=True):
        lines += [_line(result, side, both[side], top) for side in (0, 1)]
    return lines


def lines_of(results: Iterable[Result], counts: str, times: int = 0, scale: Scale = TOKENS) -> list[Line]:
    """Return the lines of all boards, board by board. A further result changes only the lines of its board."""
    boards: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        boards[result.board].append(result)
    return [line for _, each in sorted(boards.items()) for line in board_lines(each, counts, times, scale)]


def of_teams(one: Result, other: Result, scale: Scale = TOKENS) -> tuple[Fraction, Fraction]:
    """Return the imps of the first and the second side of ``one`` on a board of teams of four.

    ``other`` is the result at the second table, where the teams sit the other way round. The swing of a team is the sum
    of its results at both tables. If either table has an average, `TEAM_AVERAGES` replaces the swing. Raises ValueError
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
    """Return the line of one side. ``top``: the top in units of the lines; None if matchpoints are not counted."""
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
    """Return two for every other result that is lower, and one for every equal result."""
    return sum(2 if other < won else other == won for other in made) - 1


def _neuberg(matchpoints: int, results: int, top: int) -> Fraction:
    """Return matchpoints among ``results`` results, scaled by Neuberg's formula to the top of a fully played board.

    With as many results as make that top, the matchpoints stay the same. A single result is worth half of the top.
    """
    return Fraction((top // 2 + 1) * (matchpoints + 1), results) - 1


def _cross(won: int, made: Sequence[int]) -> Fraction:
    """Return the mean of the differences from all other results; 0 if there are none."""
    return Fraction(sum(won - other for other in made), max(len(made) - 1, 1))


def _datum(made: Sequence[int]) -> Fraction:
    """Return the mean of the results; from `TRIMMED` results on, without the highest and the lowest."""
    kept = sorted(made)[1:-1] if len(made) >= TRIMMED else made
    return Fraction(sum(kept), len(kept))


def _imps(difference: Fraction, scale: Scale) -> Fraction:
    """Return the imps for a difference, negative for a negative one."""
    steps = sum(least <= abs(difference) for least in scale)
    return Fraction(steps if difference > 0 else -steps)
