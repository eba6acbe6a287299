"""`nought tournament`: run a tournament from a terminal. Each module holds the commands of one concept."""

from __future__ import annotations

from api.cli.tournament import entries, lifecycle, rounds, standings, tables  # noqa: F401 (they add their commands)
from api.cli.tournament.common import tournament

COMMANDS = (tournament,)
