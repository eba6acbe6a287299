"""The registered players of a club, to be found by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.club.name_matching import Players

if TYPE_CHECKING:
    from uuid import UUID

    from api.services import Services


def registered(services: Services, club: UUID | None) -> Players:
    """Return the registered players of a club, by all names that they ever had; nobody without a club."""
    rows = services.catalogue.rows("player", club=club) if club else ()
    return Players((str(row.id), row.data.get("names", [row.title])) for row in rows)
