"""The home page."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response

from api.callers import caller
from api.learning import puzzles as puzzle_access
from api.lists import catalogue
from api.live.tables import live_tables
from api.me import seats
from api.me.players import own_players
from api.permissions import EVERYBODY, allow
from api.replicas import from_replica
from replay.words.puzzles import TITLES
from web.page import private_page
from web.pictures.scenes import scene_of_lesson, scene_of_puzzle
from web.tournaments.tops import tops
from web.worked_hands import FIRST, played, worked_hand

blp = Blueprint("home", __name__)

DOORS: Final = {"player": "11-caps", "club": "08-points-and-tokens", "teacher": "01-the-cards-and-their-points"}
"""The lessons whose hands are the pictures of the three doors."""


@blp.get("/")
@allow(EVERYBODY)
@from_replica
def home() -> Response:
    """Show what 304 and Nought are, what to do next, a hand that plays itself, a problem, and what is going on."""
    puzzle = puzzle_access.today()
    hand = worked_hand(FIRST)
    assert hand is not None  # noqa: S101, for the type checker
    tournaments = catalogue().page("tournament", limit=4).rows
    return private_page(
        "home.html",
        own=_own(),
        played=played(hand),
        puzzle=puzzle.line(),
        scene=scene_of_puzzle(puzzle.puzzle),
        doors={name: scene_of_lesson(lesson) for name, lesson in DOORS.items()},
        titles=TITLES,
        live_tables=live_tables(limit=4),
        deals=catalogue().page("deal", limit=4).rows,
        clubs=catalogue().page("club", limit=6).rows,
        tournaments=tournaments,
        tops=tops(tournaments),
    )


def _own() -> dict[str, Any] | None:
    """Return what waits for a player who is signed in, and the player's table; None for everybody else."""
    players = own_players() if caller().players() else []
    if not players:
        return None
    running = seats.own_tournaments(players)
    tables = (seats.now_payload(each)["table"] for each in running)
    return {
        "name": players[0].row.title,
        "waiting": len(seats.waiting(running)),
        "table": next((table for table in tables if table), None),
    }
