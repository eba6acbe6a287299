"""Sentences about errors, and the values of these sentences."""

from __future__ import annotations

from domain.engine.refusals import Refusal, Refused
from domain.engine.values import Term, sentence
from domain.engine.worded import WordedError


def value_of(error: Exception) -> str | Term:
    """Return what an error says: a sentence, or its English text if the error has no sentence."""
    match error:
        case WordedError():
            return error.sentence
        case Refused():
            return refusal_sentence(error.refusal)
    return str(error)


def refusal_sentence(refusal: Refusal) -> Term:
    """Return a refusal as one sentence, as ``str`` writes it in English."""
    message = Term(refusal.msgid, refusal.named)
    if not refusal.allowed_msgid:
        return message
    return sentence("{message}; {allowed}", message=message, allowed=Term(refusal.allowed_msgid, refusal.named))
