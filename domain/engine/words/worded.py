"""Errors whose text is a sentence, so that pages and the API can tell it in the reader's language."""

from __future__ import annotations

from domain.engine.words.values import Term, Value


class WordedError(Exception):
    """The base of errors with a sentence. ``str`` of one is the sentence in English.

    Programs know it as ``nought.NoughtError``. The first argument is the msgid, a literal where the error is raised, so
    that `web.catalogues` finds it; its values follow as keywords. Or it is a `Term`, such as the sentence of another
    error.
    """

    code: str = "bad-request"
    """The kind of error, for programs: the code of the API (`api.problems`). It never changes once published."""

    def __init__(self, message: str | Term, /, **values: Value) -> None:
        self.sentence = Term(message, values) if isinstance(message, str) else message
        super().__init__(str(self.sentence))


def value_of(error: Exception) -> str | Term:
    """Return what an error says: a sentence, or its English text if the error has no sentence."""
    return error.sentence if isinstance(error, WordedError) else str(error)
