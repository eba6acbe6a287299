"""PINs of seats, and confirmations by players: in their own session, or by PIN on a recorder's device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api import commands
from api.callers import caller
from api.deals import access as deal_access
from api.people.attempt_limits import seat_pin_limits
from api.people.secrets import check_shape, matches, pin_hash, try_within_limits
from api.problems import Problem, forbidden, no_seat
from api.services import ledger, services
from domain.engine.words.values import sentence
from domain.kernel.ids import as_id
from domain.record.aggregate import Deal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any
    from uuid import UUID

    from store.tables.people.pins import Pin


def _place_of(deal: Deal) -> UUID:
    """Return the id that the PINs of a deal's seats belong to: the match, else the table, else the deal."""
    return deal.match or as_id(deal.record.opened.table) or deal.id


def list_pins(deal_id: UUID) -> dict[str, Pin]:
    """Return the PINs of a deal by seat."""
    return services().pins.at(_place_of(deal_access.read(deal_id)[0]))


def confirm_result(deal_id: UUID, params: Mapping[str, Any]) -> commands.Answer:
    """Confirm a result for a seat. A caller other than the seat needs the PIN; a wrong PIN changes nothing."""
    seat: str = params["seat"]
    if caller().seat != seat:
        deal, _ = deal_access.read(deal_id)
        _check_seat(deal, seat)
        check_pin(_place_of(deal), seat, params.get("pin"))
    return commands.run_on_deal(deal_id, params, lambda sent: ledger().deals.confirm(deal_id, seat, **sent))


def set_pin(deal_id: UUID, seat: str, new: str, old: str | None) -> None:
    """Set the PIN of a seat. Raises `Problem` if the seat has a PIN and ``old`` is not it."""
    sender = caller()
    if sender.seat not in (None, seat):
        raise forbidden(sentence("You can set the PIN of your own seat, of no other."))
    deal, _ = deal_access.read(deal_id)
    _check_seat(deal, seat)
    place, new_hash = _place_of(deal), pin_hash(new)
    pin = services().pins.at(place).get(seat)
    if pin is None:
        is_set = services().pins.set_first(place, seat, new_hash, sender.subject)
    elif old is None:
        raise Problem("pin-set")
    else:
        _check(place, pin, old)
        is_set = services().pins.change(place, seat, pin.pin_hash, new_hash, sender.subject)
    if not is_set:
        raise Problem("conflict", sentence("The PIN was set by somebody else just now."))


def clear_pin(deal_id: UUID, seat: str) -> bool:
    """Delete the PIN of a seat and its count of wrong PINs. Returns False if the seat has none."""
    place = _place_of(deal_access.read(deal_id)[0])
    services().attempts.reset(seat_pin_limits(place, seat))
    return services().pins.clear(place, seat)


def check_pin(place: UUID, seat: str, pin: str | None) -> None:
    """Raise `Problem` if ``pin`` is not the PIN of the seat, or if either is missing."""
    if pin is None:
        raise Problem("pin-needed")
    check_shape(pin)
    stored = services().pins.at(place).get(seat)
    if stored is None:
        raise Problem("no-pin")
    _check(place, stored, pin)


def _check(place: UUID, stored: Pin, pin: str) -> None:
    if not try_within_limits(seat_pin_limits(place, stored.seat), lambda: matches(stored.pin_hash, pin)):
        raise Problem("wrong-pin")


def _check_seat(deal: Deal, seat: str) -> None:
    seats = deal.record.rules.seats
    if seat not in seats:
        raise no_seat(seat, seats)
