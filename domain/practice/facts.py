"""The facts of practice deals. Their acts are the facts of every deal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from domain.engine.cards import Card, Seat
from domain.engine.facts import Fact


class PracticeFact(Fact):
    """A fact of a practice deal."""

    __slots__ = ()
    SUBJECT = "Practice"


@dataclass(frozen=True, slots=True)
class EarlierDeal:
    """A deal that was played before in the same match."""

    practice: str
    """The id of its practice deal."""
    tokens: dict[str, int]
    """The tokens or points that each team won (+) or lost (-) by it, before any team ran out of tokens."""


@dataclass(frozen=True, slots=True)
class PracticeOpened(PracticeFact):
    """A person sat down in a seat to play a deal against bots."""

    SPARE = ("match", "before", "repeats")
    ruleset: dict[str, Any]
    """The parameters of the ruleset, as in `DealOpened`."""
    dealer: Seat
    seat: Seat
    """The seat of the person."""
    strength: str
    """The strength of the bots in the other seats (`bots.strengths`)."""
    hands: dict[Seat, tuple[Card, ...]] = field(default_factory=dict)
    """The cards that the dealer deals to each seat, in order; empty if the pack is shuffled."""
    source: str = ""
    """The id of the recorded deal that it goes on from; empty for a fresh deal."""
    given: int = 0
    """The number of acts of that deal that were played before; they are the first acts of the practice deal."""
    match: bool = False
    """Whether the deal is one of a match; else it stands alone."""
    before: tuple[EarlierDeal, ...] = ()
    """The deals of the match before this one, in order."""
    repeats: str = ""
    """The id of the deal of a match that is played once more, outside the match; else empty."""
