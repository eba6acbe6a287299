"""The editor of lessons: the table that shows a deal, with a form beside it. It works without scripts.

``?chapter=`` and ``?step=`` name the step that is open, ``?ply=`` and ``?seat=`` what the table shows, if that is not
what the step shows; ``?pen=`` is the form that is open, and each ``?play=`` an act of a new branch.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import Blueprint, Response, redirect, request, url_for

from api import commands
from api.callers import caller
from api.front.kinds import heavy
from api.learning import lessons as lesson_access
from api.learning.lesson_prices import MOST_PRICED, with_all_prices
from api.lists import catalogue
from api.permissions import OFFICIALS, allow, own_club
from api.problems import Problem
from api.requests.failures import problem_of
from api.services import ledger, services
from domain.engine.faces import plain_faces
from domain.engine.hiding import ARBITER
from domain.engine.parameters import plain
from domain.kernel.errors import Conflict, Declined
from domain.lesson.aggregate import HEAD, Lesson, chapter_part, step_part
from domain.lesson.commands import NewChapter, NewLesson, content_of
from domain.lesson.facts import BRANCH, GO, LOOK, QUESTION, Question, Step
from replay.lessons.check import faults
from replay.lessons.file import read_lesson
from replay.lessons.questions import KINDS
from replay.lessons.sources import MOST_CONDITIONS, of_terms
from replay.notation import NotationError
from replay.notation.actions import write_action
from replay.worked_hands import worked_names
from web.languages import reader
from web.lessons.places import ChapterPlaces, Place, legal_plays, offers, steps_to, with_text
from web.page import private_page
from web.wording.spoken import card_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from werkzeug.datastructures import MultiDict
    from werkzeug.wrappers import Response as AnyResponse

    from domain.kernel.commands import Saved, SentTo
    from store.tables.catalogue import Row

blp = Blueprint("lesson_editor", __name__)
ONE = "/lessons/<uuid:lesson_id>"
MOST: Final = 200
"""The most lessons of the list."""
LARGEST_FILE: Final = 2_000_000
"""The most bytes of a lesson file."""
EARLIER: Final = 20
"""The most edits of the history that are shown."""


@blp.get("/lessons")
@allow(OFFICIALS)
def lessons() -> Response:
    """Show the lessons that the caller may edit. ``?deal=``, ``?ply=``: choose the one that gets this deal."""
    return _list_page()


@blp.post("/lessons")
@allow(OFFICIALS)
@heavy
def open_lesson() -> Any:
    """Begin a lesson: an empty one, one with a deal, or one from a lesson file."""
    form, file = request.form, request.files.get("file")
    try:
        owner, club = lesson_access.new_owner({})
        if file is not None:
            content = with_all_prices(read_lesson(file.stream.read(LARGEST_FILE)), MOST_PRICED)
        else:
            chapters = (_new_chapter(form),) if form.get("deal") else ()
            content = NewLesson(form.get("title", ""), form.get("language") or reader().locale, chapters=chapters)
        saved = ledger().lessons.open(content, owner=owner, club=club, **commands.metadata({}))
    except (Problem, Declined, NotationError) as error:
        return _list_page(problem=problem_of(error)), problem_of(error).status
    return redirect(url_for(".edit", lesson_id=saved.id), 303)


def own_lessons() -> list[Row]:
    """Return the lessons that the caller may edit, drafts too."""
    who, lists = caller(), catalogue()
    rows: dict[UUID, Row] = {}
    if who.account:
        rows |= {row.id: row for row in lists.page("lesson", limit=MOST, where={"authors": [str(who.account)]}).rows}
    if club := own_club():
        rows |= {row.id: row for row in lists.page("lesson", limit=MOST, club=club).rows}
    return list(rows.values())


def _list_page(**more: Any) -> Response:
    return private_page("learn/mine.html", rows=own_lessons(), **more)


@blp.get(f"{ONE}/edit")
@allow(OFFICIALS)
@heavy
def edit(lesson_id: UUID) -> Response:
    """Show a chapter of a lesson for its authors, with the table and the form that is open."""
    return _page(lesson_id, request.args)


# --- chapters ---------------------------------------------------------------------------------------


@blp.post(f"{ONE}/chapters")
@allow(OFFICIALS)
@heavy
def add_chapter(lesson_id: UUID) -> Any:
    """Add a chapter at the end: a recorded deal, a worked hand, a hand file, or random hands."""
    form = request.form

    def add() -> AnyResponse:
        new = _new_chapter(form)
        saved = _run(lambda sent: ledger().lessons.edit_chapter(lesson_id, 0, new.title, new.source, 0, **sent))
        return _to(lesson_id, chapter=_part_of(saved))

    return _try(lesson_id, add)


@blp.post(f"{ONE}/chapters/<int:chapter>")
@allow(OFFICIALS)
@heavy
def save_chapter(lesson_id: UUID, chapter: int) -> Any:
    """Rename a chapter, move it one place up, or remove it."""
    form = request.form
    base = _number(form, "base")

    def save() -> AnyResponse:
        lesson = lesson_access.for_author(lesson_id)
        if form.get("do") == "remove":
            _run(lambda sent: ledger().lessons.remove_chapter(lesson_id, chapter, base, **sent))
            return _to(lesson_id)
        after = None
        if form.get("do") == "up":
            after = _after([n for n, _ in lesson.chapters()], chapter, "up")
        title = form.get("title", "") or lesson.chapter(chapter).title
        _run(lambda sent: ledger().lessons.edit_chapter(lesson_id, chapter, title, None, base, after=after, **sent))
        return _to(lesson_id, chapter=chapter)

    return _try(lesson_id, save)


# --- steps ------------------------------------------------------------------------------------------


@blp.post(f"{ONE}/chapters/<int:chapter>/steps")
@allow(OFFICIALS)
@heavy
def add_steps(lesson_id: UUID, chapter: int) -> Any:
    """Add a text, a question or a branch where the table stands, with the steps that bring a pupil there."""
    form = request.form
    kind = form.get("kind", "")

    def add() -> AnyResponse:
        lesson = lesson_access.for_author(lesson_id)
        place = ChapterPlaces(lesson, chapter).place(_number(form, "step"), beyond="beyond" in form)
        ply, viewer = _number(form, "ply"), form.get("seat", "")
        if kind == BRANCH:
            plays = tuple(form.getlist("play"))
            steps = steps_to(place, place.ply, viewer)
            steps.append(Step(BRANCH, chapter, "", place.parent, form.get("text", ""), ply, acts=plays))
        elif kind == QUESTION:
            steps = steps_to(place, ply, viewer)
            steps.append(Step(QUESTION, chapter, "", place.parent, form.get("text", ""), question=_question()))
        else:
            steps = with_text(steps_to(place, ply, viewer), place, form.get("text", ""))
        checked = lesson_access.check_new_steps(lesson, steps, place.after)
        saved = _run(lambda sent: ledger().lessons.add_steps(lesson_id, checked, after=place.after, **sent))
        return _to(lesson_id, chapter=chapter, step=_part_of(saved))

    return _try(lesson_id, add)


@blp.post(f"{ONE}/steps/<int:step>")
@allow(OFFICIALS)
@heavy
def save_step(lesson_id: UUID, step: int) -> Any:
    """Change a step, move it one place up or down, or remove it."""
    form = request.form
    base, do = _number(form, "base"), form.get("do", "")

    def save() -> AnyResponse:
        lesson = lesson_access.for_author(lesson_id)
        before = lesson.step(step)
        if do == "remove":
            _run(lambda sent: ledger().lessons.remove_step(lesson_id, step, base, **sent))
            return _to(lesson_id, chapter=before.chapter)
        content, after = before, None
        if do in ("up", "down"):
            after = _after(ChapterPlaces(lesson, before.chapter).siblings(step), step, do)
        else:
            content = _changed(before)
        content = lesson_access.check_step(lesson, step, content, after)
        _run(lambda sent: ledger().lessons.edit_step(lesson_id, step, content, base, after=after, **sent))
        return _to(lesson_id, chapter=before.chapter, step=step)

    return _try(lesson_id, save)


def _changed(step: Step) -> Step:
    """Return a step as the form changes it."""
    form = request.form
    step = replace(step, text=form.get("text", ""))
    if step.kind == QUESTION:
        return replace(step, question=_question())
    if step.kind == BRANCH and "acts" in form:
        return replace(step, acts=tuple(line.strip() for line in form["acts"].splitlines() if line.strip()))
    if step.kind == GO and "ply" in form:
        return replace(step, ply=_number(form, "ply"))
    if step.kind == LOOK and form.get("seat"):
        return replace(step, seat=form["seat"])
    return step


def _question() -> Question:
    form = request.form
    code = form.get("question", "")
    names = KINDS[code].options if code in KINDS else ()
    options = {name: value for name in names if (value := form.get(f"{code} {name}", "").strip())}
    accept = tuple(line.strip() for line in form.get("accept", "").splitlines() if line.strip())
    return Question(code, options, accept)


# --- the lesson as a whole --------------------------------------------------------------------------


@blp.post(f"{ONE}/edit")
@allow(OFFICIALS)
@heavy
def save_lesson(lesson_id: UUID) -> Any:
    """Change title and summary, translate a part, undo an edit, publish, withdraw, or change the authors."""
    form = request.form
    lessons = ledger().lessons

    def save() -> AnyResponse:
        lesson = lesson_access.for_author(lesson_id)
        match form.get("do", ""):
            case "head":
                title, summary = form.get("title", ""), form.get("summary", "")
                language, base = lesson.head.language, _number(form, "base")
                _run(lambda sent: lessons.edit_head(lesson_id, title, language, summary, base, **sent))
            case "translate":
                part, language, base = form.get("part", ""), form.get("language", ""), _number(form, "base")
                names = ("title", "summary", "text")
                texts = {name: form[name] for name in names if form.get(name, "").strip()}
                _run(lambda sent: lessons.translate(lesson_id, part, language, texts, base, **sent))
            case "undo":
                _run(lambda sent: lessons.undo(lesson_id, _number(form, "edit"), **sent))
            case "withdraw":
                _run(lambda sent: lessons.withdraw(lesson_id, **sent))
            case "add author":
                account = lesson_access.account_of(form.get("login", "").strip())
                _run(lambda sent: lessons.add_author(lesson_id, account, **sent))
            case "remove author":
                _run(lambda sent: lessons.remove_author(lesson_id, form.get("account", ""), **sent))
            case "public" | "link" as visibility:
                lesson_access.publish(lesson, visibility, {})
        return _to(lesson_id, **_shown_now(form))

    return _try(lesson_id, save)


# --- helpers ----------------------------------------------------------------------------------------


def _new_chapter(form: Mapping[str, str]) -> NewChapter:
    """Return a chapter with the deal that a form names.

    Raises `Declined` if there is no such deal, `Problem` (403) if the author may not see all hands of it.
    """
    title = form.get("chapter") or form.get("worked", "")
    match form.get("source", "deal"):
        case "random":
            return NewChapter(title, of_terms(_terms(form)))
        case "worked" | "hand" as kind:
            return NewChapter(title, lesson_access.source_of({kind: form.get(kind, "")}))
    try:
        deal = UUID(form.get("deal", "").partition("?")[0].strip().rstrip("/").rpartition("/")[2])
    except ValueError:
        raise Declined("lesson-source", "give the address of a recorded deal") from None
    return NewChapter(title, lesson_access.source_of({"deal": deal, "first": _number(form, "ply", -1) + 1}))


def _terms(form: Mapping[str, str]) -> dict[str, Any]:
    """Return the terms of random hands that a form sets."""
    hands = {name.removeprefix("hand "): cards for name, cards in form.items() if name.startswith("hand ") and cards}
    conditions = [
        {"of": of, "suit": form.get(f"what {n}", ""), "at_least": least}
        for n in range(1, MOST_CONDITIONS + 1)
        if (of := form.get(f"of {n}")) and (least := _number(form, f"at least {n}"))
    ]
    terms: dict[str, Any] = {
        "ruleset": form.get("ruleset", ""),
        "hands": {seat: cards.upper() for seat, cards in hands.items()},
        "seed": form.get("seed", "").strip() or "1",
        "conditions": conditions,
    }
    if maker := form.get("maker"):
        bid = form.get("bid", "").strip()
        contract = {"maker": maker, "bid": int(bid) if bid.isdecimal() and len(bid) < 10 else bid}
        terms |= contract | {"indicator": form.get("indicator", "").strip().upper(), "opened": "opened" in form}
    return terms


def _after(numbers: list[int], number: int, way: str) -> int | None:
    """Return the neighbour that a thing comes after once it is moved one place; None if it is at the end."""
    at = numbers.index(number) if number in numbers else -1
    if way == "up":
        return numbers[at - 2] if at >= 2 else 0
    return numbers[at + 1] if at + 1 < len(numbers) else None


def _number(values: Mapping[str, str], name: str, otherwise: int = 0) -> int:
    """Return a number of a form or a query; ``otherwise`` if it is none."""
    value = values.get(name, "")
    return int(value) if value.removeprefix("-").isdecimal() and len(value) < 10 else otherwise


def _part_of(saved: Saved) -> int:
    """Return the number of the step or the chapter that a command edited last."""
    fact = saved.events[-1].fact
    return int(getattr(fact, "step", 0) or getattr(fact, "chapter", 0))


def _run(command: Callable[[SentTo], Saved]) -> Saved:
    return commands.run({}, command)


def _shown_now(form: Mapping[str, str]) -> dict[str, Any]:
    return {name: form[name] for name in ("chapter", "step") if form.get(name, "").isdecimal()}


def _to(lesson_id: UUID, **place: Any) -> AnyResponse:
    return redirect(url_for(".edit", lesson_id=lesson_id, **place), 303)


def _try(lesson_id: UUID, save: Callable[[], AnyResponse]) -> Any:
    """Run a form; show the editor with what was typed and the problem if there is one."""
    lesson_access.for_author(lesson_id)
    try:
        return save()
    except (Problem, Declined, NotationError, Conflict) as error:
        problem = problem_of(error)
        return _page(lesson_id, request.form, problem=problem), problem.status


def _page(lesson_id: UUID, query: MultiDict[str, str], **more: Any) -> Response:
    lesson = lesson_access.for_author(lesson_id)
    chapters = lesson.chapters()
    chapter = _number(query, "chapter") or (request.view_args or {}).get("chapter", 0)
    numbers = [n for n, _ in chapters]
    if chapter not in numbers:
        chapter = next(iter(numbers), 0)
    context: dict[str, Any] = {
        "lesson": lesson,
        "authors": {account: _name_of(account) for account in lesson.authors},
        "chapters": chapters,
        "chapter": chapter,
        "faults": [fault.sentence for fault in faults(content_of(lesson))],
        "edits": list(lesson.edits.values())[: -EARLIER - 1 : -1],
        "worked": worked_names(),
        "question_words": {code: kind.about for code, kind in KINDS.items()},
        "question_options": {code: kind.options for code, kind in KINDS.items()},
        "typed": query if "problem" in more else {},
        "parts": {"head": HEAD, "chapter": chapter_part, "step": step_part},
        **more,
    }
    if chapter:
        context |= _chapter_context(lesson, chapter, query)
    return private_page("learn/editor.html", **context)


def _chapter_context(lesson: Lesson, chapter: int, query: MultiDict[str, str]) -> dict[str, Any]:
    """Return what the page shows of a chapter: its steps, and the table where the author is."""
    places = ChapterPlaces(lesson, chapter)
    step = _number(query, "step")
    try:
        place = places.place(step, beyond="beyond" in query)
    except Declined:
        step, place = 0, places.place(0)
    plays = query.getlist("play")
    ply, viewer = _shown(place, query)
    try:
        position = places.position(place, ply, viewer, plays)
    except Declined:
        ply, viewer, plays = place.ply, place.viewer, []
        position = places.position(place, ply, viewer)
    game = position.rules.ruleset
    pen = query.get("pen") or query.get("kind") or "text"
    all_open = places.position(place, ply, ARBITER, plays)
    return {
        "outline": places.outline,
        "fault": places.fault,
        "step": step,
        "beyond": "beyond" in query,
        "selected": lesson.step(step) if step else None,
        "number": places.steps[step].number if step in places.steps else 1,
        "chapter_index": places.index,
        "place": place,
        "ply": ply,
        "viewer": viewer,
        "viewers": (*position.rules.seats, "public", ARBITER),
        "acts": [write_action(act) for act in place.line],
        "plays": plays,
        "legal": legal_plays(all_open) if pen == BRANCH else (),
        "offers": offers(position) if pen == QUESTION else (),
        "pen": pen,
        "seats": game.seating.seats,
        "teams": game.seating.teams,
        "known": {"game": plain(game), "names": card_names(plain_faces(game)), "view": position.view()},
        "moves": ply != place.ply or viewer != place.viewer,
    }


def _shown(place: Place, query: Mapping[str, str]) -> tuple[int, str]:
    """Return the ply and the viewer that the table shows."""
    return _number(query, "ply", place.ply), query.get("seat") or place.viewer


def _name_of(account: str) -> str:
    row = services().accounts.find(UUID(account))
    return row.name if row else account
