"""The kinds of messages to players."""

from __future__ import annotations

from datetime import time
from typing import Final

from schemas.messages import KINDS

ROUND, CONFIRM, RULING, CORRECTION, CLASS, CLUB = KINDS
"""Your table of a round, a result to confirm, a ruling, a correction of your deal, a class that begins, the answer of a
club that you asked to let you in. Permanent."""
LIVES: Final = {
    ROUND: 4 * 3600, CONFIRM: 3 * 86400, RULING: 7 * 86400, CORRECTION: 7 * 86400, CLASS: 3 * 3600, CLUB: 7 * 86400,
}  # fmt: skip
"""The seconds after which a message of a kind is out of date and dropped, whatever else is true."""
NIGHT: Final = (time(22), time(7))
"""The hours in which nothing is sent, unless the account chose others: in the time zone of the venue."""
