"""Everything that can happen in a deal. A fact is what somebody did, what chance gave, or what was shown.

Each fact has a permanent ``TOPIC``: its name in the store and in every archive. Cards are words
(``"JH"``); ``"??"`` is a card that whoever recorded the fact, or whoever looks at it, did not see.
What each viewer sees of a fact is in `domain.engine.hiding`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from domain.engine.cards import Card, Seat


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happened."""

    TOPIC: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Act(Fact):
    """A fact of the table, with a ply of its own. ``seat`` is who acted (the dealer, for dealing)."""

    seat: Seat

    def named(self) -> tuple[Card, ...]:
        """Return the cards that the act names, unknown ones among them."""
        return ()


# --- before the auction -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PackShuffled(Act):
    """The dealer shuffled. ``order`` is the pack from top to bottom, when somebody knows it."""

    TOPIC: ClassVar[str] = "nought.Deal.PackShuffled"
    order: tuple[Card, ...] = ()

    def named(self) -> tuple[Card, ...]:
        return self.order


@dataclass(frozen=True, slots=True)
class PackCut(Act):
    """The offer of the cut: ``depth`` cards lifted from the top; None when declined, 0 when not counted."""

    TOPIC: ClassVar[str] = "nought.Deal.PackCut"
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class CardsDealt(Act):
    """One batch to every seat."""

    TOPIC: ClassVar[str] = "nought.Deal.CardsDealt"
    hands: dict[Seat, tuple[Card, ...]] = field(default_factory=dict)

    def named(self) -> tuple[Card, ...]:
        return tuple(card for batch in self.hands.values() for card in batch)


@dataclass(frozen=True, slots=True)
class Passed(Act):
    """A pass in an auction."""

    TOPIC: ClassVar[str] = "nought.Deal.Passed"


# --- play -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardPlayed(Act):
    """A card to the trick: ``down`` if face down, ``indicator`` if it was the trump indicator from the table."""

    TOPIC: ClassVar[str] = "nought.Deal.CardPlayed"
    card: Card = "??"
    down: bool = False
    indicator: bool = False

    def named(self) -> tuple[Card, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class PointsCounted(Act):
    """The trump maker's side counted its tricks. Asked for only when unknown cards leave the result open."""

    TOPIC: ClassVar[str] = "nought.Deal.PointsCounted"
    points: int = 0


# --- about the record -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealOpened(Fact):
    """A deal began. The whole resolved ruleset is kept, so that a replay never changes with the code."""

    TOPIC: ClassVar[str] = "nought.Deal.DealOpened"
    ruleset: dict[str, Any]
    dealer: Seat
    players: dict[Seat, str] = field(default_factory=dict)
    number: int = 1
    match: str | None = None
    table: str | None = None
    club: str | None = None
    event: str = ""
    source: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class CardsDisclosed(Fact):
    """Cards that were unknown to the record became known.

    ``hands``: the cards a seat was dealt, batch after batch; ``plies``: the card of an act (a
    face-down play, an indicator), by its ply in the effective record when this was said.
    """

    TOPIC: ClassVar[str] = "nought.Deal.CardsDisclosed"
    hands: dict[Seat, tuple[tuple[Card, ...], ...]] = field(default_factory=dict)
    plies: dict[int, Card] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class IrregularityNoted(Fact):
    """Somebody noted a breach that the cards alone do not show, at a ply."""

    TOPIC: ClassVar[str] = "nought.Deal.IrregularityNoted"
    ply: int
    code: str
    seat: Seat | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class EntryAmended(Fact):
    """The scribe had slipped: at ``ply`` of the effective record, ``was`` should read ``now``."""

    TOPIC: ClassVar[str] = "nought.Deal.EntryAmended"
    ply: int
    was: Act
    now: Act
    why: str = ""


@dataclass(frozen=True, slots=True)
class EntryInserted(Fact):
    """The scribe had missed something: ``now`` happened before what stood at ``ply``."""

    TOPIC: ClassVar[str] = "nought.Deal.EntryInserted"
    ply: int
    now: Act
    why: str = ""


@dataclass(frozen=True, slots=True)
class EntryRetracted(Fact):
    """The scribe had slipped: ``was``, at ``ply`` of the effective record, never happened."""

    TOPIC: ClassVar[str] = "nought.Deal.EntryRetracted"
    ply: int
    was: Act
    why: str = ""


@dataclass(frozen=True, slots=True)
class CapsRuled(Fact):
    """An arbiter's verdict on Caps: ``right``, ``early``, ``late`` or ``missing`` (owed, never called)."""

    TOPIC: ClassVar[str] = "nought.Deal.CapsRuled"
    verdict: str
    seat: Seat
    why: str = ""


@dataclass(frozen=True, slots=True)
class ViolationRuled(Fact):
    """An arbiter found that ``seat`` broke a rule and what follows under the ruleset applies."""

    TOPIC: ClassVar[str] = "nought.Deal.ViolationRuled"
    seat: Seat
    code: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class DealAnnulled(Fact):
    """An arbiter ruled that the deal does not count: it is to be dealt again."""

    TOPIC: ClassVar[str] = "nought.Deal.DealAnnulled"
    why: str = ""


@dataclass(frozen=True, slots=True)
class RulingLifted(Fact):
    """An arbiter's ruling was taken back; what stood before it stands again.

    ``ruling``: ``caps``, ``violation`` or ``annulled``. ``seat`` and ``code`` name it: whom it was about, and its
    verdict or the code of the breach. An annulment has neither.
    """

    TOPIC: ClassVar[str] = "nought.Deal.RulingLifted"
    ruling: str
    seat: Seat | None = None
    code: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class DealSettled(Fact):
    """The deal was scored. A later correction settles it again; the last settlement counts.

    ``outcome``: ``played``, ``passed_out`` or ``spoilt``; ``tokens``: won (+) or lost (-) by each
    team; ``points``: card points each team took; ``reasons``: why, line by line, as codes; ``score``: in
    games that are played for points, what each team adds to its own.
    """

    TOPIC: ClassVar[str] = "nought.Deal.DealSettled"
    outcome: str
    tokens: dict[str, int]
    points: dict[str, int]
    tricks: dict[str, int]
    made: bool | None = None
    reasons: tuple[str, ...] = ()
    score: dict[str, int] = field(default_factory=dict)

    @property
    def due(self) -> dict[str, int]:
        """Return the gain of each team in a match: points, or tokens."""
        return self.score or self.tokens


@dataclass(frozen=True, slots=True)
class DealConfirmed(Fact):
    """The player in this seat agreed with the result as it stood then. A later correction or ruling asks again."""

    TOPIC: ClassVar[str] = "nought.Deal.DealConfirmed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardSealed(Fact):
    """The seat told its indicator to the record book alone; ``digest`` commits to it (`domain.proof.seals`).

    ``entry``: the version of the deal's event that entered the act, in which the card is unknown.
    """

    TOPIC: ClassVar[str] = "nought.Deal.CardSealed"
    seat: Seat
    digest: str
    entry: int


@dataclass(frozen=True, slots=True)
class SealOpened(Fact):
    """A sealed card was shown to everybody, with the salt by which it is checked against the digest."""

    TOPIC: ClassVar[str] = "nought.Deal.SealOpened"
    seat: Seat
    digest: str
    card: Card
    salt: str


@dataclass(frozen=True, slots=True)
class DealReopened(Fact):
    """A correction took back what had ended the deal; its settlement no longer counts."""

    TOPIC: ClassVar[str] = "nought.Deal.DealReopened"
    why: str = ""


@dataclass(frozen=True, slots=True)
class DealAbandoned(Fact):
    """The deal was given up and does not count."""

    TOPIC: ClassVar[str] = "nought.Deal.DealAbandoned"
    why: str = ""


ACTS: Final[tuple[type[Act], ...]] = (PackShuffled, PackCut, CardsDealt, Passed, CardPlayed, PointsCounted)
"""The acts that every game has."""


NOTES: Final[tuple[type[Fact], ...]] = (
    DealOpened, CardsDisclosed, IrregularityNoted, EntryAmended, EntryInserted, EntryRetracted, CapsRuled,
    ViolationRuled, DealAnnulled, RulingLifted, DealSettled, DealConfirmed, CardSealed, SealOpened, DealReopened,
    DealAbandoned,
)  # fmt: skip
