"""Artificial scores: a director's scores for the two sides at a table that has no result on a board.

Each side gets an average, an average plus or an average minus; `boards.worth` computes their value. A board that is
*not played* gives neither side at that table anything. A *late play* is a board that is to be played later: until it
has a result it gives nothing, the round can be closed without it, and its result can still be entered then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from domain.engine.words.values import Listing, Term
from domain.engine.words.worded import WordedError
from domain.tournament.state import Line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from domain.tournament.state import Sides

AVERAGE_PLUS: Final = "average-plus"
AVERAGE: Final = "average"
AVERAGE_MINUS: Final = "average-minus"
NOT_PLAYED: Final = "not-played"
LATE_PLAY: Final = "late-play"
MARKS: Final = {AVERAGE_PLUS: "A+", AVERAGE: "A", AVERAGE_MINUS: "A-"}
"""The key in `boards.AVERAGES` of each artificial score."""
WHOLE: Final = {NOT_PLAYED: Term("not played"), LATE_PLAY: Term("to be played late")}
"""The artificial scores that both sides of a board get together: their names in records, and in sentences."""
KINDS: Final = (*MARKS, *WHOLE)
"""The artificial scores of a side; also the kinds of its `Line`."""

Scores: TypeAlias = tuple[str, str]
"""The scores of the side that sits North and South, and of the other side."""


class ArtificialScoreError(WordedError, ValueError):
    """Raised when two sides cannot get these scores; the message gives the reason."""


def check(scores: Scores) -> None:
    """Raise `ArtificialScoreError` for an unknown score, or if only one side gets `NOT_PLAYED` or `LATE_PLAY`."""
    for score in scores:
        if score not in KINDS:
            raise ArtificialScoreError(
                "there is no artificial score {score}; there are {scores}", score=repr(score), scores=Listing(KINDS)
            )
    for whole, words in WHOLE.items():
        if whole in scores and scores[0] != scores[1]:
            raise ArtificialScoreError(
                "{score} is for both sides of a board: give it to both, or give each side an average",
                score=words,
            )


def lines(round_: int, table: int, sides: Sides, given: Mapping[int, Scores]) -> Iterator[Line]:
    """Yield a line for each entry and board. ``given``: the scores of both sides, by board."""
    for board, scores in given.items():
        for side, own in enumerate(sides):
            for entry in own:
                partners = tuple(each for each in own if each != entry)
                confirmed = scores[side] != LATE_PLAY
                yield Line(
                    round_, entry, scores[side], table, sides[1 - side], partners, board=board, confirmed=confirmed
                )
