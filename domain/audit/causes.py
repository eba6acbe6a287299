"""Find the breaches that are only the consequence of an earlier one.

Each breach is corrected in turn, and the deal is judged again. An act that was left out is inserted: an inspection, a
reveal, a call, a card that nobody recorded. An act that should not have been done is left out. A later act that is
legal after the correction was a breach only because of the earlier one. Corrections add up: the next breach is
corrected in the corrected deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from domain.audit.findings import CERTAIN, Finding
from domain.engine.facts import Act, CardPlayed, CardsDealt, PackCut, PackShuffled
from domain.engine.refusals import Refusal
from domain.games.sidi.acts import (
    ContractBid,
    WeisConceded,
    WeisDeclared,
    WeisDemanded,
    WeisDetailed,
    WeisScored,
    WeisShown,
)
from domain.games.three04.acts import BidMade, CapsCalled, CapsConceded, RedealDemanded, SpoiltTrumpsDeclared
from domain.record.hindsight import Hindsight

if TYPE_CHECKING:
    from domain.engine.rules import Rules
    from domain.engine.state import State

OWED: Final = frozenset({"must-inspect", "must-reveal", "weis-unsettled"})
"""Codes of an act before an owed inspection, reveal or answer about Weis. The seat that owed it broke the rule."""

NEVER_DUE: Final = (CapsCalled, CapsConceded, SpoiltTrumpsDeclared, RedealDemanded, PackShuffled)
"""Acts that no rule demands, so they are never tried as the missing act, but for `REDEALING`."""

REDEALING: Final = (PackShuffled, PackCut, CardsDealt)
"""Acts that begin a deal. Before one in the wrong place, a demand for a redeal may be the missing act."""

STUCK: Final = frozenset({"wrong-stage", "deal-over", "weis-not-asked"})
"""Codes of acts in the wrong stage. Consecutive breaches with the same code are consequences of the first."""

WEIS: Final = (WeisDetailed, WeisConceded, WeisScored, WeisDemanded, WeisShown)
"""Acts that rest on a Weis that was declared or scored before."""

OPTIONS: Final = 12
"""The most acts that are tried as the missing act at one place."""

RUNS: Final = 240
"""The most times that one deal is judged again."""


@dataclass(frozen=True, slots=True)
class Run:
    """The acts of a deal with some inserted or left out, and the ply of each in the record (-1: inserted)."""

    acts: tuple[Act, ...]
    plies: tuple[int, ...]

    def without(self, at: int) -> Run:
        return Run(self.acts[:at] + self.acts[at + 1 :], self.plies[:at] + self.plies[at + 1 :])

    def insert(self, at: int, acts: Sequence[Act]) -> Run:
        return Run((*self.acts[:at], *acts, *self.acts[at:]), (*self.plies[:at], *(-1,) * len(acts), *self.plies[at:]))


class Causes:
    """The breaches of one deal that follow from earlier ones."""

    def __init__(self, hindsight: Hindsight) -> None:
        self.rules: Rules = hindsight.rules
        self.dealer = hindsight.dealer
        self.run = Run(tuple(hindsight.acts), tuple(range(len(hindsight.acts))))
        self.left = RUNS
        self.cause: dict[int, int] = {}

    def consequences(self, findings: Sequence[Finding]) -> dict[int, int]:
        """Return the ply of the cause for each ply of a breach that is only a consequence."""
        certain = [finding for finding in findings if finding.sure == CERTAIN]
        broken = {finding.ply for finding in certain}
        for n, finding in enumerate(certain):
            rest = {later.ply for later in certain[n + 1 :] if later.ply > finding.ply} - self.cause.keys()
            if finding.ply in self.cause or not rest:
                continue
            broken &= rest | {finding.ply}
            self.correct(finding, rest)
            self.mark_stuck(finding, certain[n + 1 :])
        return self.cause

    def correct(self, finding: Finding, later: set[int]) -> None:
        """Keep the correction that explains most of the later breaches, if any explains some."""
        at = self.run.plies.index(finding.ply) if finding.ply in self.run.plies else -1
        if at < 0:
            return
        before = self.breach_plies(self.run)
        if before is None:
            return
        later &= before
        best, fewest, explained = self.run, len(before), before
        for run in self.corrections(at):
            broken = self.breach_plies(run)
            if broken is None:
                break
            # An owed act has only to explain later breaches; any other correction must leave fewer breaches in all.
            count = len(broken & later) if finding.code in OWED else len(broken)
            if count < (len(explained & later) if finding.code in OWED else fewest):
                best, fewest, explained = run, count, broken
        self.run = best
        for ply in later - explained:
            self.cause[ply] = finding.ply

    def mark_stuck(self, finding: Finding, later: Sequence[Finding]) -> None:
        """Mark the next breaches with the same code as consequences, if the code is one of `STUCK`."""
        if finding.code not in STUCK:
            return
        for other in later:
            if other.code != finding.code:
                return
            self.cause.setdefault(other.ply, finding.ply)

    def breach_plies(self, run: Run) -> set[int] | None:
        """Return the plies of the record whose acts break a rule in a run; None after `RUNS` runs."""
        self.left -= 1
        if self.left < 0:
            return None
        plies = Hindsight(self.rules, self.dealer, run.acts).breach_plies()
        return {run.plies[n] for n in plies} - {-1}

    # --- corrections -----------------------------------------------------------------------------------

    def corrections(self, at: int) -> Iterator[Run]:
        """Yield the deal with the missing acts inserted before an act, and without the act."""
        s = next(s.copy() for n, s, _ in Hindsight(self.rules, self.dealer, self.run.acts).steps() if n == at)
        inserted: list[Act] = []
        act = self.run.acts[at]
        if isinstance(act, WEIS):
            for place, weis in self.find_unrecorded_weis(at):
                yield self.run.insert(place, [weis])
        if isinstance(act, REDEALING):
            for demand in self.demands(s):
                yield self.run.insert(at, [demand])
        while len(inserted) <= self.rules.seat_count and isinstance(self.rules.judge(s, act), Refusal):
            runs = [(due, self.run.insert(at, [*inserted, due])) for due in self.due(s, at)]
            if not runs:
                break
            judged = [(broken, due) for due, run in runs if (broken := self.breach_plies(run)) is not None]
            if not judged:
                break
            inserted.append(min(judged, key=lambda row: len(row[0]))[1])
            yield self.run.insert(at, inserted)
            self.rules.apply(s, inserted[-1])
        yield self.run.without(at)

    def find_unrecorded_weis(self, at: int) -> Iterator[tuple[int, Act]]:
        """Yield each ply up to an act, and each Weis that could have been declared or scored there.

        Every place is tried, since the order of the declarations decides who details first.
        """
        for n, s, _ in Hindsight(self.rules, self.dealer, self.run.acts[: at + 1]).steps():
            for seat in self.rules.seats:
                for act in self.rules.legal(s, seat):
                    if isinstance(act, WeisDeclared | WeisScored):
                        yield n, act

    def demands(self, s: State) -> list[Act]:
        """Return the demands for a redeal that are legal: one for each seat and reason."""
        return [
            act for seat in self.rules.seats for act in self.rules.legal(s, seat) if isinstance(act, RedealDemanded)
        ]

    def due(self, s: State, at: int) -> list[Act]:
        """Return the acts, at most `OPTIONS`, that the seat to act may have done without a record of it.

        Of the bids in one denomination only the first legal one is returned.
        """
        seat = self.rules.to_act(s)
        if seat is None:
            return []
        later = {act.card for act in self.run.acts[at:] if isinstance(act, CardPlayed) and act.seat == seat}
        options: list[Act] = []
        lowest: set[tuple[type[Act], str]] = set()
        for act in self.rules.legal(s, seat):
            if isinstance(act, NEVER_DUE) or (isinstance(act, CardPlayed) and act.card in later):
                continue
            if isinstance(act, BidMade | ContractBid):
                kind = type(act), getattr(act, "denomination", "")
                if kind in lowest:
                    continue
                lowest.add(kind)
            options.append(act)
        return options[:OPTIONS]
