"""The clause that an act broke, where a parameter of the ruleset decides it.

`refusals.CLAUSES` has one clause for each code: where the default rule stands. A parameter with another value is told
in another document, or in none; then the clause names the parameter. A clause that permits the act is never quoted.
`tests/audit/test_clauses.py` has each case, as it was read in the documents.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from domain.facts import (
    FULL,
    HALF,
    PCC,
    CapsConceded,
    CardsRevealed,
    IndicatorTakenBack,
    TrumpOpened,
)
from domain.jass.ruleset import OBENABE, UNDENUFE, Bids, JassRuleset, WeisTable
from domain.refusals import Clause, Refusal
from domain.state import NOBODY, REVEAL_CARDS, REVEAL_INDICATOR

if TYPE_CHECKING:
    from domain.facts import Act
    from domain.rules import Rules
    from domain.ruleset import Ruleset
    from domain.state import State

EIGHT_CARDS: Final = Clause("000", "Bidding with Eight Cards")
OPEN: Final = Clause("000", "Open Trump games")
HIGH_BIDS: Final = Clause("000", "Special Rule for Bids of 250 or more")
CAPS: Final = Clause("000", "Caps")
VARIANTS: Final = Clause("000", "Variants")
MAHARASHTRA: Final = Clause("000", "Maharashtrian version")
TAMIL_NADU: Final = Clause("000", "Tamil Nadu version")
CATS_BIDDING: Final = Clause("002", "Initial deal and bidding in 304")
CATS_CLOSED: Final = Clause("002", "Closed Trump Game")
CATS_CAPS: Final = Clause("002", "Caps")
JAFFNA_FOUR: Final = Clause("004", "Four card bid")
JAFFNA_EIGHT: Final = Clause("004", "Eight Card Bid")
JASS_CARDS: Final = Clause("003", "Players and Cards")
JASS_DEAL: Final = Clause("003", "Deal")
JASS_VARIATIONS: Final = Clause("003", "Variations")

Decides = Callable[["Rules", Any, Any], Clause | None]
"""The clause for an act as the deal stood; None: the one of the code."""


def cited(rules: Rules, s: State, act: Act, broke: Refusal) -> Refusal:
    """The refusal with the clause that the ruleset's own values rest on."""
    table = JASS if isinstance(rules.game, JassRuleset) else FAMILY
    decide = table.get(broke.code)
    clause = decide(rules, s, act) if decide else None
    return replace(broke, cited=clause) if clause else broke


def parameter(name: str) -> Clause:
    """A rule that no document has: the ruleset itself says so."""
    return Clause("ruleset", name)


def stage(rules: Rules, s: State) -> str:
    """The stage that the deal is in, as the ruleset names it."""
    return rules.game.stages[s.stage] if s.stage < len(rules.game.stages) else "over"


def about(game: Ruleset) -> Clause | None:
    """Where a game with other players or cards than 304 for four is described."""
    if game.partner_named:
        return MAHARASHTRA
    if "3" in game.pack.ranks:
        return TAMIL_NADU
    return VARIANTS if len(game.seating.seats) != 4 else None


def court(rules: Rules, bid: str) -> Clause | None:
    """Where a bid to win every trick is described."""
    if bid == PCC:
        return EIGHT_CARDS
    with_partner = rules.ruleset.court.half == "with_partner" or rules.ruleset.partner_named
    return {HALF: MAHARASHTRA if with_partner else VARIANTS, FULL: MAHARASHTRA}.get(bid)


# --- the auctions --------------------------------------------------------------------------------


def _bid_too_low(rules: Rules, s: State, act: Any) -> Clause | None:
    game = rules.ruleset
    least = game.auction4.minimum
    if not isinstance(act.bid, int) or act.bid >= least or least == 160 or act.bid * 2 < game.pack.total:
        # No higher than the last bid, or less than half the points in the pack.
        return None
    return VARIANTS if (least, about(game)) == (200, VARIANTS) else parameter("auction4.minimum")


def _bid_not_offered(rules: Rules, s: State, act: Any) -> Clause | None:
    game, bid = rules.ruleset, act.bid
    if not isinstance(bid, int):
        return court(rules, bid)
    if bid > game.bids.maximum:
        return JAFFNA_FOUR if game.bids.maximum == 300 else parameter("bids.maximum")
    if bid <= 200 or game.bids.step_from_200 == game.bids.step:
        return None if game.bids.step == 10 else parameter("bids.step")
    if game.bids.step_from_200 != 5:
        return parameter("bids.step_from_200")
    return VARIANTS if game.bids.five_step_starts == "above_200" else JAFFNA_FOUR


def _second_turn(rules: Rules, s: State, act: Any) -> Clause | None:
    return None if rules.ruleset.auction4.later_turn_minimum == 200 else parameter("auction4.later_turn_minimum")


def _over_partner(rules: Rules, s: State, act: Any) -> Clause | None:
    least = rules.ruleset.auction4.over_partner_minimum
    if least is None:
        return JAFFNA_FOUR
    return None if least == 200 else parameter("auction4.over_partner_minimum")


def _out_of_turn(rules: Rules, s: State, act: Any) -> Clause | None:
    if stage(rules, s) != "auction8":
        return None
    return EIGHT_CARDS if rules.ruleset.auction8.first_speaker == "maker" else CATS_BIDDING


def _ask(rules: Rules, s: State, act: Any) -> Clause | None:
    terms = rules.ruleset.ask_partner
    if not terms.allowed:
        return MAHARASHTRA if rules.ruleset.partner_named else parameter("ask_partner.allowed")
    if s.asker != NOBODY:
        return None
    if s.round_bidder in rules.mates[rules.place[act.seat]] and not terms.when_partner_high:
        return parameter("ask_partner.when_partner_high")
    return JAFFNA_FOUR


def _eight_too_low(rules: Rules, s: State, act: Any) -> Clause | None:
    terms = rules.ruleset.auction8
    if not isinstance(act.bid, int):
        return None
    if act.bid < terms.minimum + (not terms.minimum_inclusive):
        if act.bid < 250:
            return None
        return CATS_BIDDING if terms.minimum == 250 else parameter("auction8.minimum")
    return JAFFNA_EIGHT if terms.over_four_card == "equal_ok" and s.round_bidder == NOBODY else None


def _redeal_not_yours(rules: Rules, s: State, act: Any) -> Clause | None:
    return parameter("redeal.threshold") if rules.ruleset.redeal.threshold is None else None


def _redeal_too_strong(rules: Rules, s: State, act: Any) -> Clause | None:
    return None if rules.ruleset.redeal.threshold == 15 else parameter("redeal.threshold")


def _deal_count(rules: Rules, s: State, act: Any) -> Clause | None:
    if rules.game.batches == (4, 4):
        return None
    where = about(rules.ruleset)
    return where if where == VARIANTS else parameter("stages")


def _players_and_cards(rules: Rules, s: State, act: Any) -> Clause | None:
    where = about(rules.ruleset)
    return where if where != MAHARASHTRA else None


# --- the indicator and the play --------------------------------------------------------------------


def _indicator_not_held(rules: Rules, s: State, act: Any) -> Clause | None:
    return EIGHT_CARDS if stage(rules, s) == "indicator again" else None


def _indicator_differs(rules: Rules, s: State, act: Any) -> Clause | None:
    if isinstance(act, TrumpOpened):
        return OPEN
    return EIGHT_CARDS if isinstance(act, IndicatorTakenBack) else None


def _first_lead(rules: Rules, s: State, act: Any) -> Clause | None:
    """Only dealer's right leads first in the documents; that a bidder who plays alone is bound too is ours (B9)."""
    right = (s.dealer + 1) % rules.seat_count == s.maker
    return None if right else parameter("pcc.closed_lead_restriction")


def _must_lead_trumps(rules: Rules, s: State, act: Any) -> Clause | None:
    return parameter("exhausted.trigger") if rules.ruleset.exhausted.trigger == "holding_all" and not s.duty else None


def _must_reveal(rules: Rules, s: State, act: Any) -> Clause | None:
    game = rules.ruleset
    if s.owed == REVEAL_CARDS:
        return CATS_CLOSED if game.reveal.maker_discard == "shown" else None
    if s.owed != REVEAL_INDICATOR or s.trick:
        return CAPS if s.owed == REVEAL_INDICATOR and s.caps_caller == s.maker and not s.down else None
    if sum(s.tricks) == 1 and (s.slam or s.bid >= 250):
        return HIGH_BIDS
    return CAPS if s.caps_caller == s.maker else parameter("closed.reveal_from")


def _reveal_differs(rules: Rules, s: State, act: Any) -> Clause | None:
    return CATS_CLOSED if isinstance(act, CardsRevealed) and rules.ruleset.reveal.maker_discard == "shown" else None


# --- calls -------------------------------------------------------------------------------------------


def _spoilt_not_yours(rules: Rules, s: State, act: Any) -> Clause | None:
    return CATS_CLOSED


def _spoilt_too_late(rules: Rules, s: State, act: Any) -> Clause | None:
    return None if rules.ruleset.spoilt.until == "last_card" else CATS_CLOSED


def _spoilt_false(rules: Rules, s: State, act: Any) -> Clause | None:
    return parameter("pcc.spoilt") if s.asleep and rules.ruleset.pcc.spoilt == "maker_alone" else None


def _caps_not_yours(rules: Rules, s: State, act: Any) -> Clause | None:
    if isinstance(act, CapsConceded):
        return None
    return parameter("caps.teams") if rules.ruleset.caps.teams == "nobody" else CATS_CAPS


def _no_caps_in_slams(rules: Rules, s: State, act: Any) -> Clause | None:
    return None if s.slam == PCC else court(rules, s.slam)


FAMILY: Final[dict[str, Decides]] = {
    "unknown-seat": _players_and_cards,
    "unknown-card": _players_and_cards,
    "not-the-pack": _players_and_cards,
    "deal-count": _deal_count,
    "bid-out-of-turn": _out_of_turn,
    "bid-not-offered": _bid_not_offered,
    "bid-too-low": _bid_too_low,
    "bid-second-turn": _second_turn,
    "bid-over-partner": _over_partner,
    "bid-eight-too-low": _eight_too_low,
    "ask-not-allowed": _ask,
    "redeal-not-yours": _redeal_not_yours,
    "redeal-too-strong": _redeal_too_strong,
    "redeal-limit": lambda rules, s, act: parameter("redeal.max"),
    "indicator-not-held": _indicator_not_held,
    "indicator-differs": _indicator_differs,
    "open-first-lead": _first_lead,
    "maker-first-lead": _first_lead,
    "must-lead-trumps": _must_lead_trumps,
    "must-reveal": _must_reveal,
    "reveal-differs": _reveal_differs,
    "sleeping-partner": _no_caps_in_slams,
    "spoilt-not-yours": _spoilt_not_yours,
    "spoilt-too-late": _spoilt_too_late,
    "spoilt-false": _spoilt_false,
    "caps-not-yours": _caps_not_yours,
    "caps-pcc": _no_caps_in_slams,
}
"""The codes of the 304 family whose clause depends on a parameter, or on where the deal stood."""


# --- Jass ----------------------------------------------------------------------------------------------


def _ladder(rules: Rules, s: Any, act: Any) -> Clause | None:
    game = rules.game
    usual = Bids().ladder
    if not isinstance(game, JassRuleset) or game.bids.ladder == usual or act.points not in usual:
        return None
    fewer = game.bids.ladder in (usual[1:], usual[2:])
    return JASS_VARIATIONS if fewer else parameter("bids.ladder")


def _denomination(rules: Rules, s: Any, act: Any) -> Clause | None:
    if act.denomination in (OBENABE, UNDENUFE):
        return JASS_VARIATIONS
    return parameter("denominations") if act.denomination in rules.game.pack.suits else None


def _undertrump(rules: Rules, s: Any, act: Any) -> Clause | None:
    game = rules.game
    if not isinstance(game, JassRuleset) or game.undertrump.all_trumps == "free":
        return None
    hand = s.hands[rules.place[act.seat]]
    return None if hand & ~s.trump else parameter("undertrump.all_trumps")


def _weis_value(rules: Rules, s: Any, act: Any) -> Clause | None:
    game = rules.game
    return parameter("weis.table") if isinstance(game, JassRuleset) and game.weis.table != WeisTable() else None


def _jass_cards(rules: Rules, s: Any, act: Any) -> Clause | None:
    return JASS_CARDS


def _jass_deal(rules: Rules, s: Any, act: Any) -> Clause | None:
    return JASS_DEAL if rules.game.batches == (3, 3, 3) else parameter("stages")


JASS: Final[dict[str, Decides]] = {
    **dict.fromkeys(("unknown-seat", "unknown-card", "not-the-pack"), _jass_cards),
    **dict.fromkeys(
        ("not-the-dealer", "cut-not-yours", "cut-depth", "deal-duplicate"), lambda rules, s, act: JASS_DEAL
    ),
    "deal-count": _jass_deal,
    "deal-against-pack": _jass_deal,
    "contract-not-offered": _ladder,
    "contract-denomination": _denomination,
    "jass-undertrump": _undertrump,
    "weis-no-value": _weis_value,
    "weis-not-highest": _weis_value,
}
"""The codes of a Jass whose clause depends on a parameter, or that the 304 family shares."""
