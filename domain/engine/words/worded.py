"""Errors whose text is a sentence, so that pages and the API can tell it in the reader's language."""

from __future__ import annotations

from domain.engine.refusals import Refused
from domain.engine.words.values import Term, Value


class WordedError(Exception):
    """The base of errors with a sentence. ``str`` of one is the sentence in English.

    The first argument is the msgid, a literal where the error is raised, so that `web.catalogues` finds it; its values
    follow as keywords. Or it is a `Term`, such as the sentence of another error.
    """

    def __init__(self, message: str | Term, /, **values: Value) -> None:
        self.sentence = Term(message, values) if isinstance(message, str) else message
        super().__init__(str(self.sentence))


def value_of(error: Exception) -> str | Term:
    """Return what an error says: a sentence, or its English text if the error has no sentence."""
    match error:
        case WordedError():
            return error.sentence
        case Refused():
            return error.refusal.whole
    return str(error)
