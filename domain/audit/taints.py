"""Find the acts that rest on a breach: done because of it, or possible only because of it.

No rule document defines this; `docs/audit.md` explains Nought's own rule. A breach before the play taints the acts that
answered it, and the whole deal if the contract, the trump or the cards rest on it. A card taints the rest of its trick,
and everything after the trick if the offender's side won it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from domain.audit.findings import Spreads, Taint
from domain.engine.facts import Act, CardExposed, CardPlayed, CardsDealt, PackCut, PackShuffled, Passed
from domain.engine.state import NOBODY
from domain.games.sidi.acts import (
    ContractBid,
    Doubled,
    Redoubled,
    WeisConceded,
    WeisDeclared,
    WeisDemanded,
    WeisDetailed,
    WeisScored,
    WeisShown,
)
from domain.games.three04.acts import (
    BidMade,
    CapsCalled,
    CardsRevealed,
    FaceDownInspected,
    IndicatorPlaced,
    IndicatorRevealed,
    IndicatorTakenBack,
    PartnerAsked,
    PartnerCardNamed,
    RedealDemanded,
    SpoiltTrumpsDeclared,
    TrumpClosed,
    TrumpOpened,
)

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.record.record import Record

CALLS: Final = (BidMade, Passed, PartnerAsked, ContractBid, Doubled, Redoubled)
WEIS: Final = (WeisDeclared, WeisDetailed, WeisConceded, WeisScored, WeisDemanded, WeisShown)
ALL_REST: Final[dict[type[Act], Spreads]] = {
    PackShuffled: "deal", PackCut: "deal", CardsDealt: "deal", RedealDemanded: "deal",
    IndicatorPlaced: "trump", IndicatorTakenBack: "trump", TrumpOpened: "trump", TrumpClosed: "trump",
    PartnerCardNamed: "trump",
    FaceDownInspected: "reveal", CardsRevealed: "reveal", IndicatorRevealed: "reveal",
}  # fmt: skip
"""Acts on which every later act rests, each with the kind of its taint."""
SHOWS: Final = (CardPlayed, CapsCalled, *CALLS, FaceDownInspected, CardsRevealed, WeisShown)
"""Acts that give information to the other players, even if they change nothing."""


class Course:
    """The course of a deal: the stage and the trick of each ply, and who won each trick."""

    def __init__(self, record: Record, acts: Sequence[Act]) -> None:
        rules = record.rules
        self.rules = rules
        self.acts = acts
        self.stages: list[int] = []
        self.trick: list[int] = []
        """The number of complete tricks before each ply."""
        self.winners: list[int] = []
        self.contract = -1
        """The ply of the bid that became the contract; -1 if there is none."""
        self.idle: set[int] = set()
        """The plies of the acts that changed nothing in the state, because they came at the wrong time."""
        s = rules.start(record.opened.dealer)
        for ply, act in enumerate(self.acts):
            self.stages.append(s.stage)
            self.trick.append(sum(s.tricks))
            before = s.highest_bid()
            earlier = s.copy()
            rules.apply(s, act)
            if all(getattr(earlier, name) == getattr(s, name) for name in s.FIELDS):
                self.idle.add(ply)
            if isinstance(act, RedealDemanded):
                self.contract = -1
            elif s.highest_bid() != before and s.bidder != NOBODY:
                self.contract = ply
            if sum(s.tricks) > len(self.winners):
                self.winners += [s.last_winner] * (sum(s.tricks) - len(self.winners))

    def taints(self, ply: int, seat: Seat | None, code: str) -> tuple[Taint, ...]:
        """Return the acts that rest on a breach with this code by this seat."""
        act = self.acts[ply]
        if isinstance(act, CardExposed):
            return self._run(ply, "knowledge")
        if code in ("must-inspect", "must-reveal"):
            return self._run(ply - 1, "reveal")
        if code == "weis-unsettled":
            return self._weis(ply)
        if isinstance(act, SpoiltTrumpsDeclared):
            # A true call that was denied should have ended the deal; then no seat is the offender.
            return self._run(ply, "deal") if seat is None else ()
        if ply in self.idle or code == "weis-nothing-to-show":
            return self._run(ply, "knowledge") if isinstance(act, SHOWS) else ()
        if type(act) in ALL_REST:
            return self._run(ply, ALL_REST[type(act)])
        if isinstance(act, CALLS):
            return (*self._calls(ply), *self._contract(ply, act))
        if isinstance(act, WEIS):
            return self._weis(ply)
        return tuple(self._card(ply, act)) if isinstance(act, CardPlayed) else ()

    def knowledge(self, ply: int) -> tuple[Taint, ...]:
        """Return the taint of every act from this ply on, because a player has knowledge that is not allowed."""
        return self._run(max(ply, 0) - 1, "knowledge")

    def _run(self, ply: int, why: Spreads, last: int | None = None) -> tuple[Taint, ...]:
        """Return the taint from the ply after this one to ``last``, or to the end."""
        last = len(self.acts) - 1 if last is None else last
        return (Taint(ply + 1, last, why),) if last > ply else ()

    def _calls(self, ply: int) -> tuple[Taint, ...]:
        """Return the taint of the calls that answered this one."""
        last = ply
        while last + 1 < len(self.acts) and self.stages[last + 1] == self.stages[ply]:
            last += 1
        return self._run(ply, "calls", last)

    def _contract(self, ply: int, act: Act) -> tuple[Taint, ...]:
        """Return the taint of everything after the auction, if this call is the contract, a double or a redouble."""
        calls = self._calls(ply)
        last = calls[0].last if calls else ply
        decisive = self.contract == ply or isinstance(act, Doubled | Redoubled)
        return self._run(last, "contract") if decisive else ()

    def _card(self, ply: int, act: Act) -> Iterator[Taint]:
        """Yield the rest of the trick, and everything after it if the offender's side won it and led."""
        last = ply
        while last + 1 < len(self.acts) and self.trick[last + 1] == self.trick[ply]:
            last += 1
        yield from self._run(ply, "trick", last)
        number = self.trick[ply]
        place = self.rules.place.get(act.seat)
        if place is not None and number < len(self.winners) and self.rules.side[place] >> self.winners[number] & 1:
            yield from self._run(last, "lead")

    def _weis(self, ply: int) -> tuple[Taint, ...]:
        """Return the taints of the later acts about Weis."""
        taints: list[Taint] = []
        for n in range(ply + 1, len(self.acts)):
            if isinstance(self.acts[n], WEIS):
                first = taints.pop().first if taints and taints[-1].last == n - 1 else n
                taints.append(Taint(first, n, "weis"))
        return tuple(taints)
