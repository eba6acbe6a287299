"""The parts of a ruleset of any game: pack, seats, and stages in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from domain.engine.packs import Pack
from domain.engine.seats import Seating

if TYPE_CHECKING:
    from domain.engine.game import Game
    from domain.engine.match import Terms


class RulesetError(ValueError):
    """A ruleset that does not fit together, with what is wrong in plain words."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One way of playing a game. Each game adds the groups of parameters that its stages read."""

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
        """The terms of a match."""
        raise NotImplementedError

    def for_match(self, terms: Any) -> Self:
        """Return the same ruleset with other terms of a match, which must be this game's."""
        changed: Any = {"match": terms}
        return replace(self, **changed)

    @property
    def shuffle(self) -> str:
        """How the pack is shuffled between deals: ``minimal`` or ``thorough``."""
        raise NotImplementedError

    @property
    def may_review_tricks(self) -> int:
        """How many completed tricks a player may look back at."""
        raise NotImplementedError

    @property
    def shows_hands(self) -> bool:
        """Whether the hands are shown when the deal is over."""
        raise NotImplementedError

    @property
    def award(self) -> int | None:
        """So many tokens a breach costs beyond the game, which it loses; None where breaches are put right."""
        return None

    @property
    def trump_order(self) -> str:
        """The ranks of the trump suit from weakest to strongest, if it has an order of its own."""
        return ""

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
        """The sum of both sides' card points of a deal (304; 157 in a Jass)."""
        return self.pack.total

    def written(self, points: int) -> str:
        """Card points as they are written for people in this game."""
        return str(points)
