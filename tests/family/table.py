"""A table at which tests play any game of the family, in the sentences of the notation (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.facts import CapsCalled, CapsConceded, DealSettled, SpoiltTrumpsDeclared
from domain.refusals import Refusal, Refused
from domain.state import NOBODY
from replay.notation.actions import write_action
from replay.table import Table as Facade

CALLS = (CapsCalled, CapsConceded, SpoiltTrumpsDeclared)


class Table(Facade):
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
        self.game = self.rules.game
        self.dealer = self.record.opened.dealer

    # --- playing ----------------------------------------------------------------------------------

    def deals(self) -> Table:
        """The next batch, to everybody."""
        self.do(f"{self.dealer} deal")
        return self

    def does(self, *script: str) -> Table:
        """Each sentence happens, and must be allowed. ``deal`` deals the next batch."""
        for line in (part.strip() for lines in script for part in lines.split(",")):
            try:
                self.do(f"{self.dealer} deal" if line == "deal" else line)
            except Refused as refused:
                raise AssertionError(f"{line!r} was refused: {refused}") from None
        return self

    def dealt(self) -> Table:
        """The cut was declined, and the first batch dealt."""
        return self.does(f"{self.rules.seats[self.state.turn]} no cut", "deal")

    def all_pass(self) -> Table:
        """Everybody passes until the auction is over."""
        stage = self.state.stage
        while self.state.stage == stage and not self.state.outcome:
            self.does(f"{self.turn()} pass")
        return self

    def won_by(self, bid: str) -> Table:
        """The first batch is dealt, this bid wins the first auction, everybody else passes."""
        self.dealt()
        seat = bid.split()[0]
        while self.turn() != seat:
            self.does(f"{self.turn()} pass")
        self.does(bid)
        while self.state.maker == NOBODY:
            self.does(f"{self.turn()} pass")
        return self

    def finish(self) -> Table:
        """The rest of the deal: everybody plays the first card that is allowed."""
        while not self.state.outcome:
            acts = [act for act in self.rules.legal(self.state, self.turn()) if not isinstance(act, CALLS)]
            self.do(acts[0])
        return self

    # --- questions --------------------------------------------------------------------------------

    def turn(self) -> str:
        """Who acts."""
        seat = self.rules.to_act(self.state)
        assert seat is not None
        return seat

    def may(self, seat: str) -> set[str]:
        """What the seat may do, without its name and without the calls that may come at any time."""
        acts = self.rules.legal(self.state, seat)
        return {write_action(act).removeprefix(seat).strip() for act in acts if not isinstance(act, CALLS)}

    def refusal(self, line: str) -> Refusal:
        """Why the record does not take a sentence; nothing happened."""
        before = self.record.acts
        refusal = super().refusal(line)
        assert self.record.acts == before
        assert refusal is not None, f"{line!r} was allowed"
        return refusal

    def settled(self) -> DealSettled:
        """The settlement."""
        assert self.record.settlement is not None
        return self.record.settlement


def ladder(least: int, most: int, step: int = 10) -> set[str]:
    """The numbers one may bid."""
    return {str(points) for points in range(least, most + 1, step)}
