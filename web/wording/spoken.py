"""Words for scripts, in the reader's language: acts at a table, cards, results.

A script replaces ``{name}`` by a value.

Templates hand them over in ``<script type="application/json" id="words">{{ {"table": table_words()}|data }}</script>``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask_babel import gettext as _

from domain.engine.faces import plain_faces
from domain.games.catalogue import RULESETS
from replay.words import analysis as words_of_analysis
from replay.words.results import REASONS
from web.languages import reader
from web.wording.act_sentences import SENTENCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from flask import Flask

SWISS: Final = frozenset({"shields", "roses", "bells", "acorns"})
"""The suits of a Swiss pack, whose signs are in another file."""


def table_words() -> dict[str, Any]:
    """Return the words of `<table-view>` and of the scripts beside it."""
    return {
        "seats": {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")},
        "seat": _("Seat {n}"),
        "teams": {
            "NS": _("North and South"),
            "EW": _("East and West"),
            "odd": _("the odd seats"),
            "even": _("the even seats"),
        },
        "viewers": {"public": _("Public"), "scribe": _("Scribe"), "arbiter": _("All")},
        "says": _says(),
        "sentences": SENTENCES,
        "calls": {
            "pass": _("pass"),
            "ask": _("asks the partner"),
            "ask_whom": _("asks {whom}"),
            "double": _("double"),
            "redouble": _("redouble"),
            "pcc": _("Partner Close Caps"),
            "half": _("Half Court"),
            "full": _("Full Court"),
            "obenabe": _("Obenabe"),
            "undenufe": _("Undenufe"),
        },
        "facts": _facts(),
        "owed": {
            "inspection": _("{seat} looks at the face-down cards"),
            "reveal": _("{seat} turns up cards"),
            "count": _("{seat} counts the points"),
            "weis": _("{seat} answers about Weis"),
            "display": _("{seat} shows its Weis"),
            "stoeck": _("{seat} may claim Stöck"),
        },
        "stages": {
            "cut": _("the cut"),
            "deal": _("the dealing"),
            "auction": _("the auction"),
            "half court": _("Half Court"),
            "indicator": _("placing the indicator"),
            "indicator again": _("placing the indicator again"),
            "partner card": _("naming the partner’s card"),
            "declare": _("open or closed game"),
            "contract": _("the auction"),
            "play": _("the play"),
            "tricks": _("the play"),
            "over": _("the deal is over"),
        },
    }


def _says() -> dict[str, str]:
    """Return the sentences for acts, by their names in the scripts."""
    return {
        "shuffles": _("{seat} shuffles"),
        "no_cut": _("{seat} does not cut the pack"),
        "cuts": _("{seat} cuts the pack"),
        "cut_unrecorded": _("Not recorded: whether {seat} cuts the pack"),
        "cuts_at": _("{seat} cuts the pack at {n}"),
        "deals": _("{seat} deals"),
        "redeal": _("{seat} demands a redeal"),
        "bids": _("{seat} bids {bid}"),
        "passes": _("{seat} passes"),
        "asks": _("{seat} asks the partner to bid"),
        "asks_whom": _("{seat} asks {whom} to bid"),
        "indicator": _("{seat} places the indicator: {card}"),
        "indicator_unknown": _("{seat} places the indicator face down"),
        "takes_back": _("{seat} takes the indicator back: {card}"),
        "takes_back_unknown": _("{seat} takes the indicator back"),
        "opens": _("{seat} opens the game with {card}"),
        "closes": _("{seat} plays a closed game"),
        "leads": _("{seat} leads {card}"),
        "plays": _("{seat} plays {card}"),
        "leads_down": _("{seat} leads face down: {card}"),
        "plays_down": _("{seat} plays face down: {card}"),
        "plays_down_unknown": _("{seat} plays a card face down"),
        "plays_indicator": _("{seat} plays the indicator, {card}"),
        "plays_indicator_down": _("{seat} plays the indicator face down: {card}"),
        "plays_indicator_unknown": _("{seat} plays the indicator face down"),
        "finds_trumps": _("{seat} looks at the face-down cards: there is a trump"),
        "finds_none": _("{seat} looks at the face-down cards: no trump"),
        "shows_indicator": _("{seat} shows the indicator: {card}"),
        "shows": _("{seat} turns up {cards}"),
        "shows_nothing": _("{seat} turns up the cards"),
        "of_seat": _("{card} of {seat}"),
        "caps": _("{seat} calls Caps"),
        "caps_order": _("{seat} calls Caps and will play {cards}"),
        "concedes": _("{seat} concedes the rest"),
        "spoilt": _("{seat} declares spoilt trumps"),
        "spoilt_denied": _("{seat} wrongly declares spoilt trumps"),
        "names_partner": _("{seat} names {card}: the player who has it is the partner"),
        "marriage": _("{seat} shows a marriage of {suit}"),
        "announces_double": _("{seat} announces Double"),
        "exposes": _("{seat} shows {card} without playing it"),
        "exposes_unknown": _("{seat} shows a card without playing it"),
        "counts": _("{seat} counts the points: {n}"),
        "doubles": _("{seat} doubles"),
        "redoubles": _("{seat} redoubles"),
        "declares_weis": _("{seat} declares a Weis of {n}"),
        "weis_cards": _("{seat} says its Weis has {n} cards"),
        "weis_top": _("{seat} says its Weis goes up to the {rank}"),
        "weis_trumps": _("{seat} says its Weis is in trumps"),
        "weis_not_trumps": _("{seat} says its Weis is not in trumps"),
        "weis_conceded": _("{seat} concedes the Weis"),
        "weis_scores": _("{seat} scores {values} for Weis"),
        "weis_scores_nothing": _("{seat} scores nothing for Weis"),
        "weis_demands": _("{seat} demands to see {whom}’s Weis of {n}"),
        "weis_shows": _("{seat} shows a Weis: {cards}"),
        "stoeck": _("{seat} claims Stöck"),
    }


def _facts() -> dict[str, str]:
    """Return the labels and values beside the table."""
    return {
        "table": _("Table"),
        "hand_of": _("Hand of {seat}"),
        "unknown_cards": _("{n} unknown"),
        "no_cards": _("no cards"),
        "dealer": _("dealer"),
        "dealer_sign": _("D"),
        "maker_sign": _("T"),
        "turn": _("to act"),
        "maker": _("trump maker"),
        "declarer": _("declarer"),
        "stage": _("Now"),
        "to_act": _("{stage}; {seat} to act"),
        "bid": _("Bid"),
        "contract": _("Contract"),
        "bid_by": _("{seat} {bid}"),
        "contract_by": _("{seat} {n} {denomination}"),
        "bid_in": _("{bid} in {suit}"),
        "times": _("{contract}, counts {n} times"),
        "trump": _("Trump"),
        "open": _("{suit}, open"),
        "closed": _("{suit}, closed"),
        "closed_unknown": _("closed, unknown"),
        "indicator": _("Indicator"),
        "partner": _("Partner"),
        "partner_card": _("the player who has {card}"),
        "partner_found": _("{seat}, who has {card}"),
        "asleep": _("Sits out"),
        "redeals": _("Redeals"),
        "double": _("Double"),
        "caps": _("Caps"),
        "caps_by": _("called by {seat}"),
        "caps_order": _("called by {seat}: {cards}"),
        "exposed": _("Cards shown"),
        "exposed_of": _("{seat}: {cards}"),
        "worked_out": _("Dotted edge"),
        "worked_out_why": _("worked out: nobody wrote this card down, it follows from the cards played"),
        "marriages": _("Marriages"),
        "marriage": _("{seat}: {suit}"),
        "weis": _("Weis"),
        "weis_declared": _("{seat} declared {n}"),
        "weis_scored": _("{seat} scores {n}"),
        "weis_shown": _("{seat} showed {cards}"),
        "stoeck": _("Stöck"),
        "stoeck_by": _("{seat}, {n} points"),
        "taken": _("Tricks"),
        "points": _("Points"),
        "score": _("Score"),
        "tokens": _("Tokens"),
        "consultable": _("Last trick"),
        "auction": _("Auction"),
        "auctions": [_("First auction"), _("Second auction")],
        "tricks": _("Tricks, card by card"),
        "trick": _("Trick"),
        "led": _("led"),
        "won": _("won"),
        "face_down": _("face down"),
        "on_table": _("On the table"),
        "nothing_on_table": _("No cards on the table."),
        "takes": _("{seat} wins trick {n}"),
        "hands": _("Hands"),
        "as_text": _("Text view"),
        "none": _("none"),
    }


def analysis_words() -> dict[str, Any]:
    """Return the words of the replay's analysis."""
    return {
        "wait": _("Analysing …"),
        "queued": _("The deal waits to be analysed."),
        "running": _("Being analysed: {n} of {of} cards."),
        "no_worker": _("The deal waits, because the server analyses no deals now. Its operator can change that."),
        "offline": _("The server does not answer. Try again."),
        "strip": _("The makers’ result after each card. The line is what they need: {n}."),
        "played": _("{seat} played the {card}"),
        "costs": _("cost {n} with all hands open"),
        "pays": {"tokens": _("{n} tokens"), "score": _("{n} points of the score")},
        "unit": {"tokens": _("tokens"), "score": _("score")},
        "why": {
            code: words_of_analysis.why(reader(), code, "{card}", "{needed}", "{n}")
            for code in ("contract-made", "contract-beaten", "all-tricks", "a-trick", "points")
        },
        "avoidable": words_of_analysis.from_seat(reader(), True, "{seat}", "{card}", "{n}"),
        "avoidable_all": words_of_analysis.from_seat_all_tricks(reader(), "{seat}", "{card}", "{n}"),
        "not_avoidable": words_of_analysis.from_seat(reader(), False, "{seat}", "", ""),
        "not_decided": words_of_analysis.from_seat(reader(), None, "{seat}", "", ""),
        "judge": _("Could the players know?"),
        "judging": _("Looking at costly cards from their seats. Left: {n}"),
        "best": _("no card was better with all hands open"),
        "not_known": _("its price is not known"),
        "needs": _("{makers} need {n} points. The numbers are their result."),
        "needs_all": _("{makers} need all tricks."),
        "counted": _("Costly cards: {n} of {of}."),
        "unfinished": _("Some cards took too long and have no price."),
        "too_long": _("This card took too long and has no price."),
        "no_card": _("Go to a step at which a card was played."),
        "from_seat": _("Analyse from {seat}’s seat"),
        "legend": {
            "made": _("bid made"),
            "failed": _("bid failed"),
            "costly": _("costly with all hands open"),
            "avoidable": _("costly, and the player could know"),
        },
        "card": _("card"),
        "this_card": _("played"),
        "best_card": _("best"),
        "open": _("all hands open"),
        "mean": _("from the seat"),
        "made": _("bid made"),
        "at_worst": _("at worst"),
        "all_tricks": {"won": _("all tricks"), "lost": _("not all tricks")},
        "all_deals": _("From the seat: the mean over all {n} deals that fit what {seat} knew."),
        "drawn_deals": _("From the seat: the mean over {n} of the {of} deals that fit what {seat} knew."),
        "not_settled": _("The order of the best cards is not certain."),
        "limits": _(
            "The prices assume that everybody then sees all cards, and that the bidding says nothing about the hands."
        ),
    }


def explore_words() -> dict[str, Any]:
    """Return the words of the page to explore a deal."""
    return {
        "offline": _("The server does not answer. Try again."),
        "bad_link": _("The line of this link cannot be played in this deal. You see the position where it begins."),
        "to_play": _("{seat} to play."),
        "all_tricks": {"won": _("all tricks"), "lost": _("not all tricks")},
        "price": _("{card}: {n}"),
        "price_best": _("{card}: {n}, no card is better"),
        "price_costs": _("{card}: {n}, costs {cost}"),
        "price_unknown": _("{card}: not computed yet"),
        "best": _("best"),
        "recorded": _("as played"),
        "evaluation": _("Best play: {makers} get {n}, need {needed}."),
        "evaluation_all": {
            "made": _("Best play: {makers} win all tricks."),
            "failed": _("Best play: {makers} do not win all tricks."),
        },
        "made": _("bid made"),
        "failed": _("bid failed"),
        "computing": _("Computing …"),
        "unfinished": _("Not finished: cards with ? have no price yet."),
        "longer": _("Search longer"),
        "fault": _("This browser cannot compute prices for this position."),
        "tricks": {"trick": _("Trick"), "line": _("This line"), "record": _("As recorded")},
        "unnamed": _("Line {n}"),
        "length": _("cards: {n}"),
        "label_of": _("{action}: {line}"),
        "keep": _("Keep on your page"),
        "kept": _("on your page"),
        **_of_club(),
        "copy": _("Copy link"),
        "rename": _("Name"),
        "remove": _("Remove"),
        "name": _("Name of the line"),
        "save": _("Save"),
        "cancel": _("Cancel"),
        "copied": _("Copied"),
        "select_to_copy": _("Copy this link: {link}"),
    }


def practice_words() -> dict[str, Any]:
    """Return the words of the pages of practice."""
    return {
        "offline": _("The server does not answer."),
        "try_again": _("Try again"),
        "other_browser": _("This practice deal was begun in another browser. Begin a new deal here."),
        "no_storage": _("Practice needs to store data, but this browser does not allow it."),
        "you": _("you"),
        "your_turn": _("It is your turn."),
        "thinking": _("{seat} is thinking …"),
        "hint_certain": _("Hint: {act}. In this order your side wins every trick, wherever the other cards are."),
        "hint_deals": _(
            "Hint: {act}. This card is the best on average over {n} drawn deals that fit what you have seen."
        ),
        "hint_thumb": _("Hint: {act}. This comes from rules of thumb, not from a computation."),
        "hint_only": _("Hint: {act}. It is the only card that you may play."),
        "hint_wanted": _("Looking for the best call or card …"),
        "hint_wait": _("There is nothing to do now."),
        "calls": _("Calls"),
        "hint": _("Hint"),
        "call_now": _("If you call Caps, call before the next card."),
        "next_card": _("Next card"),
        "again": _("Same deal again"),
        "next": _("Next deal"),
        "new_match": _("New match"),
        "to_match": _("Back to the match"),
        "watch": _("Watch it again"),
        "share": _("Share"),
        "share_line": _("{game}: {sentence} Play the same cards:"),
        "copied": _("Copied"),
        "select_to_copy": _("Copy this link: {link}"),
        "match_score": _("Match: {list}"),
        "new_deal": _("New deal"),
        "analyse": _("What each card was worth"),
        "hands": _("The hands that were dealt"),
        "computing": _("Computing …"),
        "no_analysis": _("This deal has no analysis: no card was played in it."),
        "costly": _("{card}: {better} was better (points: {n})."),
        "no_costly": _("None of your cards cost anything."),
        "open_hands": _("Computed with all hands open: nobody can know all this at the table."),
    }


def deal_end_words() -> dict[str, str]:
    """Return the words of the score of a match at the end of a deal."""
    return {
        "in_match": _("Deal {n} of the match"),
        "to_goal": _("Deal {n} of the match to {goal} points"),
        "with_stake": _("Deal {n} of the match, begun with {stake} tokens each"),
        "won": _("The match is over. Winner: {team}."),
        "drawn": _("The match is over, and nobody has won it."),
        "double_game": _("It is a double game."),
        "card_points": _("{points} card points"),
    }


def replay_words() -> dict[str, Any]:
    """Return the words of the replay's scripts."""
    return {
        "before": _("Before the deal"),
        "card": _("Card {n}, trick {trick}"),
        "after_card": _("After card {n}"),
        "in_trick": _("Trick {n}, {act}"),
        "beginning": _("Dealing, auction and trump"),
        "trick": _("Trick {n}"),
        "trick_to": _("Trick {n}, to {seat}"),
        "knew": _("What {seat} knew"),
        "who_knew": _("What each seat knew"),
        "nothing_follows": _("This is the latest step."),
        "hidden_end": _("Later steps are hidden. Press h to show them."),
        "autoplay": {"start": _("Start autoplay"), "stop": _("Stop autoplay")},
        "not_yours": _("You cannot see this view yet."),
        "offline": _("The server does not answer. Try again."),
        "was": _("Originally: {was}"),
        "inserted": _("Inserted later"),
        "retracted": _("Removed: {was}"),
        "amended": _("Corrected"),
        "why": _("Reason: {why}"),
        "noted": _("Noted by an official: {code}"),
        "against_rules": _("Against the rules: {message} ({clause})"),
        "badges": {
            "open": _("in progress"),
            "amended": _("corrected"),
            "irregular": _("irregularity"),
            "ruled": _("ruled on"),
            "disputed": _("disputed"),
            "abandoned": _("abandoned"),
            "withdrawn": _("withdrawn"),
            "settled": _("finished"),
        },
        "result": {
            "title": _("Result"),
            "made": _("{bid} made"),
            "made_by": _("{bid} bid, {points} made: {n} to spare"),
            "made_exactly": _("{bid} made exactly"),
            "failed": _("{bid} failed"),
            "failed_by": _("{bid} bid, {points} made: failed by {n}"),
            "with_gain": _("{sentence}. {list}."),
            "awarded": _("The deal was awarded after a breach of the rules ({code})."),
            "passed_out": _("Everybody passed: no payment."),
            "spoilt": _("Spoilt trumps: the deal does not count."),
            "abandoned": _("The deal was abandoned: it does not count."),
            "legend": _("Underlined: led. Ringed, with ✓: won the trick. Dashed: played face down."),
            "other": _("The deal ended: {outcome}."),
            "points": _("Points: {list}."),
            "tricks": _("Tricks: {list}."),
            "score": _("{team} score {n}."),
            "score_of": _("{team} score {n}: {list}."),
            "in_tricks": _("{n} in tricks"),
            "for_weis": _("{n} for Weis"),
            "for_stoeck": _("{n} for Stöck"),
            "for_contract": _("{n} for the contract"),
            "together": _("{seat} and {partner} played together."),
            "alone": _("{seat} played alone."),
            "tokens": _("Tokens: {list}."),
            "nothing": _("No payment."),
            "ruling": _("Ruling: {code}, {seat}. {why}"),
            "of_deal": {
                "annulled": _("Ruling: the deal is annulled. {why}"),
                "result-assigned": _("Ruling: the result is assigned. {why}"),
            },
            "reasons": reasons_of_results(),
        },
        "notes": {
            "by": _("{by}, {at}"),
            "on": _("Note: {place}"),
            "on_start": _("Note on the deal"),
            "on_nothing": _("Note on a removed entry"),
            "retract": _("Withdraw note"),
            "saved": _("The note is saved."),
            "gone": _("The note is withdrawn."),
            "refused": _("The note was refused: {why}"),
            "failed": _("The note was not sent. Try again."),
            "removed": _("(removed on {day} by {by}: {why})"),
            "forgotten": _("(removed on {day} by {by}, since somebody was forgotten)"),
            "not_yours": _(
                "Notes are written by officials. Sign in as a director, an arbiter or a scribe to write one."
            ),
        },
        "own_notes": {
            "on_start": _("On the deal"),
            "line": _("Line from: {place}"),
            "by": _("{by}, {at}"),
            **_of_club(),
            "delete": _("Delete"),
            "saved": _("The note is saved."),
            "deleted": _("The note is deleted."),
            "shown": _("The note is shown to your club."),
            "private": _("The note is private again."),
            "refused": _("The note was refused: {why}"),
            "failed": _("The note was not sent. Try again."),
        },
        "copied": _("Copied"),
        "select_to_copy": _("Copy this link: {link}"),
    }


def _of_club() -> dict[str, str]:
    """Return the words of notes and lines that are shown to the club."""
    return {
        "show": _("Show to the club"),
        "take_back": _("Take back"),
        "for_club": _("for the club"),
        "taken_back": _("taken back by an official"),
    }


def reasons_of_results() -> dict[str, str]:
    """Return the reasons of a settlement as sentences, by their codes."""
    return {code: _(text) for code, text in REASONS.items()}


def _ranks() -> dict[str, str]:
    return {
        "six": _("six"),
        "seven": _("seven"),
        "eight": _("eight"),
        "nine": _("nine"),
        "ten": _("ten"),
        "jack": _("jack"),
        "queen": _("queen"),
        "king": _("king"),
        "ace": _("ace"),
        "Banner": _("Banner"),
        "Under": _("Under"),
        "Ober": _("Ober"),
    }


def _suits() -> dict[str, str]:
    return {
        "spades": _("spades"),
        "hearts": _("hearts"),
        "diamonds": _("diamonds"),
        "clubs": _("clubs"),
        "shields": _("shields"),
        "roses": _("roses"),
        "bells": _("bells"),
        "acorns": _("acorns"),
    }


def card_names(names: dict[str, Any]) -> dict[str, Any]:
    """Return the names of cards as scripts take them, from the API's names of a game's cards."""
    ranks, suits = _ranks(), _suits()
    return {
        "ranks": {letter: ranks.get(rank["name"], rank["name"]) for letter, rank in names["ranks"].items()},
        "suits": {letter: suits.get(suit["name"], suit["name"]) for letter, suit in names["suits"].items()},
        "index": {letter: rank["sign"] for letter, rank in names["ranks"].items() if "sign" in rank},
        "of": _("{rank} of {suit}"),
        "unknown": _("unknown card"),
        "sheet": suit_sheet(suit["name"] for suit in names["suits"].values()),
    }


def suit_sheet(names: Iterable[str]) -> str:
    """Return the file of the signs of suits, by the English names of the suits of a pack."""
    return "suits-swiss.svg" if not SWISS.isdisjoint(names) else "suits.svg"


def suits_named(suits: Mapping[str, str]) -> dict[str, str]:
    """Return suits in the reader's language; ``suits``: their English names by their letters."""
    own = _suits()
    return {letter: own.get(name, name) for letter, name in suits.items()}


def card_packs() -> dict[str, Any]:
    """Return the names of the cards of every pack, by its first suit: for a page that serves any game."""
    packs: dict[str, dict[str, Any]] = {}
    for faces in map(plain_faces, RULESETS.values()):
        first = next(iter(faces["suits"].values()))["name"]
        packs.setdefault(first, faces)["ranks"].update(faces["ranks"])
    return {first: card_names(faces) for first, faces in packs.items()}


def register(app: Flask) -> None:
    """Let templates hand the words to scripts."""
    app.jinja_env.globals.update(
        table_words=table_words,
        replay_words=replay_words,
        practice_words=practice_words,
        deal_end_words=deal_end_words,
        analysis_words=analysis_words,
        explore_words=explore_words,
        card_packs=card_packs,
    )
