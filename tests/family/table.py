"""A table at which tests play any game of the family, in the sentences of the notation (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from replay.notation.actions import write_action
from replay.table import Table as Facade
from tests.table import Table as AnyTable


class Table(AnyTable):
    """A deal in progress, and its record; what no hand was given is dealt from the rest of the pack."""

    def __init__(
        self,
        key: str,
        hands: Mapping[str, str] | None = None,
        *,
        dealer: str = "",
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        opened = Facade.open(key, dealer, hands=hands or {}, rest="pack", changes=rules)
        super().__init__(opened.record, opened.hands)
        self.game = self.rules.ruleset

    # --- playing ----------------------------------------------------------------------------------

    def deals(self) -> Self:
        """The next batch, to everybody."""
        self.do(f"{self.dealer} deal")
        return self

    def all_pass(self) -> Self:
        """Everybody passes until the auction is over."""
        stage = self.state.stage
        while self.state.stage == stage and not self.state.outcome:
            self.does(f"{self.turn()} pass")
        return self

    # --- questions --------------------------------------------------------------------------------

    def may(self, seat: str) -> set[str]:
        """The acts that the seat may do, without its name and without the calls that may come at any time."""
        return {write_action(act).removeprefix(seat).strip() for act in self.moves(seat)}
