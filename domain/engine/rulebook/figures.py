"""The parts of a rulebook that pages show as pictures and tables: the values of the cards, and what a bid pays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from domain.engine.rulebook.words import number, tokens

if TYPE_CHECKING:
    from domain.engine.cards import Card


@dataclass(frozen=True, slots=True)
class CardValues:
    """The cards of one suit from high to low, each with its points as the game writes them."""

    order: str
    """The suits with this order: ``trumps``, ``others``, a denomination; empty if all suits are always alike."""
    cards: tuple[tuple[Card, str], ...]


@dataclass(frozen=True, slots=True)
class PayRow:
    """The tokens that a bid wins and loses, with the source of the rule."""

    bid: str
    win: int
    lose: int
    source: str

    @property
    def sentence(self) -> str:
        """Return the row as a sentence of the rulebook."""
        lost = number(self.lose) if self.lose else "nothing"
        return f"{self.bid} wins {tokens(self.win)} if it is made and costs {lost} if it fails."
