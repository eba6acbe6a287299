"""The entries that an imported file names, whatever its format, and what its lines say besides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from domain.kernel.errors import Declined
from domain.tournament.state import NO_DETAILS, EntryDetails

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from domain.engine.words.values import Term, Value
    from domain.tournament.files.report.comments import Comments
    from domain.tournament.files.report.rounds import FileRound

LONGEST_FILE: Final = 200_000
"""The most characters of a file."""
MOST_LINES: Final = 2000


class EntryFileError(Declined):
    """Raised for a file that cannot be read as a whole; the message gives the reason."""

    def __init__(self, message: str | Term, /, **values: Value) -> None:
        super().__init__("entry-file", message, **values)


@dataclass(frozen=True, slots=True)
class FilePlayer:
    """A player of an entry: the name, or the id of a registered player, or both."""

    name: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class FileEntry:
    """An entry of a file."""

    name: str
    players: tuple[FilePlayer, ...] = ()
    details: EntryDetails = NO_DETAILS
    seed: int | None = None
    """The place on the seeding list of the file, from 1."""
    categories: tuple[str, ...] = ()
    since: int | None = None
    """The first round that the entry plays; None: the next round to be drawn."""
    missed: tuple[tuple[int, str], ...] = ()
    """Rounds of the file, in order, for which the entry was not drawn, each with what it was worth: one of
    `terms.SHARES`."""
    byes: tuple[tuple[int, str], ...] = ()
    """Rounds that the entry does not play, in order, each with what it is worth: one of `terms.SHARES`, or empty if the
    file does not say."""
    withdrawn: bool = False
    """Whether the entry has withdrawn, so that it is left out."""
    may_be_player: bool = False
    """Whether the name may be that of its only player, since the file names no players."""


@dataclass(frozen=True, slots=True)
class FileLine:
    """A line of a file."""

    number: int
    """The number of the line in the file, from 1."""
    entry: FileEntry | None = None
    text: str = ""
    """The content of the line, if it is no entry."""
    fault: Term | None = None
    """Why the line cannot be read; None if it can."""
    apart: tuple[int, ...] = ()
    """Places on the seeding list of the file, of entries that must not meet."""
    apart_rounds: tuple[int, int] | None = None
    """The first and the last round in which they must not; None: all rounds."""
    left_out: Term | None = None
    """Why nothing of the line, or not all of it, is recorded; None if all of it is."""


@dataclass(frozen=True, slots=True)
class FilePlay:
    """The rounds of a report file, with everything that decides the standings. Entries are start numbers."""

    rounds: tuple[FileRound, ...]
    comments: Comments
    standings: Mapping[int, tuple[Fraction | None, int | None]]
    """Points and place by the file, each None if it does not say."""
    lines: Mapping[int, int]
    """The number of the line of each start number."""


@dataclass(frozen=True, slots=True)
class EntryFile:
    """The content of a file of entries."""

    lines: tuple[FileLine, ...]
    before_first_round: bool = False
    """Whether the file can be imported only before the first round is drawn."""
    left_out: tuple[Term, ...] = ()
    """Other content of the file, which is not recorded, in sentences."""
    rounds: int = 0
    """The number of rounds with results."""
    played: FilePlay | None = None
    """These rounds, if they are to be recorded."""
