"""Which breaches are only the consequence of an earlier one.

An earlier breach is put right in turn, and the deal is judged again. What was left out is put in: an inspection, a
reveal, a call, a card that nobody told. What should not have been done is left out. A later act that breaks no rule
then was a breach only because of the earlier one. Corrections add up: the next breach is put right in what is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from domain.audit.findings import CERTAIN, Finding
from domain.audit.hindsight import Hindsight
from domain.engine.facts import Act, CardPlayed, PackShuffled
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

if TYPE_CHECKING:
    from domain.engine.rules import Rules
    from domain.engine.state import State

OWED: Final = frozenset({"must-inspect", "must-reveal", "weis-unsettled"})
"""Play went on although somebody had first to say or show something: the breach is theirs."""

NEVER_DUE: Final = (CapsCalled, CapsConceded, SpoiltTrumpsDeclared, RedealDemanded, PackShuffled)
"""Acts that nobody has to do, so that none of them can be what was left out."""

STUCK: Final = frozenset({"wrong-stage", "deal-over", "weis-not-asked"})
"""Codes of acts that came while the deal stood elsewhere: those that go on from the first are one mistake."""

WEIS: Final = (WeisDetailed, WeisConceded, WeisScored, WeisDemanded, WeisShown)
"""Acts that rest on a Weis that was declared before."""

OPTIONS: Final = 12
"""How many acts that can have been left out are tried at one place."""

RUNS: Final = 240
"""How often one deal is judged again."""


@dataclass(frozen=True, slots=True)
class Run:
    """The acts of a deal with some put in or left out, and where each is in the record (-1: it is not)."""

    acts: tuple[Act, ...]
    plies: tuple[int, ...]

    def without(self, at: int) -> Run:
        return Run(self.acts[:at] + self.acts[at + 1 :], self.plies[:at] + self.plies[at + 1 :])

    def with_(self, at: int, acts: Sequence[Act]) -> Run:
        return Run((*self.acts[:at], *acts, *self.acts[at:]), (*self.plies[:at], *(-1,) * len(acts), *self.plies[at:]))


class Causes:
    """The consequences of each breach of one deal."""

    def __init__(self, seen: Hindsight) -> None:
        self.rules: Rules = seen.rules
        self.dealer = seen.dealer
        self.run = Run(tuple(seen.acts), tuple(range(len(seen.acts))))
        self.left = RUNS
        self.cause: dict[int, int] = {}

    def of(self, findings: Sequence[Finding]) -> dict[int, int]:
        """For each ply of a breach that is only a consequence the ply of its cause."""
        certain = [finding for finding in findings if finding.sure == CERTAIN]
        broken = {finding.ply for finding in certain}
        for n, finding in enumerate(certain):
            rest = {later.ply for later in certain[n + 1 :] if later.ply > finding.ply} - self.cause.keys()
            if finding.ply in self.cause or not rest:
                continue
            broken &= rest | {finding.ply}
            self.put_right(finding, rest)
            self.stuck(finding, certain[n + 1 :])
        return self.cause

    def put_right(self, finding: Finding, rest: set[int]) -> None:
        """Go on with the correction that explains most of the later breaches, if any explains some."""
        at = self.run.plies.index(finding.ply) if finding.ply in self.run.plies else -1
        if at < 0:
            return
        before = self.broken(self.run)
        if before is None:
            return
        rest &= before
        best, fewest, found = self.run, len(before), before
        for run in self.corrections(at):
            broken = self.broken(run)
            if broken is None:
                break
            # What is owed is put in whatever the others made of it; anything else must leave fewer breaches in all.
            count = len(broken & rest) if finding.code in OWED else len(broken)
            if count < (len(found & rest) if finding.code in OWED else fewest):
                best, fewest, found = run, count, broken
        self.run = best
        for ply in rest - found:
            self.cause[ply] = finding.ply

    def stuck(self, finding: Finding, later: Sequence[Finding]) -> None:
        """The acts that go on from one for which the deal was not ready."""
        if finding.code not in STUCK:
            return
        for each in later:
            if each.code != finding.code:
                return
            self.cause.setdefault(each.ply, finding.ply)

    def broken(self, run: Run) -> set[int] | None:
        """The plies of the record whose acts break a rule in a run; None once too many runs were judged."""
        self.left -= 1
        if self.left < 0:
            return None
        found = Hindsight(self.rules, self.dealer, run.acts).broken()
        return {run.plies[n] for n in found} - {-1}

    # --- what can be put right -------------------------------------------------------------------------

    def corrections(self, at: int) -> Iterator[Run]:
        """The deal with what was left out before an act, and without the act."""
        s = next(s.copy() for n, s, _ in Hindsight(self.rules, self.dealer, self.run.acts).steps() if n == at)
        put_in: list[Act] = []
        act = self.run.acts[at]
        if isinstance(act, WEIS):
            for earlier, declared in self.undeclared(at):
                yield self.run.with_(earlier, [declared])
        while len(put_in) <= self.rules.seat_count and isinstance(self.rules.judge(s, act), Refusal):
            runs = [(each, self.run.with_(at, [*put_in, each])) for each in self.due(s, at)]
            if not runs:
                break
            judged = [(broken, each) for each, run in runs if (broken := self.broken(run)) is not None]
            if not judged:
                break
            put_in.append(min(judged, key=lambda row: len(row[0]))[1])
            yield self.run.with_(at, put_in)
            self.rules.apply(s, put_in[-1])
        yield self.run.without(at)

    def undeclared(self, at: int) -> Iterator[tuple[int, Act]]:
        """Each Weis that could have been declared before an act, and where."""
        tried: set[Act] = set()
        for n, s, _ in Hindsight(self.rules, self.dealer, self.run.acts[:at]).steps():
            for seat in self.rules.seats if isinstance(self.run.acts[n], CardPlayed) else ():
                for act in self.rules.legal(s, seat):
                    if isinstance(act, WeisDeclared) and act not in tried:
                        tried.add(act)
                        yield n, act

    def due(self, s: State, at: int) -> list[Act]:
        """The acts that the deal was waiting for, one of which can have been left out."""
        seat = self.rules.to_act(s)
        if seat is None:
            return []
        later = {act.card for act in self.run.acts[at:] if isinstance(act, CardPlayed) and act.seat == seat}
        found: list[Act] = []
        lowest: set[tuple[type[Act], str]] = set()
        for act in self.rules.legal(s, seat):
            if isinstance(act, NEVER_DUE) or (isinstance(act, CardPlayed) and act.card in later):
                continue
            if isinstance(act, BidMade | ContractBid):
                kind = type(act), getattr(act, "denomination", "")
                if kind in lowest:
                    continue
                lowest.add(kind)
            found.append(act)
        return found[:OPTIONS]
