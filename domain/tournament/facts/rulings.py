"""The facts of rulings at a table of a round: results, forfeits, artificial and assigned scores, board faults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from domain.engine.facts import Fact
from domain.tournament.results.sheet import NO_SHEET, Sheet, Total


@dataclass(frozen=True, slots=True)
class ResultRuled(Fact):
    """The ruling in a dispute gives the encounter, or one ``board``, another result.

    The played result is kept, and later facts still change it.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.ResultRuled"
    dispute: str
    score: Total
    board: int = 0
    sheet: Sheet = NO_SHEET


@dataclass(frozen=True, slots=True)
class ResultRulingLifted(Fact):
    """The ruling in a dispute was taken back: an earlier ruling or the played result counts again."""

    TOPIC: ClassVar[str] = "nought.Tournament.ResultRulingLifted"
    dispute: str
    board: int = 0


@dataclass(frozen=True, slots=True)
class ForfeitRuled(Fact):
    """A side forfeits the encounter, or both sides do: ``sides`` holds 0, 1 or both."""

    TOPIC: ClassVar[str] = "nought.Tournament.ForfeitRuled"
    sides: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class ForfeitLifted(Fact):
    """The forfeit was taken back: played results count again."""

    TOPIC: ClassVar[str] = "nought.Tournament.ForfeitLifted"
    why: str


@dataclass(frozen=True, slots=True)
class ArtificialScoreGiven(Fact):
    """A director gave both sides artificial scores for some boards. Played results are kept, but do not count.

    ``scores``: the score of the side that sits North and South, and of the other, each one of `artificial.KINDS`.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.ArtificialScoreGiven"
    boards: tuple[int, ...]
    scores: tuple[str, str]
    why: str


@dataclass(frozen=True, slots=True)
class ArtificialScoreWithdrawn(Fact):
    """The artificial scores of some boards were taken back: played results there count again."""

    TOPIC: ClassVar[str] = "nought.Tournament.ArtificialScoreWithdrawn"
    boards: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class AssignedScoreGiven(Fact):
    """A director assigned a score for a board: each side gets possible results, each with a percentage.

    ``north_south``, ``east_west``: pairs of a percentage and of what North and South then win; the percentages of a
    side sum to 100. A played result is kept, but does not count.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.AssignedScoreGiven"
    board: int
    north_south: tuple[tuple[int, int], ...]
    east_west: tuple[tuple[int, int], ...]
    why: str


@dataclass(frozen=True, slots=True)
class AssignedScoreWithdrawn(Fact):
    """The assigned score of a board was taken back: a played result counts again."""

    TOPIC: ClassVar[str] = "nought.Tournament.AssignedScoreWithdrawn"
    board: int
    why: str


@dataclass(frozen=True, slots=True)
class ArrowSwitched(Fact):
    """The table sat the other way round on some boards: the side that was to sit North and South sat East and West.

    Results stay as they were written down, North and South first, and belong to those who sat there.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.ArrowSwitched"
    boards: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class ArrowSwitchWithdrawn(Fact):
    """The table sat on some boards as it was drawn, after all."""

    TOPIC: ClassVar[str] = "nought.Tournament.ArrowSwitchWithdrawn"
    boards: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True)
class WrongBoardRecorded(Fact):
    """The table played ``board`` instead of one of its own boards.

    ``stands``: True if nobody at the table had played the board before; then the result counts for it. ``scores``: the
    artificial scores of both sides for the board that was not played, each one of `artificial.KINDS`.
    """

    TOPIC: ClassVar[str] = "nought.Tournament.WrongBoardRecorded"
    board: int
    instead: int
    stands: bool
    scores: tuple[str, str]
    why: str


@dataclass(frozen=True, slots=True)
class WrongBoardWithdrawn(Fact):
    """The table did not play ``board``, after all: its result counts for the right board again."""

    TOPIC: ClassVar[str] = "nought.Tournament.WrongBoardWithdrawn"
    board: int
    why: str


KINDS: Final[tuple[type[Fact], ...]] = (
    ResultRuled,
    ResultRulingLifted,
    ForfeitRuled,
    ForfeitLifted,
    ArtificialScoreGiven,
    ArtificialScoreWithdrawn,
    AssignedScoreGiven,
    AssignedScoreWithdrawn,
    ArrowSwitched,
    ArrowSwitchWithdrawn,
    WrongBoardRecorded,
    WrongBoardWithdrawn,
)
