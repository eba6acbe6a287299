"""What every game is as data, whatever its terms: pack, seats, and stages in order."""

from __future__ import annotations

from dataclasses import dataclass

from domain.packs import Pack
from domain.seats import Seating


class RulesetError(ValueError):
    """A ruleset that does not fit together, with what is wrong in plain words."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game, or one house's way of playing it. A family of games adds the groups that its stages read."""

    key: str
    version: int
    name: str
    pack: Pack
    seating: Seating
    stages: tuple[str, ...]

    @property
    def batches(self) -> tuple[int, ...]:
        """How many cards each seat gets in each dealing."""
        return tuple(int(stage.split()[1]) for stage in self.stages if stage.startswith("deal "))

    def cards_before(self, stage: str) -> int:
        """How many cards each seat has been dealt when a stage begins."""
        dealt = self.stages[: self.stages.index(stage)]
        return sum(int(each.split()[1]) for each in dealt if each.startswith("deal "))

    @property
    def hand_size(self) -> int:
        """The cards of a whole hand."""
        return sum(self.batches)

    @property
    def points_in_play(self) -> int:
        """What both sides' card points of a deal add up to (304; 157 in a Jass)."""
        return self.pack.total

    def written(self, points: int) -> str:
        """Card points as they are written for people in this game."""
        return str(points)

    def check_terms(self) -> None:
        """Raise `RulesetError` if the terms of this family do not fit together."""
