"""Styles of play by rules of thumb: the numbers in which players differ."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Style:
    """A style of play. Shares are between 0 and 1."""

    name: str
    margin: int = 16
    """The points of reserve behind each bid of 304; a smaller number is bolder."""
    contract_margin: int = 16
    """The points of reserve behind each contract of a Jass; a smaller number is bolder."""
    jump: float = 0.35
    """The share of bids higher than needed, to keep others out."""
    asks: float = 0.6
    """The share of hands with strong cards in every suit on which the partner is asked."""
    opens: float = 0.7
    """The share of hands suited for an open trump on which the trump is opened."""
    gambles: float = 0.5
    """The share of valuable tricks in which the player tries a face-down card of the likely trump suit."""
    slack: float = 0.03
    """The share of cards played at random."""
    redeals: float = 0.8
    """The share of rejectable hands that are rejected."""


STYLES: Final = MappingProxyType(
    {
        style.name: style
        for style in (
            Style("steady"),
            Style("bold", margin=9, contract_margin=9, jump=0.55, gambles=0.75, slack=0.04),
            Style("careful", margin=24, contract_margin=24, jump=0.2, asks=0.8, opens=0.5, gambles=0.3, slack=0.02),
            Style("crafty", margin=15, contract_margin=15, jump=0.4, asks=0.4, opens=0.85, gambles=0.6, slack=0.01),
        )
    }
)
"""The styles by name."""
