"""Lessons: pupils read and answer, authors edit.

Pupils count chapters and steps in reading order, under `read`. Authors name them by the numbers that they keep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from api import commands
from api.blueprint import Blueprint
from api.callers import caller
from api.changes import SAME, Command, changes
from api.front.kinds import heavy
from api.languages import reader
from api.learning import lessons as lesson_access
from api.learning.lesson_prices import MOST_PRICED, with_all_prices
from api.lists import page
from api.permissions import EVERYBODY, OFFICIALS
from api.responses import json_response
from api.services import ledger
from domain.lesson import facts
from domain.lesson.aggregate import HEAD, Lesson, chapter_part, step_part
from domain.lesson.commands import content_of
from domain.lesson.facts import Question, Step
from replay.lessons import payloads
from replay.lessons.check import faults
from replay.lessons.file import from_plain, to_plain
from schemas.answers import SavedAnswer
from schemas.lessons import (
    AnswerStep,
    AuthorSchema,
    EditChapter,
    EditHead,
    EditStep,
    LessonContents,
    LessonDraft,
    LessonFile,
    LessonHistory,
    LessonMark,
    LessonPage,
    LessonQuery,
    LessonStep,
    OpenLesson,
    PublishLesson,
    ReadQuery,
    RemovePart,
    SavedPart,
    TranslatePart,
    UndoEdit,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from uuid import UUID

    from flask import Response

    from domain.kernel.commands import Saved, SentTo
    from domain.ledger import Ledger
    from domain.lesson.aggregate import Outline

blp = Blueprint("lessons", __name__, url_prefix="/api/v1/lessons", description="Lessons")
ONE = "/<uuid:lesson_id>"
STEP = f"{ONE}/read/<int:chapter>/<int:step>"


def _run(lesson_id: UUID, params: Mapping[str, Any], command: Callable[[SentTo], Saved]) -> commands.Answer:
    lesson_access.for_author(lesson_id)
    return commands.answer(commands.run(params, command), f"/api/v1/lessons/{lesson_id}/draft", 200)


def _edit(
    lesson_id: UUID, params: Mapping[str, Any], command: Callable[[SentTo], Saved], status: int = 200
) -> commands.Answer:
    """Run an edit of a part, and answer with the part's number and revision."""
    lesson_access.for_author(lesson_id)
    saved = commands.run(params, command)
    fact = saved.events[0].fact
    number = getattr(fact, "step", 0) or getattr(fact, "chapter", 0)
    body, _, headers = commands.answer(saved, f"/api/v1/lessons/{lesson_id}/draft", status)
    return {**body, "number": number, "revision": saved.first_version}, status, headers


change = changes(blp, "lesson_id", OFFICIALS, _run, in_scope=False)
edit = changes(blp, "lesson_id", OFFICIALS, _edit, SavedPart, in_scope=False)


# --- pupils ---------------------------------------------------------------------------------------


@blp.get("")
@blp.arguments(LessonQuery, location="query")
@blp.answers(LessonPage)
@blp.reads(EVERYBODY)
def list_lessons(query: dict[str, Any]) -> Response:
    """List public lessons, newest first; with `mine` those that the caller's account may edit."""
    where: dict[str, Any] = {"visibility": facts.PUBLIC}
    if query["mine"]:
        account = caller().account
        where = {"authors": [str(account) if account else ""]}
    if "language" in query:
        where["language"] = query["language"]
    result = page("lesson", query, club=query.get("club"), where=where)
    return json_response(LessonPage().dump(result))


@blp.get(ONE)
@blp.arguments(ReadQuery, location="query")
@blp.answers(LessonContents)
@blp.reads(EVERYBODY)
def get_lesson(query: dict[str, Any], lesson_id: UUID) -> Response:
    """Get the title and the chapters of a published lesson, in a language that it is translated into."""
    lesson = lesson_access.read(lesson_id, draft=query["draft"])
    return json_response(payloads.contents(lesson, query["language"]))


@blp.get(STEP)
@blp.arguments(ReadQuery, location="query")
@blp.answers(LessonStep)
@blp.reads(EVERYBODY)
def get_step(query: dict[str, Any], lesson_id: UUID, chapter: int, step: int) -> Response:
    """Get a step as its seat sees it: nothing hidden from the seat, and nothing of later steps."""
    lesson = lesson_access.read(lesson_id, draft=query["draft"])
    return json_response(payloads.step_payload(lesson, chapter, step, query["language"]))


@blp.post(f"{STEP}/answers")
@blp.arguments(ReadQuery, location="query")
@blp.arguments(AnswerStep)
@blp.response(200, LessonMark)
@blp.reads(EVERYBODY, 415)
def answer_step(query: dict[str, Any], params: dict[str, Any], lesson_id: UUID, chapter: int, step: int) -> Response:
    """Mark an answer: right or wrong, with the reasons. Nothing is recorded. An empty answer shows the right ones."""
    lesson = lesson_access.read(lesson_id, draft=query["draft"])
    language = reader()
    return json_response(payloads.mark(lesson, chapter, step, params["answer"], language), language=language)


# --- authors --------------------------------------------------------------------------------------


@blp.post("")
@blp.arguments(OpenLesson)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICIALS, match=False)
@heavy
def open_lesson(params: dict[str, Any]) -> commands.Answer:
    """Begin a lesson, empty or from a lesson file. It is a draft until it is published."""
    owner, club = lesson_access.new_owner(params)
    content = with_all_prices(from_plain(params["lesson"]), MOST_PRICED)
    saved = ledger().lessons.open(
        content, owner=owner, club=club, lesson_id=params.get("id"), **commands.metadata(params)
    )
    return commands.answer(saved, f"/api/v1/lessons/{saved.id}/draft")


@blp.get(f"{ONE}/draft")
@blp.answers(LessonDraft)
@blp.reads(OFFICIALS)
@heavy
def get_draft(lesson_id: UUID) -> Response:
    """Get a lesson as its authors see it: every part with its revision, and its faults. The ETag is for If-Match."""
    lesson = lesson_access.for_author(lesson_id)
    return json_response(_draft(lesson), commands.etag(lesson.version))


@blp.get(f"{ONE}/file")
@blp.answers(LessonFile)
@blp.reads(OFFICIALS)
def get_file(lesson_id: UUID) -> Response:
    """Get the draft of a lesson as a lesson file, for its authors."""
    return json_response(to_plain(content_of(lesson_access.for_author(lesson_id))))


@blp.get(f"{ONE}/history")
@blp.answers(LessonHistory)
@blp.reads(OFFICIALS)
def get_history(lesson_id: UUID) -> Response:
    """List the edits of a lesson, oldest first, for its authors."""
    lesson = lesson_access.for_author(lesson_id)
    names = ("version", "by", "at", "part")
    return json_response({"items": [{name: getattr(edit, name) for name in names} for edit in lesson.edits.values()]})


@edit("", EditHead, method="PATCH")
def edit_head(to: Ledger) -> Command:
    """Change title, language and summary of a lesson."""
    return to.lessons.edit_head


@blp.post(f"{ONE}/chapters")
@blp.arguments(EditChapter)
@blp.response(201, SavedPart)
@blp.commands(OFFICIALS)
@heavy
def add_chapter(params: dict[str, Any], lesson_id: UUID) -> commands.Answer:
    """Add a chapter: a recorded deal at a version, a hand file, a worked hand, composed or drawn hands."""
    return _edit_chapter(params, lesson_id, 0, 201)


@blp.patch(f"{ONE}/chapters/<int:chapter>")
@blp.arguments(EditChapter)
@blp.response(200, SavedPart)
@blp.commands(OFFICIALS)
@heavy
def edit_chapter(params: dict[str, Any], lesson_id: UUID, chapter: int) -> commands.Answer:
    """Change or move a chapter."""
    return _edit_chapter(params, lesson_id, chapter, 200)


@edit("/chapters/<int:chapter>/remove", RemovePart)
def remove_chapter(to: Ledger) -> Command:
    """Remove a chapter with its steps; `undo` brings it back."""
    return to.lessons.remove_chapter


@blp.post(f"{ONE}/steps")
@blp.arguments(EditStep)
@blp.response(201, SavedPart)
@blp.commands(OFFICIALS)
@heavy
def add_step(params: dict[str, Any], lesson_id: UUID) -> commands.Answer:
    """Add a step. A question must have a right answer at its place."""
    return _edit_step(params, lesson_id, 0, 201)


@blp.patch(f"{ONE}/steps/<int:step>")
@blp.arguments(EditStep)
@blp.response(200, SavedPart)
@blp.commands(OFFICIALS)
@heavy
def edit_step(params: dict[str, Any], lesson_id: UUID, step: int) -> commands.Answer:
    """Change or move a step."""
    return _edit_step(params, lesson_id, step, 200)


@edit("/steps/<int:step>/remove", RemovePart)
def remove_step(to: Ledger) -> Command:
    """Remove a step, and with a branch all steps within it; `undo` brings it back."""
    return to.lessons.remove_step


@edit("/translations", TranslatePart)
def translate(to: Ledger) -> Command:
    """Translate a part of a lesson; without texts, remove its translation."""
    return lambda lesson_id, texts=SAME, **given: to.lessons.translate(lesson_id, texts=dict(texts), **given)


@change("/undo", UndoEdit)
def undo(to: Ledger) -> Command:
    """Undo an edit, if its part was not changed since. An undo can be undone."""
    return to.lessons.undo


@blp.post(f"{ONE}/authors")
@blp.arguments(AuthorSchema)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICIALS)
def add_author(params: dict[str, Any], lesson_id: UUID) -> commands.Answer:
    """Let another account edit the lesson."""
    lesson_access.for_author(lesson_id)
    account = lesson_access.account_of(params["login"])
    return _run(lesson_id, params, lambda sent: ledger().lessons.add_author(lesson_id, account, **sent))


@blp.post(f"{ONE}/authors/remove")
@blp.arguments(AuthorSchema)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICIALS)
def remove_author(params: dict[str, Any], lesson_id: UUID) -> commands.Answer:
    """End an account's right to edit the lesson. The owner stays an author."""
    lesson_access.for_author(lesson_id)
    account = lesson_access.account_of(params["login"])
    return _run(lesson_id, params, lambda sent: ledger().lessons.remove_author(lesson_id, account, **sent))


@blp.post(f"{ONE}/publish")
@blp.arguments(PublishLesson)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICIALS)
@heavy
def publish(params: dict[str, Any], lesson_id: UUID) -> commands.Answer:
    """Publish the lesson as it is now. Later edits are a draft until it is published again."""
    saved = lesson_access.publish(lesson_access.for_author(lesson_id), params["visibility"], params)
    return commands.answer(saved, f"/api/v1/lessons/{lesson_id}/draft", 200)


@change("/withdraw", RemovePart)
def withdraw(to: Ledger) -> Command:
    """Make the lesson a draft again, which pupils cannot read."""
    return lambda lesson_id, base, **sent: to.lessons.withdraw(lesson_id, **sent)


# --- helpers --------------------------------------------------------------------------------------


def _edit_chapter(params: dict[str, Any], lesson_id: UUID, chapter: int, status: int) -> commands.Answer:
    lesson_access.for_author(lesson_id)
    source = lesson_access.source_of(params["source"]) if "source" in params else None
    content = chapter, params["title"], source, params["base"]
    after = params["after"]
    return _edit(
        lesson_id,
        params,
        lambda sent: ledger().lessons.edit_chapter(lesson_id, *content, after=after, **sent),
        status,
    )


def _edit_step(params: dict[str, Any], lesson_id: UUID, step: int, status: int) -> commands.Answer:
    lesson = lesson_access.for_author(lesson_id)
    question = None
    if row := params["question"]:
        question = Question(row["kind"], row.get("options", {}), tuple(row.get("accept", ())))
    content = Step(
        params["kind"],
        params["chapter"],
        "",
        params["parent"],
        params["text"],
        params["ply"],
        params["seat"],
        tuple(params.get("acts", ())),
        question,
    )
    content = lesson_access.check_step(lesson, step, content, params["after"])
    return _edit(
        lesson_id,
        params,
        lambda sent: ledger().lessons.edit_step(
            lesson_id, step, content, params["base"], after=params["after"], **sent
        ),
        status,
    )


def _draft(lesson: Lesson) -> dict[str, Any]:
    """Return a lesson as its authors see it."""
    opened = lesson.opened
    head = lesson.head
    draft: dict[str, Any] = {
        "id": str(lesson.id),
        "version": lesson.version,
        "visibility": lesson.visibility,
        "published": lesson.published,
        "owner": opened.owner,
        "authors": lesson.authors,
        "head": {
            "title": head.title,
            "language": head.language,
            "summary": head.summary,
            **_about(lesson, HEAD),
        },
        "chapters": [
            {
                "chapter": number,
                "title": chapter.title,
                "source": msgspec.to_builtins(chapter.source),
                **_about(lesson, chapter_part(number)),
                "steps": _steps(lesson, lesson.outline(number)),
            }
            for number, chapter in lesson.chapters()
        ],
        "faults": [str(fault) for fault in faults(content_of(lesson))],
    }
    return draft | ({"club": opened.club} if opened.club else {})


def _about(lesson: Lesson, part: str) -> dict[str, Any]:
    """Return the revision of a part, and its translations with theirs."""
    translations = {
        language: {"revision": lesson.revision(f"{part} in {language}"), "texts": lesson.translation(part, language)}
        for language in lesson.languages()
    }
    return {"revision": lesson.revision(part), "translations": translations}


def _steps(lesson: Lesson, outline: Sequence[Outline]) -> list[dict[str, Any]]:
    steps = []
    for node in outline:
        content = msgspec.to_builtins(node.step)
        del content["chapter"], content["place"]
        about = _about(lesson, step_part(node.number))
        steps.append({"step": node.number, **content, **about, "steps": _steps(lesson, node.steps)})
    return steps
