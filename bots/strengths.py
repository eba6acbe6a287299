"""The strengths of bots. docs/teaching.md says how they were measured against each other."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bots.styles import STYLES, Style


@dataclass(frozen=True, slots=True)
class Strength:
    """How well a bot plays."""

    name: str
    style: Style
    """Its style by rules of thumb, which decide the bidding and, if it draws no deals, the cards."""
    deals: int = 0
    """The most deals that it draws to compare its cards (`analysis.seat`); 0 to play by rules of thumb."""
    budget: int = 0
    """The positions after which it draws no further deal."""


STRENGTHS: Final = MappingProxyType(
    {
        each.name: each
        for each in (
            Strength("beginner", STYLES["steady"]),
            Strength("club", STYLES["crafty"], deals=4, budget=400_000),
            Strength("expert", STYLES["crafty"], deals=40, budget=1_200_000),
        )
    }
)
"""The strengths by name, from the weakest to the strongest."""
