"""The terms of a match in any game: its stake, what each deal pays, and when the match is over."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self, TypeAlias

if TYPE_CHECKING:
    from domain.engine.facts import DealSettled

NEVER: Final = 1_000_000
"""A number of points that no match reaches."""

Tokens: TypeAlias = Mapping[str, int]
"""Mapping of team to tokens or points: those held, or those won (+) and lost (-)."""


@dataclass(frozen=True, slots=True)
class Payment:
    """The payment after a deal, by team: ``paid`` is won (+) or lost (-), ``balance`` is held after it."""

    paid: dict[str, int]
    balance: dict[str, int]


class Terms(ABC):
    """The terms of a match."""

    __slots__ = ()

    @property
    @abstractmethod
    def stake(self) -> int:
        """Return the tokens that each team begins with; 0 in a match for points."""

    @property
    @abstractmethod
    def by_points(self) -> bool:
        """Return whether the match is played for points, not for tokens."""

    @property
    @abstractmethod
    def goal(self) -> int:
        """Return the points with which a team wins the match; 0 if tokens decide it, or the match has no end."""

    @abstractmethod
    def endless(self) -> Self:
        """Return the same terms without an end, for an encounter of a tournament, which ends by other rules."""

    @abstractmethod
    def due(self, settled: DealSettled) -> Tokens:
        """Return the tokens or points that each team wins (+) or loses (-) by a deal."""

    @abstractmethod
    def pay(self, balance: Tokens, due: Tokens) -> Payment:
        """Return the payment of ``due``, the tokens or points of a deal, to and from a balance."""

    @abstractmethod
    def is_over(self, balance: Tokens) -> bool:
        """Return whether the match is over with this balance."""

    @abstractmethod
    def kind_of_end(self, balance: Tokens) -> str:
        """Return the kind of end of a match with this final balance: ``tokens``, ``target`` or ``double``."""


def add_points(balance: Tokens, due: Tokens) -> Payment:
    """Return the payment that adds the points of each team to its balance."""
    scored = {team: due.get(team, 0) for team in balance}
    return Payment(scored, {team: held + scored[team] for team, held in balance.items()})


def has_reached(balance: Tokens, target: int) -> bool:
    """Return whether one team has at least ``target`` points and more than every other team."""
    return max(balance.values()) >= target and leader(balance) is not None


def leader(balance: Tokens) -> str | None:
    """Return the team that holds the most tokens or points; None if several teams hold the most."""
    most = max(balance.values())
    ahead = [team for team, held in balance.items() if held == most]
    return ahead[0] if len(ahead) == 1 else None
