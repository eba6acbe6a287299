"""Errors whose text is a sentence, so that pages and the API can tell it in the reader's language."""

from __future__ import annotations

from typing import Any

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

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to make a copy, as for another process: subclasses take other arguments than the sentence."""
        return _copy_of, (type(self), self.args, self.__dict__)


def _copy_of(kind: type[WordedError], arguments: tuple[Any, ...], attributes: dict[str, Any]) -> WordedError:
    """Return an error with these attributes."""
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(attributes)
    return error


def value_of(error: Exception) -> str | Term:
    """Return what an error says: a sentence, or its English text if the error has no sentence."""
    return error.sentence if isinstance(error, WordedError) else str(error)
