"""The part of a view that only 304 has: the bid, the trump and its maker, partners, calls during the play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from domain.engine.cards import UNKNOWN
from domain.engine.facts import Act, Passed
from domain.engine.state import COUNT, NOBODY
from domain.games.three04.acts import (
    BidMade,
    CapsCalled,
    CardsRevealed,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    MarriageDeclared,
    PartnerAsked,
    TrumpOpened,
)
from domain.games.three04.stages.marriages import declared_marriages, worth
from domain.games.three04.state import INSPECTION, REVEAL_CARDS, REVEAL_INDICATOR
from replay.part import Part

if TYPE_CHECKING:
    from domain.engine.rules import Rules
    from domain.games.three04.state import Three04State
    from replay.part import Point

OWED: Final = {
    INSPECTION: "inspection",
    REVEAL_CARDS: "reveal",
    REVEAL_INDICATOR: "reveal",
    COUNT: "count",
}
"""The names of what the trump maker owes the table, by `State.owed`."""


class Three04Part(Part):
    """The view's part of 304."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._caps: dict[str, Any] | None = None

    def note(self, point: Point, s: Three04State, act: Act) -> None:
        match act:
            case BidMade() | Passed() | PartnerAsked():
                point.call(act)
            case IndicatorPlaced(seat, card):
                point.see(card, "own" if seat == point.viewer else "record")
            case FaceDownInspected(_, _, cards):
                for card in cards.values():
                    point.see(card, "inspected")
            case CardsRevealed(_, cards):
                for seat, card in cards.items():
                    point.see(card, "revealed")
                    point.turn_up(seat, card)
            case IndicatorRevealed(seat, card) | TrumpOpened(seat, card):
                point.see(card, "indicator")
                point.turn_up(seat, card, indicator=True)
            case MarriageDeclared(_, suit):
                point.see(f"K{suit}", "shown")
                point.see(f"Q{suit}", "shown")
            case CapsCalled(seat, order):
                self._caps = {"seat": seat, "order": list(order)}
                for card in order:
                    point.see(card, "exposed")

    def add(self, point: Point, s: Three04State, view: dict[str, Any]) -> None:
        seats = self.rules.seats
        if s.owed in OWED:
            view["owed"] = OWED[s.owed]
        if s.round_bidder != NOBODY or s.maker != NOBODY:
            view["contract"] = {"seat": seats[s.bidder], "bid": s.slam or s.high}
        if s.maker != NOBODY:
            view["maker"] = seats[s.maker]
            view["trump"] = self._trump(s)
        if s.asleep:
            view["asleep"] = [name for seat, name in enumerate(seats) if s.asleep >> seat & 1]
        if s.partner_card:
            view["partner"] = self._partner(s)
        if s.marriages:
            view["marriages"] = [
                {"seat": seats[seat], "suit": suit, "points": worth(s, suit)} for seat, suit in declared_marriages(s)
            ]
        if self._caps:
            view["caps"] = self._caps
        if s.double != NOBODY:
            view["double"] = {"seat": seats[s.double]}

    def _trump(self, s: Three04State) -> dict[str, Any]:
        """Return the trump as the viewer knows it, with the indicator while it lies on the table."""
        trump: dict[str, Any] = {"open": not s.closed}
        if s.trump:
            trump["suit"] = self.rules.tables.letter[s.trump]
        if s.indicator_down:
            trump["indicator"] = self.rules.tables.card.get(s.indicator, UNKNOWN)
        return trump

    def _partner(self, s: Three04State) -> dict[str, Any]:
        """Return the card that the trump maker named, with its holder if the viewer knows it."""
        partner = {"card": self.rules.tables.card[s.partner_card]}
        if s.ally != NOBODY:
            partner["seat"] = self.rules.seats[s.ally]
        return partner
