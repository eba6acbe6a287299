"""The kinds of messages to players."""

from __future__ import annotations

from datetime import time
from typing import Final

from schemas.messages import KINDS

ROUND, CONFIRM, RULING, CORRECTION, CLASS = KINDS
"""Your table of a round, a result to confirm, a ruling, a correction of your deal, a class that begins. Permanent."""
LIVES: Final = {ROUND: 4 * 3600, CONFIRM: 3 * 86400, RULING: 7 * 86400, CORRECTION: 7 * 86400, CLASS: 3 * 3600}
"""The seconds after which a message of a kind is out of date and dropped, whatever else is true."""
NIGHT: Final = (time(22), time(7))
"""The hours in which nothing is sent, unless the account chose others: in the time zone of the venue."""
