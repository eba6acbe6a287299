"""Times as they are stored: ISO 8601, UTC, milliseconds, as in ``2026-02-14T20:15:09.318Z``."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from domain.ledger.errors import Declined

_STORED = re.compile(
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z", re.ASCII
)
"""Times in stored form that are certainly valid. Times after the 28th of a month are parsed instead."""

EARLIEST = "1800-01-01T00:00:00.000Z"
"""The earliest time that can be recorded. No written deal of these games is older."""

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


def milliseconds(at: str) -> int:
    """Return a stored time as milliseconds since 1970; 0 for earlier times."""
    return max(0, (datetime.fromisoformat(at) - _EPOCH) // timedelta(milliseconds=1))


def check_time(at: str, latest: str, earliest: str = EARLIEST) -> None:
    """Raise `Declined` if a time is after ``latest`` or before ``earliest``. All three are in stored form."""
    if at > latest:
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
