"""The pictures of links, which chats show: what anybody may see of a page, whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, g, redirect, request
from flask_babel import gettext

from api.callers import answer_anybody
from api.deals import access as deal_access
from api.front.kinds import printed
from api.learning import puzzles as puzzle_access
from api.lists import catalogue
from api.permissions import EVERYBODY, allow
from api.replicas import from_replica
from domain.engine.faces import plain_faces
from domain.engine.hiding import ARBITER
from domain.record.worked_out import final_state
from replay.lessons import payloads
from replay.lessons.built_in import names as names_of_lessons
from replay.words.puzzles import TITLES
from web.assets import address
from web.languages import LANGUAGES, reader
from web.pages.learn import find_lesson
from web.pictures.drawing import NoPictures, draw
from web.pictures.scenes import Scene, scene_of_lesson, scene_of_puzzle
from web.tournaments.seen import see
from web.tournaments.words import score
from web.wording import names, words
from web.wording.spoken import card_names

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from werkzeug.wrappers import Response as AnyResponse

    from domain.record.record import Record

blp = Blueprint("link_pictures", __name__)

BRIEFLY: Final = "public, max-age=300"
"""The time for which others may keep a picture: a deal that goes on will be over, and a name may be corrected."""
BACKS: Final = 8
"""The cards face down where no hand may be shown."""
LEADERS: Final = 3
"""The places of a tournament in its picture."""


@blp.get("/picture.png")
@allow(EVERYBODY)
@printed
def site() -> AnyResponse:
    """Draw what Nought is, for the pages that have no picture of their own."""
    _as_anybody()
    return _sent(
        heading=gettext("304 and Sidi Barrani"),
        title=gettext("Every deal as it happened"),
        text=gettext("from every seat"),
        scene=scene_of_lesson(names_of_lessons()[0]),
    )


@blp.get("/deals/<uuid:deal_id>/picture.png")
@allow(EVERYBODY)
@printed
@from_replica
def deal(deal_id: UUID) -> AnyResponse:
    """Draw who bid what in a deal, what became of it, and the bidder's hand. ``?language=``: that of its words."""
    _as_anybody()
    own = deal_access.get(deal_id)
    row = catalogue().find(deal_id)
    if ARBITER not in own.viewers or row is None:
        opened = own.record.opened
        data: Mapping[str, Any] = {"number": opened.number, "event": opened.event, "match": opened.match}
        return _sent(heading=names.deal_title(data), title=gettext("This deal is being played"))
    data = row.data
    played = data.get("contract")
    return _sent(
        heading=names.deal_title(data),
        title=names.contract(data) if played else words.result(data["status"]),
        text=_became(data),
        below=names.sides(data),
        scene=_scene_of_deal(own.record, played["seat"]) if played else None,
    )


@blp.get("/problems/<uuid:puzzle_id>/picture.png")
@allow(EVERYBODY)
@printed
def problem(puzzle_id: UUID) -> AnyResponse:
    """Draw the hand of a problem and its question."""
    _as_anybody()
    puzzle = puzzle_access.find(puzzle_id)
    return _sent(
        heading=gettext("Problem"),
        title=gettext(TITLES[puzzle.theme]),
        text=words.game(puzzle.game),
        scene=scene_of_puzzle(puzzle),
    )


@blp.get("/learn/<string(maxlength=64):lesson>/picture.png")
@allow(EVERYBODY)
@printed
def lesson(lesson: str) -> AnyResponse:
    """Draw a lesson: its title, and the hand of its first steps if it comes with Nought."""
    _as_anybody()
    content = payloads.contents(find_lesson(lesson), reader().locale)
    scene = scene_of_lesson(lesson) if lesson in names_of_lessons() else None
    return _sent(heading=gettext("Lesson"), title=content["title"], scene=scene)


@blp.get("/tournaments/<uuid:tournament_id>/picture.png")
@allow(EVERYBODY)
@printed
@from_replica
def tournament(tournament_id: UUID) -> AnyResponse:
    """Draw a tournament: its round, and who leads."""
    _as_anybody()
    seen = see(tournament_id)
    rounds = gettext("Round %(number)s", number=seen.last) if seen.last else ""
    leaders = [
        (row.place, seen.called(row.entry), score(row.score, seen.terms))
        for row in seen.standings[:LEADERS]
        if seen.last
    ]
    return _sent(heading=seen.club, title=seen.name, text=rounds, leaders=leaders)


def _as_anybody() -> None:
    """Answer as to somebody who is not signed in, in the language of the address."""
    answer_anybody()
    chosen = request.args.get("language", "")
    g.language = chosen if chosen in LANGUAGES else "en"


def _became(data: Mapping[str, Any]) -> str:
    """Return the result of a deal, and who won how many tokens."""
    if not data.get("result"):
        return ""
    result = words.result(data["result"])
    won = [f"+{tokens} {names.team(data, side)}" for side, tokens in (data.get("tokens") or {}).items() if tokens > 0]
    return " · ".join([result[:1].upper() + result[1:], *won])


def _scene_of_deal(record: Record, seat: str) -> Scene:
    """Return the cards that a seat was dealt, as far as the record tells them."""
    rules = record.rules
    held = final_state(record).dealt[rules.seats.index(seat)]
    return Scene(card_names(plain_faces(rules.ruleset)), tuple(rules.tables.cards(held)))


def _sent(scene: Scene | None = None, leaders: list[tuple[int, str, str]] | None = None, **texts: str) -> AnyResponse:
    """Return the drawn picture; where nothing can draw, the way to the icon."""
    shown: dict[str, Any] = {"text": "", "below": "", **texts, "leaders": leaders or []}
    try:
        body = draw("pictures/link.svg", scene=scene if scene and scene.cards else None, backs=BACKS, **shown)
    except NoPictures:
        return redirect(address("img/icon-512.png"))
    answer = Response(body, mimetype="image/png")
    answer.headers["Cache-Control"] = BRIEFLY
    return answer
