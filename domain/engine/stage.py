"""The stages a deal goes through. A ruleset names them in order; each knows its own rules, once.

The same code of a stage answers what a seat may do now (`legal`) and why something was refused
(`judge`). `apply` never refuses: what happened, happened. An act outside its stage changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from domain.engine.facts import Act, CapsRuled, DealSettled, ViolationRuled
from domain.engine.refusals import Verdict
from domain.engine.state import State
from domain.engine.templates import Template, unnamed

if TYPE_CHECKING:
    from domain.engine.rules import Rules

Judge: TypeAlias = "Callable[[Any, int, Any], Verdict]"
Apply: TypeAlias = "Callable[[Any, int, Any], None]"
"""Both take the state, the place of the seat that acts, and the act."""


class Stage:
    """One stage of one game. A stage may ask for more than `State` has: for what the state of its game has."""

    def __init__(self, rules: Rules, argument: str) -> None:
        self.rules = rules
        self.argument = argument
        self.judges: dict[type[Act], Judge] = {}
        """The acts this stage knows, and how each is judged."""
        self.applies: dict[type[Act], Apply] = {}
        """How each of them changes the state."""

    def enter(self, s: Any) -> None:
        """The deal has come to this stage."""
        raise NotImplementedError

    def legal(self, s: Any, seat: int) -> list[Act]:
        """Return the acts open to a seat now. `judge` refuses none of them, as far as the cards are known."""
        raise NotImplementedError

    def templates(self, s: Any, seat: int, legal: list[Act]) -> list[Template]:
        """Return the acts open to a seat of which something is left to fill in. ``legal``: what `legal` lists."""
        return unnamed(self.rules, s, legal)

    def owed(self, s: Any) -> Act | None:
        """Return the act that the rules demand now, if for all that this state knows it leaves no choice."""
        return None

    def compels(self, table: Any) -> Act | None:
        """Return the act that everybody at the table knows must come now, or None (`domain.engine.consequences`).

        ``table`` is what the public knows. Cards that the act turns up are ``??``.
        """
        return None

    def settle(self, s: Any, caps: CapsRuled | None, violation: ViolationRuled | None) -> DealSettled | None:
        """Return the settlement of a deal that was played in this stage, once it is over."""
        raise NotImplementedError

    def leave(self, s: State) -> None:
        """On to the next stage."""
        s.stage += 1
        self.rules.stages[s.stage].enter(s)
