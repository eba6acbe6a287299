"""The clock. Only the API, the command line and the pages read it; the domain is given times."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

TOLERANCE: Final = timedelta(minutes=5)
"""The time by which a sender's clock may be ahead of the server's, or an act before the act before it."""


def now() -> str:
    """Return the current time as it is stored: UTC with milliseconds."""
    return format_time(datetime.now(UTC))


def latest_time() -> str:
    """Return the latest time that a sender may give."""
    return format_time(datetime.now(UTC) + TOLERANCE)


def well_before(at: str, other: str) -> bool:
    """Return whether a stored time is before another by more than clocks run apart."""
    return datetime.fromisoformat(other) - datetime.fromisoformat(at) > TOLERANCE


def format_time(time: datetime) -> str:
    """Return a time in UTC as it is stored."""
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
