"""Check that a game with these parameters of Sidi Barrani can be played."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from domain.engine.consistency import DEAL
from domain.engine.seats import FOUR
from domain.engine.words.values import Listing, Term, sentence
from domain.games.sidi.ruleset import OBENABE, UNDENUFE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.games.sidi.ruleset import SidiRuleset

STAGES: Final = re.compile(rf"cut(,{DEAL})+,contract,tricks")
MOST_POINTS: Final = 10_000
"""The highest sum of the points of a pack's cards."""


def wrong_parameters(game: SidiRuleset) -> Iterator[Term]:
    """Yield a sentence for each fault in the parameters."""
    if not STAGES.fullmatch(",".join(game.stages)):
        yield sentence("the stages are cut, deal (once or more), contract and, at the end, tricks")
    if game.seating != FOUR:
        yield sentence(
            "{path}: a Jass is for {seats} in the teams {teams}",
            path="seating",
            seats=" ".join(FOUR.seats),
            teams=", ".join(FOUR.teams),
        )
    ranks = game.pack.ranks
    if sorted(game.trump.ranks) != sorted(ranks):
        yield sentence("{path} must order the ranks {ranks}", path="trump.ranks", ranks=ranks)
    if not len(ranks) == len(game.trump.points) == len(game.trump.others):
        yield sentence("{path} and {other} must have a value for each rank", path="trump.points", other="trump.others")
    offered = game.denominations
    if not offered or not set(offered) <= {*game.pack.suits, OBENABE, UNDENUFE} or len(set(offered)) < len(offered):
        some = Listing((*game.pack.suits, OBENABE, UNDENUFE))
        yield sentence("{path} are some of {some}, each once", path="denominations", some=some)
    if len(totals := {game.worth(each) for each in offered}) > 1:
        values = ", ".join(f"{each} {game.worth(each)}" for each in offered)
        yield sentence("the pack must be worth the same points in every denomination; here are {values}", values=values)
    if not 0 < max(totals) <= MOST_POINTS:
        yield sentence(
            "the cards must be worth 1 to {most} points together; they are worth {value}",
            most=MOST_POINTS,
            value=max(totals),
        )
    yield from _bids(game)
    yield from _weis(game)
    if game.match.target < 1:
        yield sentence("{path} must be at least 1", path="match.target")
    if game.match.double_below > game.match.target:
        yield sentence(
            "{path} is {value}; a match is for {target} points",
            path="match.double_below",
            value=game.match.double_below,
            target=game.match.target,
        )
    if game.may_review_tricks > game.hand_size:
        yield sentence(
            "{path} is {value}; a deal has {tricks} tricks",
            path="may_review_tricks",
            value=game.may_review_tricks,
            tricks=game.hand_size,
        )


def _bids(game: SidiRuleset) -> Iterator[Term]:
    ladder = game.bids.ladder
    if not ladder or list(ladder) != sorted(set(ladder)) or ladder[0] < 1:
        yield sentence("{path} must rise; it is {value}", path="bids.ladder", value=str(list(ladder)))
    if ladder[-1] > game.most:
        yield sentence(
            "{path} goes up to {value}; a deal has {most} points, the Match among them",
            path="bids.ladder",
            value=ladder[-1],
            most=game.most,
        )
    if not 1 < game.double.factor < game.double.redouble_factor:
        yield sentence(
            "{path} must be more than 1, and {other} more than that",
            path="double.factor",
            other="double.redouble_factor",
        )


def _weis(game: SidiRuleset) -> Iterator[Term]:
    table = game.weis.table
    if len(table.fours) != len(game.pack.ranks) or not table.sequences:
        yield sentence("{path} needs a value for three cards and one for four of each rank", path="weis.table")
    if list(table.sequences) != sorted(table.sequences) or len(table.sequences) > max(1, len(game.pack.ranks) - 2):
        yield sentence(
            "{path}: a longer sequence is worth no less, and none has more cards than a suit",
            path="weis.table.sequences",
        )
    if game.stoeck.enabled and not {"K", "Q"} <= set(game.pack.ranks):
        yield sentence("{path} needs kings and queens in the pack", path="stoeck")
