"""Calls during the play: groups of acts that go with the playing of cards."""

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
    """Some acts that belong together: how each is judged and what it changes."""

    judges: dict[type[Act], Judge]
    applies: dict[type[Act], Apply]

    def __init__(self, rules: SidiRules) -> None:
        self.rules = rules
        self.game = rules.ruleset
        self.orders = orders(self.game)

    def legal(self, s: SidiState, seat: int) -> list[Act]:
        """Those open to a seat now."""
        raise NotImplementedError

    def templates(self, s: SidiState, seat: int) -> list[Template]:
        """Return those of which something is left to fill in."""
        return []

    def owed(self, s: SidiState) -> Act | None:
        """Return the one that the rules demand now, if for all that this state knows it leaves no choice."""
        return None

    def compels(self, table: SidiState) -> Act | None:
        """Return the one that everybody at the table knows must come now (`domain.engine.consequences`)."""
        return None
