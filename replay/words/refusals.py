"""Refusals in any language: the illegal act, and what would be allowed.

The sentences are the msgids of `domain.engine.refusals.Refusal`. `REASONS` has a general sentence for the rule behind
each code, true for every ruleset that has the rule. It is used for breaches that are only possible, or only noted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from replay.words import gettext_noop
from replay.words.values import sentence

if TYPE_CHECKING:
    from domain.engine.refusals import Refusal
    from replay.words import Language

REASONS: Final = {
    # the order of things
    "wrong-stage": gettext_noop("This is not possible at this point of the deal, or not in this game."),
    "deal-over": gettext_noop("It is too late: the last trick or the whole deal is over."),
    "no-result": gettext_noop("The deal has no result to confirm."),
    "confirmed": gettext_noop("This seat has already confirmed the result."),
    "no-ruling": gettext_noop("There is no such ruling to withdraw."),
    "assigned-teams": gettext_noop("An assigned result must say what each team gains."),
    "unknown-seat": gettext_noop("This game has no such seat."),
    "unknown-card": gettext_noop("The pack of this game has no such card or suit."),
    "no-such-ply": gettext_noop("The deal has no such entry."),
    "no-change": gettext_noop("The entry is already recorded like this: nothing would change."),
    "not-your-seat": gettext_noop("Players act only for their own seat."),
    "disclosure": gettext_noop("The cards disclosed do not fit the cards already recorded."),
    "caps-wrong": gettext_noop(
        "A player who can be certain of every remaining trick must call Caps then, not earlier and not later."
    ),
    "caps-verdict": gettext_noop("There is no such verdict on Caps, or it does not fit the calls made."),
    # shuffling, cutting, dealing
    "not-the-dealer": gettext_noop("Only the dealer shuffles and deals."),
    "not-the-pack": gettext_noop("The order of the pack must name each of its cards exactly once."),
    "cut-not-yours": gettext_noop("Only the player to the dealer’s left may cut the pack."),
    "cut-depth": gettext_noop("A cut must lift at least one card and leave at least one."),
    "deal-count": gettext_noop("Every seat must be dealt the right number of cards."),
    "deal-duplicate": gettext_noop("No card can be dealt twice."),
    "deal-against-pack": gettext_noop("The cards dealt do not match the pack and its cut."),
    # auctions
    "bid-out-of-turn": gettext_noop("Players bid, pass or ask a partner only at their own turn."),
    "bid-not-offered": gettext_noop("This bid is not possible here."),
    "bid-too-low": gettext_noop("A bid must reach the minimum and be higher than the bid before it."),
    "bid-second-turn": gettext_noop("A player who has had a turn must reach a higher minimum to bid again."),
    "must-bid": gettext_noop("The first player to bid may not pass."),
    "bid-over-partner": gettext_noop(
        "A player may bid over the partner’s highest bid only from a higher minimum, or not at all."
    ),
    "bid-once-only": gettext_noop("Each player has only one turn to bid, and a pass also counts as that turn."),
    "bid-eight-too-low": gettext_noop(
        "This is too low for the second round of bidding: a higher bid or a pass is needed."
    ),
    "bid-partner-high": gettext_noop("A player must pass if the partner holds the highest bid of this round."),
    "bid-top": gettext_noop("There is no higher bid: the player must pass."),
    "ask-not-allowed": gettext_noop("A player may not ask the partner to bid here: only a bid or a pass is allowed."),
    "ask-eight": gettext_noop(
        "A player may not ask the partner in the second round of bidding: only a bid or a pass is allowed."
    ),
    "ask-whom": gettext_noop("A player may ask only a partner to bid."),
    "redeal-not-yours": gettext_noop(
        "Only the player to the dealer’s right may demand a redeal, if the game allows redeals."
    ),
    "redeal-too-late": gettext_noop("A redeal must be demanded before the first bid or pass."),
    "redeal-too-strong": gettext_noop("The hand has too many points to demand a redeal."),
    "redeal-limit": gettext_noop("This deal allows no further redeal."),
    # the indicator
    "not-the-maker": gettext_noop("Only the trump maker, or its side, may do this, and only when it is due."),
    "indicator-not-held": gettext_noop("The trump indicator must be a card of the trump maker’s hand."),
    "open-first-lead": gettext_noop("A trump maker who leads first and holds only trumps must play an open game."),
    "indicator-differs": gettext_noop("The card must be the one that was placed as the trump indicator."),
    # play
    "play-out-of-turn": gettext_noop("Players play a card only at their own turn."),
    "sleeping-partner": gettext_noop("This seat takes no part in the play of this deal."),
    "not-in-hand": gettext_noop("A player can play only a card that is in the hand."),
    "already-played": gettext_noop("This card has already been played."),
    "revoke": gettext_noop("A player who holds a card of the suit led must follow suit."),
    "must-play-up": gettext_noop(
        "A card that follows suit is played face up. Once trumps are open, every card is played face up."
    ),
    "lead-face-down": gettext_noop("A lead is always played face up."),
    "must-play-down": gettext_noop("While trumps are closed, a card that does not follow suit is played face down."),
    "maker-first-lead": gettext_noop("In a closed game the trump maker may not lead a trump to the first trick."),
    "indicator-misused": gettext_noop(
        "The trump indicator is played only face down to trump a trick, or as the very last card."
    ),
    "indicator-gone": gettext_noop("Only the trump maker can play the indicator, and only while it lies on the table."),
    "maker-must-cut": gettext_noop("A trump maker who has only trumps in hand must trump with the trump indicator."),
    "maker-hand-trump": gettext_noop(
        "While the indicator is on the table, the trump maker may not play a trump from the hand face down."
    ),
    "must-lead-trumps": gettext_noop(
        "When trumps are exhausted, the trump maker must first lead all trumps in the hand."
    ),
    "must-inspect": gettext_noop("The trump maker must first look at the face-down cards of the trick."),
    "nothing-to-inspect": gettext_noop(
        "The trump maker looks at face-down cards only at the end of a trick that has any."
    ),
    "announcement-false": gettext_noop(
        "The trump maker must say truly whether there is a trump among the face-down cards."
    ),
    "must-reveal": gettext_noop("The trump maker must first turn up the cards that must be shown."),
    "nothing-to-reveal": gettext_noop("Nothing has to be turned up now."),
    "reveal-differs": gettext_noop("The cards named are not the face-down cards of the trick."),
    "count-impossible": gettext_noop("This number of points is not possible with the known cards."),
    # calls
    "spoilt-not-yours": gettext_noop("Only the trump maker’s opponents may declare spoilt trumps."),
    "spoilt-too-early": gettext_noop("It is too early to declare spoilt trumps."),
    "spoilt-too-late": gettext_noop("It is too late in the play to declare spoilt trumps."),
    "spoilt-false": gettext_noop("Trumps are spoilt only if the trump maker’s opponents were dealt no trump."),
    "caps-not-yours": gettext_noop("This player may not call Caps or concede the rest now."),
    "caps-twice": gettext_noop("Caps is called only once in a deal, and it has already been called."),
    "caps-trick-lost": gettext_noop("Caps can no longer be won: the caller’s side has lost a trick."),
    "caps-nothing-left": gettext_noop("Caps cannot be called with no card left to play."),
    "caps-order": gettext_noop("A player who calls Caps must name all cards left in the hand, in the order of play."),
    "caps-departed": gettext_noop(
        "After a call of Caps the cards are played in the stated order, as far as the rules allow."
    ),
    "caps-pcc": gettext_noop("Nobody calls Caps if the bid is to win every trick."),
    # the auction of a Jass
    "contract-out-of-turn": gettext_noop("Players bid or pass only at their own turn."),
    "contract-closed": gettext_noop("The bidding has ended: only a pass, a double or a redouble is still possible."),
    "contract-denomination": gettext_noop("A bid must name a trump suit or another denomination that this game has."),
    "contract-not-offered": gettext_noop("A bid must be a number of points that this game allows."),
    "contract-too-low": gettext_noop("A bid must be for more points than the bid before it."),
    "double-nothing": gettext_noop("There is no bid to double yet."),
    "double-twice": gettext_noop("A bid that is doubled cannot be doubled again."),
    "double-own-side": gettext_noop("Only an opponent of the bidder may double."),
    "double-too-late": gettext_noop("It is too late to double this bid."),
    "redouble-nothing": gettext_noop("Only a bid that was doubled can be redoubled."),
    "redouble-not-yours": gettext_noop("Only the bidder’s side may redouble, and only in answer to the double."),
    # the play of a Jass
    "jass-out-of-turn": gettext_noop("During the play, players play a card or pass only at their own turn."),
    "jass-face-down": gettext_noop("Every card of a Jass is played face up."),
    "jass-not-held": gettext_noop("Only a card in the player’s own hand can be played."),
    "jass-already-played": gettext_noop("This card has been played before in this deal."),
    "jass-revoke": gettext_noop(
        "A player must follow suit, or may trump a lead of another suit; the trump Under (Puur) never has to be played."
    ),
    "jass-undertrump": gettext_noop("A player may not undertrump a trick if another card can be played."),
    "jass-all-played": gettext_noop("After the last trick no card can be played."),
    "jass-count": gettext_noop(
        "Only the declarer’s side counts the points, if unseen cards leave them open. The number must be possible."
    ),
    # Weis and Stöck
    "weis-not-with-card": gettext_noop(
        "A player declares Weis at the player’s own turn, with the card to the first trick."
    ),
    "weis-too-late": gettext_noop("It is too late to declare a Weis, to score it, or to demand to see it."),
    "weis-twice": gettext_noop("Each player declares Weis once, and scores it once."),
    "weis-no-value": gettext_noop("There is no Weis of this value."),
    "weis-too-low": gettext_noop("A Weis may not be lower than one that was declared before it."),
    "weis-not-highest": gettext_noop("A player must declare the value of the highest Weis in the hand."),
    "weis-not-held": gettext_noop("A player can declare only a Weis that is in the hand."),
    "weis-not-asked": gettext_noop("Only a player who is asked answers about a Weis, each in turn."),
    "weis-other-question": gettext_noop("The answer must fit the question about the Weis."),
    "weis-must-concede": gettext_noop("A player whose Weis is worse than the best so far must concede."),
    "weis-must-answer": gettext_noop("A player whose Weis is as good as the best so far must answer and not concede."),
    "weis-answer-false": gettext_noop("An answer about a Weis must be true."),
    "weis-open": gettext_noop("Weis is scored only after the best Weis is decided."),
    "weis-not-scored": gettext_noop(
        "Weis is scored only by the side with the best Weis, and only for a hand that has one."
    ),
    "weis-score-differs": gettext_noop("The Weis scored must be in the hand and fit the declaration."),
    "weis-unsettled": gettext_noop("First a player must answer about a Weis or show one."),
    "weis-nothing-to-show": gettext_noop("A Weis that was scored is shown once, when a player demands it."),
    "weis-show-differs": gettext_noop("The cards shown are not the Weis that was demanded."),
    "weis-own": gettext_noop("A player may demand to see only another player’s Weis."),
    "stoeck-not-held": gettext_noop("Stöck is King and Ober of trumps in one hand; without trumps there is no Stöck."),
    "stoeck-too-early": gettext_noop("Stöck is claimed only when all players have seen both of its cards."),
    "stoeck-twice": gettext_noop("Stöck counts only once in a deal, and it has already been scored."),
    "card-exposed": gettext_noop("A player shows a card of the hand only by playing it."),
    "exposed-not-held": gettext_noop("Only a card in the player’s own hand can be shown."),
    "marriage-not-now": gettext_noop(
        "A marriage is declared once trumps are open, at the player’s turn and before playing a card."
    ),
    "marriage-not-held": gettext_noop("A marriage needs King and Queen of the suit in the player’s own hand."),
    "marriage-twice": gettext_noop("Each marriage is declared only once."),
    "double-not-yours": gettext_noop(
        "Only the player who leads next may announce Double, if the player’s side has lost no trick."
    ),
    "double-not-now": gettext_noop(
        "Double is announced only once, before the lead set by the ruleset, and not if the bid is to win every trick."
    ),
    # irregularities that no card shows, but that can be noted at the table
    "look-at-pack": gettext_noop("Nobody may look at the faces of the cards while shuffling, cutting or dealing."),
    "look-before-indicator": gettext_noop("The trump maker may look at no further cards before placing the indicator."),
    "look-older-trick": gettext_noop("Only the last trick may be looked at again."),
    "look-face-down": gettext_noop("Only the trump maker may look at cards that lie face down."),
    "look-sleeping-hand": gettext_noop(
        "Nobody may look at the hand that takes no part in the play until the play is over."
    ),
    "trump-told": gettext_noop("The trump maker may not tell the others the trump suit."),
    "table-talk": gettext_noop("During a deal, players communicate only by their bids and cards."),
    "double-discussed": gettext_noop("Partners may not discuss whether to double."),
    "double-prevented": gettext_noop("Nobody may bid or pass so quickly that the partner cannot double."),
    "weis-volunteered": gettext_noop("Nobody may show a Weis, or talk about it, without being asked."),
}
"""A general sentence for each code: what is wrong and, if it holds for every ruleset with the rule, what is right."""


def rules(language: Language, *codes: str) -> str:
    """Return the sentences for some codes, separated by slashes, without the codes that `REASONS` lacks."""
    return " / ".join(language.gettext(REASONS[code]) for code in codes if code in REASONS)


def whole(language: Language, refusal: Refusal) -> str:
    """Return a refusal as one sentence: the illegal act and, if there is anything, what would be allowed."""
    rest = describe_allowed(language, refusal)
    return f"{message(language, refusal)}; {rest}" if rest else message(language, refusal)


def message(language: Language, refusal: Refusal) -> str:
    """Return the sentence for the illegal act."""
    return sentence(language, refusal.msgid, refusal.named)


def describe_allowed(language: Language, refusal: Refusal) -> str:
    """Return a phrase for what would be allowed; empty if the refusal has none."""
    return sentence(language, refusal.allowed_msgid, refusal.named) if refusal.allowed_msgid else ""
