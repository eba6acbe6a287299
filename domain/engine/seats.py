"""Seats and teams. Seats are listed counter-clockwise, the order of dealing, bidding and play.

The engine numbers a seat by its place in that list. Teams sit alternately, so the number of a seat's team is its
place modulo the number of teams. If each seat plays for itself, there are as many teams as seats.
"""

from __future__ import annotations

from dataclasses import dataclass

from domain.engine.cards import Seat

COMPASS = {"N": "North", "E": "East", "S": "South", "W": "West"}


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats, counter-clockwise, and the names of the teams: seat 0 plays for team 0, seat 1 for team 1."""

    seats: tuple[Seat, ...]
    teams: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.seats) % 2 or len(set(self.seats)) != len(self.seats):
            raise ValueError(f"seats {self.seats}: an even number of different seats is needed")
        if len(self.teams) not in (2, len(self.seats)) or len(set(self.teams)) != len(self.teams):
            raise ValueError(f"teams {self.teams}: two different ones are needed, or one for each seat")

    def next(self, seat: Seat) -> Seat:
        """Return the seat's right-hand neighbour, who acts after it."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def before(self, seat: Seat) -> Seat:
        """Return the seat's left-hand neighbour, who acts before it."""
        return self.seats[self.seats.index(seat) - 1]

    def team(self, seat: Seat) -> str:
        """Return the name of the seat's team."""
        return self.teams[self.seats.index(seat) % len(self.teams)]

    def of_team(self, team: str) -> tuple[Seat, ...]:
        """Return the seats of a team, counter-clockwise."""
        return self.seats[self.teams.index(team) :: len(self.teams)]

    def members(self) -> dict[str, list[Seat]]:
        """Return the seats of every team, counter-clockwise."""
        return {team: list(self.of_team(team)) for team in self.teams}


def seat_name(seat: Seat) -> str:
    """Return the name of a seat in a sentence: ``East``, or ``seat 3`` in a game for six or eight."""
    return COMPASS.get(seat, f"seat {seat}")


FOUR = Seating(seats=("S", "E", "N", "W"), teams=("NS", "EW"))

# 000 "Maharashtrian version": there are no fixed partners, so the record has a team for each seat.
FOUR_ALONE = Seating(seats=("S", "E", "N", "W"), teams=("S", "E", "N", "W"))

# 000 "Variants": six or eight players in two teams, sitting alternately.
SIX = Seating(seats=tuple("123456"), teams=("odd", "even"))
EIGHT = Seating(seats=tuple("12345678"), teams=("odd", "even"))

SEATINGS = (FOUR, FOUR_ALONE, SIX, EIGHT)
"""The seatings that a ruleset may have."""
