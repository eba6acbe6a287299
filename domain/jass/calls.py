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

    def owed(self, s: JassState) -> Act | None:
        """The one that the rules compel now, if it leaves no choice and its cards are known."""
        return None
