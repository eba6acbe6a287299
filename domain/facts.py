"""Everything that can happen in a deal. A fact is what somebody did, what chance gave, or what was shown.

Each fact has a permanent ``TOPIC``: its name in the store and in every archive. Cards are words
(``"JH"``); ``"??"`` is a card that whoever recorded the fact, or whoever looks at it, did not see.
What each viewer sees of a fact is in `domain.hiding`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from domain.cards import Card, Seat

PCC: Final = "pcc"
"""The highest bid: Partner Close Caps (000 "Bidding with Eight Cards")."""

HALF: Final = "half"
"""Half Court: to win all tricks of the first cards (000 "Variants", "Maharashtrian version")."""

FULL: Final = "full"
"""Full Court: to win all tricks with a partner (000 "Maharashtrian version")."""

Bid = int | str
"""Card points to be collected, or one of the bids to win every trick."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happened."""

    TOPIC: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Act(Fact):
    """A fact of the table, with a ply of its own. ``seat`` is who acted (the dealer, for dealing)."""

    seat: Seat


# --- before the auction -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PackShuffled(Act):
    """The dealer shuffled. ``order`` is the pack from top to bottom, when somebody knows it."""

    TOPIC: ClassVar[str] = "nought.Deal.PackShuffled"
    order: tuple[Card, ...] = ()


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


@dataclass(frozen=True, slots=True)
class RedealDemanded(Act):
    """Dealer's right rejected a weak first batch."""

    TOPIC: ClassVar[str] = "nought.Deal.RedealDemanded"


# --- auctions and the trump -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BidMade(Act):
    """A bid of so many card points, or to win every trick."""

    TOPIC: ClassVar[str] = "nought.Deal.BidMade"
    bid: Bid = 0


@dataclass(frozen=True, slots=True)
class Passed(Act):
    """A pass in an auction."""

    TOPIC: ClassVar[str] = "nought.Deal.Passed"


@dataclass(frozen=True, slots=True)
class PartnerAsked(Act):
    """The seat asked its partner to bid in its place; ``partner`` says which, where it has several."""

    TOPIC: ClassVar[str] = "nought.Deal.PartnerAsked"
    partner: Seat = ""


@dataclass(frozen=True, slots=True)
class IndicatorPlaced(Act):
    """The trump maker laid the trump indicator face down."""

    TOPIC: ClassVar[str] = "nought.Deal.IndicatorPlaced"
    card: Card = "??"


@dataclass(frozen=True, slots=True)
class IndicatorTakenBack(Act):
    """An eight-card bid superseded the indicator; its card went back to the hand, unseen."""

    TOPIC: ClassVar[str] = "nought.Deal.IndicatorTakenBack"
    card: Card = "??"


@dataclass(frozen=True, slots=True)
class PartnerCardNamed(Act):
    """The trump maker named a card: whoever holds it is its partner (000 "Maharashtrian version")."""

    TOPIC: ClassVar[str] = "nought.Deal.PartnerCardNamed"
    card: Card = "??"


@dataclass(frozen=True, slots=True)
class TrumpOpened(Act):
    """The trump maker chose an open game: the indicator was shown and taken to hand."""

    TOPIC: ClassVar[str] = "nought.Deal.TrumpOpened"
    card: Card = "??"


@dataclass(frozen=True, slots=True)
class TrumpClosed(Act):
    """The trump maker chose a closed game."""

    TOPIC: ClassVar[str] = "nought.Deal.TrumpClosed"


# --- play -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardPlayed(Act):
    """A card to the trick: ``down`` if face down, ``indicator`` if it was the trump indicator from the table."""

    TOPIC: ClassVar[str] = "nought.Deal.CardPlayed"
    card: Card = "??"
    down: bool = False
    indicator: bool = False


@dataclass(frozen=True, slots=True)
class FaceDownInspected(Act):
    """The trump maker looked at the face-down cards of the trick and said whether any is a trump.

    ``cards`` is what the maker saw, by seat; nobody else sees it.
    """

    TOPIC: ClassVar[str] = "nought.Deal.FaceDownInspected"
    trumps: bool = False
    cards: dict[Seat, Card] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CardsRevealed(Act):
    """The trump maker turned up face-down cards of the trick, for all to see."""

    TOPIC: ClassVar[str] = "nought.Deal.CardsRevealed"
    cards: dict[Seat, Card] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class IndicatorRevealed(Act):
    """The trump indicator was shown to all; if still on the table, it went to the maker's hand."""

    TOPIC: ClassVar[str] = "nought.Deal.IndicatorRevealed"
    card: Card = "??"


@dataclass(frozen=True, slots=True)
class CapsCalled(Act):
    """The seat called Caps, exposed its cards and stated the order in which it will play them."""

    TOPIC: ClassVar[str] = "nought.Deal.CapsCalled"
    order: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class SpoiltTrumpsDeclared(Act):
    """The seat declared that the trump maker's opponents hold no trumps.

    ``upheld``: the table looked, it was so, and the cards were thrown in. False: it was not, and play
    went on.
    """

    TOPIC: ClassVar[str] = "nought.Deal.SpoiltTrumpsDeclared"
    upheld: bool = True


@dataclass(frozen=True, slots=True)
class CapsConceded(Act):
    """An opponent of the caller granted it the remaining tricks, which were not played."""

    TOPIC: ClassVar[str] = "nought.Deal.CapsConceded"


@dataclass(frozen=True, slots=True)
class DoubleAnnounced(Act):
    """The winner of the first tricks undertook to win all of them (000 "Tamil Nadu version")."""

    TOPIC: ClassVar[str] = "nought.Deal.DoubleAnnounced"


@dataclass(frozen=True, slots=True)
class MarriageDeclared(Act):
    """The seat showed King and Queen of a suit in its hand (000 "Maharashtrian version")."""

    TOPIC: ClassVar[str] = "nought.Deal.MarriageDeclared"
    suit: str = ""


@dataclass(frozen=True, slots=True)
class PointsCounted(Act):
    """The trump maker's side counted its tricks. Asked for only when unknown cards leave the result open."""

    TOPIC: ClassVar[str] = "nought.Deal.PointsCounted"
    points: int = 0


# --- Jass ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ContractBid(Act):
    """A bid to take so many card points with ``denomination``: a trump suit, ``obenabe`` or ``undenufe``."""

    TOPIC: ClassVar[str] = "nought.Deal.ContractBid"
    points: int = 0
    denomination: str = ""


@dataclass(frozen=True, slots=True)
class Doubled(Act):
    """The seat doubled an opponent's bid."""

    TOPIC: ClassVar[str] = "nought.Deal.Doubled"


@dataclass(frozen=True, slots=True)
class Redoubled(Act):
    """The seat redoubled its side's doubled bid."""

    TOPIC: ClassVar[str] = "nought.Deal.Redoubled"


@dataclass(frozen=True, slots=True)
class WeisDeclared(Act):
    """With its card to the first trick the seat announced the value of its highest Weis."""

    TOPIC: ClassVar[str] = "nought.Deal.WeisDeclared"
    value: int = 0


@dataclass(frozen=True, slots=True)
class WeisDetailed(Act):
    """When Weis of the same value were compared, the seat told one thing more about its own.

    How many ``cards``, or its ``top`` rank, or whether it is in ``trump``; what was not asked is None.
    """

    TOPIC: ClassVar[str] = "nought.Deal.WeisDetailed"
    cards: int | None = None
    top: str | None = None
    trump: bool | None = None


@dataclass(frozen=True, slots=True)
class WeisConceded(Act):
    """When Weis of the same value were compared, the seat said that its own is not as good."""

    TOPIC: ClassVar[str] = "nought.Deal.WeisConceded"


@dataclass(frozen=True, slots=True)
class WeisScored(Act):
    """The seat's side had the best Weis: what each item is worth that the seat scores, the greatest first."""

    TOPIC: ClassVar[str] = "nought.Deal.WeisScored"
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class WeisDemanded(Act):
    """The seat demanded to see the Weis of this ``value`` that the seat ``of`` scored."""

    TOPIC: ClassVar[str] = "nought.Deal.WeisDemanded"
    of: Seat = ""
    value: int = 0


@dataclass(frozen=True, slots=True)
class WeisShown(Act):
    """The seat showed the Weis that somebody had demanded to see, to all."""

    TOPIC: ClassVar[str] = "nought.Deal.WeisShown"
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class StoeckClaimed(Act):
    """The seat held King and Ober of trumps, and both have been seen by all."""

    TOPIC: ClassVar[str] = "nought.Deal.StoeckClaimed"


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
        """What the deal moves in a match: points, or tokens."""
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


ACTS: Final[tuple[type[Act], ...]] = (
    PackShuffled, PackCut, CardsDealt, RedealDemanded, BidMade, Passed, PartnerAsked, IndicatorPlaced,
    IndicatorTakenBack, TrumpOpened, TrumpClosed, CardPlayed, FaceDownInspected, CardsRevealed,
    IndicatorRevealed, CapsCalled, CapsConceded, SpoiltTrumpsDeclared, PointsCounted, DoubleAnnounced,
    PartnerCardNamed, MarriageDeclared, ContractBid, Doubled, Redoubled, WeisDeclared, WeisDetailed, WeisConceded,
    WeisScored, WeisDemanded, WeisShown, StoeckClaimed,
)  # fmt: skip

NOTES: Final[tuple[type[Fact], ...]] = (
    DealOpened, CardsDisclosed, IrregularityNoted, EntryAmended, EntryInserted, EntryRetracted, CapsRuled,
    ViolationRuled, DealAnnulled, RulingLifted, DealSettled, DealConfirmed, CardSealed, SealOpened, DealReopened,
    DealAbandoned,
)  # fmt: skip

TOPICS: Final[dict[str, type[Fact]]] = {kind.TOPIC: kind for kind in (*ACTS, *NOTES)}
"""Every fact by its permanent topic."""
