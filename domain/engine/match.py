"""The terms of a match in any game: what it is played for, and when it is over."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self, TypeAlias

if TYPE_CHECKING:
    from domain.engine.facts import DealSettled

NEVER: Final = 1_000_000
"""So many points that no match comes to them."""

Tokens: TypeAlias = Mapping[str, int]
"""By team: tokens or points held, or won (+) and lost (-)."""


@dataclass(frozen=True, slots=True)
class Payment:
    """The tokens paid after a deal, and those that each team then held."""

    paid: dict[str, int]
    balance: dict[str, int]


class Terms(ABC):
    """The terms of a match."""

    __slots__ = ()

    @property
    @abstractmethod
    def stake(self) -> int:
        """With what each team begins: so many tokens, or no points."""

    @property
    @abstractmethod
    def by_points(self) -> bool:
        """Whether it is played for points rather than for tokens."""

    @abstractmethod
    def endless(self) -> Self:
        """Return the same terms for a match whose end something else decides: an encounter of a tournament."""

    @abstractmethod
    def due(self, settled: DealSettled) -> Tokens:
        """Return what a deal moves in a match."""

    @abstractmethod
    def pay(self, balance: Tokens, due: Tokens) -> Payment:
        """Pay what a deal is worth."""

    @abstractmethod
    def over(self, balance: Tokens) -> bool:
        """Return whether the match ends so."""

    @abstractmethod
    def ending(self, balance: Tokens) -> str:
        """Return how such a balance ends a match: ``tokens``, ``target`` or ``double``."""


def add_points(balance: Tokens, due: Tokens) -> Payment:
    """Add what each team scored."""
    scored = {team: due.get(team, 0) for team in balance}
    return Payment(scored, {team: held + scored[team] for team, held in balance.items()})


def reached(balance: Tokens, target: int) -> bool:
    """Whether a team has so many points, and more than the others."""
    return max(balance.values()) >= target and leader(balance) is not None


def leader(balance: Tokens) -> str | None:
    """Return the team with more tokens; None when both hold as many."""
    most = max(balance.values())
    ahead = [team for team, held in balance.items() if held == most]
    return ahead[0] if len(ahead) == 1 else None
