"""The data of draws and standings: entries, draws, results of each entry in each round, and rows of the standings."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, TypeAlias

from domain.engine.personal import PersonalText
from domain.engine.words.values import Term, sentence
from domain.engine.words.worded import WordedError
from domain.options import number, text

EntryId: TypeAlias = str
Sides: TypeAlias = tuple[tuple[EntryId, ...], tuple[EntryId, ...]]
"""The entries that sit North and South, and those against them."""
"""An `EntryId` is the number on the entry list as text: ``"1"``, ``"2"``, … Numbers are never given twice."""

PLAYED: Final = "played"
BYE: Final = "bye"
WALKOVER: Final = "walkover"
"""The kind of an entry whose opponents forfeited."""
FORFEIT: Final = "forfeit"
ABSENT: Final = "absent"
"""The kind of an entry that has not withdrawn and was not drawn: it scores nothing."""
REQUESTED: Final = "requested-bye"
"""The kind of an entry that had asked in advance not to play the round."""
LATE: Final = "late"
"""The kind of a round before a late entry, if the terms give such rounds a score."""
AWAY: Final = (ABSENT, REQUESTED, LATE)
"""The kinds of rounds for which an entry was not drawn."""
ASSIGNED: Final = "assigned"
"""The kind of a board for which a director assigned a score."""
KINDS: Final = (PLAYED, BYE, WALKOVER, FORFEIT, *AWAY)


class DrawError(WordedError, ValueError):
    """Raised if no round can be drawn; the message gives the reason."""


@dataclass(frozen=True)
class EntryDetails:
    """The details of an entry that the director sets or a file has. An option that is empty is not known.

    A detail that is added later is declared with ``is_spare=True``, so that stored facts stay as they are.
    """

    rating: int | None = number(
        None, sentence("Rating"), least=1, most=9999, about="a rating from elsewhere, such as a national one",
        example=1850,
    )  # fmt: skip
    club: str = text(
        "", sentence("Club or place"), most=60, about="the club or place that it comes from", example="Lagoon"
    )


NO_DETAILS: Final = EntryDetails()


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair, a team, or, where partners are drawn, one player."""

    id: EntryId
    name: str
    players: tuple[str, ...] = ()
    """Ids or names of the players."""
    seed: int | None = None
    """The place on the seeding list, from 1; None for an entry that is not on the list and ranks behind it."""
    since: int = 1
    """The first round that the entry is drawn for: more than 1 for a late entry."""
    out: int | None = None
    """The first round that a withdrawn entry is no longer drawn for; None if it has not withdrawn."""
    requested: tuple[int, ...] = ()
    """The rounds for which the entry asked for a bye, in order."""
    idle: tuple[int, ...] = ()
    """The drawn rounds for which the entry was not drawn: it came late, withdrew, was absent or had asked for a bye.
    Only standings fill this in."""
    categories: tuple[str, ...] = ()
    """The prize categories, such as juniors, in which the entry is also ranked."""
    direction: str = ""
    """``NS`` or ``EW``, if the two are ranked apart and the entry has sat there. Only standings fill this in."""
    details: EntryDetails = NO_DETAILS

    def plays(self, round_: int) -> bool:
        """Return whether the entry takes part in a round."""
        return self.since <= round_ and (self.out is None or round_ < self.out)

    def is_drawn(self, round_: int) -> bool:
        """Return whether the entry is to be drawn for a round: it takes part and has not asked for a bye."""
        return self.plays(round_) and round_ not in self.requested


@dataclass(frozen=True, slots=True)
class Pairing:
    """One table of a round with its two sides.

    ``sides`` are two tuples of entries, first the side that sits North and South: one entry each, or two where partners
    are drawn. ``why``: the reason for the pairing, in one sentence.
    """

    table: int
    sides: tuple[tuple[EntryId, ...], tuple[EntryId, ...]]
    why: PersonalText = ""
    boards: tuple[int, ...] = ()
    """The numbers of the boards that are played at the table in a duplicate."""
    stage: str = ""
    """The stage in a knockout: ``final``, ``third place``, ``consolation first round`` …"""

    @property
    def entries(self) -> tuple[EntryId, ...]:
        """Return all entries at the table."""
        return (*self.sides[0], *self.sides[1])


@dataclass(frozen=True, slots=True)
class Draw:
    """The pairings of a round, and the byes, each with its reason."""

    round: int
    pairings: tuple[Pairing, ...]
    byes: dict[EntryId, PersonalText] = field(default_factory=dict)
    requested: tuple[EntryId, ...] = ()
    """The entries that had asked for a bye. They are not in `entries`."""

    @property
    def entries(self) -> tuple[EntryId, ...]:
        """Return all entries with a table or a bye, once for each table and bye."""
        return (*(entry for pairing in self.pairings for entry in pairing.entries), *self.byes)


@dataclass(frozen=True, slots=True)
class Assumption:
    """The result that a draw assumes of a table that has none yet.

    ``won``: what each side has of the unit that the terms count, North and South first; if wins count, only who has
    more matters.
    """

    round: int
    table: int
    won: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Avoidance:
    """Entries that should not meet, such as a family or a club; where partners are drawn, nor be partners."""

    entries: tuple[EntryId, ...]
    absolute: bool = False
    """True if no draw may bring them together; False if that is only avoided where another draw is possible."""
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class Line:
    """The result of one entry in one round (in a duplicate: on one board).

    ``won`` and ``lost`` are tokens, or points if the game is played for points; in the standings of a duplicate, the
    score of the board in hundredths of the unit that the terms count (`boards.SCALE`). ``points`` are card points if
    they were counted, or all points of a Jass. There is no line until there is a result. ``confirmed``: True if the
    result is final.
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
    assigned: tuple[tuple[tuple[int, int], ...], ...] = ()
    """The outcomes that a director assigned to North and South, and to East and West; empty if there are none."""
    switched: bool = False
    """True if the table sat the other way round on the board than it was drawn."""
    substitutes: tuple[tuple[int, str], ...] = ()
    """The places among the entry's players, from 0, where a substitute sat, each with the substitute."""

    @property
    def outcome(self) -> int:
        """Return 1 for a win, 0 for a draw, -1 for a loss. Byes and walkovers win; other rounds not played lose."""
        if self.kind in (BYE, WALKOVER):
            return 1
        if self.kind in (FORFEIT, *AWAY):
            return -1
        return (self.won > self.lost) - (self.won < self.lost)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A change of an entry's score by a ruling: ``amount`` of ``unit``.

    The unit ``score`` is in the numbers of `Scoring`: halves of a point where wins count. The unit ``tokens`` changes
    the token difference, and also the score where tokens count. An adjustment does not change the winner of a round;
    only a corrected result does.
    """

    entry: EntryId
    amount: int
    unit: str = "score"
    round: int = 0
    why: PersonalText = ""


@dataclass(frozen=True, slots=True)
class StartingScore(Adjustment):
    """The score with which an entry begins: a handicap, or a score carried over from an earlier stage."""

    stage: str = ""
    """The name of the earlier stage; empty for a handicap."""
    place: int = 0
    """The place in the earlier stage; 0 for a handicap."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings. Entries that are level on score and all tie-breaks share a ``place``."""

    place: int
    entry: EntryId
    score: Fraction
    """The score in points where wins count, else in tokens, deals, …; `scores.amount` adds the unit in words."""
    played: int
    """Number of encounters at a table."""
    won: int
    """Number of encounters won against an opponent, forfeits included. A bye is none, whatever it is worth."""
    drawn: int
    lost: int
    breaks: dict[str, Fraction | None]
    """The value of each tie-break, in the order of the terms, also of those that were not needed. None if a tie-break
    does not apply: head to head of an entry that is level with nobody, a lot that was not drawn, a missing seed."""
    why: Term
    """One sentence that explains the place among the entries of the same score."""
    provisional: bool = False
    """True if a result of the entry is not confirmed yet."""
    direction: str = ""
    """``NS`` or ``EW`` if the two are ranked apart; the places of each begin with 1."""
