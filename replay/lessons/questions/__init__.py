"""The kinds of questions, each with its right answers computed by the rules, the knowledge tables, the adjudicator of
Caps, or a stored analysis.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from replay.lessons.questions.acts import BidOrPass, ClosedOrOpen, PlayCard
from replay.lessons.questions.base import CannotTell, Kind, Mark, NotAnAnswer, Reason, is_empty
from replay.lessons.questions.calls import CallCaps
from replay.lessons.questions.free_text import FreeText
from replay.lessons.questions.knowledge import CountPoints, TrumpsOut, WhoHolds
from replay.lessons.questions.verdicts import SettleDeal, SpotBreach
from replay.lessons.questions.weis import OrderWeis

if TYPE_CHECKING:
    from domain.lesson.facts import Question

__all__ = ["KINDS", "CannotTell", "Kind", "Mark", "NotAnAnswer", "Reason", "is_empty", "kind_of"]

KINDS: Final[dict[str, Kind]] = {
    kind.code: kind
    for kind in (
        PlayCard(), BidOrPass(), ClosedOrOpen(), CallCaps(), WhoHolds(), TrumpsOut(), CountPoints(), SpotBreach(),
        SettleDeal(), OrderWeis(), FreeText(),
    )
}  # fmt: skip
"""Every kind of question by its permanent name."""


def kind_of(question: Question) -> Kind:
    """Return the kind of a question. Raises `CannotTell` if there is no such kind."""
    if question.kind not in KINDS:
        raise CannotTell(
            "there is no question {kind}; the kinds are {kinds}", kind=repr(question.kind), kinds=", ".join(KINDS)
        )
    return KINDS[question.kind]
