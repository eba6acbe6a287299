"""The exit codes of the commands (docs/commands.md has the table for users)."""

from __future__ import annotations

from typing import Final

DONE: Final = 0
"""Done; of a command that judges: nothing is wrong."""
FOUND: Final = 1
"""Something judged is not as it should be: a deal, a log, a promise, an import of which a part was not taken."""
UNUSABLE: Final = 2
"""The input cannot be used: options, files that cannot be read, a command that is refused, no database."""
UNCHECKED: Final = 3
"""Whatever could be checked holds, and something could not be checked."""
UNFORESEEN: Final = 70
"""A mistake in Nought itself, as sysexits.h has it."""
SIGNALLED: Final = 128
"""To this the number of the signal is added."""
