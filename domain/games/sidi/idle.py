"""Find values of the parameters of Sidi Barrani that have no effect (`domain.engine.idle`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from domain.engine.game import Condition
from domain.engine.words.values import Term, sentence
from domain.games.sidi.ruleset import UNDENUFE, SidiRuleset

WAITS: Final[tuple[Condition, ...]] = (
    (
        ("double.until", "double.factor"),
        lambda g: g.double.mode != "none",
        sentence("where bids are doubled ({path})", path="double.mode"),
    ),
    (
        ("double.redouble_factor",),
        lambda g: g.double.mode == "redouble",
        sentence("where {path} is redouble", path="double.mode"),
    ),
    (
        ("trump", "undertrump", "stoeck"),
        lambda g: bool({*g.denominations} & {*g.pack.suits}),
        sentence("where a trump suit can be bid"),
    ),
    (("undenufe",), lambda g: UNDENUFE in g.denominations, sentence("where Undenufe can be bid")),
    (
        ("weis.table", "weis.undeclared_partner_scores"),
        lambda g: g.weis.enabled,
        sentence("where {path}", path="weis.enabled"),
    ),
    (("stoeck.points", "stoeck.claim"), lambda g: g.stoeck.enabled, sentence("where {path}", path="stoeck.enabled")),
)


def explain_idle(base: SidiRuleset, game: SidiRuleset, path: str) -> Iterator[Term]:
    match path:
        case "may_review_tricks" if game.may_review_tricks >= game.hand_size:
            yield sentence(
                "{path} is {value}; before the end there are {most}",
                path=path,
                value=game.may_review_tricks,
                most=game.hand_size - 1,
            )
        case "weis.table.sequences" if len({*game.weis.table.sequences[-2:]}) < min(2, len(game.weis.table.sequences)):
            yield sentence("{path}: a longer sequence is worth as much as the last; write it once", path=path)
