"""Decide who may see the analysis of a deal. It shows all hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api import deal_access
from domain.engine.hiding import ARBITER

if TYPE_CHECKING:
    from uuid import UUID

    from api.deal_access import VisibleDeal


def get(deal_id: UUID) -> VisibleDeal:
    """Return a deal whose analysis the caller may see.

    Raises `NotFound`, or `Problem` (403) if the caller may not see all hands now.
    """
    return deal_access.get(deal_id, ARBITER)


def is_open(visible: VisibleDeal) -> bool:
    """Return whether the caller may see the analysis of this deal now."""
    return ARBITER in visible.viewers
