"""The pages of practice: the form for a new deal, and the table at which a person plays against bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, abort, request

from api.analyses import access as analysis_access
from api.learning import practice as practice_access
from api.permissions import EVERYBODY, allow
from api.services import ledger
from bots.strengths import STRENGTHS
from domain.engine.faces import plain_faces
from domain.engine.parameters import plain
from domain.games.catalogue import RULESETS
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from replay.lessons.payloads import find_step
from replay.lessons.play_on import can_be_played
from web.page import private_page
from web.pages.learn import find_lesson
from web.pages.moments import requested_ply
from web.pictures.scenes import scene_of_lesson
from web.rules.own_rulesets import own_games
from web.wording.spoken import card_names
from web.wording.words import ruleset_name

if TYPE_CHECKING:
    from uuid import UUID

    from domain.record.record import Record
    from replay.lessons.positions import Position

blp = Blueprint("practice_page", __name__)
WORKED: Final = "worked"
LESSON: Final = "lesson"
PRACTICE: Final = "practice"
PICTURE: Final = "11-caps"
"""The lesson whose hand is the picture of the form."""


@blp.get("/practice")
@allow(EVERYBODY)
def begin() -> Response:
    """Show the form for a new deal.

    ``?deal=`` or ``?worked=``, and ``?at=``: to go on from a ply of that deal. ``?lesson=``, ``?chapter=`` and
    ``?step=``: to go on from a step of a lesson, in its seat. ``?practice=``: to play a shared deal.
    """
    if PRACTICE in request.args:
        return _begin_shared()
    record = _source()
    position = _position()
    games = {key: list(game.seating.seats) for key, game in RULESETS.items()}
    suits = {key: card_names(plain_faces(game))["suits"] for key, game in RULESETS.items()}
    for own in own_games():
        games[own["id"]], suits[own["id"]] = own["seats"], own["suits"]
    known: dict[str, Any] = {"games": games, "suits": suits, "path": "/api/v1/practices", "body": {}}
    seats = list(record.rules.seats) if record else games["304"]
    turn = None
    if record is not None:
        ply = requested_ply(len(record.acts) - 1)
        turn = record.until(ply).rules.to_act(record.until(ply).state)
        known["body"] = {"ply": ply}
        if worked := request.args.get(WORKED):
            known["body"][WORKED] = worked
        else:
            known["path"] = f"/api/v1/deals/{request.args['deal']}/practices"
    if position is not None:
        seats = [turn := str(position.seat)]
        known["body"] = {LESSON: request.args[LESSON], "chapter": _number("chapter"), "step": _number("step")}
    return private_page(
        "practice/begin.html",
        known=known,
        wished=request.args.get("ruleset", ""),
        strengths=list(STRENGTHS),
        seats=seats,
        turn=turn or seats[0],
        source=record or position,
        lesson=request.args[LESSON] if position else None,
        scene=scene_of_lesson(PICTURE) if not (record or position) else None,
        deal=request.args.get("deal") if record and WORKED not in request.args else None,
    )


def _begin_shared() -> Response:
    """Show the form for the deal that somebody else has played. Answers 404 if it cannot be shared."""
    identity = as_id(request.args[PRACTICE])
    if identity is None:
        abort(404)
    practice = ledger().practices.get(identity)
    if not practice.record.over or practice.opened.source:
        abort(404)
    known = {"path": "/api/v1/practices", "body": {PRACTICE: str(identity)}}
    return private_page("practice/shared.html", known=known, game=practice.record.rules.ruleset, opened=practice.opened)


def _source() -> Record | None:
    """Return the record of the deal that the query names; None if it names none.

    Raises `NotFound`, `Declined`, or `Problem` (403) if the reader may not see the analysis of the deal.
    """
    if WORKED in request.args:
        return practice_access.worked_record(request.args[WORKED])
    deal = as_id(request.args.get("deal"))
    return analysis_access.get(deal).record if deal else None


def _position() -> Position | None:
    """Return the position of the step that the query names; None if it names none. Answers 404 if there is none."""
    if LESSON not in request.args:
        return None
    try:
        placed, _ = find_step(find_lesson(request.args[LESSON]), _number("chapter"), _number("step"))
    except Declined:
        abort(404)
    if not can_be_played(placed.position):
        abort(404)
    return placed.position


def _number(name: str) -> int:
    return request.args.get(name, 1, type=int)


@blp.get("/practice/<uuid:practice_id>")
@allow(EVERYBODY)
def play(practice_id: UUID) -> Response:
    """Show the table of a practice deal. Its cards come to the browser that began it, which has the secret."""
    practice = ledger().practices.get(practice_id)
    game = practice.record.rules.ruleset
    known = {
        "id": practice_id,
        "game": plain(game),
        "names": card_names(plain_faces(game)),
        "seat": practice.opened.seat,
        "strength": practice.opened.strength,
        "fresh": game.key if game.key in RULESETS and not practice.opened.given else "",
        "shareable": not practice.opened.source,
        "game_name": ruleset_name(game.name),
    }
    return private_page("practice/play.html", known=known, game=game, opened=practice.opened)
