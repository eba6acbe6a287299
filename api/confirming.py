"""How players confirm results: by their own session, or by their PIN on the device of whoever records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api import looking, recording
from api.callers import caller
from api.problems import Problem, forbidden
from api.secrets import limited, matches, pin_hash
from api.services import services
from api.throttling import seat_pin_limits
from domain.ledger.ids import as_id
from domain.record.aggregate import Deal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any
    from uuid import UUID

    from store.pins import Pin


def place(deal: Deal) -> UUID:
    """Where the PINs of a deal's seats are good: in its match, else at its table, else for the deal alone."""
    return deal.match or as_id(deal.record.opened.table) or deal.id


def pins(deal_id: UUID) -> dict[str, Pin]:
    """The PINs that the seats of a deal have."""
    return services().pins.at(place(looking.read(deal_id)[0]))


def confirm(deal_id: UUID, told: Mapping[str, Any]) -> recording.Answer:
    """A seat agrees with the result. Anybody but the seat itself needs its PIN; a wrong one changes nothing."""
    seat: str = told["seat"]
    if caller().seat != seat:
        deal, _ = looking.read(deal_id)
        _there(deal, seat)
        by_pin(place(deal), seat, told.get("pin"))
    ledger = services().ledger
    return recording.on_deal(deal_id, told, lambda sent: ledger.deals.confirm(deal_id, seat, **sent))


def set_pin(deal_id: UUID, seat: str, new: str, old: str | None) -> None:
    """A seat's PIN. Where it has one already, that one is needed."""
    who = caller()
    if who.seat not in (None, seat):
        raise forbidden("A seat's token sets the PIN of that seat, of no other.")
    deal, _ = looking.read(deal_id)
    _there(deal, seat)
    where, kept = place(deal), pin_hash(new)
    found = services().pins.at(where).get(seat)
    if found is None:
        done = services().pins.set_first(where, seat, kept, who.subject)
    elif old is None:
        raise Problem("pin-set")
    else:
        _right(where, found, old)
        done = services().pins.change(where, seat, found.pin_hash, kept, who.subject)
    if not done:
        raise Problem("conflict", "The PIN was set by somebody else just now.")


def clear_pin(deal_id: UUID, seat: str) -> bool:
    """An official lets a seat set another PIN, and wrong ones are forgotten."""
    where = place(looking.read(deal_id)[0])
    services().attempts.right(seat_pin_limits(where, seat))
    return services().pins.clear(where, seat)


def by_pin(where: UUID, seat: str, pin: str | None) -> None:
    """Somebody answers for a seat with its PIN; `Problem` if it is wrong, or there is none."""
    if pin is None:
        raise Problem("pin-needed")
    found = services().pins.at(where).get(seat)
    if found is None:
        raise Problem("no-pin")
    _right(where, found, pin)


def _right(where: UUID, found: Pin, pin: str) -> None:
    if not limited(seat_pin_limits(where, found.seat), lambda: matches(found.pin_hash, pin)):
        raise Problem("wrong-pin")


def _there(deal: Deal, seat: str) -> None:
    seats = deal.record.rules.seats
    if seat not in seats:
        raise Problem("scope", f"there is no seat {seat}; the seats are {', '.join(seats)}")
