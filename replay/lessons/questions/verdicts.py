"""Questions for those who judge: spot the breach and its clause; settle the deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from domain.audit.breaches import breaches
from domain.audit.findings import CERTAIN
from domain.engine.facts import CardPlayed
from domain.engine.knowledge.information import knowledge
from domain.engine.refusals import Clause, Refusal
from replay.lessons.questions.base import (
    CannotTell,
    Kind,
    NotAnAnswer,
    Reason,
    read_numbers,
    unnamed_cards,
    viewer_of,
    write_numbers,
)
from replay.words.lessons import revoke_shown
from replay.words.refusals import whole
from replay.words.results import settlement_sentences

if TYPE_CHECKING:
    from domain.engine.facts import DealSettled
    from domain.lesson.facts import Question
    from replay.lessons.positions import Position
    from replay.words import Language

NO_BREACH = "none"
SHOWN_LATER: Final = "{who} played {card}, which contradicts {earlier}"
"""The sentence on a revoke that shows when its seat plays the suit (`domain.engine.knowledge.information`)."""


class SpotBreach(Kind):
    """The ply of a breach and the clause it broke. From a seat: the first breach that this seat could notice."""

    code = "breach"
    example = "39 000 “Play”"

    def read(self, text: str, question: Question, position: Position) -> str:
        words = text.strip()
        if words.casefold() == NO_BREACH:
            return NO_BREACH
        ply, _, rule = words.partition(" ")
        clauses = self.clauses(position)
        clause = clauses.get(rule.strip()) or next(
            (each for each in clauses.values() if _plain(str(each)) == _plain(rule)), None
        )
        if not ply.isdecimal() or len(ply) > 4 or clause is None:
            raise NotAnAnswer(
                "write the entry and the rule, as in {example} or 39 revoke; or {none} if there was none",
                example=self.example,
                none=NO_BREACH,
            )
        return f"{int(ply)} {clause}"

    def choices(self, position: Position) -> Sequence[str]:
        return sorted(set(map(str, self.clauses(position).values())))

    def clauses(self, position: Position) -> Mapping[str, Clause]:
        """Return the clauses on which a deal of this game can fail, by code."""
        return position.rules.ruleset.game.citable(position.rules.ruleset)

    def right(self, question: Question, position: Position) -> Sequence[str]:
        return [answer for answer, _ in _breaches(position)] or [NO_BREACH]

    def reasons(self, answer: str, question: Question, position: Position, language: Language) -> Sequence[Reason]:
        refusals = _breaches(position)
        own = [refusal for right, refusal in refusals if right == answer] or [refusal for _, refusal in refusals]
        return [Reason(_why(refusal, position, language), refusal.code, str(refusal.clause)) for refusal in own]


@lru_cache(maxsize=256)
def _breaches(position: Position) -> tuple[tuple[str, Refusal], ...]:
    """Return each breach as an answer, with its refusal.

    Raises `CannotTell` if the viewer did not see enough to judge.
    """
    if position.seat is not None:
        knows = knowledge(position.record, position.seat, len(position.acts))
        if knows.gaps:
            raise unnamed_cards()
        return (_answer(*knows.breach),) if knows.breach else ()
    if position.viewer == "public":
        raise CannotTell("a breach is spotted from a seat or with all hands open: put “look” or “reveal” before it")
    report = breaches(position.record)
    certain = (finding for finding in report.findings if finding.sure == CERTAIN and finding.because is None)
    return tuple(_answer(finding.ply, finding.broke) for finding in certain if finding.broke)


def _why(refusal: Refusal, position: Position, language: Language) -> str:
    """Return why an act broke a rule; of a revoke that showed later, the trick in which the seat did not follow."""
    if refusal.msgid != SHOWN_LATER or refusal.seat is None:
        return whole(language, refusal)
    ply, card = refusal.values["ply"], refusal.values["card"]
    assert isinstance(ply, int)  # noqa: S101 - the ply of an act
    cards = sum(isinstance(act, CardPlayed) for act in position.acts[:ply])
    players = len(position.rules.seats) - len(position.view().get("asleep", ()))
    return revoke_shown(language, refusal.seat, cards // players + 1, str(card))


def _answer(ply: int, refusal: Refusal) -> tuple[str, Refusal]:
    broke_at = refusal.values["ply"] if refusal.msgid == SHOWN_LATER else ply
    return f"{broke_at} {refusal.clause}", refusal


class SettleDeal(Kind):
    """The question what the deal pays: the tokens of each player of a side, or in a Jass the score of each side."""

    code = "settle"
    example = "NS -1 EW 1"
    hides = frozenset({"settlement", "score"})

    def read(self, text: str, question: Question, position: Position) -> str:
        return read_numbers(text, position.rules.ruleset.seating.teams, self.example)

    def right(self, question: Question, position: Position) -> Sequence[str]:
        settled = self._settled(position)
        return [write_numbers(settled.score or settled.tokens, position.rules.ruleset.seating.teams)]

    def reasons(self, answer: str, question: Question, position: Position, language: Language) -> Sequence[Reason]:
        return [Reason(settlement_sentences(language, self._settled(position), position.rules.ruleset))]

    def _settled(self, position: Position) -> DealSettled:
        if position.settled is None:
            raise CannotTell(
                "the deal is not over here, or {viewer} did not see enough to say what it is worth",
                viewer=viewer_of(position),
            )
        return position.settled


def _plain(clause: str) -> str:
    """Return a clause without quotation marks and capitals."""
    return " ".join(clause.translate(str.maketrans("", "", "“”\"'")).casefold().split())
