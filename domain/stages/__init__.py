"""The stages a deal goes through. A ruleset names them in order; each knows its own rules, once.

The same code of a stage answers what a seat may do now (`legal`) and why something was refused
(`judge`). `apply` never refuses: what happened, happened. An act outside its stage changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from domain.facts import Act
from domain.refusals import Verdict

if TYPE_CHECKING:
    from domain.rules import Rules
    from domain.state import State

Judge: TypeAlias = "Callable[[State, int, Any], Verdict]"
Apply: TypeAlias = "Callable[[State, int, Any], None]"
"""Both take the state, the place of the seat that acts, and the act."""


class Stage:
    """One stage of one game."""

    def __init__(self, rules: Rules, argument: str) -> None:
        self.rules = rules
        self.argument = argument
        self.judges: dict[type[Act], Judge] = {}
        """The acts this stage knows, and how each is judged."""
        self.applies: dict[type[Act], Apply] = {}
        """What each of them changes."""

    def enter(self, s: State) -> None:
        """The deal has come to this stage."""
        raise NotImplementedError

    def legal(self, s: State, seat: int) -> list[Act]:
        """The acts open to a seat now."""
        raise NotImplementedError

    def owed(self, s: State) -> Act | None:
        """The act the rules compel now, if it leaves no choice and its cards are known."""
        return None

    def leave(self, s: State) -> None:
        """On to the next stage."""
        s.stage += 1
        self.rules.stages[s.stage].enter(s)
