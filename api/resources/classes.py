"""Classes, for their teachers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from api import commands, openapi
from api.blueprint import Blueprint
from api.callers import ADMIN, caller
from api.changes import Command, changes
from api.classes import access as class_access
from api.classes.end import end_class
from api.classes.payloads import Audience, screen_payload, teacher_payload
from api.classes.results import results_csv
from api.front.kinds import stream
from api.lists import page
from api.live.stream import ClassFeed
from api.permissions import OFFICIALS, own_club
from api.requests.stream_responses import EVENTS, stream_response
from api.responses import CSV, csv_response, json_response
from api.services import ledger, services
from schemas.answers import SavedAnswer
from schemas.classes import (
    ChangePupil,
    ClassPage,
    ClassQuery,
    ClassScreen,
    ClassTeacher,
    EndClass,
    ForgetPupils,
    MarkAnswer,
    OpenClass,
    OpenedClass,
    PaceSchema,
    PlaceSchema,
)
from schemas.views import StreamEvent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from uuid import UUID

    from flask import Response

    from api.live.listener import Listener
    from api.live.stream import Feed
    from domain.kernel.commands import Saved, SentTo
    from domain.ledger import Ledger

blp = Blueprint("classes", __name__, url_prefix="/api/v1/classes", description="Classes, for their teachers")
ONE: Final = "/<uuid:class_id>"
NOBODY: Final = "nobody"
"""No account's id: the owner of no class."""


def _run(class_id: UUID, params: Mapping[str, Any], command: Callable[[SentTo], Saved]) -> commands.Answer:
    class_access.for_teacher(class_id)
    return commands.answer(commands.run(params, command), f"/api/v1/classes/{class_id}", 200)


change = changes(blp, "class_id", OFFICIALS, _run, in_scope=False)


@blp.get("")
@blp.arguments(ClassQuery, location="query")
@blp.answers(ClassPage)
@blp.reads(OFFICIALS)
def list_classes(query: dict[str, Any]) -> Response:
    """List the caller's classes, or those of a director's club, newest first."""
    result = page("class", query, **own_classes())
    return json_response(ClassPage().dump(result))


def own_classes() -> dict[str, Any]:
    """Return the conditions for the classes of the caller in the catalogue."""
    sender = caller()
    if sender.account is not None:
        return {"where": {"owner": str(sender.account)}}
    club = own_club()
    if club is None and sender.role != ADMIN:
        return {"where": {"owner": NOBODY}}
    return {"club": club, "where": {"owner": ""}}


@blp.post("")
@blp.arguments(OpenClass)
@blp.response(201, OpenedClass)
@blp.commands(OFFICIALS, match=False)
def open_class(params: dict[str, Any]) -> commands.Answer:
    """Open a class on a published lesson, or on one that comes with Nought. Pupils join with the code."""
    saved = class_access.open_class(params)
    body, status, headers = commands.answer(saved, f"/api/v1/classes/{saved.id}")
    return {**body, "code": services().classes.code_of(saved.id)}, status, headers


@blp.get(ONE)
@blp.answers(ClassTeacher)
@blp.reads(OFFICIALS)
def get_class(class_id: UUID) -> Response:
    """Get a class: its pupils, the tallies of all questions, and the answers at the step where the class is."""
    return json_response(teacher_payload(class_access.state_of(class_id)))


@blp.get(f"{ONE}/stream")
@blp.response(200, StreamEvent, content_type=EVENTS, description="Server-sent events")
@blp.reads(OFFICIALS)
@stream
def follow_class(class_id: UUID) -> Response:
    """Follow a class as its teacher.

    The event `class` holds the class as `GET …/classes/{id}` does, first and again whenever it changes; `end` follows
    when the class is over.
    """
    return _follow(class_id, Audience.TEACHER)


@blp.get(f"{ONE}/screen")
@blp.answers(ClassScreen)
@blp.reads(OFFICIALS)
def get_screen(class_id: UUID) -> Response:
    """Get a class as the projector shows it: without names, and without a tally until the answers are shown."""
    return json_response(screen_payload(class_access.state_of(class_id)))


@blp.get(f"{ONE}/screen/stream")
@blp.response(200, StreamEvent, content_type=EVENTS, description="Server-sent events")
@blp.reads(OFFICIALS)
@stream
def follow_screen(class_id: UUID) -> Response:
    """Follow a class as the projector. The event `class` holds what `GET …/screen` does."""
    return _follow(class_id, Audience.SCREEN)


def _follow(class_id: UUID, audience: Audience) -> Response:
    hub = services().live

    def follow(listener: Listener) -> Feed:
        class_access.for_teacher(class_id)
        return ClassFeed(hub.classroom(listener, class_id, audience), audience)

    return stream_response(follow)


@blp.get(f"{ONE}/results.csv")
@blp.answers(openapi.TEXT, content_type=CSV)
@blp.reads(OFFICIALS)
def get_results(class_id: UUID) -> Response:
    """Get all answers of a class as a table. After the end it is empty, unless the answers were kept."""
    return csv_response(results_csv(class_access.state_of(class_id)), "class.csv")


@blp.post(f"{ONE}/position")
@blp.arguments(PlaceSchema)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICIALS)
def move(params: dict[str, Any], class_id: UUID) -> commands.Answer:
    """Go to a step. In a led class the pupils follow."""
    place = params["chapter"], params["step"]
    return _run(class_id, params, lambda sent: class_access.move(class_id, place, sent))


@change("/pace", PaceSchema)
def change_pace(to: Ledger) -> Command:
    """Lead the pupils, or let them go at their own pace."""
    return to.classes.change_pace


@blp.post(f"{ONE}/reveal")
@blp.arguments(PlaceSchema)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICIALS)
def show_answers(params: dict[str, Any], class_id: UUID) -> commands.Answer:
    """Show everybody the right answers of a step, and how often each answer was given."""
    place = params["chapter"], params["step"]
    return _run(class_id, params, lambda sent: class_access.show_answers(class_id, place, sent))


@blp.post(f"{ONE}/marks")
@blp.arguments(MarkAnswer)
@blp.response(200, ClassTeacher)
@blp.commands(OFFICIALS, match=False)
def mark(params: dict[str, Any], class_id: UUID) -> Response:
    """Mark a pupil's free text. A later mark replaces an earlier one."""
    place = params["chapter"], params["step"]
    class_access.mark(class_id, params["pupil"], place, right=params["right"])
    return json_response(teacher_payload(class_access.state_of(class_id)))


@blp.post(f"{ONE}/pupils/<int:pupil>/remove")
@blp.arguments(ChangePupil)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICIALS)
def remove_pupil(params: dict[str, Any], class_id: UUID, pupil: int) -> commands.Answer:
    """Remove a pupil, given by its number: it can no longer read and answer, and its answers do not count."""
    return _run(class_id, params, lambda sent: class_access.remove(class_id, pupil, sent))


@blp.post(f"{ONE}/pupils/<int:pupil>/return")
@blp.arguments(ChangePupil)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICIALS)
def return_pupil(params: dict[str, Any], class_id: UUID, pupil: int) -> commands.Answer:
    """Let a removed pupil back in: its answers count again."""
    return _run(class_id, params, lambda sent: class_access.let_back(class_id, pupil, sent))


@blp.post(f"{ONE}/end")
@blp.arguments(EndClass)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICIALS)
def end(params: dict[str, Any], class_id: UUID) -> commands.Answer:
    """End a class. Nicknames and answers are deleted, unless `keep` is true; the tallies stay."""
    return _run(
        class_id, params, lambda sent: end_class(ledger(), services().classes, class_id, keep=params["keep"], sent=sent)
    )


@blp.post(f"{ONE}/forget")
@blp.arguments(ForgetPupils)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICIALS)
def forget(params: dict[str, Any], class_id: UUID) -> commands.Answer:
    """Delete nicknames and answers that were kept after the end."""
    return _run(class_id, params, lambda sent: class_access.forget(class_id, sent))
