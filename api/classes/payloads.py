"""Payloads of a class for each of its audiences: the teacher, the projector, the pupils.

Pupils and the projector get no name, no single answer of others, and no counts of answers before the teacher shows
them. The payload of all pupils depends on the teacher's commands only, so its time and size tell nothing about other
pupils.
"""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from domain.classroom.tallies import tally
from replay.words import ENGLISH

if TYPE_CHECKING:
    from api.classes.lessons import ClassLesson
    from api.classes.state import ClassState
    from domain.classroom.aggregate import Classroom, Place
    from domain.classroom.tallies import GivenAnswer
    from replay.words import Language

Payload = dict[str, Any]


class Audience(StrEnum):
    """The audiences of a class."""

    TEACHER = "teacher"
    SCREEN = "screen"
    PUPILS = "pupils"


def payload_of(state: ClassState, audience: Audience) -> Payload:
    """Return what an audience of a class gets."""
    match audience:
        case Audience.TEACHER:
            return teacher_payload(state)
        case Audience.SCREEN:
            return screen_payload(state)
    return pupils_payload(state.classroom)


def place_payload(place: Place) -> Payload:
    """Return a step's place."""
    return {"chapter": place[0], "step": place[1]}


def teacher_payload(state: ClassState) -> Payload:
    """Return a class as its teacher sees it: every pupil, all tallies, and the answers at the step of the class."""
    classroom, lesson = state.classroom, state.lesson
    answers = state.answers
    counts: dict[int, list[int]] = {}
    for each in answers:
        count = counts.setdefault(each.pupil, [0, 0])
        count[0] += 1
        count[1] += each.right is True
    return {
        "id": str(classroom.id),
        "code": state.code,
        "title": classroom.opened.title,
        "lesson": classroom.opened.lesson,
        **pupils_payload(classroom),
        "at": place_payload(classroom.at),
        "asks": lesson.questions.get(classroom.at, ""),
        "kept": classroom.is_kept,
        "pupils": [
            {
                "pupil": row.pupil,
                "nickname": row.nickname,
                "at": place_payload((row.chapter, row.step)),
                "answered": counts.get(row.pupil, [0, 0])[0],
                "right": counts.get(row.pupil, [0, 0])[1],
            }
            for row in state.pupils
        ],
        "removed": [{"pupil": row.pupil, "nickname": row.nickname} for row in state.removed],
        "answers": [
            {"pupil": each.pupil, "answer": each.answer, "right": each.right, "late": each.late}
            for each in state.answers_at(classroom.at)
        ],
        "tallies": [asdict(each) for each in tally(answers, lesson.free_texts)]
        if not classroom.ended or classroom.is_kept
        else [asdict(each) for each in classroom.ended.tallies],
    }


def screen_payload(state: ClassState) -> Payload:
    """Return a class as the projector shows it."""
    classroom = state.classroom
    at = classroom.at
    payload = {
        "code": state.code,
        "title": classroom.opened.title,
        "status": classroom.status,
        "pace": classroom.pace,
        "at": place_payload(at),
        "asks": at in state.lesson.questions,
        "pupils": len(state.pupils),
        "answered": len(state.answers_at(at)),
        "is_shown": at in classroom.shown,
    }
    if at in classroom.shown and at in state.lesson.questions:
        payload |= shown_payload(state, at)
    return payload


def shown_payload(state: ClassState, place: Place, language: Language = ENGLISH) -> Payload:
    """Return what everybody gets of a step whose answers were shown: the right ones, and the tally."""
    (counted,) = tally(state.answers_at(place), state.lesson.free_texts) or (None,)
    return {
        "right_answers": state.lesson.right_answers(place, language),
        "tally": asdict(counted) if counted else None,
    }


def pupils_payload(classroom: Classroom) -> Payload:
    """Return what all pupils get: how the class stands. Their own answers come with each step."""
    payload: Payload = {
        "status": classroom.status,
        "pace": classroom.pace,
        "shown": [place_payload(place) for place in sorted(classroom.shown)],
    }
    if classroom.is_led:
        payload["at"] = place_payload(classroom.at)
    return payload


def own_payload(
    classroom: Classroom, lesson: ClassLesson, place: Place, answer: GivenAnswer | None, language: Language
) -> Payload:
    """Return a pupil's own answer to a question, with its mark as soon as the pupil may see it.

    At the pupils' own pace that is at once. In a led class it is when the teacher shows the answers.
    """
    payload: Payload = {}
    may_see = place in classroom.shown or (answer is not None and not classroom.is_led)
    if may_see:
        payload["right_answers"] = lesson.right_answers(place, language)
    if answer is not None:
        own: Payload = {"answer": answer.answer}
        if may_see:
            own |= lesson.mark(place, answer.answer, language) | {"right": answer.right}
        payload["own"] = own
    return payload
