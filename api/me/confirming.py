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
from domain.engine.hiding import ARBITER
from domain.engine.refusals import Refused
from domain.kernel.errors import Conflict, Declined, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from uuid import UUID

    from domain.engine.cards import Seat
    from domain.kernel.commands import Saved, SentTo
    from domain.record.aggregate import Deal


def side_at(encounter_id: UUID) -> int:
    """Return the side on which the caller sits at a table of a round. Raises `NotFound` if the caller does not."""
    side = own_side(encounter_id, own_players())
    if side is None:
        raise NotFound("encounter", encounter_id)
    return side


def confirm_deal(deal_id: UUID, params: Mapping[str, Any]) -> dict[str, Any]:
    """Confirm the result of a deal for the caller's seat. Raises `NotFound` if the caller has none in it."""
    deal, seat = _own_deal(deal_id)
    saved = _confirm(deal, seat, params)
    return {"deal": str(deal_id), "seat": seat, "replayed": saved.replayed}


def confirm_table_as_seen(encounter_id: UUID, board: int | None, seen: str) -> bool:
    """Confirm a result for the caller's side if it is what the caller saw. Returns False if it has changed.

    ``seen``: what the caller's side and the other one won, as in ``7:4``. Somebody who confirms twice has confirmed.
    """
    side = side_at(encounter_id)
    table = ledger().encounters.get(encounter_id)
    result = table.results.get(board or 0)
    if result is None or f"{result.score.won[side]}:{result.score.won[1 - side]}" != seen:
        return False
    sent: SentTo = {**commands.metadata({}), "expected_version": table.version, "viewer": ARBITER}
    return _is_done(lambda: ledger().encounters.confirm_result(encounter_id, side, board, **sent))


def confirm_deal_as_seen(deal_id: UUID, seen: str) -> bool:
    """Confirm the result of a deal for the caller's seat if it is what the caller saw. Returns False if it has changed.

    ``seen``: the tokens that the caller's side won.
    """
    deal, seat = _own_deal(deal_id)
    record = deal.record
    tokens = record.settlement.tokens if record.settlement else {}
    if str(tokens.get(record.rules.ruleset.seating.team(seat))) != seen:
        return False
    version = deal.version - record.count_unnoticed(seat)
    return _is_done(lambda: _confirm(deal, seat, {}, version))


def _is_done(confirm: Callable[[], Saved]) -> bool:
    """Return False if what is confirmed has changed meanwhile. Somebody who taps twice has confirmed."""
    try:
        confirm()
    except Conflict:
        return False
    except (Declined, Refused) as refused:
        if refused.code not in ("result-confirmed", "confirmed"):
            raise
    return True


def _own_deal(deal_id: UUID) -> tuple[Deal, Seat]:
    """Return a deal and the seat of the caller in it. Raises `NotFound` if the caller has none."""
    deal, _ = deal_access.read(deal_id)
    opened = deal.record.opened
    seat = _seat_in(opened.club, opened.players)
    if seat is None:
        raise NotFound("deal", deal_id)
    return deal, seat


def _confirm(deal: Deal, seat: Seat, params: Mapping[str, Any], version: int | None = None) -> Saved:
    sent: SentTo = {**commands.metadata(params), "expected_version": version, "viewer": seat}
    saved = ledger().deals.confirm(deal.id, seat, **sent)
    services().replays.ask_anew(saved.id)
    return saved


def _seat_in(club: str | None, players: Mapping[str, str]) -> Seat | None:
    seats = (own.seat_in(players) for own in own_players() if str(own.club.id) == club)
    return next((seat for seat in seats if seat is not None), None)
