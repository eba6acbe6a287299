"""The parts of a ruleset of any game: pack, seats, and stages in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from domain.engine.packs import Pack
from domain.engine.seats import Seating

if TYPE_CHECKING:
    from domain.engine.game import Game
    from domain.engine.match import Terms


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A game with all its parameters. The subclass of each game adds the groups of parameters that its stages read."""

    game: ClassVar[Game]
    """Set when the game is registered (`domain.engine.game`)."""

    key: str
    version: int
    name: str
    pack: Pack
    seating: Seating
    stages: tuple[str, ...]

    @property
    def match(self) -> Terms:
        """Return the terms of a match."""
        raise NotImplementedError

    def for_match(self, terms: Any) -> Self:
        """Return the same ruleset with other terms of a match, of the class that this game uses."""
        changed: Any = {"match": terms}
        return replace(self, **changed)

    @property
    def shuffle(self) -> str:
        """Return the kind of shuffle between deals: ``minimal`` or ``thorough``."""
        raise NotImplementedError

    @property
    def may_review_tricks(self) -> int:
        """Return the number of completed tricks that a player may look back at."""
        raise NotImplementedError

    @property
    def shows_hands(self) -> bool:
        """Return whether the hands are shown when the deal is over."""
        raise NotImplementedError

    @property
    def award(self) -> int | None:
        """Return the tokens that a breach costs besides the loss of the game; None if breaches are undone."""
        return None

    @property
    def trump_order(self) -> str:
        """Return the ranks of the trump suit from weakest to strongest; empty if the order is that of the pack."""
        return ""

    @property
    def batches(self) -> tuple[int, ...]:
        """Return the number of cards that each seat gets in each dealing."""
        return tuple(int(stage.split()[1]) for stage in self.stages if stage.startswith("deal "))

    def cards_before(self, stage: str) -> int:
        """Return the number of cards that each seat has been dealt when the stage begins."""
        dealt = self.stages[: self.stages.index(stage)]
        return sum(int(each.split()[1]) for each in dealt if each.startswith("deal "))

    @property
    def hand_size(self) -> int:
        """Return the number of cards of a whole hand."""
        return sum(self.batches)

    @property
    def points_in_play(self) -> int:
        """Return the sum of all teams' card points in a deal (304; 157 in a Jass)."""
        return self.pack.total

    @property
    def has_decimals(self) -> bool:
        """Return whether card points are written as tenths (A24)."""
        return False

    def format_points(self, points: int) -> str:
        """Return card points as text for people, in the scale of this game."""
        return str(points)
