"""The kinds of rows by which the log of a tournament is filtered; `replay.tournaments.log.KINDS` has their facts."""

from __future__ import annotations

from typing import Final

LOG_KINDS: Final = (
    "tournament", "entries", "rounds", "results", "rulings", "disputes", "deals", "lots", "clock", "webhooks",
)  # fmt: skip
