"""The parameters of rulesets in the words of the card table, for the form in which a club changes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from domain.engine.words.values import Listing, Term, sentence

if TYPE_CHECKING:
    from domain.engine.words.values import Value

GROUPS: Final[dict[str, Term]] = {
    "": sentence("The game"),
    "ask_partner": sentence("Asking the partner to bid"),
    "auction4": sentence("First auction"),
    "auction8": sentence("Second auction"),
    "bids": sentence("Bids"),
    "bonus": sentence("Extra card points"),
    "caps": sentence("Caps"),
    "closed": sentence("Closed game"),
    "court": sentence("Half Court and Full Court"),
    "double": sentence("Double"),
    "exhausted": sentence("Exhausted trumps"),
    "marriages": sentence("Marriages"),
    "match": sentence("Match"),
    "pay.full_court": sentence("Pay of Full Court"),
    "pay.half_court": sentence("Pay of Half Court"),
    "pay.pcc": sentence("Pay of Partner Close Caps"),
    "pcc": sentence("Partner Close Caps"),
    "redeal": sentence("Redeal"),
    "reveal": sentence("Showing cards"),
    "spoilt": sentence("Spoilt trumps"),
    "stoeck": sentence("Stöck"),
    "undenufe": sentence("Undenufe"),
    "undertrump": sentence("Undertrumping"),
    "violation": sentence("Breach of the rules"),
    "weis": sentence("Weis"),
}
"""The groups of parameters by the first part of their names."""

NAMES: Final[dict[str, Term]] = {
    "ask_partner.allowed": sentence("A player may ask the partner to bid"),
    "ask_partner.back": sentence("The partner may ask back"),
    "ask_partner.when_partner_high": sentence("Also while the partner’s bid is the highest"),
    "auction4.first_must_bid": sentence("The first player must bid"),
    "auction4.high_bidder_turn": sentence("Turn of the highest bidder"),
    "auction4.later_turn_minimum": sentence("Least bid at a later turn"),
    "auction4.minimum": sentence("Least bid"),
    "auction4.over_partner_minimum": sentence("Least bid over the partner’s bid"),
    "auction8.ask_partner": sentence("A player may ask the partner to bid"),
    "auction8.first_speaker": sentence("First to speak"),
    "auction8.held": sentence("There is a second auction"),
    "auction8.minimum": sentence("Least bid"),
    "auction8.minimum_inclusive": sentence("The least bid itself may be bid"),
    "auction8.over_four_card": sentence("Over the bid of the first auction"),
    "auction8.stop_after_pcc": sentence("Partner Close Caps ends the auction"),
    "bids.five_step_starts": sentence("The smaller steps begin"),
    "bids.maximum": sentence("Highest bid"),
    "bids.step": sentence("Step"),
    "bids.step_from_200": sentence("Step from 200"),
    "bonus.last_trick": sentence("Points for the last trick"),
    "bonus.match": sentence("Points for all tricks"),
    "caps.basis": sentence("Caps is owed by"),
    "caps.bonus": sentence("Extra tokens for an early call"),
    "caps.bonus_before_trick": sentence("Early: before trick"),
    "caps.call_opens_trump": sentence("The trump maker’s call opens the trump"),
    "caps.external": sentence("Caps of the other side"),
    "caps.external_wrong": sentence("Wrong Caps of the other side"),
    "caps.forced_plays_count": sentence("Forced cards count as known"),
    "caps.grace": sentence("Time to call"),
    "caps.order": sentence("Order of the cards that are named"),
    "caps.teams": sentence("Who calls Caps"),
    "caps.trick_lost": sentence("Tokens lost if a trick is lost"),
    "caps.wrong": sentence("Tokens lost for Wrong Caps"),
    "caps.wrong_combine": sentence("Wrong Caps and the pay of the bid"),
    "closed.maker_cut_with_hand_trump": sentence("The trump maker may trump with a trump of the hand"),
    "closed.reveal_from": sentence("The indicator is shown after the first trick from the bid"),
    "court.full": sentence("Full Court may be bid"),
    "court.half": sentence("Half Court"),
    "double.after_trick": sentence("After trick"),
    "double.allowed": sentence("Double may be announced"),
    "double.bonus": sentence("Extra tokens if all tricks are won"),
    "double.factor": sentence("Double multiplies by"),
    "double.mode": sentence("What may be said"),
    "double.penalty": sentence("Tokens lost if not all tricks are won"),
    "double.redouble_factor": sentence("Redouble multiplies by"),
    "double.until": sentence("Time to double"),
    "exhausted.applies_closed": sentence("Also in a closed game"),
    "exhausted.applies_in_courts": sentence("Also in Half Court and Full Court"),
    "exhausted.trigger": sentence("Trumps are exhausted after"),
    "last_trick_bonus": sentence("Points by which the last trick lowers the bid"),
    "marriages.allowed": sentence("Marriages count"),
    "marriages.plain": sentence("Points of a plain suit"),
    "marriages.trump": sentence("Points of trumps"),
    "match.decimal_target": sentence("Card points that end a match for points"),
    "match.double_below": sentence("Double game below"),
    "match.end": sentence("End of a match"),
    "match.pay_to": sentence("Tokens are paid to"),
    "match.target": sentence("Points that end a match"),
    "match.tokens": sentence("Tokens of each team"),
    "may_review_tricks": sentence("Tricks that one may look back at"),
    "pay.full_court.lose": sentence("Tokens if lost"),
    "pay.full_court.win": sentence("Tokens if won"),
    "pay.half_court.lose": sentence("Tokens if lost"),
    "pay.half_court.win": sentence("Tokens if won"),
    "pay.pcc.lose": sentence("Tokens if lost"),
    "pay.pcc.win": sentence("Tokens if won"),
    "pcc.closed_lead_restriction": sentence("What may be led is restricted as in a closed game"),
    "pcc.spoilt": sentence("Trumps of the trump maker’s partner"),
    "points_scale": sentence("Card points are written in units of"),
    "redeal.after_ask": sentence("Also after the partner was asked to bid"),
    "redeal.max": sentence("Most redeals in a deal"),
    "redeal.threshold": sentence("A hand below these points may be rejected"),
    "reveal.after_hand": sentence("All hands are shown after the deal"),
    "reveal.maker_discard": sentence("Card that the trump maker puts down"),
    "shuffle": sentence("Shuffle"),
    "spoilt.until": sentence("Time to declare them"),
    "spoilt.who": sentence("Who may declare them"),
    "stoeck.claim": sentence("How Stöck is scored"),
    "stoeck.enabled": sentence("Stöck counts"),
    "stoeck.points": sentence("Points of Stöck"),
    "undenufe.values": sentence("Points of the cards"),
    "undertrump.all_trumps": sentence("With trumps only in the hand"),
    "undertrump.reference": sentence("Trump that has to be beaten"),
    "violation.plus": sentence("Tokens besides the pay"),
    "violation.remedy": sentence("What a breach costs"),
    "weis.enabled": sentence("Weis counts"),
    "weis.undeclared_partner_scores": sentence("Weis of a silent partner counts too"),
}
"""The parameters that the form offers, within their groups."""


CHOICES: Final[dict[tuple[str, str], Term]] = {
    ("auction4.high_bidder_turn", "may_raise"): sentence("may raise"),
    ("auction4.high_bidder_turn", "skipped"): sentence("is passed over"),
    ("auction8.first_speaker", "dealer_right"): sentence("the player to the dealer’s right"),
    ("auction8.first_speaker", "maker"): sentence("the trump maker"),
    ("auction8.over_four_card", "equal_ok"): sentence("as high is enough"),
    ("auction8.over_four_card", "exceed"): sentence("must be higher"),
    ("bids.five_step_starts", "above_200"): sentence("above 200"),
    ("bids.five_step_starts", "at_200"): sentence("at 200"),
    ("caps.basis", "actual_hands"): sentence("whoever wins all tricks by the real hands"),
    ("caps.basis", "information"): sentence("whoever can be certain of all tricks"),
    ("caps.external", "fixed_8"): sentence("pays 8 tokens"),
    ("caps.external", "off"): sentence("not allowed"),
    ("caps.external", "plus_one"): sentence("pays one token more"),
    ("caps.external_wrong", "none"): sentence("pays nothing"),
    ("caps.external_wrong", "same"): sentence("pays the same"),
    ("caps.grace", "end_of_trick"): sentence("until the end of the trick"),
    ("caps.grace", "none"): sentence("none: before the next card"),
    ("caps.grace", "until_next_own_lead"): sentence("until the caller’s next lead"),
    ("caps.order", "first_legal"): sentence("the first card of it that may be played"),
    ("caps.order", "strict"): sentence("exactly this order"),
    ("caps.teams", "both"): sentence("both sides"),
    ("caps.teams", "maker_only"): sentence("the trump maker’s side"),
    ("caps.teams", "nobody"): sentence("nobody"),
    ("caps.wrong_combine", "add"): sentence("both count"),
    ("caps.wrong_combine", "replace"): sentence("Wrong Caps alone counts"),
    ("court.half", "alone"): sentence("alone"),
    ("court.half", "off"): sentence("not allowed"),
    ("court.half", "with_partner"): sentence("with a partner"),
    ("double.mode", "double"): sentence("Double alone"),
    ("double.mode", "none"): sentence("not allowed"),
    ("double.mode", "redouble"): sentence("Double and Redouble"),
    ("double.until", "auction_end"): sentence("until the end of the auction"),
    ("double.until", "next_call"): sentence("until the next call"),
    ("double.until", "own_turn"): sentence("until the player’s own turn"),
    ("exhausted.trigger", "holding_all"): sentence("the trump maker has seen all trumps"),
    ("exhausted.trigger", "unanswered_lead"): sentence("nobody followed a trump lead"),
    ("match.end", "all_tokens"): sentence("a side has all tokens"),
    ("match.end", "bank"): sentence("a side has no token left"),
    ("match.end", "free"): sentence("when the players stop"),
    ("match.end", "points"): sentence("a number of points"),
    ("match.pay_to", "bank"): sentence("the bank"),
    ("match.pay_to", "other_team"): sentence("the other side"),
    ("pcc.spoilt", "maker_alone"): sentence("the trump maker’s alone"),
    ("pcc.spoilt", "partner_counts"): sentence("the sleeping partner’s too"),
    ("reveal.maker_discard", "hidden"): sentence("stays hidden"),
    ("reveal.maker_discard", "shown"): sentence("is shown"),
    ("shuffle", "minimal"): sentence("a short one"),
    ("shuffle", "thorough"): sentence("a thorough one"),
    ("spoilt.until", "before_last_trick"): sentence("before the last trick"),
    ("spoilt.until", "last_card"): sentence("before the last card"),
    ("spoilt.who", "any"): sentence("any player"),
    ("spoilt.who", "opponents"): sentence("the trump maker’s opponents"),
    ("stoeck.claim", "automatic"): sentence("counts by itself"),
    ("stoeck.claim", "must_claim"): sentence("must be claimed"),
    ("undenufe.values", "as_obenabe"): sentence("as in Obenabe"),
    ("undenufe.values", "six_eleven"): sentence("the six counts eleven"),
    ("undertrump.all_trumps", "free"): sentence("any of them"),
    ("undertrump.all_trumps", "only_if_forced"): sentence("only if there is no other"),
    ("undertrump.reference", "highest"): sentence("the highest trump of the trick"),
    ("undertrump.reference", "lowest"): sentence("the lowest trump of the trick"),
    ("violation.remedy", "award_game_plus"): sentence("the other side wins the deal and more tokens"),
    ("violation.remedy", "undo"): sentence("it is put right where it can be"),
}
"""The values of parameters that are chosen from a list."""


def choice_of(path: str, value: str) -> Value:
    """Return a value of a parameter as the form shows it: in words if it has some, else as it is."""
    return CHOICES.get((path, value), value)


def name_of(path: str) -> Term:
    """Return the name of a parameter with its group: "Bids: Step from 200"."""
    group = path.rpartition(".")[0]
    if not group:
        return NAMES[path]
    return sentence("{group}: {name}", group=GROUPS[group], name=NAMES[path])


def with_names(value: Any) -> Any:
    """Return a sentence about parameters with their names in the form instead of those in files and in the API.

    The ruleset's key, with which the API begins, is left out: the form is about one ruleset.
    """
    match value:
        case Term("{key}: {wrong}", dict() as values):
            return with_names(values["wrong"])
        case str() if value in NAMES:
            return sentence("“{name}”", name=name_of(value))
        case Term(msgid, dict() as values):
            return Term(msgid, {place: with_names(each) for place, each in values.items()})
        case Listing(items, separator):
            return Listing(tuple(map(with_names, items)), separator)
    return value
