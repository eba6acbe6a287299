"""Whether deals are settled as their cards tell (003 "Scoring")."""

from __future__ import annotations

import numpy as np

from domain.bulk.deals import NOBODY, Flags, Numbers, Small
from domain.bulk.jass.contract import Contract
from domain.bulk.jass.deals import Results
from domain.bulk.jass.talk import Weis
from domain.bulk.jass.terms import Terms
from domain.bulk.jass.tricks import Tricks


def settled(
    results: Results, contract: Contract, maker: Small, tricks: Tricks, weis: Weis, stoeck: Small, terms: Terms
) -> Flags:
    """Whether points, tricks, success, scores and reasons are right; ``stoeck``: who scores it, or `NOBODY`."""
    game = terms.game
    match = (tricks.tricks[0] == 0) | (tricks.tricks[1] == 0)
    bonus = np.where(match, np.int16(game.bonus.last_trick + game.bonus.match), np.int16(game.bonus.last_trick))
    points = tricks.points + _for(tricks.last, bonus)
    made = np.where(maker & 1 == 1, points[1], points[0]) >= contract.number

    has_stoeck = stoeck != NOBODY
    score = points + _for(np.where(made, maker, maker + np.uint8(1)), contract.number * contract.factor)
    score += _for(weis.best, weis.total) + _for(stoeck, np.where(has_stoeck, np.int16(game.stoeck.points), np.int16(0)))

    doubled = contract.factor == game.double.factor
    good: Flags = (results.made == made) & (results.match == match)
    good &= (results.doubled == doubled) & (results.redoubled == ((contract.factor > 1) & ~doubled))
    good &= (results.weis == (weis.best != NOBODY)) & (results.stoeck == has_stoeck)
    for told, right in ((results.points, points), (results.tricks, tricks.tricks), (results.score, score)):
        good &= np.logical_and.reduce(told == right)
    return good


def _for(seat: Small, points: Numbers) -> Numbers:
    """So many points for the team of a seat and none for the other, (2, deals)."""
    second: Numbers = points * (seat & np.uint8(1))
    return np.stack([points - second, second])
