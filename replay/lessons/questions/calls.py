"""The question whether to call Caps now (000 "Caps"; docs/caps.md)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from domain.audit.caps.points import NONE, NOT_PLAYED, OTHER_GAME, SLAM, SPOILT, Owed, find_owed_call
from domain.engine.refusals import CLAUSES, Clause
from replay.lessons.questions.base import CannotTell, Kind, NotAnAnswer, Reason, seat_of
from replay.lessons.questions.standing import standing
from replay.words.caps import WHY, exempt
from replay.words.lessons import no_call, no_order_wins, order_wins

if TYPE_CHECKING:
    from domain.engine.cards import Seat
    from domain.lesson.facts import Question
    from replay.lessons.positions import Position
    from replay.words import Language

YES = "yes"
NO = "no"
CAPS = Clause("000", "Caps")
EXEMPT = (NONE, NOT_PLAYED, OTHER_GAME, SLAM, SPOILT)


class CallCaps(Kind):
    """The question whether the seat owes a call of Caps now: whether an order is certain to win all other tricks."""

    code = "caps"
    example = "yes"

    def read(self, text: str, question: Question, position: Position) -> str:
        answer = text.strip().lower()
        if answer not in (YES, NO):
            raise NotAnAnswer("answer {yes} or {no}", yes=YES, no=NO)
        return answer

    def right(self, question: Question, position: Position) -> Sequence[str]:
        owed = self._owed(position)
        if owed.state == "undecided":
            raise CannotTell("it is not decided whether the seat is certain to win: {reason}", reason=WHY[owed.why])
        return [YES if owed.state == "owed" else NO]

    def reasons(self, answer: str, question: Question, position: Position, language: Language) -> Sequence[Reason]:
        owed = self._owed(position)
        if owed.order:
            text = order_wins(language, owed.order)
        elif owed.why in EXEMPT:
            text = exempt(language, position.record, owed.why)
        elif owed.why in CLAUSES:
            return [Reason(no_call(language), owed.why, str(CLAUSES[owed.why]))]
        else:
            text = no_order_wins(language)
        counted = [] if owed.why in EXEMPT else [Reason(each) for each in standing(position, language)]
        return [Reason(text, clause=str(CAPS)), *counted]

    def _owed(self, position: Position) -> Owed:
        return _find_owed_call(position, seat_of(self, position))


@lru_cache(maxsize=256)
def _find_owed_call(position: Position, seat: Seat) -> Owed:
    return find_owed_call(position.record, len(position.acts), seat)
