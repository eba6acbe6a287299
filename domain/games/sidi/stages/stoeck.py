"""Stöck: King and Ober of trumps in one hand (003 "Weis and Stöck").

Stöck counts once all have seen both cards. If ``stoeck.claim`` is ``must_claim`` (C10), the holder must also claim it
before the deal is scored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from domain.engine.facts import Act, Passed
from domain.engine.refusals import POSSIBLE, Refusal, Verdict, refuse
from domain.engine.state import NOBODY, NOTHING
from domain.games.sidi.acts import StoeckClaimed
from domain.games.sidi.stages.calls import Calls
from domain.games.sidi.state import STOECK

if TYPE_CHECKING:
    from domain.games.sidi.rules import SidiRules
    from domain.games.sidi.state import SidiState


class StoeckClaims(Calls):
    """The claim of Stöck, or the pass of its holder at the end of the deal."""

    def __init__(self, rules: SidiRules, finish: Callable[[SidiState], None]) -> None:
        super().__init__(rules)
        self.finish = finish
        self.automatic = self.game.stoeck.claim == "automatic"
        self.judges = {StoeckClaimed: self.judge}
        self.applies = {StoeckClaimed: self.apply}
        if not self.automatic:
            self.judges[Passed] = self.judge_pass
            self.applies[Passed] = self.apply_pass

    def holder(self, s: SidiState) -> int:
        """Return the seat that has shown both cards to all, or NOBODY."""
        pair = self.orders[s.denomination].stoeck
        if pair:
            for seat, shown in enumerate(s.shown):
                if not pair & ~shown:
                    return seat
        return NOBODY

    def is_pending(self, s: SidiState) -> bool:
        """Return whether Stöck is not scored yet although a seat has shown both cards."""
        return s.stoeck == NOBODY and self.holder(s) != NOBODY

    def legal(self, s: SidiState, seat: int) -> list[Act]:
        name = self.rules.seats[seat]
        acts: list[Act] = [] if self.refusal(s, seat) else [StoeckClaimed(name)]
        if s.owed == STOECK and seat == s.turn and not self.automatic:
            acts.append(Passed(name))
        return acts

    def owed_act(self, s: SidiState) -> Act | None:
        if self.automatic and self.is_pending(s):
            return StoeckClaimed(self.rules.seats[self.holder(s)])
        return None

    def compels(self, table: SidiState) -> Act | None:
        """Return the score of Stöck, if it counts without a claim (C10) and all have seen both cards; else None."""
        return self.owed_act(table)

    def refusal(self, s: SidiState, seat: int) -> Refusal | None:
        """Return the refusal of a claim by the seat now; None if it may claim Stöck."""
        pair, name = self.orders[s.denomination].stoeck, self.rules.seats[seat]
        if s.stoeck != NOBODY:
            holder = self.rules.names[s.stoeck]
            return refuse("stoeck-twice", name, "{who} claimed Stöck, which {holder} has scored", holder=holder)
        if not pair:
            return refuse("stoeck-not-held", name, "{who} claimed Stöck in a contract without trumps")
        missing = pair & ~s.shown[seat]
        if not missing:
            return None
        if missing & s.gone or not s.may_have_begun_with(seat, pair):
            return refuse("stoeck-not-held", name, "{who} claimed Stöck without holding King and Ober of trumps")
        unseen = self.rules.hand_size - s.size(seat) - (s.shown[seat] & s.gone).bit_count()
        if missing.bit_count() > unseen:
            return refuse(
                "stoeck-too-early",
                name,
                "{who} claimed Stöck",
                "Stöck is claimed only when all players have seen both cards",
            )
        return None

    def judge(self, s: SidiState, seat: int, act: StoeckClaimed) -> Verdict:
        if barred := self.refusal(s, seat):
            return barred
        return POSSIBLE if self.orders[s.denomination].stoeck & ~s.shown[seat] else None

    def apply(self, s: SidiState, seat: int, act: StoeckClaimed) -> None:
        if s.stoeck == NOBODY:
            s.stoeck = seat
        self.let_go(s)

    def judge_pass(self, s: SidiState, seat: int, act: Passed) -> Verdict:
        if s.owed == STOECK and seat == s.turn:
            return None
        return refuse("jass-out-of-turn", act.seat, "{who} passed during the play")

    def apply_pass(self, s: SidiState, seat: int, act: Passed) -> None:
        self.let_go(s)

    def let_go(self, s: SidiState) -> None:
        """End the deal if only the claim of Stöck was still open."""
        if s.owed == STOECK:
            s.owed = NOTHING
            self.finish(s)
