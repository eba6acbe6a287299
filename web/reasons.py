"""Why something breaks a rule, in the reader's language: one general sentence for each code of a refusal.

The refusal's own words (`domain.refusals.Refusal`) are precise, and English. To whoever reads another language a page
says the general sentence, and the precise words after it: templates by `parts/why.html`, scripts by `js/reasons.js`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask_babel import lazy_gettext

from web.languages import current

if TYPE_CHECKING:
    from flask import Flask

REASONS: Final = {
    # the order of things
    "wrong-stage": lazy_gettext("This has no place at this point of the deal, or none in this game."),
    "deal-over": lazy_gettext("The last trick or the whole deal is over: this comes too late."),
    "no-result": lazy_gettext("The deal has no result that could be confirmed."),
    "confirmed": lazy_gettext("This seat has confirmed the result already."),
    "no-ruling": lazy_gettext("There is no such ruling that could be taken back."),
    "unknown-seat": lazy_gettext("This game has no such seat."),
    "unknown-card": lazy_gettext("The pack of this game has no such card or suit."),
    "no-such-ply": lazy_gettext("The deal has no such ply."),
    "no-change": lazy_gettext("The entry reads so already: nothing would change."),
    "not-your-seat": lazy_gettext("Players act only for their own seat."),
    "disclosure": lazy_gettext("The cards told do not fit what the record knows already."),
    "caps-verdict": lazy_gettext("There is no such verdict on Caps, or it does not fit what was called."),
    # shuffling, cutting, dealing
    "not-the-dealer": lazy_gettext("Only the dealer shuffles and deals."),
    "not-the-pack": lazy_gettext("The order of the pack must name each of its cards exactly once."),
    "cut-not-yours": lazy_gettext("Only the player to the dealer’s left may cut the pack."),
    "cut-depth": lazy_gettext("A cut must lift at least one card and leave at least one."),
    "deal-count": lazy_gettext("Every seat must be dealt its right number of cards."),
    "deal-duplicate": lazy_gettext("No card can be dealt twice."),
    "deal-against-pack": lazy_gettext("The cards dealt are not those that the pack and its cut give."),
    # auctions
    "bid-out-of-turn": lazy_gettext("One bids, passes or asks the partner only when it is one’s turn."),
    "bid-not-offered": lazy_gettext("This bid is not among those that can be made here."),
    "bid-too-low": lazy_gettext("A bid must reach the minimum and be higher than the bid before it."),
    "bid-second-turn": lazy_gettext("Whoever has had a turn needs a higher minimum to bid again."),
    "must-bid": lazy_gettext("The first to speak must bid and may not pass."),
    "bid-over-partner": lazy_gettext("Over a partner’s highest bid one may not bid, or only from a higher minimum."),
    "bid-once-only": lazy_gettext("Each player has only one turn to bid, and a pass uses it up, too."),
    "bid-eight-too-low": lazy_gettext(
        "This is too low for the second round of bidding: a higher bid or a pass is needed."
    ),
    "bid-partner-high": lazy_gettext("If the partner holds the highest bid of this round, one must pass."),
    "bid-top": lazy_gettext("Nothing can be bid over the highest bid of all: one must pass."),
    "ask-not-allowed": lazy_gettext("The partner may not be asked to bid here: one bids or passes."),
    "ask-eight": lazy_gettext("The partner may not be asked in the second round of bidding: one bids or passes."),
    "ask-whom": lazy_gettext("One may ask only one of one’s own partners to bid."),
    "redeal-not-yours": lazy_gettext(
        "Only the player to the dealer’s right may demand a redeal, where the game has one."
    ),
    "redeal-too-late": lazy_gettext("A redeal must be demanded before one has spoken in the auction."),
    "redeal-too-strong": lazy_gettext("The hand has too many points to demand a redeal."),
    "redeal-limit": lazy_gettext("This deal allows no further redeal."),
    # the indicator
    "not-the-maker": lazy_gettext("Only the trump maker, or its side, may do this, and only when it is due."),
    "indicator-not-held": lazy_gettext("The trump indicator must be a card of one’s own hand."),
    "open-first-lead": lazy_gettext("A trump maker who leads first and holds only trumps must play an open game."),
    "indicator-differs": lazy_gettext("The card must be the one that was laid as the trump indicator."),
    # play
    "play-out-of-turn": lazy_gettext("One plays a card only when it is one’s turn."),
    "sleeping-partner": lazy_gettext("This seat takes no part in the play of this deal."),
    "not-in-hand": lazy_gettext("One can only play a card that is in one’s hand."),
    "already-played": lazy_gettext("This card has been played already."),
    "revoke": lazy_gettext("The suit led must be followed by whoever holds a card of it."),
    "must-play-up": lazy_gettext("A card that follows suit, and every card once trumps are open, is played face up."),
    "lead-face-down": lazy_gettext("A lead is always played face up."),
    "must-play-down": lazy_gettext("While trumps are closed, a card that does not follow suit is played face down."),
    "maker-first-lead": lazy_gettext("In a closed game the trump maker may not lead a trump to the first trick."),
    "indicator-misused": lazy_gettext(
        "The trump indicator is played only face down to cut a trick, or as the very last card."
    ),
    "indicator-gone": lazy_gettext("Only the trump maker can play the indicator, and only while it lies on the table."),
    "maker-must-cut": lazy_gettext("A trump maker who has only trumps in hand must cut with the trump indicator."),
    "maker-hand-trump": lazy_gettext(
        "While the indicator lies there, the trump maker plays no trump from the hand face down."
    ),
    "must-lead-trumps": lazy_gettext(
        "When trumps are exhausted, the trump maker must lead all trumps of the hand first."
    ),
    "must-inspect": lazy_gettext("The trump maker must first look at the face-down cards of the trick."),
    "nothing-to-inspect": lazy_gettext("Face-down cards are looked at only at the end of a trick that has some."),
    "announcement-false": lazy_gettext(
        "The trump maker must say truly whether there is a trump among the face-down cards."
    ),
    "must-reveal": lazy_gettext("The trump maker must first turn up what has to be shown."),
    "nothing-to-reveal": lazy_gettext("Nothing has to be turned up now."),
    "reveal-differs": lazy_gettext("The cards named are not those that lie there face down."),
    "count-impossible": lazy_gettext("So many points are not possible with the cards that are known."),
    # calls
    "spoilt-not-yours": lazy_gettext("Only the trump maker’s opponents may declare spoilt trumps."),
    "spoilt-too-early": lazy_gettext("It is too early to declare spoilt trumps."),
    "spoilt-too-late": lazy_gettext("It is too late in the play to declare spoilt trumps."),
    "spoilt-false": lazy_gettext("Trumps are spoilt exactly when the trump maker’s opponents were dealt none of them."),
    "caps-not-yours": lazy_gettext("It is not for this player to call Caps, or to concede it, now."),
    "caps-twice": lazy_gettext("Caps is called only once in a deal, and somebody has called it."),
    "caps-trick-lost": lazy_gettext("Caps can no longer be won: the caller’s side has lost a trick."),
    "caps-nothing-left": lazy_gettext("Caps cannot be called with no card left to play."),
    "caps-order": lazy_gettext("Whoever calls Caps must name all cards left in the own hand, in the order of play."),
    "caps-departed": lazy_gettext(
        "After a call of Caps the cards are played in the order stated, as far as that is allowed."
    ),
    "caps-pcc": lazy_gettext("When the bid itself is to win every trick, nobody calls Caps."),
    # the auction of a Jass
    "contract-out-of-turn": lazy_gettext("One bids or passes only when it is one’s turn."),
    "contract-closed": lazy_gettext("The bidding has ended: only a pass, a double or a redouble is still open."),
    "contract-denomination": lazy_gettext("A bid must name a trump suit or another denomination that this game has."),
    "contract-not-offered": lazy_gettext("A bid must name one of the numbers of points that this game has."),
    "contract-too-low": lazy_gettext("A bid must be for more points than the bid before it."),
    "double-nothing": lazy_gettext("Before any bid there is nothing to double."),
    "double-twice": lazy_gettext("A bid that is doubled cannot be doubled again."),
    "double-own-side": lazy_gettext("Only an opponent of the bidder may double."),
    "double-too-late": lazy_gettext("It is too late to double this bid."),
    "redouble-nothing": lazy_gettext("Only a bid that was doubled can be redoubled."),
    "redouble-not-yours": lazy_gettext("Only the bidder’s side may redouble, and only while it is asked."),
    # the play of a Jass
    "jass-out-of-turn": lazy_gettext("In the play one plays a card, or passes, only when it is one’s turn."),
    "jass-face-down": lazy_gettext("Every card of a Jass is played face up."),
    "jass-not-held": lazy_gettext("Only a card of one’s own hand can be played."),
    "jass-already-played": lazy_gettext("This card has been played before in this deal."),
    "jass-revoke": lazy_gettext(
        "One must follow suit, or trump a plain lead; the trump Under (Puur) never has to be given."
    ),
    "jass-undertrump": lazy_gettext(
        "A trick that was trumped may not be undertrumped while one can play another card."
    ),
    "jass-all-played": lazy_gettext("After the last trick no card can be played."),
    "jass-count": lazy_gettext(
        "The declarer’s side counts, only where unseen cards leave the points open, and within bounds."
    ),
    # Weis and Stöck
    "weis-not-with-card": lazy_gettext(
        "Weis is declared with one’s own card to the first trick, not before it is one’s turn."
    ),
    "weis-too-late": lazy_gettext("It is too late to declare a Weis, to score it, or to ask to see it."),
    "weis-twice": lazy_gettext("Each player declares Weis once, and scores it once."),
    "weis-no-value": lazy_gettext("There is no Weis of this value."),
    "weis-too-low": lazy_gettext("A Weis may not be lower than one that was declared before it."),
    "weis-not-highest": lazy_gettext("One declares the value of one’s highest Weis."),
    "weis-not-held": lazy_gettext("One can only declare a Weis that is in one’s hand."),
    "weis-not-asked": lazy_gettext("Only whoever is asked tells of a Weis, each in turn."),
    "weis-other-question": lazy_gettext("The answer must be to the question that is being asked about the Weis."),
    "weis-must-concede": lazy_gettext("Whoever has a worse Weis than the best so far must concede."),
    "weis-must-answer": lazy_gettext("Whoever has a Weis as good as the best so far must tell of it, not concede."),
    "weis-answer-false": lazy_gettext("What is said of a Weis must be true."),
    "weis-open": lazy_gettext("Weis is scored only once it is settled whose is best."),
    "weis-not-scored": lazy_gettext(
        "No Weis is scored by the side whose Weis is not best, or by a hand without one to score."
    ),
    "weis-score-differs": lazy_gettext("The Weis scored must be those of the hand and fit what was declared."),
    "weis-unsettled": lazy_gettext("First somebody has still to tell of a Weis, or to show one."),
    "weis-nothing-to-show": lazy_gettext("A Weis that is scored is shown once, when somebody demands it."),
    "weis-show-differs": lazy_gettext("The cards shown are not the Weis that was asked for."),
    "weis-own": lazy_gettext("One may ask to see only the Weis of another player."),
    "stoeck-not-held": lazy_gettext("Stöck is King and Ober of trumps in one hand; without trumps there is none."),
    "stoeck-too-early": lazy_gettext("Stöck is claimed only when all have seen both cards."),
    "stoeck-twice": lazy_gettext("Stöck counts only once in a deal, and it has been scored."),
    "marriage-not-now": lazy_gettext(
        "A marriage is declared at one’s turn, before one plays, and once trumps are open."
    ),
    "marriage-not-held": lazy_gettext("A marriage needs King and Queen of the suit in one’s own hand."),
    "marriage-twice": lazy_gettext("Each marriage is declared only once."),
    "double-not-yours": lazy_gettext("Only whoever is to lead, of a side that has lost no trick, may announce Double."),
    "double-not-now": lazy_gettext(
        "Double is announced once, at its moment before a lead, and not if every trick was bid."
    ),
    # what no card shows, and somebody at the table may note
    "look-at-pack": lazy_gettext("Nobody may look at the faces of the cards while shuffling, cutting or dealing."),
    "look-before-indicator": lazy_gettext("The trump maker may look at no further cards before the indicator is laid."),
    "look-older-trick": lazy_gettext("Only the last trick may be looked at again, and no earlier one."),
    "look-face-down": lazy_gettext("Only the trump maker may look at cards that lie face down."),
    "look-sleeping-hand": lazy_gettext("Until the play is over nobody may look at the hand that takes no part in it."),
    "trump-told": lazy_gettext("The trump maker may not tell the others what is trump."),
    "table-talk": lazy_gettext("During a deal players tell each other nothing but by their bids and cards."),
    "double-discussed": lazy_gettext("Partners may not discuss whether to double."),
    "double-prevented": lazy_gettext("Nobody may bid or pass so quickly that the partner cannot double."),
    "weis-volunteered": lazy_gettext("Nobody may show a Weis, or tell of it, unasked."),
}
"""What is wrong, and what is right where that can be said in general; true of every ruleset that has the rule."""


def reason(code: str, *others: str) -> str:
    """The sentence for a code, and for those that it might be instead.

    Empty in English, where the precise words say it, and for what is no rule.
    """
    if current() == "en":
        return ""
    return " / ".join(str(REASONS[each]) for each in (code, *others) if each in REASONS)


def reasons() -> dict[str, str]:
    """All sentences by their codes; none in English."""
    return {} if current() == "en" else {code: str(told) for code, told in REASONS.items()}


def register(app: Flask) -> None:
    """Let templates say them."""
    app.jinja_env.filters["reason"] = reason
    app.jinja_env.globals.update(reasons=reasons)
