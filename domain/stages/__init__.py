"""The stages a deal goes through. A ruleset names them in order; each knows its own rules, once.

The same code of a stage answers what a seat may do now (`legal`) and why something was refused
(`judge`). `apply` never refuses: what happened, happened. An act outside its stage changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from domain.facts import Act, CapsRuled, DealSettled, ViolationRuled
from domain.refusals import Verdict
from domain.state import State

if TYPE_CHECKING:
    from domain.rules import Rules

Judge: TypeAlias = "Callable[[Any, int, Any], Verdict]"
Apply: TypeAlias = "Callable[[Any, int, Any], None]"
Take: TypeAlias = Judge
"""All take the state, the place of the seat that acts, and the act. A `Take` judges it and applies it."""


class Stage:
    """One stage of one game. A stage may ask for more than `State` has; then so must the game's playing stage."""

    state: ClassVar[type[State]] = State
    """The state that a deal played in this stage needs."""

    def __init__(self, rules: Rules, argument: str) -> None:
        self.rules = rules
        self.argument = argument
        self.judges: dict[type[Act], Judge] = {}
        """The acts this stage knows, and how each is judged."""
        self.applies: dict[type[Act], Apply] = {}
        """What each of them changes."""
        self.takes: dict[type[Act], Take] = {}
        """Both in one step, for an act that happens so often that a shorter way is worth having."""

    def enter(self, s: Any) -> None:
        """The deal has come to this stage."""
        raise NotImplementedError

    def legal(self, s: Any, seat: int) -> list[Act]:
        """The acts open to a seat now."""
        raise NotImplementedError

    def owed(self, s: Any) -> Act | None:
        """The act the rules compel now, if it leaves no choice and its cards are known."""
        return None

    def settle(self, s: Any, caps: CapsRuled | None, violation: ViolationRuled | None) -> DealSettled | None:
        """What a deal played in this stage pays, once it is over."""
        raise NotImplementedError

    def leave(self, s: State) -> None:
        """On to the next stage."""
        s.stage += 1
        self.rules.stages[s.stage].enter(s)
