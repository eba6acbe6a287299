"""The clauses of 304, and the choice of a clause that depends on a parameter or the deal (`domain.engine.clauses`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from domain.engine.clauses import parameter, stage
from domain.engine.facts import Act, CardPlayed, CardsDealt, PackCut, PackShuffled, Passed, PointsCounted
from domain.engine.game import Decides
from domain.engine.refusals import Clause, Refusal
from domain.engine.state import NOBODY
from domain.games.three04.acts import (
    FULL,
    HALF,
    PCC,
    BidMade,
    CapsCalled,
    CapsConceded,
    CardsRevealed,
    DoubleAnnounced,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    IndicatorTakenBack,
    MarriageDeclared,
    PartnerAsked,
    PartnerCardNamed,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpClosed,
    TrumpOpened,
)
from domain.games.three04.state import REVEAL_CARDS, REVEAL_INDICATOR

if TYPE_CHECKING:
    from domain.games.three04.rules import Three04Rules
    from domain.games.three04.ruleset import Three04Ruleset
    from domain.games.three04.state import Three04State

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


def about(game: Three04Ruleset) -> Clause | None:
    """Return the chapter on a game with other players or cards than 304 for four; None for 304 for four."""
    if game.partner_named:
        return MAHARASHTRA
    if "3" in game.pack.ranks:
        return TAMIL_NADU
    return VARIANTS if len(game.seating.seats) != 4 else None


def court(rules: Three04Rules, bid: str) -> Clause | None:
    """Return the chapter on a bid to win all tricks; None if no document has the bid."""
    if bid == PCC:
        return EIGHT_CARDS
    with_partner = rules.ruleset.court.half == "with_partner" or rules.ruleset.partner_named
    return {HALF: MAHARASHTRA if with_partner else VARIANTS, FULL: MAHARASHTRA}.get(bid)


# --- the auctions --------------------------------------------------------------------------------


def _bid_too_low(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    game = rules.ruleset
    least = game.auction4.minimum
    if not isinstance(act.bid, int) or act.bid >= least or least == 160 or act.bid * 2 < game.pack.total:
        # The bid is not higher than the last one, or it is less than half the points of the pack.
        return None
    return VARIANTS if (least, about(game)) == (200, VARIANTS) else parameter("auction4.minimum")


def _bid_not_offered(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
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


def _second_turn(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    return None if rules.ruleset.auction4.later_turn_minimum == 200 else parameter("auction4.later_turn_minimum")


def _over_partner(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    least = rules.ruleset.auction4.over_partner_minimum
    if least is None:
        return JAFFNA_FOUR
    return None if least == 200 else parameter("auction4.over_partner_minimum")


def _out_of_turn(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    if stage(rules, s) != "auction8":
        return None
    return EIGHT_CARDS if rules.ruleset.auction8.first_speaker == "maker" else CATS_BIDDING


def _ask(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    terms = rules.ruleset.ask_partner
    if not terms.allowed:
        return MAHARASHTRA if rules.ruleset.partner_named else parameter("ask_partner.allowed")
    if s.asker != NOBODY:
        return None
    if s.round_bidder in rules.mates[rules.place[act.seat]] and not terms.when_partner_high:
        return parameter("ask_partner.when_partner_high")
    return JAFFNA_FOUR


def _eight_too_low(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    terms = rules.ruleset.auction8
    if not isinstance(act.bid, int):
        return None
    if act.bid < terms.minimum + (not terms.minimum_inclusive):
        if act.bid < 250:
            return None
        return CATS_BIDDING if terms.minimum == 250 else parameter("auction8.minimum")
    return JAFFNA_EIGHT if terms.over_four_card == "equal_ok" and s.round_bidder == NOBODY else None


def _redeal_not_yours(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    return parameter("redeal.threshold") if rules.ruleset.redeal.threshold is None else None


def _redeal_too_strong(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    return None if rules.ruleset.redeal.threshold == 15 else parameter("redeal.threshold")


def _deal_count(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    if rules.ruleset.batches == (4, 4):
        return None
    where = about(rules.ruleset)
    return where if where == VARIANTS else parameter("stages")


def _players_and_cards(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    where = about(rules.ruleset)
    return where if where != MAHARASHTRA else None


# --- the indicator and the play --------------------------------------------------------------------


def _indicator_not_held(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    return EIGHT_CARDS if stage(rules, s) == "indicator again" else None


def _indicator_differs(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    if isinstance(act, TrumpOpened):
        return OPEN
    return EIGHT_CARDS if isinstance(act, IndicatorTakenBack) else None


def _first_lead(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    """Return the parameter's clause if the maker is bound only as a bidder who plays alone (ours, B9); else None.

    In the documents only the seat at the dealer's right leads first.
    """
    right = (s.dealer + 1) % rules.seat_count == s.maker
    return None if right else parameter("pcc.closed_lead_restriction")


def _must_lead_trumps(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    if s.slam:
        return parameter("exhausted.applies_in_courts")
    return parameter("exhausted.trigger") if rules.ruleset.exhausted.trigger == "holding_all" and not s.duty else None


def _must_reveal(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    game = rules.ruleset
    if s.owed == REVEAL_CARDS:
        return CATS_CLOSED if game.reveal.maker_discard == "shown" else None
    if s.owed != REVEAL_INDICATOR or s.trick:
        return CAPS if s.owed == REVEAL_INDICATOR and s.caps_caller == s.maker and not s.down else None
    if sum(s.tricks) == 1 and (s.slam or s.bid >= 250):
        return HIGH_BIDS
    return CAPS if s.caps_caller == s.maker else parameter("closed.reveal_from")


def _reveal_differs(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    return CATS_CLOSED if isinstance(act, CardsRevealed) and rules.ruleset.reveal.maker_discard == "shown" else None


# --- calls -------------------------------------------------------------------------------------------


def _spoilt_not_yours(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    return CATS_CLOSED


def _spoilt_too_late(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    return None if rules.ruleset.spoilt.until == "last_card" else CATS_CLOSED


def _spoilt_false(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    return parameter("pcc.spoilt") if s.asleep and rules.ruleset.pcc.spoilt == "maker_alone" else None


def _caps_not_yours(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    if isinstance(act, CapsConceded):
        return None
    return parameter("caps.teams") if rules.ruleset.caps.teams == "nobody" else CATS_CAPS


def _no_caps_in_slams(rules: Three04Rules, s: Three04State, act: Any) -> Clause | None:
    return None if s.slam == PCC else court(rules, s.slam)


DECIDED: Final[dict[str, Decides]] = {
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
"""The codes whose clause depends on a parameter or on the state of the deal, each with its function."""


# --- the clause of the default rule for each code ----------------------------------------------------------

_BID4 = Clause("000", "Bidding with Four Cards")
_BID8 = Clause("000", "Bidding with Eight Cards")
_TRUMP = Clause("000", "Choosing the Trump Suit")
_PLAY = Clause("000", "Play")
_OPEN = Clause("000", "Open Trump games")
_CLOSED = Clause("000", "Closed Trump games")
_EXHAUSTED = Clause("000", "Exhausted Trumps")
_SPOILT = Clause("000", "Spoilt Trumps")
_CAPS = Clause("000", "Caps")
_MAHARASHTRA = Clause("000", "Maharashtrian version")
_TAMIL = Clause("000", "Tamil Nadu version")

CODES: Final[dict[str, Clause]] = {
    # auctions
    "bid-out-of-turn": _BID4,
    "bid-not-offered": _BID4,
    "bid-too-low": _BID4,
    "bid-second-turn": _BID4,
    "must-bid": Clause("000", "Variants"),
    "bid-over-partner": _BID4,
    "bid-once-only": Clause("004", "Four card bid"),
    "bid-eight-too-low": _BID8,
    "bid-partner-high": _BID8,
    "bid-top": _BID8,
    "ask-not-allowed": _BID4,
    "ask-eight": _BID8,
    "ask-whom": _BID4,
    "redeal-not-yours": _BID4,
    "redeal-too-late": _BID4,
    "redeal-too-strong": _BID4,
    "redeal-limit": _BID4,
    # the indicator
    "not-the-maker": _TRUMP,
    "indicator-not-held": _TRUMP,
    "open-first-lead": _OPEN,
    "indicator-differs": _CLOSED,
    # play
    "play-out-of-turn": _PLAY,
    "sleeping-partner": Clause("000", "Partner Close Caps"),
    "not-in-hand": _PLAY,
    "already-played": _PLAY,
    "revoke": _PLAY,
    "must-play-up": _PLAY,
    "lead-face-down": _PLAY,
    "must-play-down": _CLOSED,
    "maker-first-lead": _CLOSED,
    "indicator-misused": _CLOSED,
    "indicator-gone": _CLOSED,
    "maker-must-cut": _CLOSED,
    "maker-hand-trump": _CLOSED,
    "must-lead-trumps": _EXHAUSTED,
    "must-inspect": _CLOSED,
    "nothing-to-inspect": _CLOSED,
    "announcement-false": _CLOSED,
    "must-reveal": _CLOSED,
    "nothing-to-reveal": _CLOSED,
    "reveal-differs": _CLOSED,
    "count-impossible": Clause("000", "Scoring"),
    # calls
    "spoilt-not-yours": _SPOILT,
    "spoilt-too-early": _SPOILT,
    "spoilt-too-late": _SPOILT,
    "spoilt-false": _SPOILT,
    "caps-not-yours": _CAPS,
    "caps-twice": _CAPS,
    "caps-trick-lost": _CAPS,
    "caps-nothing-left": _CAPS,
    "caps-order": _CAPS,
    "caps-departed": _CAPS,
    "caps-pcc": Clause("000", "Partner Close Caps"),
    "caps-verdict": _CAPS,
    "caps-wrong": _CAPS,
    "marriage-not-now": _MAHARASHTRA,
    "marriage-not-held": _MAHARASHTRA,
    "marriage-twice": _MAHARASHTRA,
    "double-not-yours": _TAMIL,
    "double-not-now": _TAMIL,
}
"""The clause of each code of this game's refusals. Codes never change once stored."""

NOTED: Final[dict[str, Clause]] = {
    "look-before-indicator": _TRUMP,
    "look-older-trick": _PLAY,
    "look-face-down": _CLOSED,
    "look-sleeping-hand": Clause("000", "Partner Close Caps"),
    "trump-told": Clause("004", "The Trump"),
    "table-talk": Clause("004", "Communication"),
}
"""The breaches that only people can notice, each with its clause."""

SLIPS: Final = frozenset(
    {
        "not-in-hand",
        "already-played",
        "indicator-not-held",
        "indicator-gone",
        "nothing-to-reveal",
        "reveal-differs",
        "caps-nothing-left",
        "caps-verdict",
    }
)
"""The codes that only a faulty record has: no player can break these rules with real cards."""


# --- the clause on when an act is done -----------------------------------------------------------------

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
"""The clause on when each kind of act is done, and by whom."""


def clause_of_act(game: Three04Ruleset, act: Act, broke: Refusal) -> Clause:
    """Return the clause that says when, and by whom, an act is done; if the ruleset lacks it, the parameter's."""
    if isinstance(act, DoubleAnnounced) and not game.double.allowed:
        return parameter("double.allowed")
    if isinstance(act, MarriageDeclared) and not game.marriages.allowed:
        return parameter("marriages.allowed")
    if isinstance(act, PartnerCardNamed) and not game.partner_named:
        return parameter("stages")
    return RULE_OF.get(type(act), broke.clause)
