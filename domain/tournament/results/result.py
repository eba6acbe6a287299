"""The result of a table of a round, or of one of its boards, and its confirmations."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.tournament.results.sheet import Sheet, Total

SHEET: Final = "sheet"
MATCH: Final = "match"
RULING: Final = "ruling"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an encounter or of one of its boards, and the confirmations."""

    score: Total
    source: str
    at: str
    by: str
    sheet: Sheet
    agreed: frozenset[int] = frozenset()
    """The indexes of the sides that confirmed the result."""
    official: bool = False
    """True if an official accepted the result."""
    why: str = ""
    """The reason of a correction; empty if there was none."""
    contested: Mapping[int, str] = field(default_factory=dict)
    """The reasons of the sides that say that the result is wrong, by side."""

    @property
    def confirmed(self) -> bool:
        """Return whether the result is final: accepted by an official, or confirmed by both sides."""
        return self.official or len(self.agreed) == 2

    def confirm(self, side: int | None) -> Result:
        """Return the result after a side confirmed it, or (None) an official accepted it for both."""
        if side is None:
            return replace(self, official=True, contested={})
        left = {each: why for each, why in self.contested.items() if each != side}
        return replace(self, agreed=self.agreed | {side}, contested=left)

    def withdraw_confirmations(self) -> Result:
        """Return the result without any confirmation."""
        return replace(self, agreed=frozenset(), official=False)

    def contest(self, side: int, why: str) -> Result:
        """Return the result after a side said that it is wrong."""
        return replace(self, contested={**self.contested, side: why}, agreed=self.agreed - {side})

    def close(self) -> Result:
        """Return the result as it counts once its round is closed."""
        return replace(self, official=True, contested={})
