"""A table at which tests play any game, one short line an act, in the sentences of the notation (docs/formats.md).

Several lines may stand in one string, separated by commas or line ends. ``deal`` deals the next batch.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Self

from domain.engine.facts import Act, DealSettled
from domain.engine.refusals import POSSIBLE, Refusal, Refused, Verdict
from domain.engine.state import NOBODY
from domain.games.three04.acts import CapsCalled, CapsConceded, SpoiltTrumpsDeclared
from replay.notation import parse_action
from replay.table import Table as Facade

CALLS = (CapsCalled, CapsConceded, SpoiltTrumpsDeclared)
"""The calls that may come at any time."""


def lines(script: Iterable[str]) -> list[str]:
    """Return the single lines of a script."""
    return [line.strip() for part in script for line in re.split(r"[,\n]", part) if line.strip()]


def ladder(least: int, most: int = 300, step: int = 10) -> set[str]:
    """Return the numbers one may bid, as `may` tells them."""
    return {str(points) for points in range(least, most + 1, step)}


class Table(Facade):
    """A deal in progress, and its record."""

    @property
    def dealer(self) -> str:
        """The seat that deals."""
        return self.record.opened.dealer

    # --- playing ----------------------------------------------------------------------------------

    def hear(self, line: str) -> Act:
        """Return the act of a line; a ``deal`` deals the batch that comes next."""
        return self.with_cards(parse_action(f"{self.dealer} deal" if line == "deal" else line))

    def does(self, *script: str) -> Self:
        """Do each line, which must be allowed."""
        for line in lines(script):
            try:
                self.do(self.hear(line))
            except Refused as refused:
                raise AssertionError(f"{line!r} was refused: {refused}") from None
        return self

    def happens(self, line: str) -> Refusal:
        """Record something against the rules as it happened; return the refusal it was flagged with."""
        proposals = self.record.act(self.hear(line), as_it_happened=True)
        self.store(proposals)
        broke = proposals[0].broke
        assert broke is not None, f"{line!r} broke no rule"
        return broke

    def won_by(self, bid: str) -> Self:
        """Deal the first batch and let this bid win the first auction; everybody else passes."""
        self.dealt()
        seat = bid.split()[0]
        while self.turn() != seat:
            self.does(f"{self.turn()} pass")
        self.does(bid)
        while self.state.maker == NOBODY:
            self.does(f"{self.turn()} pass")
        return self

    def dealt(self) -> Self:
        """Decline the cut and deal the first batch."""
        return self.does(f"{self.rules.seats[self.state.turn]} no cut", "deal")

    def finish(self) -> Self:
        """Play the rest of the deal: everybody plays the first card that is allowed."""
        while not self.state.outcome:
            before = len(self.record.entries)
            self.do(self.moves(self.turn())[0])
            assert len(self.record.entries) > before
        return self

    # --- questions --------------------------------------------------------------------------------

    def turn(self) -> str:
        """Return the seat that acts."""
        seat = self.rules.to_act(self.state)
        assert seat is not None
        return seat

    def verdict(self, line: str) -> Verdict:
        """Judge a line."""
        return self.rules.judge(self.state, self.hear(line))

    def refusal(self, line: str) -> Refusal:  # type: ignore[override]
        """Return why the record does not take a line; nothing happened."""
        before = self.record.acts
        refusal = super().refusal(self.hear(line))
        assert self.record.acts == before
        assert refusal is not None, f"{line!r} was allowed"
        return refusal

    def possible(self, line: str) -> bool:
        """Tell whether the line is neither certainly legal nor certainly illegal."""
        return self.verdict(line) is POSSIBLE

    def moves(self, seat: str) -> list[Act]:
        """Return what the seat may do, calls that may come at any time left out."""
        return [act for act in self.rules.legal(self.state, seat) if not isinstance(act, CALLS)]

    def settled(self) -> DealSettled:
        """Return the settlement."""
        assert self.record.settlement is not None
        return self.record.settlement
