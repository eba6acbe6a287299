"""The strengths of bots. docs/teaching.md says how they were measured against each other."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bots.styles import STYLES, Style


@dataclass(frozen=True, slots=True)
class Strength:
    """A strength of bots: how they choose their bids and cards."""

    name: str
    style: Style
    """Its style by rules of thumb, which decide the bidding and, where it compares no drawn deals, the cards."""
    deals: int = 0
    """The most deals that it draws to compare its cards (`analysis.seat`); 0 to play by rules of thumb."""
    budget: int = 0
    """The positions after which it draws no further deal."""

    @property
    def limit(self) -> int:
        """Return the most positions that one drawn deal may take: twice its share of the budget."""
        return 2 * self.budget // max(self.deals, 1)


CLUB: Final = Style("club", margin=20, contract_margin=8, jump=0.2, opens=0.85, gambles=0.6, slack=0.01)
EXPERT: Final = Style("expert", margin=22, contract_margin=0, jump=0.0, opens=0.85, gambles=0.6, slack=0.0)
"""The reserves behind their bids were fitted in duplicate deals against `beginner`."""


STRENGTHS: Final = MappingProxyType(
    {
        each.name: each
        for each in (
            Strength("beginner", STYLES["steady"]),
            Strength("club", CLUB, deals=4, budget=100_000),
            Strength("expert", EXPERT, deals=16, budget=400_000),
        )
    }
)
"""The strengths by name, from the weakest to the strongest."""
