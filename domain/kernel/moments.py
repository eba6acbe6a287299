"""Times as they are stored: ISO 8601, UTC, milliseconds, as in ``2026-02-14T20:15:09.318Z``.

A deal that was written down with its day alone has the day as its time: ``2026-02-14``.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from domain.kernel.errors import Declined

_STORED = re.compile(
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z", re.ASCII
)
"""Times in stored form that are certainly valid. Times after the 28th of a month are parsed instead."""

EARLIEST = "1800-01-01T00:00:00.000Z"
"""The earliest time that can be recorded. No written deal of these games is older."""

EASTERNMOST = timedelta(hours=14)
"""By how much the earliest clocks on Earth are ahead of UTC."""

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_LOCAL = re.compile(r"\d{4}-\d{2}-\d{2}[T ]", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(at: str) -> str:
    """Return a time in its stored form. Raises `Declined` if the text is no ISO 8601 time with an offset."""
    if _STORED.fullmatch(at):
        return at
    try:
        time = datetime.fromisoformat(at)
        if time.tzinfo is None:
            raise ValueError(at)
        text = time.astimezone(UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):
        raise Declined(
            "time", "{at} is no time with an offset, such as 2026-02-14T20:15:09.318Z", at=repr(at)
        ) from None
    return text.removesuffix("+00:00") + "Z"


def is_day(at: str) -> bool:
    """Return whether a text is a day without a time."""
    if not _DAY.fullmatch(at):
        return False
    try:
        date.fromisoformat(at)
    except ValueError:
        return False
    return True


def moment_or_day(at: str) -> str:
    """Return a time in its stored form, and a day as it is. Raises `Declined` for any other text."""
    return at if is_day(at) else moment(at)


def as_moment(at: str) -> str:
    """Return a stored time; for a day its noon in UTC, which is on that day from Hawaii to Sydney."""
    return f"{at}T12:00:00.000Z" if is_day(at) else at


def at_venue(at: str, zone: str) -> str:
    """Return a time without an offset as a time in a zone (an IANA name); any other text as it is."""
    if not is_local(at):
        return at
    return moment(datetime.fromisoformat(at).replace(tzinfo=ZoneInfo(zone)).isoformat())


def is_local(at: str) -> bool:
    """Return whether a text is a time without an offset."""
    if not _LOCAL.match(at):
        return False
    try:
        return datetime.fromisoformat(at).tzinfo is None
    except ValueError:
        return False


def milliseconds(at: str) -> int:
    """Return a stored time as milliseconds since 1970; 0 for earlier times."""
    return max(0, (datetime.fromisoformat(as_moment(at)) - _EPOCH) // timedelta(milliseconds=1))


def check_time(at: str, latest: str, earliest: str = EARLIEST) -> None:
    """Raise `Declined` if a time is after ``latest`` or before ``earliest``. All three are in stored form.

    A day may have begun anywhere on Earth.
    """
    begun = latest
    if is_day(at):
        begun = (datetime.fromisoformat(latest) + EASTERNMOST).isoformat()
    if at > begun:
        raise Declined(
            "time", "{at} is in the future: the latest time that can be recorded now is {latest}", at=at, latest=latest
        )
    if at < earliest:
        raise Declined(
            "time",
            "{at} is too long ago: the earliest time that can be recorded is {earliest}",
            at=at,
            earliest=earliest,
        )
