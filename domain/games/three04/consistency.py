"""Check that a game with these parameters of 304 can be played."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from domain.engine.consistency import DEAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.games.three04.ruleset import PayBand, SlamPay, Three04Ruleset

MOST_TOKENS: Final = 1000
"""The most tokens of a payment or of a team's stake."""

STAGES: Final = re.compile(
    rf"cut(,{DEAL})+(,half court(,{DEAL})+)?,auction4,indicator(,{DEAL})*(,auction8,indicator again)?"
    r"(,partner card)?,declare,play"
)


def wrong_parameters(game: Three04Ruleset) -> Iterator[str]:
    """Yield a sentence for each fault in the parameters."""
    for part in (_stages, _bids, _pay, _limits, _sides):
        yield from part(game)


def _stages(game: Three04Ruleset) -> Iterator[str]:
    if not STAGES.fullmatch(",".join(game.stages)):
        yield (
            "the stages are: cut; deal, once or more; half court and more dealing, or neither; auction4, indicator; "
            "deal, as often as there is more to deal; auction8 and indicator again, or neither; partner card, if each "
            "plays for itself; declare, play"
        )


def _bids(game: Three04Ruleset) -> Iterator[str]:
    """Yield a sentence for each fault in the ladder of bids, the bids that must be on it, and the redeal."""
    bids, first, second = game.bids, game.auction4, game.auction8
    if bids.step < 1 or bids.step_from_200 < 1:
        yield "bids.step and bids.step_from_200 must be at least 1"
    if not 1 <= first.minimum <= bids.maximum <= game.pack.total:
        yield f"bids from {first.minimum} to {bids.maximum} in a pack of {game.pack.total} points"
    limits = {
        "auction4.minimum": first.minimum,
        "auction4.later_turn_minimum": first.later_turn_minimum,
        "auction4.over_partner_minimum": first.over_partner_minimum,
    }
    if game.two_auctions:
        limits["auction8.minimum"] = second.minimum
    for path, points in limits.items():
        if points is not None and not first.minimum <= points <= bids.maximum:
            yield f"{path} is {points}; the bids go from {first.minimum} to {bids.maximum}"
        if points is not None and not bids.allows(points):
            fine = f", above 200 of {bids.step_from_200}" if bids.maximum > 200 else ""
            yield f"{path} is {points}, which nobody can bid: bids go up in steps of {bids.step}{fine}"
    if game.two_auctions and not second.minimum_inclusive:
        over = range(second.minimum + 1, bids.maximum + 1)
        if not any(map(bids.allows, over)):
            yield f"auction8.minimum is {second.minimum}, and to be exceeded; nobody can bid more"
    threshold, cards = game.redeal.threshold, game.cards_before("auction4")
    best = sum(sorted(game.pack.points * len(game.pack.suits))[-cards:])
    if threshold is not None and threshold > best:
        yield f"redeal.threshold is {threshold}; no {cards} cards are worth more than {best}, so nobody need ever bid"
    if game.redeal.max == 0:
        yield "redeal.max is 0; if nobody may demand a redeal, redeal.threshold is none"


def _pay(game: Three04Ruleset) -> Iterator[str]:
    """Yield a sentence for each fault in the pay of bids and the terms of matches."""
    bands = [band.least for band in game.pay.bands]
    if not bands or bands != sorted(set(bands)) or bands[0] > game.auction4.minimum:
        yield f"pay.bands must rise and cover the least bid, {game.auction4.minimum}; they start at {bands}"
    if bands[-1] > game.bids.maximum:
        yield f"pay.bands: nobody can bid {bands[-1]}; the highest bid is {game.bids.maximum}"
    slams = {"pay.pcc": game.pay.pcc, "pay.half_court": game.pay.half_court, "pay.full_court": game.pay.full_court}
    paid: dict[str, PayBand | SlamPay] = {f"pay.bands[{n}]": band for n, band in enumerate(game.pay.bands)}
    paid |= slams
    for path, band in paid.items():
        if band.win < 1 or band.lose < 1:
            yield f"{path}: every deal that is played pays at least one token, won or lost"
    caps, double = game.caps, game.double
    tokens = {f"{path}.win": band.win for path, band in paid.items()}
    tokens |= {f"{path}.lose": band.lose for path, band in paid.items()}
    tokens |= {"caps.bonus": caps.bonus, "caps.wrong": caps.wrong, "caps.trick_lost": caps.trick_lost}
    tokens |= {"double.bonus": double.bonus, "double.penalty": double.penalty, "violation.plus": game.violation.plus}
    for path, number in {**tokens, "match.tokens": game.match.tokens}.items():
        if number > MOST_TOKENS:
            yield f"{path} is {number}; the most is {MOST_TOKENS} tokens"
    match = game.match
    if match.tokens < 1 or match.decimal_target < 1:
        yield "match.tokens and match.decimal_target must be at least 1"
    if match.pay_to == "bank" and match.end == "all_tokens":
        yield "match.end is all_tokens; if tokens are paid to the bank, no team ever holds all: it is bank or free"


def _limits(game: Three04Ruleset) -> Iterator[str]:
    """Yield a sentence for each parameter that does not fit the pack or the number of tricks."""
    tricks, total = game.hand_size, game.pack.total
    if game.marriages.allowed and not {"K", "Q"} <= set(game.pack.ranks):
        yield "marriages need kings and queens in the pack"
    for path, points in (
        ("marriages.trump", game.marriages.trump),
        ("marriages.plain", game.marriages.plain),
        ("last_trick_bonus", game.last_trick_bonus),
    ):
        if points > total:
            yield f"{path} is {points}; the whole pack is worth {total}"
    if game.caps.bonus_before_trick is not None and not 2 <= game.caps.bonus_before_trick <= tricks:
        yield f"caps.bonus_before_trick is {game.caps.bonus_before_trick}; one calls before tricks 2 to {tricks}"
    if game.double.allowed and not 0 < game.double.after_trick < tricks:
        yield f"double.after_trick must be one of the {tricks} but the last"
    if game.may_review_tricks > tricks:
        yield f"may_review_tricks is {game.may_review_tricks}; a deal has {tricks} tricks"
    if game.court.half != "off" and game.half_court_cards == tricks:
        yield "court.half needs cards that are dealt later"


def _sides(game: Three04Ruleset) -> Iterator[str]:
    """Yield a sentence for each fault in the partners, who sit opposite or are named by a card."""
    alone = game.partners == 0
    if alone != game.partner_named:
        problem = "is for seats that each play for themselves" if game.partner_named else "is missing"
        yield f"the stage “partner card” {problem}"
    if alone and (game.caps.teams != "nobody" or game.double.allowed or game.court.half == "alone"):
        yield "who does not know its partner calls no Caps, no Double, and plays no Half Court alone"
    if game.ask_partner.back and game.partners != 1:
        yield f"ask_partner.back needs exactly one partner; here are {game.partners}"
