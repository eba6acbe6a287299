"""The base class of calls during the play: groups of acts besides the playing of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.sidi.orders import orders

if TYPE_CHECKING:
    from domain.engine.facts import Act
    from domain.engine.stage import Apply, Judge
    from domain.engine.templates import Template
    from domain.games.sidi.rules import SidiRules
    from domain.games.sidi.state import SidiState


class Calls:
    """A group of acts: the functions that judge each kind of act, and those that change the state."""

    judges: dict[type[Act], Judge]
    applies: dict[type[Act], Apply]

    def __init__(self, rules: SidiRules) -> None:
        self.rules = rules
        self.game = rules.ruleset
        self.orders = orders(self.game)

    def legal(self, s: SidiState, seat: int) -> list[Act]:
        """Return the acts of the group open to a seat now."""
        raise NotImplementedError

    def templates(self, s: SidiState, seat: int) -> list[Template]:
        """Return the acts of the group open to a seat that have a field to fill in."""
        return []

    def owed_act(self, s: SidiState) -> Act | None:
        """Return the only act of the group that the rules allow and demand now, if its cards are known; else None."""
        return None

    def compels(self, table: SidiState) -> Act | None:
        """Return the act of the group that everybody knows must come now (`domain.engine.consequences`), or None."""
        return None
