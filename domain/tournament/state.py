"""The data of draws and standings: entries, draws, and the result of each entry in each round."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, TypeAlias

from domain.engine.values import Term

EntryId: TypeAlias = str
Sides: TypeAlias = tuple[tuple[EntryId, ...], tuple[EntryId, ...]]
"""The entries that sit North and South, and those against them."""
"""``"1"``, ``"2"``, …: the number on the entry list. It is never given to another."""

PLAYED: Final = "played"
BYE: Final = "bye"
WALKOVER: Final = "walkover"
"""The other side forfeited."""
FORFEIT: Final = "forfeit"
ABSENT: Final = "absent"
"""Entered, not withdrawn, and not drawn: nothing is scored."""
KINDS: Final = (PLAYED, BYE, WALKOVER, FORFEIT, ABSENT)


class DrawError(ValueError):
    """Raised if no round can be drawn; the message says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair, a team, or, where partners are drawn, one player."""

    id: EntryId
    name: str
    players: tuple[str, ...] = ()
    """Ids of players, or names."""
    seed: int | None = None
    """Its place on the seeding list, from 1; None: behind all that have one."""
    since: int = 1
    """The first round that it is drawn for: more than 1 for a late entry."""
    out: int | None = None
    """The first round that it is not drawn for any more."""

    def plays(self, round_: int) -> bool:
        """Return whether the entry is to be drawn for a round."""
        return self.since <= round_ and (self.out is None or round_ < self.out)


@dataclass(frozen=True, slots=True)
class Pairing:
    """One table of a round: who sits down against whom.

    ``sides`` are two tuples of entries, first the one that sits North and South: of one entry each, or of two where
    partners are drawn. ``why`` says in a sentence why it was drawn so.
    """

    table: int
    sides: tuple[tuple[EntryId, ...], tuple[EntryId, ...]]
    why: str = ""
    boards: tuple[int, ...] = ()
    """The boards of a duplicate that are played there, by number."""
    stage: str = ""
    """In a knockout, what is played for: ``final``, ``third place``, ``consolation`` …"""

    @property
    def entries(self) -> tuple[EntryId, ...]:
        """Return all entries at the table."""
        return (*self.sides[0], *self.sides[1])


@dataclass(frozen=True, slots=True)
class Draw:
    """The pairings of a round, and the byes, each with its reason."""

    round: int
    pairings: tuple[Pairing, ...]
    byes: dict[EntryId, str] = field(default_factory=dict)

    @property
    def entries(self) -> tuple[EntryId, ...]:
        """Return all entries at the tables, as often as they sit there, and those with a bye."""
        return (*(entry for pairing in self.pairings for entry in pairing.entries), *self.byes)


@dataclass(frozen=True, slots=True)
class Line:
    """The result of one entry in one round (of a duplicate: on one board).

    ``won`` and ``lost`` are what the encounter was played for: tokens, or points; on a board what it was worth there,
    in the unit that the terms count. ``points`` are card points where they were counted, or all points of a Jass.
    Nothing is here until there is a result; ``confirmed`` says whether it is final.
    """

    round: int
    entry: EntryId
    kind: str = PLAYED
    table: int = 0
    against: tuple[EntryId, ...] = ()
    partners: tuple[EntryId, ...] = ()
    won: int = 0
    lost: int = 0
    deals_won: int = 0
    deals_lost: int = 0
    points: int = 0
    points_lost: int = 0
    board: int = 0
    confirmed: bool = True

    @property
    def outcome(self) -> int:
        """Return 1 for a win, 0 for a draw, -1 for a loss; a bye and a walkover are wins."""
        if self.kind in (BYE, WALKOVER):
            return 1
        if self.kind in (FORFEIT, ABSENT):
            return -1
        return (self.won > self.lost) - (self.won < self.lost)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A change of an entry's score by a ruling: ``amount`` of ``unit``.

    ``score`` is in the numbers of `Scoring`: halves of a point where wins count. ``tokens`` move the token difference,
    and the score where tokens count. A round that has ended is won by whoever won it: another winner is another result.
    """

    entry: EntryId
    amount: int
    unit: str = "score"
    round: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings. Entries that nothing separates share a ``place``."""

    place: int
    entry: EntryId
    score: Fraction
    """In points where wins count, else in tokens, deals, …; `scores.amount` says it."""
    played: int
    """Encounters at a table. A walkover is won without being played, and so is a bye that is worth a win."""
    won: int
    drawn: int
    lost: int
    breaks: dict[str, Fraction | None]
    """The value of each tie-break, in the order of the terms; those that were not needed are there too. None where it
    says nothing: head to head of one who is level with nobody, a lot that was not drawn, no seed."""
    why: Term
    """One sentence: why it stands where it does, among those of the same score."""
    provisional: bool = False
    """Some result of its own is not confirmed yet."""
