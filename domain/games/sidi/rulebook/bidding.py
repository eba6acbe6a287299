"""The rules of the auction for the contract, and of doubling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.cards import SUIT_NAMES
from domain.engine.rulebook.words import OURS, Sentences, cite, join_words
from domain.games.sidi.rulebook.cards import trumps
from domain.games.sidi.rulebook.sources import BIDDING, LADDER, PLAY, VARIATIONS
from domain.games.sidi.ruleset import DENOMINATIONS, OBENABE, UNDENUFE

if TYPE_CHECKING:
    from domain.games.sidi.ruleset import SidiRuleset


def bidding(game: SidiRuleset) -> Sentences:
    """Yield the rules of the auction for the contract."""
    yield "Beginning at dealer's right, each player in turn bids or passes.", BIDDING
    bonus = game.bonus
    extra = [name for name, points in (("the last trick", bonus.last_trick), ("Match", bonus.match)) if points]
    counted = f", the points for {join_words(extra)} included" if extra else ""
    yield "A bid is a number and a denomination.", BIDDING
    yield f"The number is how many card points the bidder's team must take at least{counted}.", BIDDING
    ladder = join_words([str(each) for each in game.bids.ladder])
    yield f"The numbers are {ladder}.", cite(game.bids.ladder, {LADDER: BIDDING})
    usual = set(game.denominations) == set(DENOMINATIONS)
    yield f"The denomination is {_denominations(game)}.", BIDDING if usual else VARIATIONS
    yield "Each bid must be for a higher number than the one before; all denominations rank alike.", BIDDING
    yield "A player may bid after a pass, and over the partner's bid.", BIDDING
    yield from _doubling(game)
    yield "The auction ends when the three others have passed after a bid; the last bid is the contract.", BIDDING
    top = game.bids.ladder[-1]
    if game.double.mode == "none":
        yield f"It ends at once with a bid of {top}, which nobody can exceed.", BIDDING
    else:
        yield (
            f"After a bid of {top}, which nobody can exceed, each opponent is asked once whether to double; then it "
            "ends.",
            BIDDING,
        )
    yield "If all four pass, nothing is scored, and the next dealer deals.", BIDDING
    yield "The last bidder is the declarer.", PLAY


def _denominations(game: SidiRuleset) -> str:
    """Return the denominations that may be bid, in words."""
    suits = trumps(game)
    if set(suits) == set(game.pack.suits):
        offered = ["one of the suits as trumps"]
    else:
        offered = [f"{SUIT_NAMES[suit]} as trumps" for suit in suits]
    plain = [each.capitalize() for each in (OBENABE, UNDENUFE) if each in game.denominations]
    return join_words([*offered, *plain], "or")


def _doubling(game: SidiRuleset) -> Sentences:
    terms = game.double
    if terms.mode == "none":
        yield "Nobody may double.", VARIATIONS
        return
    yield "Either opponent of the bidder may double the last bid, also out of turn.", BIDDING
    yield {
        "next_call": ("It is too late when the next player has bid or passed.", BIDDING),
        "own_turn": ("An opponent may double until they have bid or passed themselves.", OURS),
        "auction_end": ("One may double as long as the auction goes on.", OURS),
    }[terms.until]
    if terms.mode == "double":
        yield "A double ends the auction.", BIDDING
    else:
        yield "After a double the bidder and the partner are each asked once whether to redouble.", VARIATIONS
        yield "Then the auction ends.", OURS
