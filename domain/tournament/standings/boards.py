"""The score of a result on a board, compared with the results of all tables that played it.

Every table's result is one number: the tokens or points that North and South won there, less those they lost. It is
compared with the results of the other tables on the same cards, in one of four ways:

``matchpoints``   two for every table that did worse and one for every table that did as well. If fewer tables played a
                  board than others, Neuberg's formula scales it to the same top, as is usual at bridge.
``cross-tokens``  the mean of the differences from every other table's result.
``cross-imps``    the mean of the differences from every other table's result, each on a scale that flattens big swings.
``imps``          the difference from the datum, on the same scale. The datum is the mean of all results, from
                  `TRIMMED` results on without the highest and the lowest.

East and West get the rest of the top in matchpoints, otherwise the same number with the opposite sign. Scores are exact
(`Fraction`); a `Line` holds them in hundredths (`SCALE`), rounded so that both sides still sum to the whole.

If a table has no result, a director gives each side an average: A+, A or A-, which are 60, 50 or 40 percent. In
matchpoints this is a percentage of the top. Otherwise it is a percentage of the range from the largest loss on this
board to the largest gain, which are equal, so A is 0 and A+ is a fifth of the largest gain. By the session
(`SESSION`), a pair that has more than 60 percent on its other boards gets that as its A+, and a pair that has less than
40 percent gets that as its A- (Laws of Duplicate Bridge 2017, Law 12C2).

A director can also assign a score: each side gets possible results, each with a percentage (Law 12C1).
Each of them is compared with the other tables, and the comparisons are weighted. The other tables are compared with
the same weights, those of the side that sat as they did.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TypeAlias

from domain.engine.words.values import Term
from domain.tournament.state import PLAYED, Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from domain.tournament.state import EntryId

COUNTS: Final = ("matchpoints", "cross-tokens", "cross-imps", "imps")
"""The ways to compare, by their names in terms."""
SCALE: Final = 100
"""Number of units of a board's `Line` in one matchpoint, token or imp."""
TRIMMED: Final = 5
"""Number of results from which on the datum leaves out the highest and the lowest; fewer would leave too little."""
AVERAGES: Final = {"A+": Fraction(60, 100), "A": Fraction(50, 100), "A-": Fraction(40, 100)}
FIXED: Final = "fixed"
SESSION: Final = "session"
AVERAGE_RULES: Final = {
    FIXED: Term("60, 50 and 40 percent"),
    SESSION: Term("60 and 40 percent, or the pair's own result of the session if that is more or less"),
}
"""The rules for A+ and A-: their names in stored terms, and in words."""
TEAM_AVERAGES: Final = {"A+": 3, "A": 0, "A-": -3}
"""The averages in imps on a board of teams of four (Laws of Duplicate Bridge 2017, Law 86)."""

Outcomes: TypeAlias = tuple[tuple[int, int], ...]
"""Possible results of a board, each as a percentage and what North and South won; the percentages sum to 100."""
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
    assigned: tuple[Outcomes, Outcomes] | None = None
    """The results that a director assigned, for the first side and for the other; None if there is a played result."""
    round: int = 0
    table: int = 0
    confirmed: bool = True

    def outcomes(self, side: int) -> Outcomes:
        """Return the possible results with which a side is compared; ``won`` as this side sees it."""
        own = self.assigned[side] if self.assigned else ((100, self.won),)
        return own if side == 0 else tuple((percent, -won) for percent, won in own)


def worth(
    results: Sequence[Result],
    counts: str,
    times: int = 0,
    scale: Scale = TOKENS,
    session: Mapping[EntryId, Fraction] | None = None,
) -> list[tuple[Fraction, Fraction]]:
    """Return the scores of both sides at every table that played one board, in the order of the results.

    ``counts``: one of `COUNTS`. ``times``: the number of tables at which a board of this tournament is to be played
    (`movements.times_played`), for matchpoints; at least the number of results is used. ``session``: the share of the
    matchpoints that entries have on their other boards; None if averages are fixed. Raises ValueError for results of
    several boards, and for an unknown average.
    """
    if len({result.board for result in results}) > 1:
        raise ValueError("results of one board are compared, not of several")
    if unknown := {each for result in results for each in result.ruled or ()} - AVERAGES.keys():
        raise ValueError(f"there is no ruling {min(unknown)!r}; there are {', '.join(AVERAGES)}")
    made = [result for result in results if not result.ruled]
    top = top_of(results, times)
    score = [compared([result.outcomes(side) for result in made], counts, top, scale) for side in (0, 1)]
    high = (
        Fraction(top)
        if counts == "matchpoints"
        else max((abs(n) for each in score for n in each.values()), default=Fraction(0))
    )
    low = Fraction(0) if counts == "matchpoints" else -high

    def of_side(result: Result, side: int) -> Fraction:
        if not result.ruled:
            return score[side][result.outcomes(side)]
        return low + average(result.ruled[side], (session or {}).get(result.sides[side])) * (high - low)

    return [(of_side(result, 0), of_side(result, 1)) for result in results]


def top_of(results: Sequence[Result], times: int) -> int:
    """Return the most matchpoints that a side can have on a board."""
    return 2 * max(times - 1, len(results) - 1)


def average(mark: str, session: Fraction | None) -> Fraction:
    """Return the share of the top for an average. ``session``: the share on the entry's other boards; None if fixed."""
    share = AVERAGES[mark]
    if session is None or mark == "A":
        return share
    return max(share, session) if mark == "A+" else min(share, session)


def compared(made: Sequence[Outcomes], counts: str, top: int, scale: Scale) -> dict[Outcomes, Fraction]:
    """Return the score of each of the results of one board, as one side sees them.

    Each result is compared with all results including itself, which is a tie or no difference in the mean.
    """
    field: dict[int, Fraction] = defaultdict(Fraction)
    for outcomes in made:
        for percent, won in outcomes:
            field[won] += Fraction(percent, 100)
    others = max(len(made) - 1, 1)
    mean = datum(made) if counts == "imps" and made else Fraction(0)
    of_one: dict[int, Fraction] = {}
    for won in field:
        match counts:
            case "matchpoints":
                of_one[won] = sum(
                    (weight * points_against(won, other) for other, weight in field.items()), Fraction(-1)
                )
            case "cross-tokens":
                of_one[won] = sum((weight * (won - other) for other, weight in field.items()), Fraction(0)) / others
            case "cross-imps":
                swings = (weight * imps(Fraction(won - other), scale) for other, weight in field.items())
                of_one[won] = sum(swings, Fraction(0)) / others
            case _:
                of_one[won] = imps(won - mean, scale)
    score: dict[Outcomes, Fraction] = {}
    for outcomes in made:
        if outcomes not in score:
            own = sum((Fraction(percent, 100) * of_one[won] for percent, won in outcomes), Fraction(0))
            score[outcomes] = neuberg(own, len(made), top) if counts == "matchpoints" else own
    return score


def session_shares(boards: Iterable[Sequence[Result]], times: int = 0) -> dict[EntryId, Fraction]:
    """Return each entry's share of the matchpoints on the boards where it has a result."""
    sums: dict[EntryId, Fraction] = defaultdict(Fraction)
    tops: dict[EntryId, int] = defaultdict(int)
    for results in boards:
        top = top_of(results, times)
        for result, both in zip(results, worth(results, "matchpoints", times), strict=True):
            for side in (0, 1) if not result.ruled else ():
                sums[result.sides[side]] += both[side]
                tops[result.sides[side]] += top
    return {entry: share / tops[entry] for entry, share in sums.items() if tops[entry]}


def board_lines(
    results: Sequence[Result],
    counts: str,
    times: int = 0,
    scale: Scale = TOKENS,
    session: Mapping[EntryId, Fraction] | None = None,
) -> list[Line]:
    """Return two lines for every table that played one board, its first side first; see `worth`.

    ``won`` is the entry's score on the board. ``lost`` is the rest of the top in matchpoints, and otherwise 0, since a
    lost board has a negative score. ``points`` and ``points_lost`` hold the result at the table for this side.
    """
    top = SCALE * top_of(results, times) if counts == "matchpoints" else None
    lines = []
    for result, both in zip(results, worth(results, counts, times, scale, session), strict=True):
        lines += [_line(result, side, both[side], top) for side in (0, 1)]
    return lines


def lines_of(
    results: Iterable[Result], counts: str, times: int = 0, scale: Scale = TOKENS, averages: str = FIXED
) -> list[Line]:
    """Return the lines of all boards, board by board. ``averages``: one of `AVERAGE_RULES`.

    If averages are fixed, a further result changes only the lines of its board.
    """
    boards = by_board(results)
    session = session_shares(boards.values(), times) if averages == SESSION else None
    return [line for _, each in sorted(boards.items()) for line in board_lines(each, counts, times, scale, session)]


def by_board(results: Iterable[Result]) -> dict[int, list[Result]]:
    """Return the results of each board."""
    boards: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        boards[result.board].append(result)
    return boards


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
    first, second = (
        sum(
            (
                Fraction(percent * weight, 100 * 100) * imps(Fraction(won + gained), scale)
                for percent, won in one.outcomes(side)
                for weight, gained in other.outcomes(1 - side)
            ),
            Fraction(0),
        )
        for side in (0, 1)
    )
    return first, second


def team_lines(one: Result, other: Result, scale: Scale = TOKENS) -> list[Line]:
    """Return a line for each of two teams of four for one board, at the table of ``one``; see `of_teams`."""
    both = of_teams(one, other, scale)
    confirmed = one.confirmed and other.confirmed
    return [replace(_line(one, side, both[side], None), confirmed=confirmed) for side in (0, 1)]


def _line(result: Result, side: int, worth_: Fraction, top: int | None) -> Line:
    """Return the line of one side. ``top``: the top in units of the lines; None if matchpoints are not counted."""
    won = round(SCALE * worth_)
    made = 0 if result.ruled or result.assigned else result.won * (1 if side == 0 else -1)
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


def points_against(won: int, other: int) -> int:
    """Return two if a result is better than another, and one if they are equal."""
    return 2 if other < won else int(other == won)


def neuberg(matchpoints: Fraction, results: int, top: int) -> Fraction:
    """Return matchpoints among ``results`` results, scaled by Neuberg's formula to the top of a fully played board.

    With as many results as make that top, the matchpoints stay the same. A single result is worth half of the top.
    """
    return (top // 2 + 1) * (matchpoints + 1) / results - 1


def datum(made: Sequence[Outcomes]) -> Fraction:
    """Return the mean of the results; from `TRIMMED` results on, without the highest and the lowest."""
    kept = sorted(sum((Fraction(percent * won, 100) for percent, won in outcomes), Fraction(0)) for outcomes in made)
    if len(kept) >= TRIMMED:
        kept = kept[1:-1]
    return sum(kept, Fraction(0)) / len(kept)


def imps(difference: Fraction, scale: Scale) -> Fraction:
    """Return the imps for a difference, negative for a negative one."""
    steps = sum(least <= abs(difference) for least in scale)
    return Fraction(steps if difference > 0 else -steps)
