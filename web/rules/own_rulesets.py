"""The rulesets of clubs that a page offers besides the known ones, wherever a game is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import request

from api.callers import caller
from api.lists import catalogue
from api.permissions import home_club, own_club
from api.services import ledger
from domain.engine.faces import plain_faces
from domain.engine.parameters import parse
from domain.games.catalogue import RULESETS
from domain.kernel.ids import as_id
from web.wording import names, words
from web.wording.spoken import card_names

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from flask import Flask

    from domain.club.aggregates import Club
    from domain.engine.ruleset import Ruleset
    from store.tables.catalogue import Row

FEW_CLUBS: Final = 12
"""The most clubs of a server whose rulesets are all offered; of more, those of the reader's own club and of a chosen
one."""
MOST_CLUBS: Final = 200
"""The most clubs from which a reader may choose one."""


def own_rulesets(sides: int = 0, seats: int = 0, withdrawn: bool = False) -> list[tuple[Club, list[Ruleset]]]:
    """Return the clubs whose rulesets the reader may choose, each with the newest versions of those in use.

    They are the club that the address names, the reader's own, and, where the server has few clubs, all. ``sides``,
    ``seats``: only games with so many. ``withdrawn``: also rulesets that are not in use any more, but were played.
    """
    offered = []
    for identity in dict.fromkeys(_clubs()):
        club = ledger().clubs.get_club(identity)
        houses = [house for _, house in sorted(club.houses.items()) if withdrawn or not house.withdrawn_at]
        games = [parse(house.newest.ruleset) for house in houses]
        if games := [game for game in games if _fits(game, sides, seats)]:
            offered.append((club, games))
    return offered


def _fits(game: Ruleset, sides: int, seats: int) -> bool:
    return sides in (0, len(game.seating.teams)) and seats in (0, len(game.seating.seats))


def game_called(key: str, club: UUID | None = None) -> str:
    """Return the name of the game of a search by its key; of a club's own, as its deals or the club call it."""
    if key in RULESETS:
        return words.game(key)
    for row in catalogue().page("deal", club=club, where={"ruleset": key}, limit=1).rows:
        return names.game(row.data)
    own = [(each.id, game.name) for each, games in own_rulesets(withdrawn=True) for game in games if game.key == key]
    return next((name for identity, name in own if club in (None, identity)), key)


def own_games() -> list[dict[str, Any]]:
    """Return the same rulesets as JSON for the scripts of a page."""
    return [
        {
            "id": f"{club.id}/{game.key}",
            "key": game.key,
            "club": str(club.id),
            "club_name": club.name,
            "name": game.name,
            "seats": list(game.seating.seats),
            "suits": card_names(plain_faces(game))["suits"],
        }
        for club, games in own_rulesets()
        for game in games
    ]


def _clubs() -> list[UUID]:
    named = as_id(request.args.get("club"))
    at_home = own_club() or as_id(home_club(caller()))
    known = [each for each in (named, at_home) if each is not None and catalogue().find(each) is not None]
    return known if clubs_to_choose() else [*known, *(row.id for row in catalogue().page("club", limit=FEW_CLUBS).rows)]


def clubs_to_choose() -> Sequence[Row]:
    """Return clubs, one of which the reader may choose to be offered its rulesets; none if all clubs' are offered."""
    clubs = catalogue().page("club", limit=MOST_CLUBS).rows
    return clubs if len(clubs) > FEW_CLUBS else ()


def register(app: Flask) -> None:
    """Let templates use these functions."""
    app.jinja_env.globals.update(own_rulesets=own_rulesets, clubs_to_choose=clubs_to_choose, game_called=game_called)
