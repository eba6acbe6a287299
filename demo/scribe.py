"""The scribe of a generated deal: the times of the acts, and occasional mistakes and breaches."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from domain.engine.cards import UNKNOWN
from domain.engine.facts import (
    Act,
    CardPlayed,
    CardsDealt,
    CardsDisclosed,
    DealOpened,
    IrregularityNoted,
    PackCut,
    Passed,
)
from domain.engine.hiding import PUBLIC, hide_act
from domain.games.sidi.acts import ContractBid
from domain.games.three04.acts import BidMade, CapsCalled, IndicatorPlaced, RedealDemanded
from domain.games.three04.state import state_of_304
from domain.record.entries import Stamp
from domain.record.imported_deal import Entered
from domain.record.record import Proposal, Record

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from demo.games import AnyDeal

SECONDS: Final[dict[type[Act], tuple[int, int]]] = {
    PackCut: (15, 40), CardsDealt: (12, 25), BidMade: (3, 12), Passed: (2, 6), IndicatorPlaced: (4, 10),
    CardPlayed: (2, 7), CapsCalled: (10, 30), ContractBid: (3, 12),
}  # fmt: skip
"""The least and the most seconds that an act takes; 2 to 5 for other acts."""


def format_time(time: datetime) -> str:
    """Return a time as the record book writes it."""
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass
class Scribe:
    """A scribe of one deal. It uses the commands of the record, as at a table."""

    opened: DealOpened
    clock: datetime
    by: str
    rng: Random
    lines: list[Entered] = field(default_factory=list)
    record: Record = field(init=False)

    def __post_init__(self) -> None:
        self.record = Record(self.opened, Stamp(1, format_time(self.clock), self.by))
        self._compelled: list[Act] = []

    def wait(self, least: int, most: int) -> None:
        """Move the clock on by a random time between ``least`` and ``most`` seconds."""
        self.clock += timedelta(milliseconds=self.rng.randint(least * 1000, most * 1000))

    def write(self, proposals: Iterable[Proposal]) -> None:
        """Enter the facts that the record proposed."""
        at = format_time(self.clock)
        for proposal in proposals:
            self.lines.append(Entered(proposal.fact, at, self.by))
            self.record.fold(proposal.fact, Stamp(len(self.lines) + 1, at, self.by))

    def enter(self, act: Act, *, as_it_happened: bool = False) -> None:
        """Enter an act and the acts that it compels. A compelled act that comes later is not entered again."""
        if self._compelled and self._compelled[0] == act:
            self._compelled.pop(0)
            return
        self.wait(*SECONDS.get(type(act), (2, 5)))
        proposals = self.record.act(act, as_it_happened=as_it_happened)
        self._compelled = [proposal.fact for proposal in proposals[1:] if isinstance(proposal.fact, Act)]
        self.write(proposals)


class Slip:
    """A way of recording a deal; the base class makes no mistake. ``done``: whether the mistake has been made."""

    done = True

    def play(self, deal: AnyDeal, scribe: Scribe) -> None:
        """Record the whole deal, from the cut to the settlement."""
        for act in deal.acts():
            self.act(deal, scribe, act)

    def act(self, deal: AnyDeal, scribe: Scribe, act: Act) -> None:
        """Record one act."""
        scribe.enter(act)


class WrongCard(Slip):
    """The scribe writes another card of the suit, and corrects it before the next card."""

    def __init__(self, trick: int, why: str) -> None:
        self.trick = trick
        self.why = why
        self.done = False

    def act(self, deal: AnyDeal, scribe: Scribe, act: Act) -> None:
        tables = deal.rules.tables
        s = scribe.record.state
        if not self.done and isinstance(act, CardPlayed) and not act.down and sum(s.tricks) == self.trick and s.trick:
            bit = tables.bit[act.card]
            others = tables.cards(s.hands[deal.rules.place[act.seat]] & tables.suit_of[bit] & ~bit)
            if others and len(s.trick) < s.width - 1:
                ply = len(scribe.record.entries)
                scribe.enter(CardPlayed(act.seat, others[0]))
                scribe.wait(3, 9)
                scribe.write(scribe.record.amend(ply, act, self.why))
                self.done = True
                return
        scribe.enter(act)


class WrongBid(Slip):
    """The scribe mishears a bid, and corrects it."""

    def __init__(self, why: str) -> None:
        self.why = why
        self.done = False

    def act(self, deal: AnyDeal, scribe: Scribe, act: Act) -> None:
        if not self.done and isinstance(act, BidMade) and isinstance(act.bid, int) and act.bid < 200:
            ply = len(scribe.record.entries)
            scribe.enter(BidMade(act.seat, act.bid + 10))
            scribe.wait(4, 8)
            scribe.write(scribe.record.amend(ply, act, self.why))
            self.done = True
            return
        scribe.enter(act)


class TooEarly(Slip):
    """The scribe writes a pass before the player has spoken, and retracts it when the player bids."""

    def __init__(self, why: str) -> None:
        self.why = why
        self.done = False

    def act(self, deal: AnyDeal, scribe: Scribe, act: Act) -> None:
        if not self.done and isinstance(act, BidMade):
            ply = len(scribe.record.entries)
            scribe.enter(Passed(act.seat))
            scribe.wait(2, 5)
            scribe.write(scribe.record.retract(ply, self.why))
            self.done = True
        scribe.enter(act)


class Revoke(Slip):
    """A player revokes; the card is recorded as it happened, and the revoke is noted after the deal."""

    def __init__(self, note: str) -> None:
        self.note = note
        self.done = False
        self.ply = -1
        self.seat = ""

    def play(self, deal: AnyDeal, scribe: Scribe) -> None:
        for act in deal.acts(self.mishap):
            wrong = self.done and self.ply < 0
            if wrong:
                self.ply, self.seat = len(scribe.record.entries), act.seat
            scribe.enter(act, as_it_happened=wrong)
        if self.done:
            scribe.wait(20, 60)
            scribe.write(scribe.record.note(IrregularityNoted(self.ply, "revoke", self.seat, self.note)))

    def mishap(self, deal: AnyDeal, act: Act) -> Act:
        """Return a card of a third suit instead of the act, once, after the trump is open and two tricks are played."""
        s = state_of_304(deal.state)
        if self.done or not isinstance(act, CardPlayed) or s.closed or not s.trick or s.caps_caller >= 0:
            return act
        tables = deal.rules.tables
        seat = deal.rules.place[act.seat]
        others = s.hands[seat] & ~(s.lead_suit | s.trump)
        follows = tables.bit[act.card] & s.lead_suit and tables.worth(tables.bit[act.card]) >= 10
        if not follows or not others or not 2 <= sum(s.tricks) <= 5:
            return act
        self.done = True
        return CardPlayed(act.seat, min(tables.cards(others), key=lambda card: tables.points[tables.bit[card]]))


class Unseen(Slip):
    """The scribe records only public cards; the players disclose the others after the deal."""

    def __init__(self) -> None:
        self.done = False

    def play(self, deal: AnyDeal, scribe: Scribe) -> None:
        truth: list[Act] = []
        for act in deal.acts():
            truth.append(act)
            scribe.enter(hide_act(act, PUBLIC))
        self.done = deal.state.outcome == "played"
        scribe.wait(60, 180)
        scribe.write(scribe.record.disclose(CardsDisclosed(_hands(truth), _plies(scribe.record, truth))))


def _hands(truth: list[Act]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return the batches of each seat, without those before a redeal."""
    dealt: list[CardsDealt] = []
    for act in truth:
        if isinstance(act, CardsDealt):
            dealt.append(act)
        elif isinstance(act, RedealDemanded):
            dealt = []
    return {seat: tuple(batch.hands[seat] for batch in dealt) for seat in dealt[0].hands}


def _plies(record: Record, truth: list[Act]) -> dict[int, str]:
    """Return the cards of acts that were recorded without one, by ply."""
    cards: dict[int, str] = {}
    for ply, (entry, act) in enumerate(zip(record.entries, truth, strict=True)):
        recorded: Any = entry.act
        if isinstance(act, CardPlayed | IndicatorPlaced) and recorded.card == UNKNOWN:
            cards[ply] = act.card
    return cards
