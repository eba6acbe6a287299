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
    declarers = maker & 1
    match = (tricks.tricks[0] == 0) | (tricks.tricks[1] == 0)
    points = tricks.points + _for(tricks.last & 1, game.bonus.last_trick + np.int16(game.bonus.match) * match)
    made = np.where(declarers == 1, points[1], points[0]) >= contract.number

    has_stoeck = stoeck != NOBODY
    score = points + _for(np.where(made, declarers, 1 - declarers), contract.number * contract.factor)
    score += _for(weis.best & 1, weis.total) + _for(stoeck & 1, np.int16(game.stoeck.points) * has_stoeck)

    doubled = contract.factor == game.double.factor
    good: Flags = (results.made == made) & (results.match == match)
    good &= (results.doubled == doubled) & (results.redoubled == ((contract.factor > 1) & ~doubled))
    good &= (results.weis == (weis.best != NOBODY)) & (results.stoeck == has_stoeck)
    for told, right in ((results.points, points), (results.tricks, tricks.tricks), (results.score, score)):
        good &= np.logical_and.reduce(told == right)
    return good


def _for(team: Small, points: Numbers) -> Numbers:
    """So many points for a team and none for the other, (2, deals)."""
    second: Numbers = points * team
    return np.stack([points - second, second])
