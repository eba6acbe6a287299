"""Every breach of the rules in a deal, judged with all that is known of its cards by now.

What is legal is asked of the stages alone. Here it is only said of each breach whose it is, when it could be seen,
what rests on it, what follows, and how sure it is as long as some cards are unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from domain.audit.causes import OWED, Causes
from domain.audit.clauses import clause_of
from domain.audit.findings import CERTAIN, POSSIBLE, UNDECIDABLE, Finding, Notice, Report, Sight, Sure, Taint
from domain.audit.hindsight import Hindsight
from domain.audit.missing import settling
from domain.audit.remedies import remedy
from domain.audit.sight import Eyes
from domain.audit.taints import Course
from domain.audit.worlds import unknown, worlds
from domain.engine.cards import UNKNOWN, Seat
from domain.engine.facts import Act, CardPlayed, IrregularityNoted
from domain.engine.refusals import CLAUSES, ONLY_NOTED, Possible, Refusal
from domain.engine.state import NOBODY
from domain.games.three04.acts import CapsCalled, CapsConceded, SpoiltTrumpsDeclared

if TYPE_CHECKING:
    from domain.audit.worlds import World
    from domain.engine.state import State
    from domain.record.record import Record

ANYTIME: Final = (CapsCalled, CapsConceded, SpoiltTrumpsDeclared)
"""Calls that one may make out of turn, and that are no answer to what ought to have been done."""

OTHERS_WORK: Final = frozenset({"deal-against-pack"})
"""Whether the deal is what pack and cut give is for the audit of shuffle and deal."""


def breaches(record: Record) -> Report:
    """Every breach of a deal, in order, and what else an arbiter should know."""
    seen = Hindsight(record.rules, record.opened.dealer, record.acts)
    audit = _Audit(record, seen)
    return Report(
        findings=tuple(audit.findings()),
        notices=tuple(audit.notices),
        acts=len(record.acts),
        unknown=sum(unknown(act).count(UNKNOWN) for act in seen.acts),
    )


class _Audit:
    """One audit of one record."""

    def __init__(self, record: Record, seen: Hindsight) -> None:
        self.record = record
        self.rules = record.rules
        self.seen = seen
        self.course = Course(record, seen.acts)
        self.eyes = Eyes(record)
        self.worlds: list[World] = list(worlds(seen))
        self.notices: list[Notice] = []
        self.open: set[int] = set()
        """The plies whose verdict is open."""

    def findings(self) -> list[Finding]:
        found: list[Finding] = []
        for ply, s, verdict in self.seen.steps():
            if isinstance(verdict, Refusal) and verdict.code not in OTHERS_WORK:
                found.append(self.certain(ply, s, verdict))
            elif isinstance(verdict, Possible):
                self.open.add(ply)
                if broken := self.broken_somewhere(ply):
                    found.append(self.possible(ply, s, broken))
            self.watch(ply, s)
        cause = Causes(self.seen).of(found)
        found = [replace(each, because=cause.get(each.ply)) if each.sure == CERTAIN else each for each in found]
        return sorted(self.with_notes(found), key=lambda each: each.ply)

    # --- breaches that the acts show ----------------------------------------------------------------

    def certain(self, ply: int, s: State, broke: Refusal) -> Finding:
        """A breach, wherever the unseen cards lie."""
        codes = {each.code for each in self.broken_somewhere(ply)} - {broke.code}
        finding = self.finding(ply, s, broke, CERTAIN)
        return replace(finding, or_else=tuple(sorted(codes)), seen=self.eyes.first(ply, finding.seat))

    def possible(self, ply: int, s: State, broken: list[Refusal]) -> Finding:
        """A breach if the unseen cards lie as in some world."""
        (code, _), *others = Counter(each.code for each in broken).most_common()
        broke = next(each for each in broken if each.code == code)
        return replace(
            # The world's own cards are in its words; nobody knows whether these were there.
            self.finding(ply, s, replace(broke, message="", allowed=""), POSSIBLE),
            or_else=tuple(sorted(other for other, _ in others)),
            settle=settling(self.seen, self.worlds, ply),
        )

    def broken_somewhere(self, ply: int) -> list[Refusal]:
        """What the act at a ply breaks in the worlds in which it breaks anything."""
        return [verdict for world in self.worlds if isinstance(verdict := world.verdicts[ply], Refusal)]

    def finding(self, ply: int, s: State, broke: Refusal, sure: Sure) -> Finding:
        act = self.seen.acts[ply]
        seat = self.whose(s, act, broke)
        return Finding(
            ply=ply,
            seat=seat,
            code=broke.code,
            clause=clause_of(self.rules, act, broke),
            what=broke.message,
            allowed=broke.allowed,
            legal=tuple(self.legal(s, act, seat)),
            sure=sure,
            seen=Sight(None, ()),
            remedy=remedy(self.record, ply, seat, broke.code),
            taints=self.course.taints(ply, seat, broke.code),
        )

    def whose(self, s: State, act: Act, broke: Refusal) -> Seat | None:
        """Who broke the rule; None if the table did."""
        if broke.code in OWED and isinstance(act, CardPlayed) and s.turn != NOBODY:
            return self.rules.seats[s.turn]
        if isinstance(act, SpoiltTrumpsDeclared) and not act.upheld:
            # A true call that was not upheld is no fault of the caller.
            return None if self.rules.judge(s, SpoiltTrumpsDeclared(act.seat)) is None else broke.seat
        return broke.seat

    def legal(self, s: State, act: Act, seat: Seat | None) -> Iterator[Act]:
        """What was open to the seat, as far as its cards are known."""
        if seat not in self.rules.place:
            return
        for each in self.rules.legal(s, seat):
            if UNKNOWN in unknown(each) or (isinstance(each, ANYTIME) and type(each) is not type(act)):
                continue
            if not isinstance(self.rules.judge(s, each), Refusal):
                yield each

    # --- what somebody noted ------------------------------------------------------------------------

    def with_notes(self, found: list[Finding]) -> list[Finding]:
        """The findings, and what was noted at the table."""
        for _, fact, ply in self.record.placed():
            if not isinstance(fact, IrregularityNoted) or ply is None:
                continue
            # The act may have been taken back since; -1 if no act is left at all.
            ply = min(ply, len(self.seen.acts) - 1)
            same = [n for n, each in enumerate(found) if self.same(each, fact, ply)]
            if same:
                found[same[-1]] = replace(found[same[-1]], noted=True)
            elif ply >= 0 and fact.code in CLAUSES and fact.code not in ONLY_NOTED and ply not in self.open:
                self.notices.append(Notice(ply, "unfounded", CLAUSES[fact.code], fact.seat, fact.code))
            else:
                found.append(self.only_noted(fact, ply))
        return found

    def same(self, finding: Finding, noted: IrregularityNoted, ply: int) -> bool:
        """Whether this is what was noted; people often note it when they see it."""
        who = noted.seat in (None, finding.seat)
        return who and (finding.code == noted.code or noted.code in finding.or_else) and finding.ply <= ply

    def only_noted(self, fact: IrregularityNoted, ply: int) -> Finding:
        """Something that no card can tell."""
        return Finding(
            ply=ply,
            seat=fact.seat,
            code=fact.code,
            clause=CLAUSES.get(fact.code),
            what=fact.note,
            allowed="",
            legal=(),
            sure=UNDECIDABLE,
            seen=Sight(ply, ()),
            remedy=remedy(self.record, max(ply, 0), fact.seat, fact.code),
            taints=self.knowledge(fact, ply),
            settle=settling(self.seen, self.worlds, ply) if ply in self.open else (),
            noted=True,
        )

    def knowledge(self, fact: IrregularityNoted, ply: int) -> tuple[Taint, ...]:
        return self.course.knowledge(ply) if fact.code in ONLY_NOTED else ()

    # --- what broke no rule -------------------------------------------------------------------------

    def watch(self, ply: int, s: State) -> None:
        """Trumps that were spoilt to the end, when the last trick begins."""
        act = self.seen.acts[ply]
        if not isinstance(act, CardPlayed) or s.trick or sum(s.tricks) != s.rounds - 1:
            return
        if any(self.rules.judge(s, SpoiltTrumpsDeclared(seat)) is None for seat in self.rules.seats):
            self.notices.append(Notice(ply, "spoilt-unnoticed", CLAUSES["spoilt-false"]))
