"""The clause that a breach is held against, where the code alone does not tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from domain.clauses import JASS_DEAL, JASS_VARIATIONS, parameter
from domain.facts import (
    Act,
    BidMade,
    CapsCalled,
    CapsConceded,
    CardPlayed,
    CardsDealt,
    CardsRevealed,
    DoubleAnnounced,
    Doubled,
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
    Redoubled,
    SpoiltTrumpsDeclared,
    StoeckClaimed,
    TrumpClosed,
    TrumpOpened,
    WeisConceded,
    WeisDeclared,
    WeisDemanded,
    WeisDetailed,
    WeisScored,
    WeisShown,
)
from domain.jass.ruleset import JassRuleset
from domain.refusals import Clause, Refusal

if TYPE_CHECKING:
    from domain.rules import Rules
    from domain.ruleset import Ruleset

JASS_BIDDING: Final = Clause("003", "Bidding")
JASS_PLAY: Final = Clause("003", "Play")
JASS_WEIS: Final = Clause("003", "Weis and Stöck")
WEIS: Final = (WeisDeclared, WeisDetailed, WeisConceded, WeisScored, WeisDemanded, WeisShown)

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


def clause_of(rules: Rules, act: Act, broke: Refusal) -> Clause:
    """The rule that an act broke."""
    if broke.code in BY_ACT:
        return _jass(rules.game, act) if isinstance(rules.game, JassRuleset) else _family(rules.ruleset, act, broke)
    return broke.clause


def _family(game: Ruleset, act: Act, broke: Refusal) -> Clause:
    """When such an act is done in the 304 family, and by whom; for one that the game lacks, why it does."""
    if isinstance(act, DoubleAnnounced) and not game.double.allowed:
        return parameter("double.allowed")
    if isinstance(act, MarriageDeclared) and not game.marriages.allowed:
        return parameter("marriages.allowed")
    if isinstance(act, PartnerCardNamed) and not game.partner_named:
        return parameter("stages")
    return RULE_OF.get(type(act), broke.clause)


def _jass(game: JassRuleset, act: Act) -> Clause:
    """When such an act is done in a Jass; where some leave it out, the variation."""
    if isinstance(act, PackShuffled | PackCut | CardsDealt):
        return JASS_DEAL
    if isinstance(act, Doubled | Redoubled):
        usual = game.double.mode == "redouble" or (isinstance(act, Doubled) and game.double.mode == "double")
        return JASS_BIDDING if usual else JASS_VARIATIONS
    if isinstance(act, StoeckClaimed):
        return JASS_WEIS if game.stoeck.enabled else JASS_VARIATIONS
    if isinstance(act, WEIS):
        return JASS_PLAY if game.weis.enabled else JASS_VARIATIONS
    return JASS_PLAY if isinstance(act, CardPlayed) else JASS_BIDDING
