"""The time zone in which an answer shows its times: that of a club's venue, if the club has set one."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING
from uuid import UUID
from zoneinfo import ZoneInfo, available_timezones

from flask import g

from api.lists import catalogue
from domain.club.aggregates import Club, is_time_zone

if TYPE_CHECKING:
    from flask import Flask


def show_times_of(club: UUID | str | None) -> None:
    """Show the times of this answer in the time zone of a club's venue; in the reader's if it has none."""
    row = catalogue().find(UUID(str(club))) if club else None
    zone = row.data.get("zone", "") if row and row.kind == Club.KIND else ""
    g.venue = ZoneInfo(zone) if zone and is_time_zone(zone) else None


def venue() -> ZoneInfo | None:
    """Return the time zone of the venue that this answer is about; None if it has none."""
    zone: ZoneInfo | None = g.get("venue")
    return zone


@cache
def zones() -> tuple[str, ...]:
    """Return the names of the time zones that a club may choose, such as Asia/Colombo."""
    return tuple(sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/")))


def register(app: Flask) -> None:
    """Let templates name the venue's time zone."""
    app.jinja_env.globals["venue"] = venue
