"""The content of a report file: rows of competitors, with a cell for each round, and data of the tournament."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from domain.tournament.state import FORFEIT, WALKOVER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.engine.words.values import Term

LONGEST_NAME: Final = 33
"""The most characters of a competitor's name: positions 15 to 47."""
NORTH: Final = "w"
SOUTH: Final = "b"
"""The colours of the sides: North and South have white, East and West black."""
NO_COLOUR: Final = "-"
UNKNOWN: Final = " "
"""The result of an encounter that has none yet."""
PAIRING_BYE: Final = "U"
ZERO_BYE: Final = "Z"
SHARE_BYES: Final[Mapping[str, str]] = {"none": ZERO_BYE, "half": "H", "full": "F"}
"""The results of rounds for which an entry was not drawn, by what they are worth (`terms.SHARES`)."""
PLAYED_RESULTS: Final[Mapping[int, str]] = {1: "1", 0: "=", -1: "0"}
"""The results of encounters that were played, by outcome."""
FORFEIT_RESULTS: Final[Mapping[str, str]] = {WALKOVER: "+", FORFEIT: "-"}


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of a competitor."""

    opponent: int = 0
    """The opponent's start number; 0 if there is no opponent."""
    colour: str = NO_COLOUR
    result: str = ZERO_BYE


@dataclass(frozen=True, slots=True)
class Row:
    """A competitor: a line 001."""

    start: int
    """The start number, from 1."""
    name: str
    rating: int | None = None
    points: Fraction = Fraction(0)
    rank: int = 0
    """The place; 0 if the file has none."""
    rounds: tuple[Cell | None, ...] = ()
    """A cell for each round; None if nothing stands there."""


@dataclass(frozen=True, slots=True)
class Absence:
    """Competitors who do not play a round that is not drawn yet: a line 240."""

    result: str
    round: int
    starts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A report file."""

    data: tuple[tuple[str, str], ...]
    """The data of the tournament: pairs of a code such as ``012`` and a text."""
    rows: tuple[Row, ...]
    dates: tuple[str, ...] = ()
    """The date of each round, YYYY-MM-DD."""
    rounds: int | None = None
    absent: tuple[int, ...] = ()
    """The start numbers of those who do not play the next round."""
    absences: tuple[Absence, ...] = ()
    scoring: Mapping[str, Fraction] = field(default_factory=dict)
    """The points of each kind of result that differ from the usual ones, by the code of XXS."""
    acceleration: Mapping[int, tuple[Fraction, ...]] = field(default_factory=dict)
    """The virtual points of each round, by start number."""
    forbidden: tuple[tuple[int, ...], ...] = ()
    """The start numbers of competitors who must not meet."""
    details: tuple[str, ...] = ()
    """Comments with numbers and names, in English."""
    notes: tuple[Term, ...] = ()
    """The limits of the file, in sentences: content that it lacks, or that another program could misread."""
