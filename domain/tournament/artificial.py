"""Artificial scores: a director's scores for two sides of a board without a result at their table.

Each side gets an average, an average plus or an average minus; `boards.worth` says what these are worth. A board that
is *not played* counts for neither side at that table: neither gets anything for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from domain.tournament.state import Line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from domain.tournament.state import Sides

AVERAGE_PLUS: Final = "average-plus"
AVERAGE: Final = "average"
AVERAGE_MINUS: Final = "average-minus"
NOT_PLAYED: Final = "not-played"
MARKS: Final = {AVERAGE_PLUS: "A+", AVERAGE: "A", AVERAGE_MINUS: "A-"}
"""As `boards.AVERAGES` calls them."""
KINDS: Final = (*MARKS, NOT_PLAYED)
"""The scores that a side can be given; also the kind of its `Line`."""

Scores: TypeAlias = tuple[str, str]
"""Of the side that sits North and South, and of the other."""


class ArtificialScoreError(ValueError):
    """Two sides cannot be given these scores; the message says why."""


def check(scores: Scores) -> None:
    """Raise `ArtificialScoreError` for scores that cannot be given together."""
    for score in scores:
        if score not in KINDS:
            raise ArtificialScoreError(f"there is no artificial score {score!r}; there are {', '.join(KINDS)}")
    if NOT_PLAYED in scores and scores[0] != scores[1]:
        raise ArtificialScoreError(
            "not-played is for both sides of a board: give it to both, or give each side an average"
        )


def lines(round_: int, table: int, sides: Sides, given: Mapping[int, Scores]) -> Iterator[Line]:
    """Yield a line for each entry and board; ``given``: the scores of both sides by board."""
    for board, scores in given.items():
        for side, own in enumerate(sides):
            for entry in own:
                partners = tuple(each for each in own if each != entry)
                yield Line(round_, entry, scores[side], table, sides[1 - side], partners, board=board)
