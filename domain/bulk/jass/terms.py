"""What the ruleset of a Jass means here: its numbers as tables; or that it has a rule which is not known here.

As in `domain.bulk.terms`, each parameter is in one of three lists; one that is in none makes its ruleset unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from domain.bulk.deals import BIDS, SEATS, SUITS, Small
from domain.bulk.jass.contract import Auctions, auctions_of
from domain.bulk.jass.deals import (
    BATCH,
    DENOMINATIONS,
    HAND,
    LANE,
    OBENABE,
    UNDENUFE,
    Masks,
    denominations,
    spread,
)
from domain.bulk.jass.weis import ITEMS, Combinations
from domain.bulk.terms import parameters
from domain.jass.orders import orders
from domain.jass.ruleset import JassRuleset
from domain.packs import tables
from domain.rules import Rules

READ: Final = frozenset({
    "pack.ranks", "pack.points", "pack.suits", "seating.seats", "seating.teams", "stages",
    "trump.ranks", "trump.points", "trump.others", "undenufe.values", "denominations", "bids.ladder",
    "double.mode", "double.until", "double.window_257", "double.factor", "double.redouble_factor",
    "weis.enabled", "weis.table.sequences", "weis.table.fours", "weis.undeclared_partner_scores",
    "stoeck.enabled", "stoeck.points", "bonus.last_trick", "bonus.match",
})  # fmt: skip
"""Parameters whose every value is heeded."""

FIXED: Final[Mapping[str, Any]] = {
    "undertrump.reference": "highest",
    "undertrump.all_trumps": "free",
    "stoeck.claim": "automatic",
}
"""Parameters of which only this value is known here."""

WITHOUT_EFFECT: Final = frozenset({
    "key", "version", "name", "shuffle", "may_review_tricks", "reveal.after_hand", "violation",
    "match.target", "match.double_below", "match.tie", "match.end",
})  # fmt: skip
"""Parameters that make no difference to a deal."""

STAGES: Final = ("cut", *[f"deal {BATCH}"] * (HAND // BATCH), "contract", "tricks")
"""The only course of a deal that is known here."""
TRUMP: Final = 1
"""The order of the trump suit; the other suits beside it have order 0."""
MOST: Final = 9999
"""The highest score that four digits tell."""


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """A ruleset that is known here, as tables; by denomination where nothing else is said."""

    game: JassRuleset
    auctions: Auctions
    combinations: Combinations
    order: Small
    """Which order the suits have that are not trumps."""
    strength: bytes
    """By order and rank, `LANE` to each order; a table for `translated`, like `points`."""
    points: bytes
    puur: Masks
    stoeck: Masks
    """King and Ober of trumps; no cards where they do not count."""


def terms_of(rules: Rules) -> Terms | None:
    """The tables of a ruleset; None when it has a rule that is not known here."""
    game = rules.game
    if not isinstance(game, JassRuleset):
        return None
    given = parameters(game)
    if any(given.pop(name, None) != value for name, value in FIXED.items()):
        return None
    if given.keys() - READ - WITHOUT_EFFECT or not _of_the_usual_shape(game):
        return None
    order = np.zeros(DENOMINATIONS, np.uint8)
    order[OBENABE], order[UNDENUFE] = TRUMP + 1, TRUMP + 2
    strength, points = _orders(game)
    known = [orders(game)[each] for each in denominations(game)]
    return Terms(
        game=game,
        auctions=auctions_of(rules),
        combinations=Combinations(game),
        order=order,
        strength=strength,
        points=points,
        puur=_sets([each.puur for each in known]),
        stoeck=_sets([each.stoeck * game.stoeck.enabled for each in known]),
    )


def _of_the_usual_shape(game: JassRuleset) -> bool:
    """Four suits of nine cards, dealt in three batches; points, bids and scores that fit their columns."""
    pack = game.pack
    weis = (*game.weis.table.sequences, *game.weis.table.fours)
    most = game.most + game.bids.ladder[-1] * game.double.redouble_factor + game.stoeck.points
    return (
        game.stages == STAGES
        and len(game.seating.seats) == SEATS
        and (len(pack.suits), len(pack.ranks)) == (SUITS, HAND)
        and all(0 < points < BIDS for points in game.bids.ladder)
        and all(0 <= points < 256 // SEATS for each in orders(game).values() for points in each.points.values())
        and min(game.bonus.last_trick, game.bonus.match, game.stoeck.points) >= 0
        and all(0 <= value < BIDS for value in weis)
        and most + SEATS // 2 * ITEMS * max(weis) <= MOST
    )


def _orders(game: JassRuleset) -> tuple[bytes, bytes]:
    """The strength and the points of each rank in each order, as the engine has them."""
    strength, points = bytearray(256), bytearray(256)
    table, names = tables(game.pack), denominations(game)
    first, second, *_ = tuple(game.pack.suits)
    for place, (denomination, suit) in enumerate(
        [(first, second), (first, first), (names[OBENABE], first), (names[UNDENUFE], first)]
    ):
        order = orders(game)[denomination]
        whole = table.suit[suit]
        for rank, card in enumerate(game.pack.ranks):
            bit = table.bit[card + suit]
            strength[place * LANE + rank] = (whole & ~order.beats[bit]).bit_count() - 1
            points[place * LANE + rank] = order.points[bit]
    return bytes(strength), bytes(points)


def _sets(masks: list[int]) -> Masks:
    """Sets of cards of the engine."""
    return np.array([spread(mask) for mask in masks], np.uint64)
