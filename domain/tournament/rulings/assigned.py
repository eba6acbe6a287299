"""Assigned scores: the results that a board would have had, as a director decides, with weights and for each side.

A score is one or several possible results with a percentage each (Laws of Duplicate Bridge 2017, Law 12C1). Both sides
usually get the same; if a ruling splits the score, each side gets its own. `boards.worth` computes their value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.engine.words.worded import WordedError
from domain.tournament.state import ASSIGNED, Line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from domain.tournament.standings.boards import Outcomes
    from domain.tournament.state import Sides

MOST_OUTCOMES: Final = 8
MOST_WON: Final = 10_000
"""The most tokens or points that an assigned result can have."""


class AssignedScoreError(WordedError, ValueError):
    """Raised for possible results that make no score; the message gives the reason."""


def check(outcomes: Outcomes) -> None:
    """Raise `AssignedScoreError` unless the percentages are whole, above 0 and sum to 100, each for another result."""
    if not 1 <= len(outcomes) <= MOST_OUTCOMES:
        raise AssignedScoreError("a side gets 1 to {most} possible results", most=MOST_OUTCOMES)
    if any(percent < 1 for percent, _ in outcomes) or sum(percent for percent, _ in outcomes) != 100:
        raise AssignedScoreError("the percentages are above 0, and together 100")
    if len({won for _, won in outcomes}) < len(outcomes):
        raise AssignedScoreError("the same result stands there twice: add up its percentages")
    if any(abs(won) > MOST_WON for _, won in outcomes):
        raise AssignedScoreError("a result is at most {most}", most=MOST_WON)


def lines(round_: int, table: int, sides: Sides, scores: Mapping[int, tuple[Outcomes, Outcomes]]) -> Iterator[Line]:
    """Yield a line for each entry and board. ``scores``: the outcomes of both sides, by board."""
    for board, both in scores.items():
        for side, own in enumerate(sides):
            for entry in own:
                partners = tuple(each for each in own if each != entry)
                yield Line(round_, entry, ASSIGNED, table, sides[1 - side], partners, board=board, assigned=both)
