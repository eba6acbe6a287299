"""Statistics of card play, added up from analysed deals: each number with its count and its interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

SURE: Final = NormalDist().inv_cdf(0.975)
"""The standard errors of an interval that holds the true value in 19 of 20 cases."""


def wilson(hits: int, tries: int) -> tuple[float, float] | None:
    """Return the 95 % interval of a share (Wilson's); None without a try."""
    if not tries:
        return None
    p = hits / tries
    middle = (p + SURE**2 / (2 * tries)) / (1 + SURE**2 / tries)
    half = SURE / (1 + SURE**2 / tries) * sqrt(p * (1 - p) / tries + SURE**2 / (4 * tries * tries))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class CardPlay:
    """The card play in some deals: of a player or an entry."""

    deals: int = 0
    """The analysed deals."""
    choices: int = 0
    """The cards that were played when the legal cards had different prices."""
    best: int = 0
    """Those of them that cost nothing with all hands open."""
    counted: int = 0
    """The hands that count for the points lost: all but those with a bid to win all tricks."""
    lost: int = 0
    """The card points lost in these hands."""
    squares: int = 0
    """The sum of the squares of the points lost in each hand."""
    leads: int = 0
    """The opening leads with a choice."""
    best_leads: int = 0
    """Those that cost nothing."""
    bids: int = 0
    """The contracts that were bid, made or failed."""
    made: int = 0
    makeable: int = 0
    """The contracts that are made with the best play of both sides, with all hands open."""

    def __add__(self, other: CardPlay) -> CardPlay:
        """Return the card play in other deals, too."""
        return CardPlay(*(mine + its for mine, its in zip(self.numbers(), other.numbers(), strict=True)))

    def numbers(self) -> tuple[int, ...]:
        """Return the numbers in the order of the fields."""
        return (
            self.deals, self.choices, self.best, self.counted, self.lost, self.squares, self.leads, self.best_leads,
            self.bids, self.made, self.makeable,
        )  # fmt: skip

    @property
    def share(self) -> float | None:
        """Return the share of choices that cost nothing; None without a choice."""
        return self.best / self.choices if self.choices else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Return the 95 % interval of the share (Wilson's); None without a choice."""
        return wilson(self.best, self.choices)

    @property
    def loss(self) -> float | None:
        """Return the mean of the card points lost in a hand; None without such a hand."""
        return self.lost / self.counted if self.counted else None

    @property
    def loss_error(self) -> float | None:
        """Return half the width of the 95 % confidence interval of the mean loss; None for fewer than two hands."""
        if self.counted < 2:
            return None
        variance = max(0.0, (self.squares - self.lost**2 / self.counted) / (self.counted - 1))
        return SURE * sqrt(variance / self.counted)

    def payload(self) -> dict[str, Any]:
        """Return the numbers as JSON values."""
        values: dict[str, Any] = {
            name: getattr(self, name)
            for name in ("deals", "choices", "best", "leads", "best_leads", "bids", "made", "makeable")
        }
        for name, number in (("share", self.share), ("loss", self.loss), ("loss_error", self.loss_error)):
            values[name] = None if number is None else round(number, 4)
        values["interval"] = None if self.interval is None else [round(each, 4) for each in self.interval]
        return values
