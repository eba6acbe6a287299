"""Errors of notation, with messages for the writer of the text."""

from __future__ import annotations


class NotationError(ValueError):
    """Raised when a text cannot be read; the message quotes the text and says what is expected."""


class HandFileError(NotationError):
    """Raised when a hand file cannot be read; the message names the part and the reason."""


class ArchiveError(NotationError):
    """Raised when a line of an archive cannot be read, or a deal cannot be written as a line."""
