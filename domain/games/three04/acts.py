"""The acts that only 304 has: in its auctions, with the trump indicator, and calls during the play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final

from domain.engine.cards import Card, Seat
from domain.engine.facts import Act

PCC: Final = "pcc"
"""Partner Close Caps, the highest bid: to win all tricks alone (000 "Bidding with Eight Cards")."""


HALF: Final = "half"
"""Half Court, a bid to win all tricks with the first cards (000 "Variants", "Maharashtrian version")."""


FULL: Final = "full"
"""Full Court, a bid to win all tricks with a partner (000 "Maharashtrian version")."""


Bid = int | str
"""A bid: a number of card points, or a bid to win all tricks (``pcc``, ``half`` or ``full``)."""


@dataclass(frozen=True, slots=True)
class RedealDemanded(Act):
    """The rejection of a weak first batch by the seat at the dealer's right, for a redeal."""

    WORDS: ClassVar[str] = "a demand for a redeal"


# --- auctions and the trump -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BidMade(Act):
    """A bid in an auction; see `Bid`."""

    WORDS: ClassVar[str] = "a bid"
    bid: Bid = 0


@dataclass(frozen=True, slots=True)
class PartnerAsked(Act):
    """A request to a partner to bid in the seat's place. ``partner``: the partner, if the seat has several."""

    SPARE = ("partner",)
    WORDS: ClassVar[str] = "asking the partner to bid"
    partner: Seat = ""


@dataclass(frozen=True, slots=True)
class IndicatorPlaced(Act):
    """The placing of the trump indicator, face down, by the trump maker."""

    WORDS: ClassVar[str] = "placing the trump indicator"
    card: Card = "??"

    def list_cards(self) -> tuple[Card, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class IndicatorTakenBack(Act):
    """The return of the indicator to the hand, unseen, after an eight-card bid."""

    WORDS: ClassVar[str] = "taking back the trump indicator"
    card: Card = "??"

    def list_cards(self) -> tuple[Card, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class PartnerCardNamed(Act):
    """The card that the trump maker named; its holder is the maker's partner (000 "Maharashtrian version")."""

    WORDS: ClassVar[str] = "naming the partner’s card"
    card: Card = "??"

    def list_cards(self) -> tuple[Card, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class TrumpOpened(Act):
    """The trump maker's choice of an open game; the indicator is shown and taken to hand."""

    WORDS: ClassVar[str] = "opening the game"
    card: Card = "??"

    def list_cards(self) -> tuple[Card, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class TrumpClosed(Act):
    """The trump maker's choice of a closed game."""

    WORDS: ClassVar[str] = "playing a closed game"


@dataclass(frozen=True, slots=True)
class FaceDownInspected(Act):
    """The trump maker's look at the face-down cards of the trick, and the announcement whether any is a trump.

    ``cards``: the cards that the maker saw, by seat; only the maker sees them.
    """

    WORDS: ClassVar[str] = "looking at the face-down cards"
    trumps: bool = False
    cards: dict[Seat, Card] = field(default_factory=dict)

    def list_cards(self) -> tuple[Card, ...]:
        return tuple(self.cards.values())

    def cards_by_seat(self) -> dict[Seat, tuple[Card, ...]]:
        return {seat: (card,) for seat, card in self.cards.items()}


@dataclass(frozen=True, slots=True)
class CardsRevealed(Act):
    """The turning up of face-down cards of the trick by the trump maker, for all to see."""

    WORDS: ClassVar[str] = "turning up cards"
    cards: dict[Seat, Card] = field(default_factory=dict)

    def list_cards(self) -> tuple[Card, ...]:
        return tuple(self.cards.values())


@dataclass(frozen=True, slots=True)
class IndicatorRevealed(Act):
    """The showing of the trump indicator to all; an indicator still on the table goes to the maker's hand."""

    WORDS: ClassVar[str] = "turning up the trump indicator"
    card: Card = "??"

    def list_cards(self) -> tuple[Card, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class CapsCalled(Act):
    """A call of Caps; the seat exposes its cards and states the order in which it will play them."""

    WORDS: ClassVar[str] = "a call of Caps"
    order: tuple[Card, ...] = ()

    def list_cards(self) -> tuple[Card, ...]:
        return self.order


@dataclass(frozen=True, slots=True)
class SpoiltTrumpsDeclared(Act):
    """The declaration that the trump maker's opponents hold no trumps.

    ``upheld``: whether the table found it true and threw the cards in. If False, play goes on.
    """

    WORDS: ClassVar[str] = "a call of spoilt trumps"
    upheld: bool = True


@dataclass(frozen=True, slots=True)
class CapsConceded(Act):
    """The concession of the remaining tricks by an opponent of the Caps caller; they are not played."""

    WORDS: ClassVar[str] = "conceding the rest"


@dataclass(frozen=True, slots=True)
class DoubleAnnounced(Act):
    """The undertaking of the winner of the first tricks to win all tricks (000 "Tamil Nadu version")."""

    WORDS: ClassVar[str] = "announcing Double"


@dataclass(frozen=True, slots=True)
class MarriageDeclared(Act):
    """The showing of King and Queen of a suit in the seat's hand (000 "Maharashtrian version")."""

    WORDS: ClassVar[str] = "a marriage"
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
