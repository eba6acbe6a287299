"""The day and the moment of a recorded time, which may be only a day, or missing."""

from __future__ import annotations

from datetime import UTC, date, datetime


def day_of(at: str) -> date | None:
    """Return the day of a recorded time: the day that was written down, else the day in UTC; None without a time."""
    if (moment := moment_of(at)) is not None:
        return moment.date()
    try:
        return date.fromisoformat(at[:10])
    except ValueError:
        return None


def moment_of(at: str) -> datetime | None:
    """Return a recorded time in UTC. Returns None without a time, for a day, and for a time without an offset."""
    try:
        moment = datetime.fromisoformat(at)
        return None if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
