"""What one may say during the play: groups of acts that go with the playing of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.jass.orders import orders
from domain.jass.ruleset import terms_of

if TYPE_CHECKING:
    from domain.facts import Act
    from domain.jass.state import JassState
    from domain.rules import Rules
    from domain.stages import Apply, Judge
    from domain.templates import Template


class Calls:
    """Some acts that belong together: how each is judged and what it changes."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.game = terms_of(rules.game)
        self.orders = orders(self.game)
        self.judges: dict[type[Act], Judge] = {}
        self.applies: dict[type[Act], Apply] = {}

    def legal(self, s: JassState, seat: int) -> list[Act]:
        """Those open to a seat now."""
        raise NotImplementedError

    def templates(self, s: JassState, seat: int) -> list[Template]:
        """Return those of which something is left to fill in."""
        return []

    def owed(self, s: JassState) -> Act | None:
        """Return the one that the rules demand now, if for all that this state knows it leaves no choice."""
        return None

    def compels(self, table: JassState) -> Act | None:
        """Return the one that everybody at the table knows must come now (`domain.consequences`)."""
        return None
