"""The facts of rulings on the scores of entries, and of starting scores."""

from __future__ import annotations

from dataclasses import dataclass

from domain.engine.personal import PersonalText
from domain.tournament.facts.base import TournamentFact
from domain.tournament.state import EntryId


@dataclass(frozen=True, slots=True)
class StartingScoreSet(TournamentFact):
    """The score with which an entry begins was set. It replaces the one before; 0 takes it away.

    ``amount``: as in `Adjustment`, of the unit ``score``. ``stage`` and ``place``: the name of the earlier stage from
    which the score is carried over, and the entry's place there; empty and 0 for a handicap.
    """

    entry: EntryId
    amount: int
    why: PersonalText = ""
    stage: str = ""
    place: int = 0


@dataclass(frozen=True, slots=True)
class AdjustmentMade(TournamentFact):
    """A ruling adds to an entry's score or takes from it. The number of the ruling is the version of this event.

    ``amount`` and ``unit`` as in `Adjustment`; ``round``: the round that the ruling is about, or 0.
    """

    entry: EntryId
    amount: int
    unit: str
    round: int
    why: PersonalText


@dataclass(frozen=True, slots=True)
class AdjustmentWithdrawn(TournamentFact):
    """A ruling on a score was taken back. ``number``: the version of its `AdjustmentMade`."""

    number: int
    why: PersonalText = ""
