"""How somebody plays: a few numbers in which one player differs from another."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Style:
    """One way to play. Shares are between 0 and 1."""

    name: str
    margin: int = 16
    """Points of reserve a bid is made with: the fewer, the bolder."""
    jump: float = 0.35
    """How often more is bid than needed, to keep others out."""
    asks: float = 0.6
    """How often partner is asked, when strong cards lie in every suit."""
    opens: float = 0.7
    """How often an open game is chosen, when there is a reason."""
    gambles: float = 0.5
    """How often a cut is tried in the dark, with a trick worth it."""
    slack: float = 0.03
    """How often a card is played without thinking."""
    redeals: float = 0.8
    """How often a hand that may be rejected is."""


STYLES: Final = MappingProxyType(
    {
        style.name: style
        for style in (
            Style("steady"),
            Style("bold", margin=9, jump=0.55, gambles=0.75, slack=0.04),
            Style("careful", margin=24, jump=0.2, asks=0.8, opens=0.5, gambles=0.3, slack=0.02),
            Style("crafty", margin=15, jump=0.4, asks=0.4, opens=0.85, gambles=0.6, slack=0.01),
        )
    }
)
"""The styles by name."""
