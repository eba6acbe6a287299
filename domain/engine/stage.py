"""The base class of the stages of a deal, which a ruleset names in order.

The same code of a stage lists the legal acts (`legal`) and gives the reason for a refusal (a function of `judges`). A
function of `applies` never refuses an act: what happened is recorded. An act outside its stage changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from domain.engine.facts import Act, CapsRuled, DealSettled, ViolationRuled
from domain.engine.refusals import Verdict
from domain.engine.state import State
from domain.engine.templates import Template, make_templates

if TYPE_CHECKING:
    from domain.engine.rules import Rules

Judge: TypeAlias = "Callable[[Any, int, Any], Verdict]"
Apply: TypeAlias = "Callable[[Any, int, Any], None]"
"""`Judge` and `Apply` take the state, the place of the acting seat, and the act."""


class Stage:
    """One stage. The stages of a game may use all attributes of the game's own state class."""

    def __init__(self, rules: Rules, argument: str) -> None:
        self.rules = rules
        self.argument = argument
        self.judges: dict[type[Act], Judge] = {}
        """The kinds of acts of this stage, each with the function that judges it."""
        self.applies: dict[type[Act], Apply] = {}
        """The kinds of acts of this stage, each with the function that changes the state."""

    def enter(self, s: Any) -> None:
        """Set up the state at the beginning of this stage."""
        raise NotImplementedError

    def legal(self, s: Any, seat: int) -> list[Act]:
        """Return the acts open to a seat now. `Rules.judge` refuses none of them."""
        raise NotImplementedError

    def templates(self, s: Any, seat: int, legal: list[Act]) -> list[Template]:
        """Return the acts open to a seat that have a field to fill in. ``legal``: the result of `legal`."""
        return make_templates(self.rules, s, legal)

    def bids(self) -> list[Act]:
        """Return every bid of this stage without a seat, the lowest first, legal now or not."""
        return []

    def other_calls(self, seat: int) -> list[Act]:
        """Return the calls of a seat in the auction of this stage that are no bids, legal now or not."""
        return []

    def owed_act(self, s: Any) -> Act | None:
        """Return the only act that the rules allow and demand now, if this state knows all its cards; else None."""
        return None

    def compels(self, table: Any) -> Act | None:
        """Return the act that everybody at the table knows must come now, or None (`domain.engine.consequences`).

        ``table`` is the state as the public knows it. Cards that the act turns up are ``??``.
        """
        return None

    def settle(self, s: Any, caps: CapsRuled | None, violation: ViolationRuled | None) -> DealSettled | None:
        """Return the settlement of a deal that was played in this stage; None if it cannot be settled yet."""
        raise NotImplementedError

    def leave(self, s: State) -> None:
        """Enter the next stage."""
        s.stage += 1
        self.rules.stages[s.stage].enter(s)
