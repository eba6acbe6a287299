"""The pages of a class for its pupils: join, and each step. They work without scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, redirect, request, url_for

from api.callers import CLASS, caller, pupil_cookie
from api.classes import access as class_access
from api.classes.access import PupilVisit, canonical
from api.classes.payloads import pupils_payload
from api.permissions import EVERYBODY, allow
from api.problems import Problem
from api.requests.failures import problem_of
from api.services import ledger
from api.site import is_encrypted
from domain.engine.words.values import sentence
from domain.kernel.errors import Declined
from replay.lessons import payloads
from replay.lessons.leaving_out import parts_left_out
from web.languages import reader
from web.page import private_page, unkept
from web.pages.learn import drawn

if TYPE_CHECKING:
    from domain.classroom.aggregate import Place

blp = Blueprint("class_page", __name__)
ONE: Final = "/class/<string(maxlength=12):class_code>"
KEPT: Final = 2 * 24 * 3600
"""The seconds for which a browser keeps the secret of a pupil: a class ends after a day without activity."""


@blp.get("/class")
@allow(EVERYBODY)
def find() -> Any:
    """Show the form for the code of a class. ``?code=``: go to the class."""
    code = canonical(request.args.get("code", ""))[:12]
    if code:
        return redirect(url_for(".show", class_code=code))
    return private_page("classes/find.html")


@blp.get(ONE)
@allow(EVERYBODY)
def show(class_code: str) -> Any:
    """Show the step where the pupil is, or the form to join."""
    if CLASS not in caller().scope:
        if class_code != canonical(class_code):
            return redirect(url_for(".show", class_code=canonical(class_code)))
        return _join_page(class_code)
    try:
        visit = PupilVisit()
        return _step_page(visit, visit.place(visit.row()), follows=True)
    except (Problem, Declined) as error:
        return _refused(class_code, problem_of(error))


@blp.post(ONE)
@allow(EVERYBODY)
def join(class_code: str) -> Any:
    """Join the class with a nickname: the browser keeps the pupil's secret."""
    code = canonical(class_code)
    if CLASS in caller().scope:
        return redirect(url_for(".show", class_code=code), 303)
    try:
        _, secret = class_access.join(code, request.form.get("nickname", ""))
    except (Problem, Declined) as error:
        return _join_page(class_code, problem_of(error))
    answer = redirect(url_for(".show", class_code=code), 303)
    answer.set_cookie(pupil_cookie(), secret, max_age=KEPT, httponly=True, secure=is_encrypted(), samesite="Lax")
    return answer


@blp.get(f"{ONE}/<int:chapter>/<int:step>")
@allow(EVERYBODY)
def show_step(class_code: str, chapter: int, step: int) -> Any:
    """Show a step to a pupil. In a led class only up to the teacher's step."""
    if CLASS not in caller().scope:
        return redirect(url_for(".show", class_code=class_code))
    try:
        return _step_page(PupilVisit(), (chapter, step))
    except (Problem, Declined) as error:
        return _refused(class_code, problem_of(error))


@blp.post(f"{ONE}/<int:chapter>/<int:step>")
@allow(EVERYBODY)
def answer(class_code: str, chapter: int, step: int) -> Any:
    """Send an answer. The first one counts."""
    if CLASS not in caller().scope:
        return redirect(url_for(".show", class_code=class_code), 303)
    text = " ".join(request.form.getlist("answer"))[:2000]
    try:
        visit = PupilVisit()
        try:
            visit.answer((chapter, step), text, reader())
        except Declined as error:
            problem = problem_of(error)
            if problem.code != "lesson-answer":
                raise
            return _step_page(visit, (chapter, step), no_answer=problem.detail), problem.status
    except (Problem, Declined) as error:
        return _refused(class_code, problem_of(error))
    return redirect(url_for(".show_step", class_code=class_code, chapter=chapter, step=step), 303)


def _step_page(visit: PupilVisit, place: Place, *, follows: bool = False, no_answer: str = "") -> Response:
    """Return the page of a step. ``follows``: it goes with the teacher."""
    language = reader()
    shown = visit.step(place, language)
    lesson, classroom = visit.lesson, visit.classroom
    after = lesson.neighbour(place, 1)
    if after is not None and not classroom.may_read(after):
        after = None
    return unkept(
        private_page(
            "classes/step.html",
            code=visit.code,
            nickname=visit.row().nickname,
            lesson=payloads.contents(lesson.content, language.locale),
            **drawn(lesson.position(place), shown),
            leaves_out=parts_left_out(lesson.content.chapters[place[0] - 1].source),
            standing=pupils_payload(classroom),
            is_led=classroom.is_led,
            is_behind=classroom.is_led and place < classroom.at,
            follows=follows,
            answers=request.form.getlist("answer"),
            no_answer=no_answer,
            before=lesson.neighbour(place, -1),
            after=after,
        )
    )


def _join_page(class_code: str, problem: Problem | None = None) -> Any:
    """Return the form to join, or what is wrong with the code."""
    title = ""
    try:
        row = class_access.find_class(canonical(class_code))
        if class_access.is_over(row):
            problem = problem or Problem("class-ended", sentence("The class is over."))
        else:
            title = ledger().classes.get(row.id).opened.title
    except Problem as error:
        problem = error
    page = private_page(
        "classes/join.html",
        code=class_code,
        title=title,
        problem=problem,
        nickname=request.form.get("nickname", "")[:40],
    )
    return unkept(page), problem.status if problem else 200


def _refused(class_code: str, problem: Problem) -> Any:
    """Return the page for a pupil who cannot read a step: the class is over, or has not reached it."""
    return unkept(private_page("classes/refused.html", code=class_code, problem=problem)), problem.status
