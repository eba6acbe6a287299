"""The facts of rounds: their draws, and when they are closed."""

from __future__ import annotations

from dataclasses import dataclass, field

from domain.engine.personal import PersonalText
from domain.tournament.facts.base import TournamentFact
from domain.tournament.state import Assumption, EntryId, Pairing


@dataclass(frozen=True, slots=True)
class RoundDrawn(TournamentFact):
    """A round was drawn. ``byes``: the reason of each bye; ``absent``: entries that could play and are not in the draw.

    ``by_hand``: True if the director made the draw; ``broke``: the faults of such a draw, and of every draw the boards
    that an entry knows already, in sentences. ``requested``: the entries that had asked for a bye; ``assumed``: the
    results that the draw assumed, as they were missing.
    """

    SPARE = ("requested", "assumed")
    round: int
    pairings: tuple[Pairing, ...]
    byes: dict[EntryId, PersonalText] = field(default_factory=dict)
    absent: tuple[EntryId, ...] = ()
    by_hand: bool = False
    broke: tuple[PersonalText, ...] = ()
    requested: tuple[EntryId, ...] = ()
    assumed: tuple[Assumption, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundRedrawn(TournamentFact):
    """A round was drawn anew; fields as in `RoundDrawn`. Earlier draws stay in the stream.

    Tables with results are in it as they were.
    """

    SPARE = ("requested", "assumed")
    round: int
    pairings: tuple[Pairing, ...]
    byes: dict[EntryId, PersonalText] = field(default_factory=dict)
    absent: tuple[EntryId, ...] = ()
    by_hand: bool = False
    broke: tuple[PersonalText, ...] = ()
    why: PersonalText = ""
    requested: tuple[EntryId, ...] = ()
    assumed: tuple[Assumption, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawWithdrawn(TournamentFact):
    """The draw of the last round was withdrawn before anything was recorded at its tables."""

    round: int
    why: PersonalText


@dataclass(frozen=True, slots=True)
class RoundClosed(TournamentFact):
    """A round was closed: its results are final, even without the confirmation of both sides."""

    round: int


@dataclass(frozen=True, slots=True)
class RoundReopened(TournamentFact):
    """A closed round was reopened: its results can be entered again."""

    round: int
    why: PersonalText = ""
