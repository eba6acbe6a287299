"""Find every breach of the rules in a deal, judged with every card that any act of the record shows.

The stages alone decide what is legal. This module adds to each breach the offender, who could see it and when, the acts
that rest on it, the remedy, and how certain it is while some cards are unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from domain.audit.causes import Causes
from domain.audit.clauses import clause_of
from domain.audit.decisive_cards import find_decisive_cards
from domain.audit.findings import CERTAIN, POSSIBLE, UNDECIDABLE, Finding, Notice, Report, Sight, Sure, Taint
from domain.audit.offenders import OTHERS_WORK, find_offender
from domain.audit.remedies import remedy
from domain.audit.sight import Detection
from domain.audit.taints import Course
from domain.audit.worlds import cards_of, worlds
from domain.engine.cards import UNKNOWN, Seat
from domain.engine.facts import Act, CardPlayed, IrregularityNoted
from domain.engine.refusals import CLAUSES, ONLY_NOTED, Possible, Refusal
from domain.games.three04.acts import CapsCalled, CapsConceded, SpoiltTrumpsDeclared
from domain.record.hindsight import Hindsight

if TYPE_CHECKING:
    from domain.audit.worlds import World
    from domain.engine.state import State
    from domain.record.record import Record

ANYTIME: Final = (CapsCalled, CapsConceded, SpoiltTrumpsDeclared)
"""Calls that a seat may make out of turn. They are no alternative to an act of another kind."""


def breaches(record: Record) -> Report:
    """Return the report on a deal: every breach, in order, and the notices for an arbiter."""
    hindsight = Hindsight(record.rules, record.opened.dealer, record.acts)
    audit = _Audit(record, hindsight)
    return Report(
        findings=tuple(audit.findings()),
        notices=tuple(audit.notices),
        acts=len(record.acts),
        unknown=sum(cards_of(act).count(UNKNOWN) for act in hindsight.acts),
    )


class _Audit:
    """The audit of one record: its findings and its notices."""

    def __init__(self, record: Record, hindsight: Hindsight) -> None:
        self.record = record
        self.rules = record.rules
        self.hindsight = hindsight
        self.course = Course(record, hindsight.acts)
        self.detection = Detection(record)
        self.worlds: list[World] = list(worlds(hindsight))
        self.notices: list[Notice] = []
        self.open_plies: set[int] = set()
        """The plies whose verdict depends on unknown cards."""

    def findings(self) -> list[Finding]:
        findings: list[Finding] = []
        for ply, s, verdict in self.hindsight.steps():
            if isinstance(verdict, Refusal) and verdict.code not in OTHERS_WORK:
                findings.append(self.certain(ply, s, verdict))
            elif isinstance(verdict, Possible):
                self.open_plies.add(ply)
                if refusals := self.refusals_in_worlds(ply):
                    findings.append(self.possible(ply, s, refusals))
            self.notice_spoilt_trumps(ply, s)
        cause = Causes(self.hindsight).consequences(findings)
        findings = [
            replace(finding, because=cause.get(finding.ply)) if finding.sure == CERTAIN else finding
            for finding in findings
        ]
        return sorted(self.with_notes(findings), key=lambda finding: finding.ply)

    # --- breaches that the acts show ----------------------------------------------------------------

    def certain(self, ply: int, s: State, refusal: Refusal) -> Finding:
        """Return the finding of a breach that is certain wherever the unknown cards lie."""
        codes = {other.code for other in self.refusals_in_worlds(ply)} - {refusal.code}
        finding = self.finding(ply, s, refusal, CERTAIN)
        return replace(finding, or_else=tuple(sorted(codes)), seen=self.detection.first_sight(ply, finding.seat))

    def possible(self, ply: int, s: State, refusals: list[Refusal]) -> Finding:
        """Return the finding of a breach in some worlds; its code is the most frequent one of the refusals."""
        (code, _), *others = Counter(other.code for other in refusals).most_common()
        refusal = next(other for other in refusals if other.code == code)
        return replace(
            self.finding(ply, s, refusal, POSSIBLE),
            # The refusal names cards of one world, which need not be the real ones.
            broke=None,
            or_else=tuple(sorted(other for other, _ in others)),
            settle=find_decisive_cards(self.hindsight, self.worlds, ply),
        )

    def refusals_in_worlds(self, ply: int) -> list[Refusal]:
        """Return the refusals of the act at a ply, in the worlds in which it is refused."""
        return [verdict for world in self.worlds if isinstance(verdict := world.verdicts[ply], Refusal)]

    def finding(self, ply: int, s: State, refusal: Refusal, sure: Sure) -> Finding:
        act = self.hindsight.acts[ply]
        seat = find_offender(self.rules, s, act, refusal)
        return Finding(
            ply=ply,
            seat=seat,
            code=refusal.code,
            clause=clause_of(self.rules, act, refusal),
            broke=refusal,
            legal=tuple(self.legal(s, act, seat)),
            sure=sure,
            seen=Sight(None, ()),
            remedy=remedy(self.record, ply, seat, refusal.code),
            taints=self.course.taints(ply, seat, refusal.code),
        )

    def legal(self, s: State, act: Act, seat: Seat | None) -> Iterator[Act]:
        """Yield the acts that were open to the seat, as far as its cards are known."""
        if seat not in self.rules.place:
            return
        for option in self.rules.legal(s, seat):
            if UNKNOWN in cards_of(option) or (isinstance(option, ANYTIME) and type(option) is not type(act)):
                continue
            if not isinstance(self.rules.judge(s, option), Refusal):
                yield option

    # --- irregularities noted at the table ----------------------------------------------------------

    def with_notes(self, findings: list[Finding]) -> list[Finding]:
        """Return the findings and the irregularities noted at the table. Add a notice for each unfounded note."""
        for _, fact, ply in self.record.place_notes():
            if not isinstance(fact, IrregularityNoted) or ply is None:
                continue
            # The act may have been retracted since; -1 if no act is left.
            ply = min(ply, len(self.hindsight.acts) - 1)
            same = [n for n, finding in enumerate(findings) if self.is_noted(finding, fact, ply)]
            if same:
                findings[same[-1]] = replace(findings[same[-1]], noted=True)
            elif ply >= 0 and fact.code in CLAUSES and fact.code not in ONLY_NOTED and ply not in self.open_plies:
                self.notices.append(Notice(ply, "unfounded", CLAUSES[fact.code], fact.seat, fact.code))
            else:
                findings.append(self.noted_finding(fact, ply))
        return findings

    def is_noted(self, finding: Finding, noted: IrregularityNoted, ply: int) -> bool:
        """Return whether the note is about this finding. A note may come later than the breach."""
        who = noted.seat in (None, finding.seat)
        return who and (finding.code == noted.code or noted.code in finding.or_else) and finding.ply <= ply

    def noted_finding(self, fact: IrregularityNoted, ply: int) -> Finding:
        """Return the finding of an irregularity that no card can confirm."""
        return Finding(
            ply=ply,
            seat=fact.seat,
            code=fact.code,
            clause=CLAUSES.get(fact.code),
            broke=None,
            note=fact.note,
            legal=(),
            sure=UNDECIDABLE,
            seen=Sight(ply, ()),
            remedy=remedy(self.record, max(ply, 0), fact.seat, fact.code),
            taints=self.knowledge(fact, ply),
            settle=find_decisive_cards(self.hindsight, self.worlds, ply) if ply in self.open_plies else (),
            noted=True,
        )

    def knowledge(self, fact: IrregularityNoted, ply: int) -> tuple[Taint, ...]:
        return self.course.knowledge(ply) if fact.code in ONLY_NOTED else ()

    # --- notices ------------------------------------------------------------------------------------

    def notice_spoilt_trumps(self, ply: int, s: State) -> None:
        """Add a notice at the lead to the last trick if trumps are spoilt and nobody declared it."""
        act = self.hindsight.acts[ply]
        if not isinstance(act, CardPlayed) or s.trick or sum(s.tricks) != s.rounds - 1:
            return
        if any(self.rules.judge(s, SpoiltTrumpsDeclared(seat)) is None for seat in self.rules.seats):
            self.notices.append(Notice(ply, "spoilt-unnoticed", CLAUSES["spoilt-false"]))
