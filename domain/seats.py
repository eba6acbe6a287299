"""Who sits where. Seats are listed counter-clockwise, the way 304 is dealt, bid and played.

Inside the engine a seat is its place in that list; two teams sit alternately, so a seat's team is
its place modulo two.
"""

from __future__ import annotations

from dataclasses import dataclass

from domain.cards import Seat

COMPASS = {"N": "North", "E": "East", "S": "South", "W": "West"}


@dataclass(frozen=True, slots=True)
class Seating:
    """Seats counter-clockwise, and the names of the team of the even and of the odd places."""

    seats: tuple[Seat, ...]
    teams: tuple[str, str]

    def __post_init__(self) -> None:
        if len(self.seats) % 2 or len(set(self.seats)) != len(self.seats):
            raise ValueError(f"seats {self.seats}: an even number of different seats is needed")

    def next(self, seat: Seat) -> Seat:
        """The right-hand neighbour: whoever acts after this seat."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def before(self, seat: Seat) -> Seat:
        """The left-hand neighbour."""
        return self.seats[self.seats.index(seat) - 1]

    def team(self, seat: Seat) -> str:
        """The name of the team a seat plays for."""
        return self.teams[self.seats.index(seat) % 2]

    def other_team(self, team: str) -> str:
        """The opponents of a team."""
        return self.teams[1 - self.teams.index(team)]

    def of_team(self, team: str) -> tuple[Seat, ...]:
        """The seats of a team, counter-clockwise."""
        return self.seats[self.teams.index(team) :: 2]


def seat_name(seat: Seat) -> str:
    """The seat as one says it: ``East``; ``seat 3`` in the larger games."""
    return COMPASS.get(seat, f"seat {seat}")


FOUR = Seating(seats=("S", "E", "N", "W"), teams=("NS", "EW"))
