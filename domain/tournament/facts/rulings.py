"""The facts of rulings at a table of a round: results, forfeits, artificial and assigned scores, board faults."""

from __future__ import annotations

from dataclasses import dataclass

from domain.engine.personal import PersonalText
from domain.tournament.facts.base import TournamentFact
from domain.tournament.results.sheet import NO_SHEET, Sheet, Total


@dataclass(frozen=True, slots=True)
class ResultRuled(TournamentFact):
    """The ruling in a dispute gives the encounter, or one ``board``, another result.

    The played result is kept, and later facts still change it.
    """

    dispute: str
    score: Total
    board: int = 0
    sheet: Sheet = NO_SHEET


@dataclass(frozen=True, slots=True)
class ResultRulingLifted(TournamentFact):
    """The ruling in a dispute was taken back: an earlier ruling or the played result counts again."""

    dispute: str
    board: int = 0


@dataclass(frozen=True, slots=True)
class ForfeitRuled(TournamentFact):
    """A side forfeits the encounter, or both sides do: ``sides`` holds 0, 1 or both."""

    sides: tuple[int, ...]
    why: PersonalText


@dataclass(frozen=True, slots=True)
class ForfeitLifted(TournamentFact):
    """The forfeit was taken back: played results count again."""

    why: PersonalText


@dataclass(frozen=True, slots=True)
class ArtificialScoreGiven(TournamentFact):
    """A director gave both sides artificial scores for some boards. Played results are kept, but do not count.

    ``scores``: the score of the side that sits North and South, and of the other, each one of `artificial.KINDS`.
    """

    boards: tuple[int, ...]
    scores: tuple[str, str]
    why: PersonalText


@dataclass(frozen=True, slots=True)
class ArtificialScoreWithdrawn(TournamentFact):
    """The artificial scores of some boards were taken back: played results there count again."""

    boards: tuple[int, ...]
    why: PersonalText


@dataclass(frozen=True, slots=True)
class AssignedScoreGiven(TournamentFact):
    """A director assigned a score for a board: each side gets possible results, each with a percentage.

    ``north_south``, ``east_west``: pairs of a percentage and of what North and South then win; the percentages of a
    side sum to 100. A played result is kept, but does not count.
    """

    board: int
    north_south: tuple[tuple[int, int], ...]
    east_west: tuple[tuple[int, int], ...]
    why: PersonalText


@dataclass(frozen=True, slots=True)
class AssignedScoreWithdrawn(TournamentFact):
    """The assigned score of a board was taken back: a played result counts again."""

    board: int
    why: PersonalText


@dataclass(frozen=True, slots=True)
class ArrowSwitched(TournamentFact):
    """The table sat the other way round on some boards: the side that was to sit North and South sat East and West.

    Results stay as they were written down, North and South first, and belong to those who sat there.
    """

    boards: tuple[int, ...]
    why: PersonalText


@dataclass(frozen=True, slots=True)
class ArrowSwitchWithdrawn(TournamentFact):
    """The table sat on some boards as it was drawn, after all."""

    boards: tuple[int, ...]
    why: PersonalText


@dataclass(frozen=True, slots=True)
class WrongBoardRecorded(TournamentFact):
    """The table played ``board`` instead of one of its own boards.

    ``stands``: True if nobody at the table had played the board before; then the result counts for it. ``scores``: the
    artificial scores of both sides for the board that was not played, each one of `artificial.KINDS`.
    """

    board: int
    instead: int
    stands: bool
    scores: tuple[str, str]
    why: PersonalText


@dataclass(frozen=True, slots=True)
class WrongBoardWithdrawn(TournamentFact):
    """The table did not play ``board``, after all: its result counts for the right board again."""

    board: int
    why: PersonalText
