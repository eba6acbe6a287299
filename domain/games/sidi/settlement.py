"""Settle a deal: the score of each team (003 "Scoring").

Each team scores its card points, its Weis and Stöck. The number of the contract, doubled or not, goes to the declarer's
team if the contract was made, to the opponents if it failed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.facts import DealSettled
from domain.engine.state import NOBODY
from domain.games.sidi.orders import orders

if TYPE_CHECKING:
    from domain.games.sidi.state import SidiState


def settle(s: SidiState) -> DealSettled | None:
    """Return the settlement of a deal; None while it is not over."""
    if not s.outcome:
        return None
    rules = s.rules
    teams = rules.ruleset.seating.teams
    nothing = dict.fromkeys(teams, 0)
    points = dict(zip(teams, s.points, strict=True))
    tricks = dict(zip(teams, s.tricks, strict=True))
    if s.outcome != "played":
        return DealSettled(s.outcome, nothing, points, tricks, score=dict(nothing))
    won = is_contract_made(s)
    reasons = ["contract-made" if won else "contract-failed"]
    double = rules.ruleset.double
    if s.factor > 1:
        reasons.append("doubled" if s.factor == double.factor else "redoubled")
    if not all(s.tricks):
        reasons.append("match")
    if s.side != NOBODY:
        reasons.append("weis")
    if s.stoeck != NOBODY:
        reasons.append("stoeck")
    score = dict(zip(teams, score_so_far(s), strict=True))
    return DealSettled("played", nothing, points, tricks, won, tuple(reasons), score)


def settle_play(s: SidiState, points: int, end: SidiState | None) -> DealSettled | None:
    """Return the settlement if the play ends so (`domain.engine.game.Game.settle_play`), with the Weis of ``end``."""
    game, s = s.rules.ruleset, s.copy()
    s.outcome = "played"
    if end is not None:
        s.weis, s.side, s.stoeck = end.weis, end.side, end.stoeck
    total = sum(orders(game)[s.denomination].points.values()) + game.bonus.last_trick
    match = game.bonus.match
    ours = s.maker & 1
    s.points[ours] = max(points, 0)
    s.points[1 - ours] = total + match if match and points == -match else max(total - points, 0)
    s.tricks = [1, 1]
    if match and points in (total + match, -match):
        s.tricks[1 - ours if points > 0 else ours] = 0
    return settle(s)


def score_so_far(s: SidiState) -> list[int]:
    """Return the points that each team has scored so far, by its number; after the end, with the contract."""
    score = s.points[:]
    if s.side != NOBODY:
        score[s.side] += sum(value for values in s.weis for value in values or ())
    if s.stoeck != NOBODY:
        score[s.stoeck & 1] += s.rules.ruleset.stoeck.points
    if s.outcome == "played":
        declarers = s.maker & 1
        score[declarers if is_contract_made(s) else 1 - declarers] += s.bid * s.factor
    return score


def is_contract_made(s: SidiState) -> bool:
    """Return whether the declarer's team has at least the points of its contract."""
    return s.points[s.maker & 1] >= s.bid
