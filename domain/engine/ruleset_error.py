"""The error of data that is no ruleset."""

from __future__ import annotations

from domain.engine.words.values import Term
from domain.engine.words.worded import WordedError


class RulesetError(WordedError, ValueError):
    """Raised when data is no ruleset, or the parts of a ruleset do not fit together; the message names the fault.

    A message that is a sentence (`domain.engine.words.values`) is told in the reader's language, any other in English.
    """

    code = "ruleset"

    def __init__(self, message: str | Term) -> None:
        super().__init__(Term(message) if isinstance(message, str) else message)
