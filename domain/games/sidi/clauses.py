"""The clauses of Sidi Barrani, and the choice of a clause that depends on a parameter (`domain.engine.clauses`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from domain.engine.clauses import parameter
from domain.engine.facts import Act, CardPlayed, CardsDealt, PackCut, PackShuffled
from domain.engine.game import Decides
from domain.engine.refusals import Clause, Refusal
from domain.games.sidi.acts import (
    Doubled,
    Redoubled,
    StoeckClaimed,
    WeisConceded,
    WeisDeclared,
    WeisDemanded,
    WeisDetailed,
    WeisScored,
    WeisShown,
)
from domain.games.sidi.ruleset import OBENABE, UNDENUFE, Bids, SidiRuleset, WeisTable

if TYPE_CHECKING:
    from domain.games.sidi.rules import SidiRules

CARDS: Final = Clause("003", "Players and Cards")
DEAL: Final = Clause("003", "Deal")
VARIATIONS: Final = Clause("003", "Variations")


def _ladder(rules: SidiRules, s: Any, act: Any) -> Clause | None:
    game = rules.ruleset
    usual = Bids().ladder
    if game.bids.ladder == usual or act.points not in usual:
        return None
    fewer = game.bids.ladder in (usual[1:], usual[2:])
    return VARIATIONS if fewer else parameter("bids.ladder")


def _denomination(rules: SidiRules, s: Any, act: Any) -> Clause | None:
    if act.denomination in (OBENABE, UNDENUFE):
        return VARIATIONS
    return parameter("denominations") if act.denomination in rules.ruleset.pack.suits else None


def _undertrump(rules: SidiRules, s: Any, act: Any) -> Clause | None:
    game = rules.ruleset
    if game.undertrump.all_trumps == "free":
        return None
    hand = s.hands[rules.place[act.seat]]
    return None if hand & ~s.trump else parameter("undertrump.all_trumps")


def _weis_value(rules: SidiRules, s: Any, act: Any) -> Clause | None:
    game = rules.ruleset
    return parameter("weis.table") if game.weis.table != WeisTable() else None


def _jass_cards(rules: SidiRules, s: Any, act: Any) -> Clause | None:
    return CARDS


def _jass_deal(rules: SidiRules, s: Any, act: Any) -> Clause | None:
    return DEAL if rules.ruleset.batches == (3, 3, 3) else parameter("stages")


DECIDED: Final[dict[str, Decides]] = {
    **dict.fromkeys(("unknown-seat", "unknown-card", "not-the-pack"), _jass_cards),
    **dict.fromkeys(("not-the-dealer", "cut-not-yours", "cut-depth", "deal-duplicate"), lambda rules, s, act: DEAL),
    "card-exposed": lambda rules, s, act: Clause("003", "Play"),
    "deal-count": _jass_deal,
    "deal-against-pack": _jass_deal,
    "contract-not-offered": _ladder,
    "contract-denomination": _denomination,
    "jass-undertrump": _undertrump,
    "weis-no-value": _weis_value,
    "weis-not-highest": _weis_value,
}
"""The codes whose clause depends on a parameter, or that are common to all games, each with its function."""


# --- the clause of the default rule for each code ----------------------------------------------------------

_BIDDING = Clause("003", "Bidding")
_PLAY = Clause("003", "Play")
_WEIS = Clause("003", "Weis and Stöck")

CODES: Final[dict[str, Clause]] = {
    # the auction
    "contract-out-of-turn": _BIDDING,
    "contract-closed": _BIDDING,
    "contract-denomination": _BIDDING,
    "contract-not-offered": _BIDDING,
    "contract-too-low": _BIDDING,
    "double-nothing": _BIDDING,
    "double-twice": _BIDDING,
    "double-own-side": _BIDDING,
    "double-too-late": _BIDDING,
    "redouble-nothing": Clause("003", "Variations"),
    "redouble-not-yours": Clause("003", "Variations"),
    # play
    "jass-out-of-turn": _PLAY,
    "jass-face-down": _PLAY,
    "jass-not-held": _PLAY,
    "jass-already-played": _PLAY,
    "jass-revoke": _PLAY,
    "jass-undertrump": _PLAY,
    "jass-all-played": _PLAY,
    "jass-count": Clause("003", "Scoring"),
    # Weis and Stöck
    "weis-not-with-card": _PLAY,
    "weis-too-late": _PLAY,
    "weis-twice": _PLAY,
    "weis-no-value": _WEIS,
    "weis-too-low": _PLAY,
    "weis-not-highest": _WEIS,
    "weis-not-held": _WEIS,
    "weis-not-asked": _PLAY,
    "weis-other-question": _PLAY,
    "weis-must-concede": _PLAY,
    "weis-must-answer": _PLAY,
    "weis-answer-false": _PLAY,
    "weis-open": _PLAY,
    "weis-not-scored": _PLAY,
    "weis-score-differs": _WEIS,
    "weis-unsettled": _PLAY,
    "weis-nothing-to-show": _PLAY,
    "weis-show-differs": _PLAY,
    "weis-own": _PLAY,
    "stoeck-not-held": _WEIS,
    "stoeck-too-early": _WEIS,
    "stoeck-twice": _WEIS,
}
"""The clause of each code of this game's refusals. Codes never change once stored."""

NOTED: Final[dict[str, Clause]] = {
    "double-discussed": _BIDDING,
    "double-prevented": _BIDDING,
    "weis-volunteered": _PLAY,
}
"""The breaches that only people can notice, each with its clause."""

SLIPS: Final = frozenset(
    {"jass-not-held", "jass-already-played", "jass-all-played", "weis-other-question", "weis-nothing-to-show"}
)
"""The codes that only a faulty record has: no player can break these rules with real cards."""


# --- the clause on when an act is done ---------------------------------------------------------------

CALLS: Final = (WeisDeclared, WeisDetailed, WeisConceded, WeisScored, WeisDemanded, WeisShown)


def clause_of_act(game: SidiRuleset, act: Act, broke: Refusal) -> Clause:
    """Return the clause that says when such an act is done; if the ruleset leaves it out, the variation's clause."""
    if isinstance(act, PackShuffled | PackCut | CardsDealt):
        return DEAL
    if isinstance(act, Doubled | Redoubled):
        usual = game.double.mode == "redouble" or (isinstance(act, Doubled) and game.double.mode == "double")
        return _BIDDING if usual else VARIATIONS
    if isinstance(act, StoeckClaimed):
        return _WEIS if game.stoeck.enabled else VARIATIONS
    if isinstance(act, CALLS):
        return _PLAY if game.weis.enabled else VARIATIONS
    return _PLAY if isinstance(act, CardPlayed) else _BIDDING
