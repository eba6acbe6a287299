"""Confirmations by players with their own accounts: of the seat in which the record names them, and of no other.

Whatever is another's is refused like what does not exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.deals import access as deal_access
from api.me.players import own_players
from api.me.seats import own_side
from api.services import ledger, services
from domain.kernel.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from domain.engine.cards import Seat
    from domain.kernel.commands import SentTo


def side_at(encounter_id: UUID) -> int:
    """Return the side on which the caller sits at a table of a round. Raises `NotFound` if the caller does not."""
    side = own_side(encounter_id, own_players())
    if side is None:
        raise NotFound("encounter", encounter_id)
    return side


def confirm_deal(deal_id: UUID, params: Mapping[str, Any]) -> dict[str, Any]:
    """Confirm the result of a deal for the caller's seat. Raises `NotFound` if the caller has none in it."""
    deal, _ = deal_access.read(deal_id)
    opened = deal.record.opened
    seat = _seat_in(opened.club, opened.players)
    if seat is None:
        raise NotFound("deal", deal_id)
    sent: SentTo = {**commands.metadata(params), "expected_version": None, "viewer": seat}
    saved = ledger().deals.confirm(deal_id, seat, **sent)
    services().replays.ask_anew(saved.id)
    return {"deal": str(deal_id), "seat": seat, "replayed": saved.replayed}


def _seat_in(club: str | None, players: Mapping[str, str]) -> Seat | None:
    seats = (own.seat_in(players) for own in own_players() if str(own.club.id) == club)
    return next((seat for seat in seats if seat is not None), None)
