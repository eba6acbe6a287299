"""Check that a game with these parameters of 304 can be played."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from domain.engine.consistency import DEAL
from domain.engine.words.values import Term, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.games.three04.ruleset import PayBand, SlamPay, Three04Ruleset

MOST_TOKENS: Final = 1000
"""The most tokens of a payment or of a team's stake."""

STAGES: Final = re.compile(
    rf"cut(,{DEAL})+(,half court(,{DEAL})+)?,auction4,indicator(,{DEAL})*(,auction8,indicator again)?"
    r"(,partner card)?,declare,play"
)


def wrong_parameters(game: Three04Ruleset) -> Iterator[Term]:
    """Yield a sentence for each fault in the parameters."""
    for part in (_stages, _bids, _pay, _limits, _sides):
        yield from part(game)


def _stages(game: Three04Ruleset) -> Iterator[Term]:
    if not STAGES.fullmatch(",".join(game.stages)):
        yield sentence(
            "the stages are: cut; deal, once or more; half court and more dealing, or neither; auction4, indicator; "
            "deal, as often as there is more to deal; auction8 and indicator again, or neither; partner card, if each "
            "plays for itself; declare, play"
        )


def _bids(game: Three04Ruleset) -> Iterator[Term]:
    """Yield a sentence for each fault in the ladder of bids, the bids that must be on it, and the redeal."""
    bids, first, second = game.bids, game.auction4, game.auction8
    if bids.step < 1 or bids.step_from_200 < 1:
        yield sentence("{path} and {other} must be at least 1", path="bids.step", other="bids.step_from_200")
    if not 1 <= first.minimum <= bids.maximum <= game.pack.total:
        yield sentence(
            "bids from {least} to {most} in a pack of {total} points",
            least=first.minimum,
            most=bids.maximum,
            total=game.pack.total,
        )
    limits = {
        "auction4.minimum": first.minimum,
        "auction4.later_turn_minimum": first.later_turn_minimum,
        "auction4.over_partner_minimum": first.over_partner_minimum,
    }
    if game.two_auctions:
        limits["auction8.minimum"] = second.minimum
    for path, points in limits.items():
        if points is not None and not first.minimum <= points <= bids.maximum:
            yield sentence(
                "{path} is {value}; the bids go from {least} to {most}",
                path=path,
                value=points,
                least=first.minimum,
                most=bids.maximum,
            )
        if points is not None and not bids.allows(points):
            steps = sentence("in steps of {step}", step=bids.step)
            if bids.maximum > 200:
                fine = bids.step_from_200
                steps = sentence("in steps of {step}, above 200 of {fine}", step=bids.step, fine=fine)
            yield sentence(
                "{path} is {value}, which nobody can bid: bids go up {steps}", path=path, value=points, steps=steps
            )
    if game.two_auctions and not second.minimum_inclusive:
        over = range(second.minimum + 1, bids.maximum + 1)
        if not any(map(bids.allows, over)):
            path = "auction8.minimum"
            yield sentence(
                "{path} is {value}, and to be exceeded; nobody can bid more", path=path, value=second.minimum
            )
    threshold, cards = game.redeal.threshold, game.cards_before("auction4")
    best = sum(sorted(game.pack.points * len(game.pack.suits))[-cards:])
    if threshold is not None and threshold > best:
        yield sentence(
            "{path} is {value}; no {cards} cards are worth more than {best}, so nobody need ever bid",
            path="redeal.threshold",
            value=threshold,
            cards=cards,
            best=best,
        )
    if game.redeal.max == 0:
        yield sentence(
            "{path} is 0; if nobody may demand a redeal, {other} is none", path="redeal.max", other="redeal.threshold"
        )


def _pay(game: Three04Ruleset) -> Iterator[Term]:
    """Yield a sentence for each fault in the pay of bids and the terms of matches."""
    bands = [band.least for band in game.pay.bands]
    if not bands or bands != sorted(set(bands)) or bands[0] > game.auction4.minimum:
        yield sentence(
            "{path} must rise and cover the least bid, {least}; they start at {bands}",
            path="pay.bands",
            least=game.auction4.minimum,
            bands=str(bands),
        )
    if bands[-1] > game.bids.maximum:
        yield sentence(
            "{path}: nobody can bid {value}; the highest bid is {most}",
            path="pay.bands",
            value=bands[-1],
            most=game.bids.maximum,
        )
    slams = {"pay.pcc": game.pay.pcc, "pay.half_court": game.pay.half_court, "pay.full_court": game.pay.full_court}
    paid: dict[str, PayBand | SlamPay] = {f"pay.bands[{n}]": band for n, band in enumerate(game.pay.bands)}
    paid |= slams
    for path, band in paid.items():
        if band.win < 1 or band.lose < 1:
            yield sentence("{path}: every deal that is played pays at least one token, won or lost", path=path)
    caps, double = game.caps, game.double
    tokens = {f"{path}.win": band.win for path, band in paid.items()}
    tokens |= {f"{path}.lose": band.lose for path, band in paid.items()}
    tokens |= {"caps.bonus": caps.bonus, "caps.wrong": caps.wrong, "caps.trick_lost": caps.trick_lost}
    tokens |= {"double.bonus": double.bonus, "double.penalty": double.penalty, "violation.plus": game.violation.plus}
    for path, number in {**tokens, "match.tokens": game.match.tokens}.items():
        if number > MOST_TOKENS:
            yield sentence("{path} is {value}; the most is {most} tokens", path=path, value=number, most=MOST_TOKENS)
    match = game.match
    if match.tokens < 1 or match.decimal_target < 1:
        yield sentence("{path} and {other} must be at least 1", path="match.tokens", other="match.decimal_target")
    if match.pay_to == "bank" and match.end == "all_tokens":
        yield sentence(
            "{path} is all_tokens; if tokens are paid to the bank, no team ever holds all: it is bank or free",
            path="match.end",
        )


def _limits(game: Three04Ruleset) -> Iterator[Term]:
    """Yield a sentence for each parameter that does not fit the pack or the number of tricks."""
    tricks, total = game.hand_size, game.pack.total
    if game.marriages.allowed and not {"K", "Q"} <= set(game.pack.ranks):
        yield sentence("marriages need kings and queens in the pack")
    for path, points in (
        ("marriages.trump", game.marriages.trump),
        ("marriages.plain", game.marriages.plain),
        ("last_trick_bonus", game.last_trick_bonus),
    ):
        if points > total:
            yield sentence("{path} is {value}; the whole pack is worth {total}", path=path, value=points, total=total)
    if game.caps.bonus_before_trick is not None and not 2 <= game.caps.bonus_before_trick <= tricks:
        yield sentence(
            "{path} is {value}; one calls before tricks 2 to {tricks}",
            path="caps.bonus_before_trick",
            value=game.caps.bonus_before_trick,
            tricks=tricks,
        )
    if game.double.allowed and not 0 < game.double.after_trick < tricks:
        yield sentence("{path} must be one of the {tricks} but the last", path="double.after_trick", tricks=tricks)
    if game.may_review_tricks > tricks:
        yield sentence(
            "{path} is {value}; a deal has {tricks} tricks",
            path="may_review_tricks",
            value=game.may_review_tricks,
            tricks=tricks,
        )
    if game.court.half != "off" and game.half_court_cards == tricks:
        yield sentence("{path} needs cards that are dealt later", path="court.half")


def _sides(game: Three04Ruleset) -> Iterator[Term]:
    """Yield a sentence for each fault in the partners, who sit opposite or are named by a card."""
    alone = game.partners == 0
    if alone != game.partner_named:
        if game.partner_named:
            yield sentence("the stage “partner card” is for seats that each play for themselves")
        else:
            yield sentence("the stage “partner card” is missing")
    if alone and (game.caps.teams != "nobody" or game.double.allowed or game.court.half == "alone"):
        yield sentence("who does not know its partner calls no Caps, no Double, and plays no Half Court alone")
    if game.ask_partner.back and game.partners != 1:
        yield sentence(
            "{path} needs exactly one partner; here are {value}", path="ask_partner.back", value=game.partners
        )
