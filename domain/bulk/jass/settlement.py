"""Whether deals are settled as their cards tell (003 "Scoring")."""

from __future__ import annotations

import numpy as np

from domain.bulk.deals import NOBODY, Flags, Small
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
    deals = np.arange(maker.size)
    declarers, last = maker & 1, tricks.last & 1
    match = np.logical_and.reduce(tricks.tricks) == 0
    points = tricks.points.copy()
    points[last, deals] += np.int16(game.bonus.last_trick) + np.int16(game.bonus.match) * match
    made = points[declarers, deals] >= contract.number

    score = points.copy()
    score[np.where(made, declarers, 1 - declarers), deals] += contract.number * contract.factor
    score[weis.best & 1, deals] += weis.total
    has_stoeck = stoeck != NOBODY
    score[stoeck & 1, deals] += np.int16(game.stoeck.points) * has_stoeck

    doubled = contract.factor == game.double.factor
    good: Flags = (results.made == made) & (results.match == match)
    good &= (results.doubled == doubled) & (results.redoubled == ((contract.factor > 1) & ~doubled))
    good &= (results.weis == (weis.best != NOBODY)) & (results.stoeck == has_stoeck)
    for told, right in ((results.points, points), (results.tricks, tricks.tricks), (results.score, score)):
        good &= np.logical_and.reduce(told == right)
    return good
