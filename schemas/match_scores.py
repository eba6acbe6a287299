"""Shapes of a deal in its match: what it paid, and the score before and after it."""

from __future__ import annotations

from schemas import answer_fields as f
from schemas.base import Answer


class DealInMatch(Answer):
    """A deal in its match, by team in tokens or points."""

    number = f.integer("the number of the deal in the match")
    by_points = f.flag("whether the match is played for points, not for tokens")
    stake = f.integer("the tokens that each team begins with; 0 in a match for points")
    goal = f.integer("the points with which a team wins; 0 if tokens decide the match, or it has no end")
    before = f.by_key(f.integer(), "what each team held before the deal")
    balance = f.by_key(f.integer(), "what each team holds now")
    paid = f.optional(f.by_key(f.integer(), "what each team won (+) or lost (-) by the deal, once it counts"))


class PracticeMatch(DealInMatch):
    """The match of a practice deal."""

    over = f.flag("whether the match is over")
    winner = f.or_null(f.text("the team that has won; null before the end of the match"))
    why = f.optional(f.one_of("tokens", "target", "double", description="how the match ended"))
