"""The exit codes of the commands (docs/commands.md has the table for users)."""

from __future__ import annotations

from typing import Final

DONE: Final = 0
"""Done; for a command that checks: everything is right."""
FAILED_CHECK: Final = 1
"""A check failed: of a deal, a log, a commitment, or of some deals of an import."""
UNUSABLE: Final = 2
"""The input cannot be used: wrong options, unreadable files, a refused command, no database."""
UNCHECKED: Final = 3
"""Every check that could be made passed, but something could not be checked."""
UNFORESEEN: Final = 70
"""An error in Nought itself: EX_SOFTWARE of sysexits.h."""
SIGNALLED: Final = 128
"""Added to the number of the signal that ended the command."""
