"""The rows of bids: one for each call of the auctions, passes among them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from domain.engine.facts import Act, Passed
from domain.engine.state import NOBODY
from domain.games.sidi.acts import ContractBid, Doubled, Redoubled
from domain.games.three04.acts import BidMade, PartnerAsked
from replay.rows.column import Column, RowKind, Type
from replay.rows.recorded_deal import RecordedDeal
from replay.rows.times import moment_of

BID: Final = "bid"
CALLS: Final[dict[type[Act], str]] = {
    BidMade: BID, ContractBid: BID, Passed: "pass", PartnerAsked: "ask", Doubled: "double", Redoubled: "redouble",
}  # fmt: skip
"""The name of each kind of call."""


@dataclass(slots=True)
class Call:
    """A call of an auction."""

    deal: RecordedDeal
    ply: int
    act: Act
    auction: int
    turn: int
    is_contract: bool = False

    @property
    def bid(self) -> int | str | None:
        """Return the bid: points, or the name of a bid to win all tricks. Returns None if the call is no bid."""
        match self.act:
            case BidMade(_, bid):
                return bid
            case ContractBid(_, points):
                return points
        return None


def calls_of(deal: RecordedDeal) -> list[Call]:
    """Return the calls of a deal. Those before a redeal are left out, as in views."""
    record, rules = deal.record, deal.record.rules
    s = rules.start(record.opened.dealer)
    calls: list[Call] = []
    highest: Call | None = None
    stage, auction = NOBODY, 0
    for ply, act in enumerate(record.acts):
        if record.game.is_redeal(act):
            calls, highest, stage, auction = [], None, NOBODY, 0
        before = s.highest_bid()
        if (kind := CALLS.get(type(act))) and act.seat in rules.place:
            # A call at a wrong time begins no auction of its own.
            if not calls or (type(act) in rules.judges[s.stage] and s.stage != stage):
                stage, auction = s.stage, auction + 1
            calls.append(Call(deal, ply, act, auction, len(calls) + 1))
        rules.apply(s, act)
        if kind == BID and s.highest_bid() != before:
            highest = calls[-1]
    if highest is not None and s.maker != NOBODY:
        highest.is_contract = True
    return calls


def _points(call: Call) -> int | None:
    return call.bid if isinstance(call.bid, int) else None


BIDS: Final[RowKind[Call]] = RowKind(
    "bids",
    "one row for each call of the auctions, passes among them; those before a redeal are left out",
    (
        Column("deal", Type.TEXT, "the id of the deal", lambda c: c.deal.id),
        Column("ply", Type.NUMBER, "the number of the act in the deal, from 0", lambda c: c.ply),
        Column("auction", Type.NUMBER, "the number of the auction, from 1: some games have a second one",
               lambda c: c.auction),
        Column("turn", Type.NUMBER, "the number of the call in the deal, from 1", lambda c: c.turn),
        Column("seat", Type.TEXT, "the seat that called", lambda c: c.act.seat),
        Column("call", Type.TEXT, "`bid`, `pass`, `ask`, `double` or `redouble`", lambda c: CALLS[type(c.act)]),
        Column("bid", Type.TEXT, "the bid: points, or `pcc`, `half`, `full`; null if the call is no bid",
               lambda c: None if c.bid is None else str(c.bid)),
        Column("points", Type.NUMBER, "the bid in points; null for a bid to win all tricks", _points),
        Column("denomination", Type.TEXT, "of a bid in a Jass: a trump suit, `obenabe` or `undenufe`",
               lambda c: getattr(c.act, "denomination", None) or None),
        Column("is_contract", Type.FLAG, "whether the bid became the contract", lambda c: c.is_contract),
        Column("at", Type.TIME, "when the call was recorded",
               lambda c: moment_of(c.deal.record.entries[c.ply].stamp.at)),
        Column("broke", Type.TEXT, "the code of the rule that the call broke; null if none",
               lambda c: c.deal.broke(c.ply)),
    ),
    calls_of,
)  # fmt: skip
