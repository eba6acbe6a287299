"""Find values of the parameters of Sidi Barrani that have no effect (`domain.engine.idle`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from domain.engine.game import Condition
from domain.games.sidi.ruleset import UNDENUFE, SidiRuleset

WAITS: Final[tuple[Condition, ...]] = (
    (("double.until", "double.factor"), lambda g: g.double.mode != "none", "where bids are doubled (double.mode)"),
    (("double.redouble_factor",), lambda g: g.double.mode == "redouble", "where double.mode is redouble"),
    (
        ("trump", "undertrump", "stoeck"),
        lambda g: bool({*g.denominations} & {*g.pack.suits}),
        "where a trump suit can be bid",
    ),
    (("undenufe",), lambda g: UNDENUFE in g.denominations, "where Undenufe can be bid"),
    (("weis.table", "weis.undeclared_partner_scores"), lambda g: g.weis.enabled, "where weis.enabled"),
    (("stoeck.points", "stoeck.claim"), lambda g: g.stoeck.enabled, "where stoeck.enabled"),
)


def explain_idle(base: SidiRuleset, game: SidiRuleset, path: str) -> Iterator[str]:
    match path:
        case "may_review_tricks" if game.may_review_tricks >= game.hand_size:
            yield f"may_review_tricks is {game.may_review_tricks}; before the end there are {game.hand_size - 1}"
        case "weis.table.sequences" if len({*game.weis.table.sequences[-2:]}) < min(2, len(game.weis.table.sequences)):
            yield "weis.table.sequences: a longer sequence is worth as much as the last; write it once"
