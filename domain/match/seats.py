"""Checks of the seats of a deal or a match before it begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.engine.words.values import seat_letters
from domain.kernel.errors import Declined

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from domain.engine.cards import Seat
    from domain.engine.ruleset import Ruleset


def check_seats(game: Ruleset, dealer: Seat, players: Mapping[Seat, str]) -> None:
    """Raise `Declined` if the game lacks the seat of the dealer or a player, or if a player has two seats."""
    seats = game.seating.seats
    for seat in (dealer, *players):
        if seat not in seats:
            raise no_such_seat("seat", seat, seats)
    sitting = [player for player in players.values() if player]
    if twice := [player for player in sitting if sitting.count(player) > 1]:
        raise Declined("player-twice", "{player} sits on more than one seat", player=twice[0])


def no_such_seat(code: str, seat: Seat, seats: Iterable[Seat]) -> Declined:
    """Return the error for a seat that the game does not have. ``seats``: the seats of the game."""
    return Declined(code, "there is no seat {seat}; the seats are {seats}", seat=seat, seats=seat_letters(seats))
