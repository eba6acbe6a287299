"""The time zone in which an answer shows its times: that of a club's venue, if the club has set one."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo, available_timezones

from flask import g

from api.club_zones import zone_of
from api.lists import catalogue

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Flask

REGIONS: Final = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
"""The continents and oceans of the time zone database; the names in other groups are older names of the same zones."""


def show_times_of(club: UUID | str | None) -> None:
    """Show the times of this answer in the time zone of a club's venue; in the reader's if it has none.

    ``club``: its id; an imported deal may have the club's name instead.
    """
    zone = zone_of(catalogue(), str(club) if club else None)
    g.venue = ZoneInfo(zone) if zone else None


def venue() -> ZoneInfo | None:
    """Return the time zone of the venue that this answer is about; None if it has none."""
    zone: ZoneInfo | None = g.get("venue")
    return zone


@cache
def zones() -> dict[str, tuple[str, ...]]:
    """Return the names of time zones to choose from, such as Asia/Colombo, by continent or ocean."""
    names = sorted(available_timezones())
    return {region: tuple(name for name in names if name.startswith(f"{region}/")) for region in REGIONS}


def register(app: Flask) -> None:
    """Let templates name the venue's time zone."""
    app.jinja_env.globals["venue"] = venue
