"""The error of data that is no ruleset."""

from __future__ import annotations

from domain.words.values import Term
from domain.words.worded import WordedError


class RulesetError(WordedError, ValueError):
    """Raised when data is no ruleset, or the parts of a ruleset do not fit together; the message names the fault.

    A message that is a sentence (`domain.words.values`) is told in the reader's language, any other in English.
    """

    def __init__(self, message: str | Term) -> None:
        super().__init__(Term(message) if isinstance(message, str) else message)
