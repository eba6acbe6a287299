"""A position of Sidi Barrani: points and denomination are bid, and there is no trump indicator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.games.sidi.acts import ContractBid
from replay.positions.position import PositionError, Setup

if TYPE_CHECKING:
    from domain.engine.facts import Act


class SidiSetup(Setup):
    """Brings a table of Sidi Barrani to its position."""

    auctions = frozenset({"contract"})
    playing = "tricks"
    bid_type = ContractBid

    def contract(self) -> str:
        return f"{self.table.state.bid} {self.table.state.trump_name()}"

    def maker_acts(self) -> list[Act]:
        if self.table.stage != "contract":
            return []
        points, _, denomination = " ".join(str(self.terms.bid).split()).partition(" ")
        if not points.isdecimal() or len(points) > 9:
            raise PositionError(
                "{bid} is no contract: write points and denomination, as in 70 H", bid=repr(self.terms.bid)
            )
        name = denomination.upper() if len(denomination) == 1 else denomination.lower()
        return [ContractBid(self.maker, int(points), name)]
