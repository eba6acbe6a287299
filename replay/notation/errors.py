"""Errors of notation, with messages for the writer of the text."""

from __future__ import annotations


class NotationError(ValueError):
    """The text cannot be read; the message quotes it and says what is expected."""


class HandFileError(NotationError):
    """The hand file cannot be read; the message names the part and the reason."""


class ArchiveError(NotationError):
    """The line of an archive cannot be read, or the deal cannot be written as one."""
