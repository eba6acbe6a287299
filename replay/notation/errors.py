"""Errors of notation, with messages for the writer of the text."""

from __future__ import annotations

from domain.engine.words.values import Term
from domain.engine.words.worded import WordedError


class NotationError(WordedError, ValueError):
    """Raised when a text cannot be read; the message quotes the text and says what is expected.

    A message that is a sentence (`domain.engine.words.values`) is told in the reader's language, any other in English.
    """

    code = "notation"

    def __init__(self, message: str | Term) -> None:
        super().__init__(Term(message) if isinstance(message, str) else message)


class HandFileError(NotationError):
    """Raised when a hand file cannot be read; the message names the part and the reason."""


class ArchiveError(NotationError):
    """Raised when a line of an archive cannot be read, or a deal cannot be written as a line."""
