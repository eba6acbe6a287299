"""Find values of the parameters of 304 that have no effect (`domain.engine.idle`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from domain.engine.game import Condition
from domain.engine.idle import of_group
from domain.engine.words.values import Listing, Term, sentence

if TYPE_CHECKING:
    from domain.games.three04.ruleset import Three04Ruleset

OF_SECOND_AUCTION: Final = of_group(
    "auction8",
    "first_speaker minimum minimum_inclusive over_four_card ask_partner stop_after_pcc",
)
OF_CAPS: Final = of_group(
    "caps",
    "basis grace order bonus bonus_before_trick wrong trick_lost wrong_combine external external_wrong "
    "forced_plays_count call_opens_trump",
)

WAITS: Final[tuple[Condition, ...]] = (
    (
        ("redeal.after_ask", "redeal.max"),
        lambda g: g.redeal.threshold is not None,
        sentence("with a {path}", path="redeal.threshold"),
    ),
    (("redeal.after_ask",), lambda g: g.ask_partner.allowed, sentence("where {path}", path="ask_partner.allowed")),
    (("ask_partner",), lambda g: g.partners > 0, sentence("where players have partners")),
    (
        ("ask_partner.back", "ask_partner.when_partner_high"),
        lambda g: g.ask_partner.allowed,
        sentence("where {path}", path="ask_partner.allowed"),
    ),
    (("auction4.over_partner_minimum",), lambda g: g.partners > 0, sentence("where players have partners")),
    (
        ("auction4.high_bidder_turn",),
        lambda g: g.auction4.later_turn_minimum is not None,
        sentence("where {path} lets players bid twice", path="auction4.later_turn_minimum"),
    ),
    (("auction8",), lambda g: "auction8" in g.stages, sentence("where the stages have a second auction")),
    (
        OF_SECOND_AUCTION,
        lambda g: g.two_auctions,
        sentence("where {path}", path="auction8.held"),
    ),
    (("auction8.ask_partner",), lambda g: g.partners > 0, sentence("where players have partners")),
    (("pcc", "pay.pcc"), lambda g: g.two_auctions, sentence("where there is a second auction, in which it is bid")),
    (
        ("exhausted.applies_in_courts",),
        lambda g: g.court.half != "off" or g.court.full,
        sentence("with {path} or {other}", path="court.half", other="court.full"),
    ),
    (("pay.half_court",), lambda g: g.court.half != "off", sentence("with {path}", path="court.half")),
    (("pay.full_court",), lambda g: g.court.full, sentence("with {path}", path="court.full")),
    (
        OF_CAPS,
        lambda g: g.caps.teams != "nobody",
        sentence("where somebody calls Caps ({path})", path="caps.teams"),
    ),
    (
        ("caps.external", "caps.external_wrong"),
        lambda g: g.caps.teams == "both",
        sentence("where {path} is both", path="caps.teams"),
    ),
    (("caps.external_wrong",), lambda g: g.caps.external != "off", sentence("with {path}", path="caps.external")),
    (
        ("caps.bonus_before_trick",),
        lambda g: g.caps.bonus > 0 or g.caps.external == "fixed_8",
        sentence("where Caps pays extra"),
    ),
    (
        ("double.after_trick", "double.bonus", "double.penalty"),
        lambda g: g.double.allowed,
        sentence("where {path}", path="double.allowed"),
    ),
    (
        ("marriages.trump", "marriages.plain"),
        lambda g: g.marriages.allowed,
        sentence("where {path}", path="marriages.allowed"),
    ),
    (
        ("violation.plus",),
        lambda g: g.violation.remedy == "award_game_plus",
        sentence("where {path} is award_game_plus", path="violation.remedy"),
    ),
    (
        ("match.decimal_target",),
        lambda g: g.match.end == "points",
        sentence("where {path} is points", path="match.end"),
    ),
    (("match.tokens", "match.pay_to"), lambda g: g.match.end != "points", sentence("where a match is for tokens")),
)

# --- values that mean the same as another value ---------------------------------------------------------


def ladder(game: Three04Ruleset) -> list[int]:
    """Return all numbers that may be bid, the lowest first."""
    return [points for points in range(game.auction4.minimum, game.bids.maximum + 1) if game.bids.allows(points)]


def explain_idle(base: Three04Ruleset, game: Three04Ruleset, path: str) -> Iterator[Term]:
    bids = ladder(game)
    match path:
        case "bids.maximum" if game.bids.maximum != bids[-1]:
            yield sentence(
                "{path} is {value}, which nobody can bid: the highest bid is {most}",
                path=path,
                value=game.bids.maximum,
                most=bids[-1],
            )
        case "bids.step" | "bids.step_from_200" | "bids.five_step_starts":
            group, name = path.split(".")
            before = getattr(getattr(base, group), name)
            if _with(game, path, before) == bids:
                yield sentence(
                    "{path} says nothing here: the numbers that one may bid are the same as with {before}",
                    path=path,
                    before=str(before),
                )
        case "redeal.threshold" if game.redeal.threshold not in (None, *_worths(game)):
            yield sentence(
                "{path} is {value}; no hand is worth just that: {worths} and so on",
                path=path,
                value=str(game.redeal.threshold),
                worths=Listing(tuple(sorted(_worths(game))[:12])),
            )
        case "closed.reveal_from" if game.closed.reveal_from not in (*bids, bids[-1] + 1):
            yield sentence(
                "{path} is {value}; write a number that one can bid, or {never} for none of them",
                path=path,
                value=str(game.closed.reveal_from),
                never=bids[-1] + 1,
            )
        case "pay.bands":
            yield from _says_bands(game, bids)
        case "caps.bonus_before_trick" if game.caps.bonus_before_trick == game.hand_size - 1:
            yield sentence("{path} is {value}, as it is where nothing is said", path=path, value=game.hand_size - 1)
        case "match.end" if game.match.end == "bank" and game.match.pay_to != "bank":
            yield sentence(
                "{path} is bank, which is all_tokens unless {other} is bank", path=path, other="match.pay_to"
            )
        case "may_review_tricks" if game.may_review_tricks >= game.hand_size:
            yield sentence(
                "{path} is {value}; before the end there are {most}",
                path=path,
                value=game.may_review_tricks,
                most=game.hand_size - 1,
            )


def _with(game: Three04Ruleset, path: str, value: Any) -> list[int]:
    """Return the numbers that could be bid with another value of a parameter of `Bids`."""
    return ladder(replace(game, bids=replace(game.bids, **{path.partition(".")[2]: value})))


def _says_bands(game: Three04Ruleset, bids: list[int]) -> Iterator[Term]:
    bands = game.pay.bands
    for band in bands[1:]:
        if band.least not in bids:
            yield sentence("{path}: nobody can bid {value}", path="pay.bands", value=band.least)
    if bands[0].least != bids[0]:
        yield sentence(
            "{path} begin at {value}; the least bid is {least}", path="pay.bands", value=bands[0].least, least=bids[0]
        )
    for band, following in pairwise(bands):
        if (band.win, band.lose) == (following.win, following.lose):
            yield sentence(
                "{path}: from {value} on it pays what it does from {before} on",
                path="pay.bands",
                value=following.least,
                before=band.least,
            )


def _worths(game: Three04Ruleset) -> set[int]:
    """Return the possible card points of a hand in the first auction, without 0."""
    worths = {(0, 0)}
    for points in game.pack.points * len(game.pack.suits):
        worths |= {(cards + 1, worth + points) for cards, worth in worths}
    return {worth for cards, worth in worths if cards == game.cards_before("auction4") and worth}
