"""Problems from the caller's own deals, and the caller's deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from api.callers import caller
from api.learning import deck as deck_access
from api.learning import puzzles as puzzle_access
from api.lists import catalogue
from api.services import services

if TYPE_CHECKING:
    from api.me.players import OwnPlayer
    from store.tables.catalogue import Row

MOST_DEALS: Final = 60
"""The most deals of a player whose problems are listed, the newest."""
MOST: Final = 6
"""The most problems in the list."""


def problems_of(own: OwnPlayer) -> list[dict[str, Any]]:
    """Return problems of the player's newest deals, as JSON values: those of the player's own seat first."""
    rows = catalogue().newest("deal", MOST_DEALS, club=own.club.id, people=sorted(own.texts))
    deals = {row.id: row for row in rows}
    lines = services().puzzles.page(puzzle_access.may_see(rows), limit=puzzle_access.PAGE)
    own_seat = [each for each in lines if _is_own(own, deals[each.deal], each.viewer)]
    others = [each for each in lines if each not in own_seat]
    return [puzzle_access.line(each) for each in (*own_seat, *others)[:MOST]]


def _is_own(own: OwnPlayer, deal: Row, viewer: str) -> bool:
    return deal.data["players"].get(viewer) in own.texts


def deck() -> dict[str, Any]:
    """Return whether the caller's account has a deck, and how many of its problems are due."""
    if caller().account is None:
        return {"is_open": False, "due": 0, "problems": 0}
    payload = deck_access.payload(deck_access.find())
    return {"is_open": payload["is_open"], "due": payload["due"], "problems": len(payload["items"])}
