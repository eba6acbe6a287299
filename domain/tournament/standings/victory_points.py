"""Victory points: the imps of an encounter on the continuous scale of the World Bridge Federation, from 20 to 0.

A side that wins M imps on N boards gets ``10 + 10 (1 - R^(M / B)) / (1 - R)``, where ``B = 15 √N`` and
``R = τ³ = √5 - 2`` for the golden section ``τ = (√5 - 1) / 2``, rounded to hundredths, and at most 20; the other side
gets the rest of 20 (*The New WBF IMP to VP Scales*, technical report of the WBF Scoring Panel, January 2013).

By the report no imp is worth more than the one before it, which the rounding would break at some places. So a value is
raised by a hundredth wherever the next imp would be worth more, until that holds everywhere. The result does not depend
on the order of the corrections: it is the lowest scale of hundredths above the rounded one with this property.

The scale is made for whole imps. Weighted scores and cross-imps give fractions of an imp (ours): between two whole
numbers of imps, the value lies on the straight line, rounded to the nearest hundredth.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import floor, isqrt
from typing import Final

VICTORY_POINTS: Final = "victory-points"
"""The name in the ``counts`` of terms."""
DRAW: Final = 1000
"""Hundredths of a victory point for a drawn encounter."""
MOST: Final = 2 * DRAW
DIGITS: Final = 50
"""Digits of the calculation, far more than the rounding to hundredths needs."""


def victory_points(imps: Fraction, boards: int) -> Fraction:
    """Return the victory points of a side that won so many imps (lost, if negative) on 1 or more boards."""
    points = _interpolated(scale(boards), abs(imps))
    return Fraction(points if imps >= 0 else MOST - points, 100)


def _interpolated(values: tuple[int, ...], imps: Fraction) -> int:
    """Return the hundredths for 0 or more imps, rounded to the nearest one."""
    whole = floor(imps)
    if whole >= len(values) - 1:
        return MOST
    return floor(values[whole] + (imps - whole) * (values[whole + 1] - values[whole]) + Fraction(1, 2))


@lru_cache(maxsize=64)
def scale(boards: int) -> tuple[int, ...]:
    """Return the hundredths for 0, 1, 2 … imps on so many boards, up to the first number of imps that gives 20."""
    limit = isqrt(225 * boards - 1) + 1
    values = [_rounded(imps, boards) for imps in range(limit + 1)]
    raised = True
    while raised:
        raised = False
        for imps in range(1, limit):
            if values[imps + 1] - values[imps] > values[imps] - values[imps - 1]:
                values[imps] += 1
                raised = True
    return tuple(values)


def _rounded(imps: int, boards: int) -> int:
    """Return the hundredths of the formula."""
    with localcontext() as context:
        context.prec = DIGITS
        ratio = Decimal(5).sqrt() - 2
        exponent = Decimal(imps) / (15 * Decimal(boards).sqrt())
        points = DRAW + DRAW * (1 - ratio**exponent) / (1 - ratio)
        return min(MOST, int(points.quantize(Decimal(1), ROUND_HALF_UP)))
