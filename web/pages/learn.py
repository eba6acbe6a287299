"""The pages of lessons: the list, and one page for each step. They work without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from api.learning import deck as deck_access
from api.learning import lessons as lesson_access
from api.lists import catalogue
from api.permissions import EVERYBODY, allow
from domain.engine.faces import plain_faces
from domain.engine.facts import CardPlayed
from domain.engine.parameters import plain
from domain.games.catalogue import RULESETS
from domain.kernel.errors import Declined, NotFound
from domain.lesson.facts import PUBLIC
from replay.lessons import payloads
from replay.lessons.built_in import lesson_named, names
from replay.lessons.leaving_out import parts_left_out
from replay.lessons.pages import pages_of
from replay.lessons.play_on import can_be_played
from replay.lessons.positions import record_of_source
from replay.lessons.questions import NotAnAnswer, is_empty
from replay.notation.actions import write_action
from web.languages import reader, text_of
from web.page import private_page
from web.pictures.scenes import minutes_of_lesson, scene_of_lesson
from web.wording.spoken import card_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.lesson.commands import NewLesson
    from replay.lessons.positions import PlacedStep, Position

blp = Blueprint("learn", __name__)
MOST = 100
"""The most lessons of the record book in the list."""


@blp.get("/learn")
@allow(EVERYBODY)
def lessons() -> Response:
    """Show the lessons that come with Nought, and the public ones of the record book."""
    language = reader().locale
    groups: dict[str, list[dict[str, Any]]] = {}
    for name in names():
        if lesson := lesson_named(name):
            tile = {"name": name, "scene": scene_of_lesson(name), "minutes": minutes_of_lesson(name)}
            groups.setdefault(_game(lesson), []).append(payloads.contents(lesson, language) | tile)
    rows = catalogue().page("lesson", limit=MOST, where={"visibility": PUBLIC}).rows
    return private_page("learn/list.html", groups=groups, rows=rows)


@blp.get("/learn/<string(maxlength=64):lesson>")
@allow(EVERYBODY)
def show_lesson(lesson: str) -> AnyResponse:
    """Go to the first step of a lesson."""
    content = find_lesson(lesson)
    return redirect(url_for("learn.show_step", lesson=lesson, chapter=1, step=_first(content, 1)))


@blp.get("/learn/<string(maxlength=64):lesson>/<int:chapter>/<int:step>")
@allow(EVERYBODY)
def show_step(lesson: str, chapter: int, step: int) -> Response:
    """Show a step as its seat sees it. ``?answer=``: mark this answer; ``?show=``: show the right ones.

    ``?draft=``: the newest version, for its authors.
    """
    draft = "draft" in request.args
    content = find_lesson(lesson, draft=draft)
    language = reader()
    try:
        placed, more = payloads.find_step(content, chapter, step)
    except Declined:
        abort(404)
    shown = {**payloads.placed_payload(content, chapter, placed, language.locale), "more": more}
    return private_page(
        "learn/step.html",
        name=lesson,
        lesson=payloads.contents(content, language.locale),
        **drawn(placed.position, shown),
        leaves_out=parts_left_out(content.chapters[chapter - 1].source),
        answers=request.args.getlist("answer"),
        draft=draft,
        takes_wrong=not draft and deck_access.takes_wrong_answers(),
        of_deck="deck" in request.args and deck_access.has_lesson(f"{lesson}/{chapter}/{step}"),
        neighbours=_neighbours(content, shown),
        next_lesson=_next_lesson(lesson, language.locale),
        **_marked(chapter, placed),
    )


def drawn(position: Position, shown: dict[str, Any]) -> dict[str, Any]:
    """Return what the templates of a position need: its game for the table and the fields of an answer.

    ``shown``: its payload, with the viewer's view.
    """
    game = position.rules.ruleset
    return {
        "step": shown,
        "known": {"game": plain(game), "names": card_names(plain_faces(game)), "view": shown["view"]},
        "game": game,
        "seats": game.seating.seats,
        "teams": game.seating.teams,
        "acts": [write_action(act) for act in position.acts],
        "tricks": _cards_of_tricks(position),
        "cards": _own_cards(shown),
        "can_play_on": can_be_played(position),
    }


def _cards_of_tricks(position: Position) -> list[list[tuple[int, str, str]]]:
    """Return the cards of each trick, each with its ply and its seat; ``??`` for a card that the viewer did not see."""
    tricks: list[list[tuple[int, str, str]]] = []
    state = position.rules.start(position.opened.dealer)
    taken = -1
    for ply, act in enumerate(position.acts):
        if isinstance(act, CardPlayed):
            if sum(state.tricks) != taken:
                taken = sum(state.tricks)
                tricks.append([])
            tricks[-1].append((ply, act.seat, act.card))
        position.rules.apply(state, act)
    return tricks


def find_lesson(lesson: str, *, draft: bool = False) -> NewLesson:
    """Return a lesson that comes with Nought, by name, or a published one, by id. Answers 404 if there is none."""
    try:
        return lesson_access.for_reader(lesson, draft=draft)
    except (Declined, NotFound):
        abort(404)


def _next_lesson(name: str, language: str) -> dict[str, Any] | None:
    """Return the head of the lesson of the same game that follows one that comes with Nought; None after the last."""
    lesson = lesson_named(name)
    if lesson is None:
        return None
    for other in names()[names().index(name) + 1 :][:1]:
        follower = lesson_named(other)
        if follower is not None and _game(follower) == _game(lesson):
            return payloads.contents(follower, language) | {"name": other}
    return None


def _game(lesson: NewLesson) -> str:
    """Return the key of the first ruleset of the game that a lesson is about."""
    game = record_of_source(lesson.chapters[0].source).rules.ruleset.game
    return next(key for key, ruleset in RULESETS.items() if ruleset.game is game)


def _marked(chapter: int, placed: PlacedStep) -> dict[str, Any]:
    """Return the mark of the answer in the query, or why it is none; both None without an answer."""
    answer = " ".join(request.args.getlist("answer"))
    if is_empty(answer) and "show" not in request.args:
        return {"mark": None, "no_answer": None}
    try:
        given = "" if "show" in request.args else answer
        return {"mark": payloads.mark_at(chapter, placed, given, reader()), "no_answer": None}
    except NotAnAnswer as error:
        return {"mark": None, "no_answer": text_of(error)}
    except Declined:
        abort(404)


def _neighbours(content: NewLesson, shown: dict[str, Any]) -> dict[str, str | None]:
    """Return the addresses of the steps before and after that have something to read; None at the ends."""
    chapter, step = shown["chapter"], shown["step"]
    lesson = (request.view_args or {})["lesson"]
    pages = pages_of(content, chapter)

    def address(to_chapter: int, to_step: int) -> str:
        draft = "yes" if "draft" in request.args else None
        return url_for("learn.show_step", lesson=lesson, chapter=to_chapter, step=to_step, draft=draft)

    before = [each for each in pages if each < step]
    after = [each for each in pages if each > step]
    more = chapter < len(content.chapters)
    return {
        "before": address(chapter, before[-1]) if before else None,
        "next": address(chapter, after[0]) if after else None,
        "chapter": address(chapter + 1, _first(content, chapter + 1)) if not after and more else None,
    }


def _first(content: NewLesson, chapter: int) -> int:
    """Return the first step of a chapter that has something to read; 1 if there is none."""
    return next(iter(pages_of(content, chapter)), 1)


def _own_cards(shown: dict[str, Any]) -> list[str]:
    """Return the cards that the pupil's seat holds, with its indicator on the table, as the view shows them."""
    view = shown["view"]
    seat = view.get("turn") if shown["viewer"] == "arbiter" else shown["viewer"]
    held: Iterable[str] = view["hands"].get(seat, ())
    indicator = view.get("trump", {}).get("indicator", "??") if view.get("maker") == seat else "??"
    return [card for card in dict.fromkeys([*held, indicator]) if card != "??"]
