"""The acts that only 304 has: its auctions, the trump indicator, and what is called in the play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final

from domain.engine.cards import Card, Seat
from domain.engine.facts import Act

PCC: Final = "pcc"
"""The highest bid: Partner Close Caps (000 "Bidding with Eight Cards")."""


HALF: Final = "half"
"""Half Court: to win all tricks of the first cards (000 "Variants", "Maharashtrian version")."""


FULL: Final = "full"
"""Full Court: to win all tricks with a partner (000 "Maharashtrian version")."""


Bid = int | str
"""Card points to be collected, or one of the bids to win every trick."""


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
class PartnerAsked(Act):
    """The seat asked its partner to bid in its place; ``partner`` says which, where it has several."""

    TOPIC: ClassVar[str] = "nought.Deal.PartnerAsked"
    partner: Seat = ""


@dataclass(frozen=True, slots=True)
class IndicatorPlaced(Act):
    """The trump maker laid the trump indicator face down."""

    TOPIC: ClassVar[str] = "nought.Deal.IndicatorPlaced"
    card: Card = "??"

    def named(self) -> tuple[Card, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class IndicatorTakenBack(Act):
    """An eight-card bid superseded the indicator; its card went back to the hand, unseen."""

    TOPIC: ClassVar[str] = "nought.Deal.IndicatorTakenBack"
    card: Card = "??"

    def named(self) -> tuple[Card, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class PartnerCardNamed(Act):
    """The trump maker named a card: whoever holds it is its partner (000 "Maharashtrian version")."""

    TOPIC: ClassVar[str] = "nought.Deal.PartnerCardNamed"
    card: Card = "??"

    def named(self) -> tuple[Card, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class TrumpOpened(Act):
    """The trump maker chose an open game: the indicator was shown and taken to hand."""

    TOPIC: ClassVar[str] = "nought.Deal.TrumpOpened"
    card: Card = "??"

    def named(self) -> tuple[Card, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class TrumpClosed(Act):
    """The trump maker chose a closed game."""

    TOPIC: ClassVar[str] = "nought.Deal.TrumpClosed"


@dataclass(frozen=True, slots=True)
class FaceDownInspected(Act):
    """The trump maker looked at the face-down cards of the trick and said whether any is a trump.

    ``cards`` is what the maker saw, by seat; nobody else sees it.
    """

    TOPIC: ClassVar[str] = "nought.Deal.FaceDownInspected"
    trumps: bool = False
    cards: dict[Seat, Card] = field(default_factory=dict)

    def named(self) -> tuple[Card, ...]:
        return tuple(self.cards.values())


@dataclass(frozen=True, slots=True)
class CardsRevealed(Act):
    """The trump maker turned up face-down cards of the trick, for all to see."""

    TOPIC: ClassVar[str] = "nought.Deal.CardsRevealed"
    cards: dict[Seat, Card] = field(default_factory=dict)

    def named(self) -> tuple[Card, ...]:
        return tuple(self.cards.values())


@dataclass(frozen=True, slots=True)
class IndicatorRevealed(Act):
    """The trump indicator was shown to all; if still on the table, it went to the maker's hand."""

    TOPIC: ClassVar[str] = "nought.Deal.IndicatorRevealed"
    card: Card = "??"

    def named(self) -> tuple[Card, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class CapsCalled(Act):
    """The seat called Caps, exposed its cards and stated the order in which it will play them."""

    TOPIC: ClassVar[str] = "nought.Deal.CapsCalled"
    order: tuple[Card, ...] = ()

    def named(self) -> tuple[Card, ...]:
        return self.order


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


ACTS: Final[tuple[type[Act], ...]] = (
    RedealDemanded,
    BidMade,
    PartnerAsked,
    IndicatorPlaced,
    IndicatorTakenBack,
    PartnerCardNamed,
    TrumpOpened,
    TrumpClosed,
    FaceDownInspected,
    CardsRevealed,
    IndicatorRevealed,
    CapsCalled,
    SpoiltTrumpsDeclared,
    CapsConceded,
    DoubleAnnounced,
    MarriageDeclared,
)
