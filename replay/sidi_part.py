"""The part of a view that only Sidi Barrani has: the contract, Weis, Stöck, the score so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from domain.engine.facts import Act, Passed
from domain.engine.state import COUNT, NOBODY
from domain.games.sidi.acts import (
    ContractBid,
    Doubled,
    Redoubled,
    WeisConceded,
    WeisDemanded,
    WeisDetailed,
    WeisShown,
)
from domain.games.sidi.settlement import score_so_far
from domain.games.sidi.state import DISPLAY, STOECK, WEIS
from replay.part import Part

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.engine.rules import Rules
    from domain.games.sidi.state import SidiState
    from replay.part import Point

OWED: Final = {WEIS: "weis", DISPLAY: "display", STOECK: "stoeck", COUNT: "count"}
"""The names of the acts that are owed before the deal goes on, by `State.owed`."""

QUESTIONS: Final = ("cards", "top", "trump")
"""The questions to seats that declared Weis of the same value, named as in `WeisDetailed`."""

NOTED: Final = frozenset({Passed, ContractBid, Doubled, Redoubled, WeisConceded, WeisDemanded, WeisDetailed, WeisShown})
"""The acts that change this part of the view."""


class SidiPart(Part):
    """The view's part of Sidi Barrani."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._talk: list[dict[str, Any]] = []
        """The answers about Weis and the concessions, in order."""
        self._demand: dict[str, Any] = {}
        """The last demand to show a Weis."""
        self._shown: list[dict[str, Any]] = []

    def note(self, point: Point, s: SidiState, act: Act) -> None:
        if type(act) not in NOTED:
            return
        match act:
            case Passed():
                if s.maker == NOBODY:
                    point.call(act)
            case ContractBid() | Doubled() | Redoubled():
                point.call(act)
            case WeisDetailed(seat, cards, top, trump):
                answers = zip(QUESTIONS, (cards, top, trump), strict=True)
                self._talk = [
                    *self._talk,
                    {"seat": seat} | {name: value for name, value in answers if value is not None},
                ]
            case WeisConceded(seat):
                self._talk = [*self._talk, {"seat": seat, "conceded": True}]
            case WeisDemanded(seat, of, value) if not s.owed:
                self._demand = {"by": seat, "of": of, "value": value}
            case WeisShown(seat, cards):
                for card in cards:
                    point.see(card, "shown")
                self._shown = [*self._shown, {"seat": seat, **self._demanded_weis(s, seat), "cards": list(cards)}]

    def _demanded_weis(self, s: SidiState, seat: Seat) -> dict[str, int]:
        """Return the value of the Weis that the seat had to show; empty if no demand was made to it."""
        of, value = s.demand
        return {"value": value} if of == self.rules.place.get(seat) else {}

    def add(self, point: Point, s: SidiState, view: dict[str, Any]) -> None:
        seats = self.rules.seats
        if s.owed in OWED:
            view["owed"] = OWED[s.owed]
        if s.bidder != NOBODY:
            view["contract"] = self._contract(s)
        if s.maker != NOBODY:
            view["maker"] = seats[s.maker]
            view["score"] = dict(zip(self.rules.ruleset.seating.teams, score_so_far(s), strict=True))
        if weis := self._weis(s):
            view["weis"] = weis
        if s.stoeck != NOBODY:
            view["stoeck"] = {"seat": seats[s.stoeck], "points": s.rules.ruleset.stoeck.points}

    def _contract(self, s: SidiState) -> dict[str, Any]:
        """Return the highest bid; during the auction with the seats that may double or redouble it."""
        seats = self.rules.seats
        contract: dict[str, Any] = {
            "seat": seats[s.bidder],
            "bid": s.high,
            "denomination": s.denomination,
            "factor": s.factor,
        }
        if s.maker == NOBODY:
            judge = self.rules.judge
            for kind, word in ((Doubled, "may_double"), (Redoubled, "may_redouble")):
                if may := [seat for seat in seats if judge(s, kind(seat)) is None]:
                    contract[word] = may
        return contract

    def _weis(self, s: SidiState) -> dict[str, Any]:
        """Return the Weis declared, scored and shown, and the open question."""
        seats = self.rules.seats
        weis: dict[str, Any] = {}
        if s.declared:
            weis["declared"] = [{"seat": seats[seat], "value": value} for seat, value in s.declared]
        if s.owed == WEIS and s.side == NOBODY:
            weis["question"] = QUESTIONS[s.question]
        if self._talk:
            weis["talk"] = self._talk
        if s.side != NOBODY:
            weis["team"] = self.rules.ruleset.seating.teams[s.side]
        scores = [
            {"seat": seats[seat], "values": list(values)} for seat, values in enumerate(s.weis) if values is not None
        ]
        if scores:
            weis["scored"] = scores
        if s.owed == DISPLAY:
            weis["demanded"] = self._demand
        if self._shown:
            weis["shown"] = self._shown
        return weis
