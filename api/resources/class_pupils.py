"""Classes, for their pupils. A pupil needs no account: joining gives it a secret, which is good for its class alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from api.blueprint import Blueprint
from api.classes import access as class_access
from api.classes.access import PupilVisit
from api.classes.payloads import Audience, place_payload, pupils_payload
from api.front.kinds import stream
from api.languages import reader
from api.live.stream import ClassFeed
from api.permissions import EVERYBODY, SEATS, allow
from api.requests.stream_responses import EVENTS, stream_response
from api.responses import json_response
from api.services import services
from schemas.classes import AnswerClass, ClassAnswer, ClassPupil, ClassStep, JoinClass, JoinedClass
from schemas.views import StreamEvent

if TYPE_CHECKING:
    from flask import Response

    from api.live.listener import Listener
    from api.live.stream import Feed

blp = Blueprint("class_pupils", __name__, url_prefix="/api/v1/class", description="Classes, for their pupils")
ONE: Final = "/<string(maxlength=12):class_code>"
STEP: Final = f"{ONE}/read/<int:chapter>/<int:step>"


@blp.post(f"{ONE}/pupils")
@allow(EVERYBODY)
@blp.arguments(JoinClass)
@blp.response(201, JoinedClass)
@blp.problems(403, 404, 409, 413, 415, 422, 429)
def join(params: dict[str, Any], class_code: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Join a class with a nickname. No account is needed."""
    code = class_access.canonical(class_code)
    pupil, secret = class_access.join(code, params["nickname"], params.get("secret", ""))
    body = {"pupil": pupil.pupil, "nickname": pupil.nickname, "secret": secret}
    return body, {"Location": f"/api/v1/class/{code}"}


@blp.get(ONE)
@blp.answers(ClassPupil)
@blp.reads(SEATS, within="class_code")
def get_standing(class_code: str) -> Response:
    """Get the state of the class, and the place of the pupil in the lesson."""
    visit = PupilVisit()
    row = visit.row()
    body = {
        "title": visit.classroom.opened.title,
        "nickname": row.nickname,
        **pupils_payload(visit.classroom),
        "place": place_payload(visit.place(row)),
    }
    return json_response(body)


@blp.get(STEP)
@blp.answers(ClassStep)
@blp.reads(SEATS, 409, within="class_code")
def get_step(class_code: str, chapter: int, step: int) -> Response:
    """Get a step as its seat sees it, with the pupil's own answer. In a led class only up to the teacher's step."""
    language = reader()
    return json_response(PupilVisit().step((chapter, step), language), language=language)


@blp.post(f"{STEP}/answers")
@blp.arguments(AnswerClass)
@blp.response(200, ClassAnswer)
@blp.commands(SEATS, within="class_code", match=False)
def answer_step(params: dict[str, Any], class_code: str, chapter: int, step: int) -> Response:
    """Answer a question. The first answer counts; a later request changes nothing and returns the first answer."""
    language = reader()
    return json_response(PupilVisit().answer((chapter, step), params["answer"], language), language=language)


@blp.get(f"{ONE}/stream")
@blp.response(200, StreamEvent, content_type=EVENTS, description="Server-sent events")
@blp.reads(SEATS, within="class_code")
@stream
def follow(class_code: str) -> Response:
    """Follow a class as a pupil.

    The event `class` says where the class is and what was shown; `end`: it is over; `removed`: the teacher has removed
    the pupil.
    """
    hub, visit = services().live, PupilVisit()

    def feed(listener: Listener) -> Feed:
        source = hub.classroom(listener, visit.classroom.id, Audience.PUPILS)
        return ClassFeed(source, Audience.PUPILS, visit.pupil)

    return stream_response(feed)
