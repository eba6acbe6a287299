"""`nought tournament`: run a tournament from a terminal. Each module holds the commands of one concept."""

from __future__ import annotations

from api.cli.tournament import (  # noqa: F401 (they add their commands)
    board_faults,
    clock,
    entries,
    entry_files,
    four,
    lifecycle,
    result_files,
    rounds,
    sections,
    standings,
    tables,
    wishes,
)
from api.cli.tournament.common import tournament

COMMANDS = (tournament,)
