"""Find values of the parameters of 304 that have no effect (`domain.engine.idle`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from domain.engine.game import Condition
from domain.engine.idle import of_group

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
    (("redeal.after_ask", "redeal.max"), lambda g: g.redeal.threshold is not None, "with a redeal.threshold"),
    (("redeal.after_ask",), lambda g: g.ask_partner.allowed, "where ask_partner.allowed"),
    (("ask_partner",), lambda g: g.partners > 0, "where players have partners"),
    (
        ("ask_partner.back", "ask_partner.when_partner_high"),
        lambda g: g.ask_partner.allowed,
        "where ask_partner.allowed",
    ),
    (("auction4.over_partner_minimum",), lambda g: g.partners > 0, "where players have partners"),
    (
        ("auction4.high_bidder_turn",),
        lambda g: g.auction4.later_turn_minimum is not None,
        "where auction4.later_turn_minimum lets players bid twice",
    ),
    (("auction8",), lambda g: "auction8" in g.stages, "where the stages have a second auction"),
    (
        OF_SECOND_AUCTION,
        lambda g: g.two_auctions,
        "where auction8.held",
    ),
    (("auction8.ask_partner",), lambda g: g.partners > 0, "where players have partners"),
    (("pcc", "pay.pcc"), lambda g: g.two_auctions, "where there is a second auction, in which it is bid"),
    (
        ("exhausted.applies_in_courts",),
        lambda g: g.court.half != "off" or g.court.full,
        "with court.half or court.full",
    ),
    (("pay.half_court",), lambda g: g.court.half != "off", "with court.half"),
    (("pay.full_court",), lambda g: g.court.full, "with court.full"),
    (
        OF_CAPS,
        lambda g: g.caps.teams != "nobody",
        "where somebody calls Caps (caps.teams)",
    ),
    (("caps.external", "caps.external_wrong"), lambda g: g.caps.teams == "both", "where caps.teams is both"),
    (("caps.external_wrong",), lambda g: g.caps.external != "off", "with caps.external"),
    (
        ("caps.bonus_before_trick",),
        lambda g: g.caps.bonus > 0 or g.caps.external == "fixed_8",
        "where Caps pays extra",
    ),
    (("double.after_trick", "double.bonus", "double.penalty"), lambda g: g.double.allowed, "where double.allowed"),
    (("marriages.trump", "marriages.plain"), lambda g: g.marriages.allowed, "where marriages.allowed"),
    (
        ("violation.plus",),
        lambda g: g.violation.remedy == "award_game_plus",
        "where violation.remedy is award_game_plus",
    ),
    (("match.decimal_target",), lambda g: g.match.end == "points", "where match.end is points"),
    (("match.tokens", "match.pay_to"), lambda g: g.match.end != "points", "where a match is for tokens"),
)

# --- values that mean the same as another value ---------------------------------------------------------


def ladder(game: Three04Ruleset) -> list[int]:
    """Return all numbers that may be bid, the lowest first."""
    return [points for points in range(game.auction4.minimum, game.bids.maximum + 1) if game.bids.allows(points)]


def explain_idle(base: Three04Ruleset, game: Three04Ruleset, path: str) -> Iterator[str]:
    bids = ladder(game)
    match path:
        case "bids.maximum" if game.bids.maximum != bids[-1]:
            yield f"bids.maximum is {game.bids.maximum}, which nobody can bid: the highest bid is {bids[-1]}"
        case "bids.step" | "bids.step_from_200" | "bids.five_step_starts":
            group, name = path.split(".")
            before = getattr(getattr(base, group), name)
            if _with(game, path, before) == bids:
                yield f"{path} says nothing here: the numbers that one may bid are the same as with {before}"
        case "redeal.threshold" if game.redeal.threshold not in (None, *_worths(game)):
            worths = ", ".join(map(str, sorted(_worths(game))[:12]))
            yield f"redeal.threshold is {game.redeal.threshold}; no hand is worth just that: {worths} and so on"
        case "closed.reveal_from" if game.closed.reveal_from not in (*bids, bids[-1] + 1):
            never = f"{bids[-1] + 1} for none of them"
            yield f"closed.reveal_from is {game.closed.reveal_from}; write a number that one can bid, or {never}"
        case "pay.bands":
            yield from _says_bands(game, bids)
        case "caps.bonus_before_trick" if game.caps.bonus_before_trick == game.hand_size - 1:
            yield f"caps.bonus_before_trick is {game.hand_size - 1}, as it is where nothing is said"
        case "match.end" if game.match.end == "bank" and game.match.pay_to != "bank":
            yield "match.end is bank, which is all_tokens unless match.pay_to is bank"
        case "may_review_tricks" if game.may_review_tricks >= game.hand_size:
            yield f"may_review_tricks is {game.may_review_tricks}; before the end there are {game.hand_size - 1}"


def _with(game: Three04Ruleset, path: str, value: Any) -> list[int]:
    """Return the numbers that could be bid with another value of a parameter of `Bids`."""
    return ladder(replace(game, bids=replace(game.bids, **{path.partition(".")[2]: value})))


def _says_bands(game: Three04Ruleset, bids: list[int]) -> Iterator[str]:
    bands = game.pay.bands
    for band in bands[1:]:
        if band.least not in bids:
            yield f"pay.bands: nobody can bid {band.least}"
    if bands[0].least != bids[0]:
        yield f"pay.bands begin at {bands[0].least}; the least bid is {bids[0]}"
    for band, following in pairwise(bands):
        if (band.win, band.lose) == (following.win, following.lose):
            yield f"pay.bands: from {following.least} on it pays what it does from {band.least} on"


def _worths(game: Three04Ruleset) -> set[int]:
    """Return the possible card points of a hand in the first auction, without 0."""
    worths = {(0, 0)}
    for points in game.pack.points * len(game.pack.suits):
        worths |= {(cards + 1, worth + points) for cards, worth in worths}
    return {worth for cards, worth in worths if cards == game.cards_before("auction4") and worth}
