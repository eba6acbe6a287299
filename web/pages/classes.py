"""The pages of a class for its teacher: the list, the teacher's screen, and the screen for the projector.

They work without scripts, apart from following the class live.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, redirect, render_template, request, url_for

from api import commands
from api.classes import access as class_access
from api.classes.end import end_class
from api.classes.payloads import screen_payload, teacher_payload
from api.lists import catalogue
from api.permissions import OFFICIALS, allow
from api.problems import Problem
from api.requests.failures import problem_of
from api.resources.classes import own_classes
from api.services import ledger, services
from api.site import base_url, is_local
from domain.classroom.aggregate import OPEN
from domain.engine.words.values import sentence
from domain.kernel.errors import Declined
from domain.lesson.facts import DRAFT
from replay.lessons import payloads
from replay.lessons.built_in import lesson_named, names
from replay.lessons.positions import record_of_source
from web.languages import reader
from web.page import private_page, unkept
from web.pages.learn import drawn
from web.pages.lesson_editor import own_lessons
from web.printing import qr

if TYPE_CHECKING:
    from uuid import UUID

    from api.classes.state import ClassState
    from domain.classroom.aggregate import Place

blp = Blueprint("classes_page", __name__)
ONE: Final = "/classes/<uuid:class_id>"
MOST: Final = 50
"""The most classes of the list."""


@blp.get("/classes")
@allow(OFFICIALS)
def classes() -> Response:
    """Show the caller's classes, and the form for a new one."""
    return _list_page()


@blp.post("/classes")
@allow(OFFICIALS)
def open_class() -> Any:
    """Open a class on a lesson."""
    form = request.form
    params = {"lesson": form.get("lesson", ""), "pace": form.get("pace", "led"), "language": reader().locale}
    try:
        saved = class_access.open_class(params)
    except (Problem, Declined) as error:
        return _list_page(problem=problem_of(error)), problem_of(error).status
    return redirect(url_for(".teach", class_id=saved.id), 303)


def _list_page(**more: Any) -> Response:
    language = reader().locale
    built_in = [(name, payloads.contents(lesson, language)) for name in names() if (lesson := lesson_named(name))]
    own = [row for row in own_lessons() if row.data["visibility"] != DRAFT]
    rows = catalogue().page("class", limit=MOST, **own_classes()).rows
    return unkept(private_page("classes/list.html", rows=rows, own=own, built_in=built_in, open=OPEN, **more))


@blp.get(ONE)
@allow(OFFICIALS)
def teach(class_id: UUID) -> Response:
    """Show the teacher's screen: the code, the step, who has answered, and the tally."""
    return _teacher_page(class_access.state_of(class_id))


@blp.get(f"{ONE}/answers")
@allow(OFFICIALS)
def answers(class_id: UUID) -> Response:
    """Send the answers and pupils of the teacher's screen to its script, which asks for them when something is new."""
    state = class_access.state_of(class_id)
    return unkept(Response(render_template("classes/answers.html", **_context(state)), mimetype="text/html"))


@blp.post(ONE)
@allow(OFFICIALS)
def command(class_id: UUID) -> Any:
    """Run the command of the button ``do``: back, next, show, led, free, mark, remove, return, end or forget."""
    state = class_access.state_of(class_id)
    try:
        _run(state, request.form.get("do", ""))
    except (Problem, Declined) as error:
        problem = problem_of(error)
        return _teacher_page(class_access.state_of(class_id), problem=problem), problem.status
    return redirect(url_for(".teach", class_id=class_id), 303)


def _run(state: ClassState, do: str) -> None:
    form, identity, at = request.form, state.classroom.id, state.classroom.at
    nothing: dict[str, Any] = {}
    match do:
        case "back" | "next":
            # The step is the one that the teacher saw: a button that is pressed twice goes one step.
            seen = _place(form.get("chapter", ""), form.get("step", "")) or at
            place = state.lesson.neighbour(seen, -1 if do == "back" else 1)
            if place is not None:
                commands.run(nothing, lambda sent: class_access.move(identity, place, sent))
        case "show":
            seen = _place(form.get("chapter", ""), form.get("step", "")) or at
            commands.run(nothing, lambda sent: class_access.show_answers(identity, seen, sent))
        case "led" | "free":
            commands.run(nothing, lambda sent: ledger().classes.change_pace(identity, do, **sent))
        case "mark":
            seen = _place(form.get("chapter", ""), form.get("step", "")) or at
            class_access.mark(identity, _pupil(), seen, right=form.get("right") == "yes")
        case "remove":
            commands.run(nothing, lambda sent: class_access.remove(identity, _pupil(), sent))
        case "return":
            commands.run(nothing, lambda sent: class_access.let_back(identity, _pupil(), sent))
        case "end":
            keep, store = "keep" in form, services().classes
            commands.run(nothing, lambda sent: end_class(ledger(), store, identity, keep=keep, sent=sent))
        case "forget":
            commands.run(nothing, lambda sent: class_access.forget(identity, sent))
        case _:
            raise Problem("bad-request", sentence("There is no button {name}.", name=repr(do[:20])))


def _pupil() -> int:
    """Return the number of the pupil in the form; 0, which no pupil has, if it is none."""
    number = request.form.get("pupil", "")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 0


def _place(chapter: str, step: str) -> Place | None:
    """Return a place from a form; None if it has none."""
    if all(text.isascii() and text.isdigit() and len(text) < 6 for text in (chapter, step)):
        return int(chapter), int(step)
    return None


def _teacher_page(state: ClassState, **more: Any) -> Response:
    if state.classroom.ended:
        return unkept(private_page("classes/over.html", **_over(state), **more))
    return unkept(private_page("classes/teach.html", **_context(state), **_join(state), **more))


def _over(state: ClassState) -> dict[str, Any]:
    """Return what stays of a class: the tally of each question, and what the teacher keeps."""
    ended, lesson = state.classroom.ended, state.lesson
    assert ended is not None  # noqa: S101 - it is called for such classes
    questions = []
    for tally in ended.tallies:
        place = tally.chapter, tally.step
        shown = lesson.step(place, reader().locale)
        game = record_of_source(lesson.content.chapters[tally.chapter - 1].source).rules.ruleset
        right = lesson.right_answers(place, reader())
        questions.append({"step": shown, "tally": tally, "right": right, "game": game})
    return {"room": teacher_payload(state), "pupils": ended.pupils, "questions": questions}


def _context(state: ClassState) -> dict[str, Any]:
    """Return what the teacher's screen shows of a class."""
    language, at = reader(), state.classroom.at
    content, lesson = state.lesson.content, state.lesson
    shown = dict(lesson.step(at, language.locale))
    room = teacher_payload(state)
    tallies = {(each["chapter"], each["step"]): each for each in room["tallies"]}
    right = lesson.right_answers(at, language) if at in lesson.questions else []
    return {
        "room": room,
        "answers": {each["pupil"]: each for each in room["answers"]},
        "tally": tallies.get(at),
        "right": right,
        "is_shown": at in state.classroom.shown,
        "is_solved_next": (after := lesson.neighbour(at, 1)) is not None and at in lesson.solved_by(after),
        "back": lesson.neighbour(at, -1),
        "next": after,
        "lesson": payloads.contents(content, language.locale),
        **drawn(lesson.position(at), shown),
    }


def _join(state: ClassState) -> dict[str, Any]:
    """Return the address at which pupils join, with its QR code."""
    path = url_for("class_page.show", class_code=state.code)
    return {"address": base_url() + path, "only_here": is_local(), "svg": qr.svg}


@blp.get(f"{ONE}/screen")
@allow(OFFICIALS)
def screen(class_id: UUID) -> Response:
    """Show the class for a projector: the step and, once the teacher shows them, the answers; no names."""
    state = class_access.state_of(class_id)
    language, at = reader(), state.classroom.at
    shown = dict(state.lesson.step(at, language.locale))
    return unkept(
        private_page(
            "classes/screen.html",
            room=screen_payload(state),
            lesson=payloads.contents(state.lesson.content, language.locale),
            class_id=class_id,
            **drawn(state.lesson.position(at), shown),
            **_join(state),
        )
    )
