"""What is wrong with a text, in words that help whoever wrote it."""

from __future__ import annotations


class NotationError(ValueError):
    """A text that is not understood; the message quotes it and says what would be."""


class HandFileError(NotationError):
    """A hand file that cannot be read: which part of it, and why."""


class ArchiveError(NotationError):
    """A line of an archive that cannot be read, or a deal that does not fit on one."""
