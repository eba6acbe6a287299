"""The rating list of a club, from its tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, render_template

from api.front.kinds import heavy
from api.lists import catalogue, find_row
from api.people.ratings import MOST
from api.permissions import EVERYBODY, allow
from api.replicas import from_replica
from api.responses import bytes_response, etag_of
from web.histories import Book

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("ratings", __name__)


@dataclass(frozen=True, slots=True)
class Rated:
    """A row of the list."""

    place: int
    player: str
    """The player's id, or the name of a player who is not registered."""
    name: str
    registered: bool
    shown: int
    encounters: int
    change: int
    """The change since the day before the player's last day."""


@blp.get("/clubs/<uuid:club_id>/ratings")
@allow(EVERYBODY)
@heavy
@from_replica
def ratings(club_id: UUID) -> Response:
    """Show the rating list of a club; 304 if the browser has it already."""
    club = find_row(catalogue(), "club", club_id)
    book = Book(club_id)
    rows, many = _rows(book), len(book.tournaments)
    body = render_template("papers/ratings.html", club=club, rows=rows, many=many, most=MOST).encode()
    return bytes_response(body, etag_of(body), "text/html; charset=utf-8")


def _rows(book: Book) -> list[Rated]:
    rated = []
    for player, own in book.courses().items():
        at, last = own[-1]
        before = [rating for time, rating in own if time.date() < at.date()]
        change = last.shown - before[-1].shown if before else 0
        name = book.name(player)
        rated.append(Rated(0, player, name, player in book.players, last.shown, last.encounters, change))
    rated.sort(key=lambda each: (-each.shown, each.name))
    places = {each.shown: place for place, each in reversed(list(enumerate(rated, 1)))}
    return [
        Rated(places[each.shown], each.player, each.name, each.registered, each.shown, each.encounters, each.change)
        for each in rated
    ]
