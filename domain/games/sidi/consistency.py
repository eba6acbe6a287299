"""Check that a game with these parameters of Sidi Barrani can be played."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from domain.engine.consistency import DEAL
from domain.engine.seats import FOUR
from domain.games.sidi.ruleset import OBENABE, UNDENUFE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.games.sidi.ruleset import SidiRuleset

STAGES: Final = re.compile(rf"cut(,{DEAL})+,contract,tricks")
MOST_POINTS: Final = 10_000
"""The highest sum of the points of a pack's cards."""


def wrong_parameters(game: SidiRuleset) -> Iterator[str]:
    """Yield a sentence for each fault in the parameters."""
    if not STAGES.fullmatch(",".join(game.stages)):
        yield "the stages are cut, deal (once or more), contract and, at the end, tricks"
    if game.seating != FOUR:
        yield f"seating: a Jass is for {' '.join(FOUR.seats)} in the teams {', '.join(FOUR.teams)}"
    ranks = game.pack.ranks
    if sorted(game.trump.ranks) != sorted(ranks):
        yield f"trump.ranks must order the ranks {ranks}"
    if not len(ranks) == len(game.trump.points) == len(game.trump.others):
        yield "trump.points and trump.others must have a value for each rank"
    offered = game.denominations
    if not offered or not set(offered) <= {*game.pack.suits, OBENABE, UNDENUFE} or len(set(offered)) < len(offered):
        yield f"denominations are some of {', '.join((*game.pack.suits, OBENABE, UNDENUFE))}, each once"
    if len(totals := {game.worth(each) for each in offered}) > 1:
        values = ", ".join(f"{each} {game.worth(each)}" for each in offered)
        yield f"the pack must be worth the same points in every denomination; here are {values}"
    if not 0 < max(totals) <= MOST_POINTS:
        yield f"the cards must be worth 1 to {MOST_POINTS} points together; they are worth {max(totals)}"
    yield from _bids(game)
    yield from _weis(game)
    if game.match.target < 1:
        yield "match.target must be at least 1"
    if game.match.double_below > game.match.target:
        yield f"match.double_below is {game.match.double_below}; a match is for {game.match.target} points"
    if game.may_review_tricks > game.hand_size:
        yield f"may_review_tricks is {game.may_review_tricks}; a deal has {game.hand_size} tricks"


def _bids(game: SidiRuleset) -> Iterator[str]:
    ladder = game.bids.ladder
    if not ladder or list(ladder) != sorted(set(ladder)) or ladder[0] < 1:
        yield f"bids.ladder must rise; it is {list(ladder)}"
    if ladder[-1] > game.most:
        yield f"bids.ladder goes up to {ladder[-1]}; a deal has {game.most} points, the Match among them"
    if not 1 < game.double.factor < game.double.redouble_factor:
        yield "double.factor must be more than 1, and redouble_factor more than that"


def _weis(game: SidiRuleset) -> Iterator[str]:
    table = game.weis.table
    if len(table.fours) != len(game.pack.ranks) or not table.sequences:
        yield "weis.table needs a value for three cards and one for four of each rank"
    if list(table.sequences) != sorted(table.sequences) or len(table.sequences) > max(1, len(game.pack.ranks) - 2):
        yield "weis.table.sequences: a longer sequence is worth no less, and none has more cards than a suit"
    if game.stoeck.enabled and not {"K", "Q"} <= set(game.pack.ranks):
        yield "stoeck needs kings and queens in the pack"
