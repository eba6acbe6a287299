"""The rules of the auctions, the trump indicator, and the bids to win all tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.rulebook.words import OURS, Sentences, cite, number
from domain.games.three04.rulebook.sources import (
    BID4,
    BID8,
    CATS_BID,
    JAFFNA_BID4,
    JAFFNA_BID8,
    MAHARASHTRA,
    PCC,
    TRUMP,
    VARIANTS,
)

if TYPE_CHECKING:
    from domain.games.three04.ruleset import Three04Ruleset


def half_court(game: Three04Ruleset) -> Sentences:
    """Yield the rules of Half Court, if it is bid before the other cards are dealt."""
    if "half court" not in game.stages or game.court.half == "off":
        return
    yield (
        "With the first cards each player in turn, beginning at dealer's right, may bid Half Court or pass.",
        (MAHARASHTRA),
    )
    yield from _half(game)
    yield from _court(game, "Half Court")


def auction(game: Three04Ruleset) -> Sentences:
    """Yield the rules of the auction, or of the first of two auctions."""
    terms, bids = game.auction4, game.bids
    side = "the bidder and their partner undertake" if game.partner_named else "the bidder's team undertakes"
    yield "Beginning at dealer's right, each player in turn bids or passes.", BID4
    yield f"A bid is the number of card points that {side} to take in tricks; each must exceed the one before.", BID4
    yield f"The least bid is {game.format_points(terms.minimum)}.", cite(terms.minimum, {160: BID4, 200: VARIANTS})
    yield (
        f"The highest number one can bid is {game.format_points(bids.maximum)}.",
        cite(bids.maximum, {300: JAFFNA_BID4}),
    )
    yield from _steps(game)
    if terms.first_must_bid:
        yield "The first to speak may not pass.", VARIANTS
    yield from _turns(game)
    yield from _asking(game)
    if terms.later_turn_minimum is not None:
        passes = number(len(game.seating.seats) - 1)
        yield f"The auction ends when {passes} players pass in succession after a bid.", BID4
        if terms.high_bidder_turn == "skipped":
            yield "The player who holds the highest bid is passed over when their turn comes.", BID4
        else:
            yield "The player who holds the highest bid may raise it when their turn comes.", OURS
    if not terms.first_must_bid:
        yield "If all pass, nothing is scored, and the next dealer deals.", BID4
    yield from _courts(game)
    yield "The highest bidder is the trump maker.", TRUMP


def _steps(game: Three04Ruleset) -> Sentences:
    bids = game.bids
    if bids.step_from_200 == bids.step:
        yield f"Bids go up in steps of {game.format_points(bids.step)}.", cite(bids.step, {10: BID4})
        return
    step, above, fine = (game.format_points(points) for points in (bids.step, 200, bids.step_from_200))
    steps = f"{step}, above {above} in steps of {fine}"
    yield f"Bids go up in steps of {steps}.", cite((bids.step, bids.step_from_200), {(10, 5): VARIANTS})


def _turns(game: Three04Ruleset) -> Sentences:
    """Yield the rules of bids at a later turn and over a partner's bid."""
    terms = game.auction4
    later, over = terms.later_turn_minimum, terms.over_partner_minimum
    if later is None:
        yield (
            "Each player has one turn only, and a pass is a turn too; the auction ends when all have had it.",
            (JAFFNA_BID4),
        )
    elif later > terms.minimum:
        yield (
            f"A player who has had a turn may bid again, but no less than {game.format_points(later)}.",
            cite(later, {200: BID4}),
        )
    else:
        yield "A player who has had a turn may bid again.", BID4
    if not game.partners:
        return
    whose = "their partner" if game.partners == 1 else "a partner"
    if over is None:
        yield f"Nobody may bid over {whose}, unless an opponent has bid over that bid.", JAFFNA_BID4
    elif over > terms.minimum:
        yield f"A player who bids over {whose} must bid at least {game.format_points(over)}.", cite(over, {200: BID4})
    else:
        yield f"Anybody may bid over {whose}.", BID4


def _asking(game: Three04Ruleset) -> Sentences:
    ask = game.ask_partner
    if not game.partners:
        return
    one = game.partners == 1
    if not ask.allowed:
        yield f"Nobody may ask {'their' if one else 'a'} partner to bid instead.", OURS
        return
    whom = "their partner" if one else "one of their partners"
    yield f"At their turn a player may ask {whom} to bid instead; that is a turn for both.", BID4
    yield f"A partner who is asked {'may' if ask.back else 'may not'} ask {'back' if one else 'in turn'}.", OURS
    high = f"while {'their' if one else 'a'} partner holds the highest bid"
    yield f"{'One may ask even' if ask.when_partner_high else 'Nobody may ask'} {high}.", OURS


def indicator(game: Three04Ruleset) -> Sentences:
    """Yield the rules of the trump indicator, and of the partner's card."""
    later = any(stage.startswith("deal") for stage in game.stages[game.stages.index("indicator") :])
    first = game.cards_before("indicator")
    which = "one of their cards"
    if later:
        which = f"one of their first {number(first)} cards" if first > 1 else "their first card"
    yield f"The trump maker lays {which} face down: the trump indicator.", TRUMP
    yield "Its suit is trumps; the other players do not know which it is.", TRUMP
    if later:
        yield "Only then are the other cards dealt.", TRUMP
    if game.partner_named:
        yield "The trump maker also names a card; its holder is the trump maker's partner.", MAHARASHTRA
        yield "The holder keeps silent until the card shows.", OURS
        yield (
            "A trump maker who holds that card, or names one that was not dealt, plays alone against the others.",
            (OURS),
        )


def second_auction(game: Three04Ruleset) -> Sentences:
    """Yield the rules of bids on the whole hand."""
    if not game.two_auctions:
        return
    terms = game.auction8
    maker = terms.first_speaker == "maker"
    who = "the trump maker" if maker else "the player at dealer's right"
    yield (
        f"With all {number(game.hand_size)} cards in hand, and beginning with {who}, each player has one turn to bid "
        "or pass.",
        BID8 if maker else CATS_BID,
    )
    yield (
        f"A bid must be {'at least' if terms.minimum_inclusive else 'more than'} {game.format_points(terms.minimum)}.",
        (cite((terms.minimum, terms.minimum_inclusive), {(250, True): BID8, (250, False): CATS_BID})),
    )
    if terms.over_four_card == "exceed":
        yield "It must exceed the bid of the first auction.", BID8
    else:
        yield "It may equal the bid of the first auction, but not be lower.", JAFFNA_BID8
    whose = "their" if game.partners == 1 else "a"
    yield f"A player must pass while {whose} partner holds the highest bid of this auction.", BID8
    if terms.ask_partner:
        yield "A player may ask a partner who has not had a turn to bid instead.", OURS
    else:
        yield "Nobody may ask a partner to bid instead.", BID8
    yield "If all pass, the bid of the first auction stands.", BID8
    yield (
        "Otherwise the highest bidder is the trump maker now: the first indicator goes back to its hand unseen, and "
        "the new trump maker lays one of all their cards face down.",
        BID8,
    )
    yield "So the first trump maker too may bid again, and choose other trumps.", BID8


def close_caps(game: Three04Ruleset) -> Sentences:
    """Yield the rules of Partner Close Caps."""
    if not game.two_auctions:
        return
    one = game.partners == 1
    sleeping = "hand" if one else "hands"
    yield "The highest bid of the second auction is Partner Close Caps: to win every trick alone.", BID8
    if game.auction8.stop_after_pcc:
        yield "After it nobody speaks any more.", OURS
    else:
        yield "Those who have not had their turn then pass.", OURS
    lay = "partner lays the hand face down and takes" if one else "partners lay their hands face down and take"
    yield f"The bidder's {lay} no part.", PCC
    yield "The bidder leads to the first trick.", PCC
    if game.pcc.closed_lead_restriction:
        yield "In a closed game that first lead may not be a trump.", OURS
    yield "The indicator is shown after the first trick, and nobody has to go on leading exhausted trumps.", PCC
    if game.caps.teams != "nobody":
        yield "Nobody calls Caps.", PCC
    if game.pcc.spoilt == "partner_counts":
        yield f"Trumps are spoilt if the opponents were dealt none, whatever the sleeping {sleeping} held.", OURS
    else:
        yield f"Trumps are spoilt only if neither the opponents nor the sleeping {sleeping} were dealt any.", OURS


def _courts(game: Three04Ruleset) -> Sentences:
    """Yield the rules of the Courts that are bid in the auction."""
    if game.court.half != "off" and "half court" not in game.stages:
        yield "The highest bid is Half Court.", VARIANTS
        yield from _half(game)
        yield from _court(game, "Half Court")
    if game.court.full:
        yield "The highest bid is Full Court: to win all tricks with a partner.", MAHARASHTRA
        yield from _court(game, "Full Court")


def _half(game: Three04Ruleset) -> Sentences:
    alone = game.court.half == "alone"
    tricks = number(game.half_court_cards)
    yield (
        f"Half Court is the undertaking to win all {tricks} tricks {'alone' if alone else 'with a partner'}; no more "
        "cards are dealt, and the bidder is the trump maker.",
        VARIANTS if alone else MAHARASHTRA,
    )
    if alone:
        takes = "partner takes" if game.partners == 1 else "partners take"
        yield f"The bidder's {takes} no part, and the bidder leads to the first trick.", OURS


def _court(game: Three04Ruleset, name: str) -> Sentences:
    """Yield the rules that Half Court and Full Court share. ``name``: the Court."""
    yield f"Nobody bids over {name}.", OURS
    silent = "nobody calls Caps, and " if game.caps.teams != "nobody" else ""
    yield f"In {name} {silent}the indicator is shown after the first trick.", OURS
    if game.exhausted.applies_in_courts:
        yield f"The rule of exhausted trumps holds in {name} too.", OURS
    else:
        yield f"In {name} nobody has to go on leading exhausted trumps.", OURS
