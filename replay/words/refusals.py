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
    "wrong-stage": gettext_noop("This has no place at this point of the deal, or none in this game."),
    "deal-over": gettext_noop("The last trick or the whole deal is over: this comes too late."),
    "no-result": gettext_noop("The deal has no result that could be confirmed."),
    "confirmed": gettext_noop("This seat has confirmed the result already."),
    "no-ruling": gettext_noop("There is no such ruling that could be taken back."),
    "unknown-seat": gettext_noop("This game has no such seat."),
    "unknown-card": gettext_noop("The pack of this game has no such card or suit."),
    "no-such-ply": gettext_noop("The deal has no such ply."),
    "no-change": gettext_noop("The entry reads so already: nothing would change."),
    "not-your-seat": gettext_noop("Players act only for their own seat."),
    "disclosure": gettext_noop("The cards told do not fit what the record knows already."),
    "caps-verdict": gettext_noop("There is no such verdict on Caps, or it does not fit what was called."),
    # shuffling, cutting, dealing
    "not-the-dealer": gettext_noop("Only the dealer shuffles and deals."),
    "not-the-pack": gettext_noop("The order of the pack must name each of its cards exactly once."),
    "cut-not-yours": gettext_noop("Only the player to the dealer’s left may cut the pack."),
    "cut-depth": gettext_noop("A cut must lift at least one card and leave at least one."),
    "deal-count": gettext_noop("Every seat must be dealt its right number of cards."),
    "deal-duplicate": gettext_noop("No card can be dealt twice."),
    "deal-against-pack": gettext_noop("The cards dealt are not those that the pack and its cut give."),
    # auctions
    "bid-out-of-turn": gettext_noop("One bids, passes or asks the partner only when it is one’s turn."),
    "bid-not-offered": gettext_noop("This bid is not among those that can be made here."),
    "bid-too-low": gettext_noop("A bid must reach the minimum and be higher than the bid before it."),
    "bid-second-turn": gettext_noop("Whoever has had a turn needs a higher minimum to bid again."),
    "must-bid": gettext_noop("The first to speak must bid and may not pass."),
    "bid-over-partner": gettext_noop("Over a partner’s highest bid one may not bid, or only from a higher minimum."),
    "bid-once-only": gettext_noop("Each player has only one turn to bid, and a pass uses it up, too."),
    "bid-eight-too-low": gettext_noop(
        "This is too low for the second round of bidding: a higher bid or a pass is needed."
    ),
    "bid-partner-high": gettext_noop("If the partner holds the highest bid of this round, one must pass."),
    "bid-top": gettext_noop("Nothing can be bid over the highest bid of all: one must pass."),
    "ask-not-allowed": gettext_noop("The partner may not be asked to bid here: one bids or passes."),
    "ask-eight": gettext_noop("The partner may not be asked in the second round of bidding: one bids or passes."),
    "ask-whom": gettext_noop("One may ask only one of one’s own partners to bid."),
    "redeal-not-yours": gettext_noop(
        "Only the player to the dealer’s right may demand a redeal, where the game has one."
    ),
    "redeal-too-late": gettext_noop("A redeal must be demanded before one has spoken in the auction."),
    "redeal-too-strong": gettext_noop("The hand has too many points to demand a redeal."),
    "redeal-limit": gettext_noop("This deal allows no further redeal."),
    # the indicator
    "not-the-maker": gettext_noop("Only the trump maker, or its side, may do this, and only when it is due."),
    "indicator-not-held": gettext_noop("The trump indicator must be a card of one’s own hand."),
    "open-first-lead": gettext_noop("A trump maker who leads first and holds only trumps must play an open game."),
    "indicator-differs": gettext_noop("The card must be the one that was laid as the trump indicator."),
    # play
    "play-out-of-turn": gettext_noop("One plays a card only when it is one’s turn."),
    "sleeping-partner": gettext_noop("This seat takes no part in the play of this deal."),
    "not-in-hand": gettext_noop("One can only play a card that is in one’s hand."),
    "already-played": gettext_noop("This card has been played already."),
    "revoke": gettext_noop("The suit led must be followed by whoever holds a card of it."),
    "must-play-up": gettext_noop("A card that follows suit, and every card once trumps are open, is played face up."),
    "lead-face-down": gettext_noop("A lead is always played face up."),
    "must-play-down": gettext_noop("While trumps are closed, a card that does not follow suit is played face down."),
    "maker-first-lead": gettext_noop("In a closed game the trump maker may not lead a trump to the first trick."),
    "indicator-misused": gettext_noop(
        "The trump indicator is played only face down to cut a trick, or as the very last card."
    ),
    "indicator-gone": gettext_noop("Only the trump maker can play the indicator, and only while it lies on the table."),
    "maker-must-cut": gettext_noop("A trump maker who has only trumps in hand must cut with the trump indicator."),
    "maker-hand-trump": gettext_noop(
        "While the indicator lies there, the trump maker plays no trump from the hand face down."
    ),
    "must-lead-trumps": gettext_noop(
        "When trumps are exhausted, the trump maker must lead all trumps of the hand first."
    ),
    "must-inspect": gettext_noop("The trump maker must first look at the face-down cards of the trick."),
    "nothing-to-inspect": gettext_noop("Face-down cards are looked at only at the end of a trick that has some."),
    "announcement-false": gettext_noop(
        "The trump maker must say truly whether there is a trump among the face-down cards."
    ),
    "must-reveal": gettext_noop("The trump maker must first turn up what has to be shown."),
    "nothing-to-reveal": gettext_noop("Nothing has to be turned up now."),
    "reveal-differs": gettext_noop("The cards named are not those that lie there face down."),
    "count-impossible": gettext_noop("So many points are not possible with the cards that are known."),
    # calls
    "spoilt-not-yours": gettext_noop("Only the trump maker’s opponents may declare spoilt trumps."),
    "spoilt-too-early": gettext_noop("It is too early to declare spoilt trumps."),
    "spoilt-too-late": gettext_noop("It is too late in the play to declare spoilt trumps."),
    "spoilt-false": gettext_noop("Trumps are spoilt exactly when the trump maker’s opponents were dealt none of them."),
    "caps-not-yours": gettext_noop("It is not for this player to call Caps, or to concede it, now."),
    "caps-twice": gettext_noop("Caps is called only once in a deal, and somebody has called it."),
    "caps-trick-lost": gettext_noop("Caps can no longer be won: the caller’s side has lost a trick."),
    "caps-nothing-left": gettext_noop("Caps cannot be called with no card left to play."),
    "caps-order": gettext_noop("Whoever calls Caps must name all cards left in the own hand, in the order of play."),
    "caps-departed": gettext_noop(
        "After a call of Caps the cards are played in the order stated, as far as that is allowed."
    ),
    "caps-pcc": gettext_noop("When the bid itself is to win every trick, nobody calls Caps."),
    # the auction of a Jass
    "contract-out-of-turn": gettext_noop("One bids or passes only when it is one’s turn."),
    "contract-closed": gettext_noop("The bidding has ended: only a pass, a double or a redouble is still open."),
    "contract-denomination": gettext_noop("A bid must name a trump suit or another denomination that this game has."),
    "contract-not-offered": gettext_noop("A bid must name one of the numbers of points that this game has."),
    "contract-too-low": gettext_noop("A bid must be for more points than the bid before it."),
    "double-nothing": gettext_noop("Before any bid there is nothing to double."),
    "double-twice": gettext_noop("A bid that is doubled cannot be doubled again."),
    "double-own-side": gettext_noop("Only an opponent of the bidder may double."),
    "double-too-late": gettext_noop("It is too late to double this bid."),
    "redouble-nothing": gettext_noop("Only a bid that was doubled can be redoubled."),
    "redouble-not-yours": gettext_noop("Only the bidder’s side may redouble, and only while it is asked."),
    # the play of a Jass
    "jass-out-of-turn": gettext_noop("In the play one plays a card, or passes, only when it is one’s turn."),
    "jass-face-down": gettext_noop("Every card of a Jass is played face up."),
    "jass-not-held": gettext_noop("Only a card of one’s own hand can be played."),
    "jass-already-played": gettext_noop("This card has been played before in this deal."),
    "jass-revoke": gettext_noop(
        "One must follow suit, or trump a plain lead; the trump Under (Puur) never has to be given."
    ),
    "jass-undertrump": gettext_noop(
        "A trick that was trumped may not be undertrumped while one can play another card."
    ),
    "jass-all-played": gettext_noop("After the last trick no card can be played."),
    "jass-count": gettext_noop(
        "The declarer’s side counts, only where unseen cards leave the points open, and within bounds."
    ),
    # Weis and Stöck
    "weis-not-with-card": gettext_noop(
        "Weis is declared with one’s own card to the first trick, not before it is one’s turn."
    ),
    "weis-too-late": gettext_noop("It is too late to declare a Weis, to score it, or to ask to see it."),
    "weis-twice": gettext_noop("Each player declares Weis once, and scores it once."),
    "weis-no-value": gettext_noop("There is no Weis of this value."),
    "weis-too-low": gettext_noop("A Weis may not be lower than one that was declared before it."),
    "weis-not-highest": gettext_noop("One declares the value of one’s highest Weis."),
    "weis-not-held": gettext_noop("One can only declare a Weis that is in one’s hand."),
    "weis-not-asked": gettext_noop("Only whoever is asked tells of a Weis, each in turn."),
    "weis-other-question": gettext_noop("The answer must be to the question that is being asked about the Weis."),
    "weis-must-concede": gettext_noop("Whoever has a worse Weis than the best so far must concede."),
    "weis-must-answer": gettext_noop("Whoever has a Weis as good as the best so far must tell of it, not concede."),
    "weis-answer-false": gettext_noop("What is said of a Weis must be true."),
    "weis-open": gettext_noop("Weis is scored only once it is settled whose is best."),
    "weis-not-scored": gettext_noop(
        "No Weis is scored by the side whose Weis is not best, or by a hand without one to score."
    ),
    "weis-score-differs": gettext_noop("The Weis scored must be those of the hand and fit what was declared."),
    "weis-unsettled": gettext_noop("First somebody has still to tell of a Weis, or to show one."),
    "weis-nothing-to-show": gettext_noop("A Weis that is scored is shown once, when somebody demands it."),
    "weis-show-differs": gettext_noop("The cards shown are not the Weis that was asked for."),
    "weis-own": gettext_noop("One may ask to see only the Weis of another player."),
    "stoeck-not-held": gettext_noop("Stöck is King and Ober of trumps in one hand; without trumps there is none."),
    "stoeck-too-early": gettext_noop("Stöck is claimed only when all have seen both cards."),
    "stoeck-twice": gettext_noop("Stöck counts only once in a deal, and it has been scored."),
    "marriage-not-now": gettext_noop(
        "A marriage is declared at one’s turn, before one plays, and once trumps are open."
    ),
    "marriage-not-held": gettext_noop("A marriage needs King and Queen of the suit in one’s own hand."),
    "marriage-twice": gettext_noop("Each marriage is declared only once."),
    "double-not-yours": gettext_noop("Only whoever is to lead, of a side that has lost no trick, may announce Double."),
    "double-not-now": gettext_noop(
        "Double is announced once, at its moment before a lead, and not if every trick was bid."
    ),
    # irregularities that no card shows, but that can be noted at the table
    "look-at-pack": gettext_noop("Nobody may look at the faces of the cards while shuffling, cutting or dealing."),
    "look-before-indicator": gettext_noop("The trump maker may look at no further cards before the indicator is laid."),
    "look-older-trick": gettext_noop("Only the last trick may be looked at again, and no earlier one."),
    "look-face-down": gettext_noop("Only the trump maker may look at cards that lie face down."),
    "look-sleeping-hand": gettext_noop("Until the play is over nobody may look at the hand that takes no part in it."),
    "trump-told": gettext_noop("The trump maker may not tell the others what is trump."),
    "table-talk": gettext_noop("During a deal players tell each other nothing but by their bids and cards."),
    "double-discussed": gettext_noop("Partners may not discuss whether to double."),
    "double-prevented": gettext_noop("Nobody may bid or pass so quickly that the partner cannot double."),
    "weis-volunteered": gettext_noop("Nobody may show a Weis, or tell of it, unasked."),
}
"""A general sentence for each code: what is wrong and, if it holds for every ruleset with the rule, what is right."""


def rules(language: Language, *codes: str) -> str:
    """Return the sentences for some codes, separated by slashes, without the codes that `REASONS` lacks."""
    return " / ".join(language.gettext(REASONS[code]) for code in codes if code in REASONS)


def whole(language: Language, refusal: Refusal) -> str:
    """Return a refusal as one sentence: the illegal act and, if there is anything, what would be allowed."""
    rest = allowed(language, refusal)
    return f"{message(language, refusal)}; {rest}" if rest else message(language, refusal)


def message(language: Language, refusal: Refusal) -> str:
    """Return the sentence for the illegal act."""
    return sentence(language, refusal.msgid, refusal.named)


def allowed(language: Language, refusal: Refusal) -> str:
    """Return a phrase for what would be allowed; empty if the refusal has none."""
    return sentence(language, refusal.allowed_msgid, refusal.named) if refusal.allowed_msgid else ""
