"""The clause that a breach is held against, where the code alone does not tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.facts import (
    Act,
    BidMade,
    CapsCalled,
    CapsConceded,
    CardPlayed,
    CardsDealt,
    CardsRevealed,
    DoubleAnnounced,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    IndicatorTakenBack,
    MarriageDeclared,
    PackCut,
    PackShuffled,
    PartnerAsked,
    PartnerCardNamed,
    Passed,
    PointsCounted,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpClosed,
    TrumpOpened,
)
from domain.jass.ruleset import JassRuleset
from domain.refusals import Clause, Refusal
from domain.state import NOBODY

if TYPE_CHECKING:
    from domain.rules import Rules
    from domain.state import State

AFTER_FIRST_TRICK: Final = Clause("000", "Special Rule for Bids of 250 or more")
JASS_BIDDING: Final = Clause("003", "Bidding")
JASS_PLAY: Final = Clause("003", "Play")

_HEADINGS: Final[dict[str, tuple[type[Act], ...]]] = {
    "Deal": (PackShuffled, PackCut, CardsDealt),
    "Bidding with Four Cards": (BidMade, Passed, PartnerAsked, RedealDemanded),
    "Choosing the Trump Suit": (IndicatorPlaced,),
    "Bidding with Eight Cards": (IndicatorTakenBack,),
    "Open Trump games": (TrumpOpened, TrumpClosed),
    "Play": (CardPlayed,),
    "Closed Trump games": (FaceDownInspected, CardsRevealed, IndicatorRevealed),
    "Caps": (CapsCalled, CapsConceded),
    "Spoilt Trumps": (SpoiltTrumpsDeclared,),
    "Scoring": (PointsCounted,),
    "Maharashtrian version": (PartnerCardNamed, MarriageDeclared),
    "Tamil Nadu version": (DoubleAnnounced,),
}
RULE_OF: Final = {kind: Clause("000", heading) for heading, kinds in _HEADINGS.items() for kind in kinds}
"""Where the 304 family is told when each thing is done, and by whom."""

BY_ACT: Final = frozenset({"wrong-stage", "deal-over", "not-the-maker"})
"""Codes that say only that an act came at the wrong time, or from the wrong player."""


def clause_of(rules: Rules, s: State, act: Act, broke: Refusal) -> Clause:
    """The rule that an act broke, as the deal stood."""
    if broke.code in BY_ACT:
        if isinstance(rules.game, JassRuleset):
            return JASS_PLAY if isinstance(act, CardPlayed) else JASS_BIDDING
        return RULE_OF.get(type(act), broke.clause)
    # Between two tricks only the rule for high bids makes the maker show anything.
    between = broke.code == "must-reveal" and not s.trick and s.caps_caller == NOBODY
    return AFTER_FIRST_TRICK if between else broke.clause
