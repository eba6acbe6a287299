"""The seat is locked in a class as well: every route and page of its pupils (issue 19, 2)."""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.callers import PUPIL_COOKIE
from api.classes.end import end_class
from api.classes.lessons import lesson_of
from api.people.sessions import HEADER, csrf_of
from api.services import Services
from domain.kernel.errors import Declined
from domain.lesson.commands import NewLesson
from domain.lesson.facts import BY_LINK
from replay.words import ENGLISH
from store.settings import Settings
from tests.cases import Case, cases
from tests.http.applications import closing_app, provider_of
from tests.lessons.lessons import AUTHOR
from tests.lessons.pairs import LANGUAGES, Call, Pair, address_of, comparable, count_failures, hide_nothing, pair_of
from web.app import create_app

PARTS = 10 if os.environ.get("NOUGHT_FULL") else 1
PAIRS = 100 if os.environ.get("NOUGHT_FULL") else 1
"""Pairs of each part, each with two classes."""
JOIN: tuple[Call, ...] = (
    ("GET", "/class?code=CODE", None),
    ("GET", "/class/CODE", None),
    ("GET", "/class/CODE/1/1", None),
    ("POST", "/api/v1/class/CODE/pupils", {"nickname": "Bala"}),
    ("POST", "/class/CODE", {"nickname": "Anu"}),
)
"""The requests by which somebody becomes a pupil. The nickname on the page is sent as a form."""
STANDING: tuple[Call, ...] = (("GET", "/api/v1/class/CODE", None), ("GET", "/class/CODE", None))
STREAM: Call = ("GET", "/api/v1/class/CODE/stream", None)


@pytest.fixture(scope="module")
def site(settings: Settings) -> Iterator[Flask]:
    """The site, whose streams end after the first message."""
    with closing_app(create_app(settings, {"STREAM_SECONDS": 0.0})) as app:
        yield app


@dataclass
class Room:
    """A class, with the browser of a pupil and what must be masked in its answers."""

    services: Services
    client: FlaskClient
    id: UUID
    code: str
    secret: str = ""

    def call(self, call: Call, **more: Any) -> TestResponse:
        """Answer a request as the pupil's browser sends it: pages as forms, the API as its script does."""
        method, path, body = call
        content: dict[str, Any] = {"json": body} if path.startswith("/api/") else {"data": body}
        if method == "GET":
            content = {}
        headers = {HEADER: csrf_of(self.secret)} if self.secret and method == "POST" else {}
        headers |= more.pop("headers", {})
        # Without ``buffered`` a stream would keep its place after its end.
        more["buffered"] = True
        return self.client.open(path.replace("CODE", self.code), method=method, headers=headers, **content, **more)

    def take_secret(self) -> None:
        """Read the secret that the page gave to the browser when the pupil joined."""
        cookie = self.client.get_cookie(PUPIL_COOKIE)
        assert cookie is not None
        self.secret = cookie.value

    def answer_as_another(self, pair: Pair) -> None:
        """Answer every question as the pupil who joined first: the tally has an answer of somebody else."""
        lesson = lesson_of(self.services.ledger, self.services.ledger.classes.get(self.id))
        for step in pair.steps:
            place = step.chapter, step.step
            try:
                marked = lesson.mark(place, step.answers[0], ENGLISH) if step.answers else None
            except Declined:
                continue
            if marked is not None:
                self.services.classes.add_answer(self.id, 1, place, marked["answer"], right=marked["right"], late=False)

    def comparable(self, answer: TestResponse) -> tuple[int, bytes, list[tuple[str, str]]]:
        """The answer without the code and the secrets of this class."""
        secrets = re.findall(rb"nought_[\w-]{43}", answer.data + str(answer.headers).encode())
        own = [self.code, self.secret, csrf_of(self.secret) if self.secret else ""]
        return comparable(answer, *own, *map(bytes.decode, secrets))


def reading(pair: Pair) -> Iterator[Call]:
    """The requests of a pupil who reads every step."""
    for step in pair.steps:
        yield "GET", f"/api/v1/class/CODE/read/{step.path}", None
        yield "GET", f"/class/CODE/{step.path}", None


def answers(rng: random.Random, pair: Pair) -> Iterator[Call]:
    """The requests of a pupil who answers every question, by script or form, perhaps first with an invalid answer."""
    for step in pair.steps:
        for answer in rng.sample(step.answers, len(step.answers)):
            if rng.random() < 0.5:
                yield "POST", f"/api/v1/class/CODE/read/{step.path}/answers", {"answer": answer}
            else:
                yield "POST", f"/class/CODE/{step.path}", {"answer": answer}
    step = rng.choice(pair.steps)
    yield "POST", f"/api/v1/class/CODE/read/{step.path}/answers", {"answer": "pass"}
    yield "POST", f"/class/CODE/{step.path}", {"answer": "pass"}


def compare(case: Case, site: Flask, name: str) -> Counter[int]:
    """Compare all that a pupil gets in two classes, from joining to the end; returns the answers by status."""
    rng = random.Random(name)
    pair = pair_of(rng)
    pace = rng.choice(("led", "free"))
    rooms = [_open(site, lesson, pace) for lesson in pair.lessons]
    headers = {"Accept-Language": rng.choice(LANGUAGES)}
    place = address_of(rng)
    compared: Counter[int] = Counter()

    def same(stage: str, *calls: Call) -> None:
        for call in calls:
            with case(name, pace, stage, *call):
                one, two = (room.comparable(room.call(call, headers=headers, environ_base=place)) for room in rooms)
                assert one == two
                compared[one[0]] += 1

    same("join", *JOIN)
    for room in rooms:
        room.take_secret()
    last = pair.steps[-1]
    same("ahead", *STANDING, *[call for call in reading(pair) if call[1].endswith(last.path)])
    streamed_early = rng.random() < 0.5
    if streamed_early:
        same("stream", STREAM)
    for room in rooms:
        room.services.ledger.classes.move(room.id, (last.chapter, last.step), **AUTHOR)
        room.answer_as_another(pair)
    same("before", *STANDING, *reading(pair))
    same("answers", *answers(rng, pair))
    same("answered", *reading(pair))
    for room in rooms:
        for step in pair.steps:
            if step.answers:
                room.services.ledger.classes.show_answers(room.id, (step.chapter, step.step), **AUTHOR)
    same("shown", *STANDING, *reading(pair))
    if not streamed_early:
        same("stream", STREAM)
    keeps = rng.random() < 0.5
    for room in rooms:
        services = room.services
        end_class(services.ledger, services.classes, room.id, keep=keeps, sent=AUTHOR)
    same("over", *STANDING, ("GET", f"/class/CODE/{last.path}", None))
    return compared


def _open(site: Flask, content: NewLesson, pace: str) -> Room:
    services = provider_of(site).services
    lesson = services.ledger.lessons.open(content, owner="kala", **AUTHOR).id
    version = services.ledger.lessons.publish(lesson, BY_LINK, **AUTHOR).version
    room = services.ledger.classes.open("A class", str(lesson), version, pace, (1, 1), **AUTHOR).id
    return Room(services, site.test_client(), room, services.classes.code_of(room))


@pytest.mark.parametrize("part", range(PARTS))
def test_no_route_of_a_pupil_in_a_class_tells_what_the_seat_may_not_know(site: Flask, part: int) -> None:
    compared: Counter[int] = Counter()
    with cases() as case:
        for n in range(PAIRS):
            compared += compare(case, site, f"classes {part} {n}")
    assert compared[200] > PAIRS * 25
    assert set(compared) <= {200, 201, 302, 303, 401, 403, 404, 409, 422}


@pytest.mark.full
def test_the_law_can_fail(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    hide_nothing(monkeypatch)
    assert count_failures(lambda case, n: compare(case, site, f"not hidden {n}"), 4) > 2
