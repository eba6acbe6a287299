"""The seat is locked in a class as well: every route and page of its pupils (issue 19, 2)."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from flask import Flask
from werkzeug.test import TestResponse

from api.services import EXTENSION
from domain.lesson.facts import BY_LINK
from tests.cases import cases
from tests.lessons.lessons import AUTHOR
from tests.lessons.test_locked_pages import paired

PAIRS = 40 if os.environ.get("NOUGHT_FULL") else 2


def requests(steps: int, rng: random.Random) -> Iterator[tuple[str, str, dict[str, str] | None]]:
    """Every route that a pupil of a class has: method, path with ``CODE``, and body."""
    yield "GET", "/api/v1/class/CODE", None
    yield "GET", "/class/CODE", None
    for step in range(1, steps + 2):
        answer = rng.choice(["pass", "yes", "S", "2", "none", "closed", "JH", "NS 0 EW 0"])
        for _ in range(2):  # before the answer, and after it
            yield "GET", f"/api/v1/class/CODE/read/1/{step}", None
            yield "GET", f"/class/CODE/1/{step}", None
            yield "POST", f"/api/v1/class/CODE/read/1/{step}/answers", {"answer": answer}


def seen(answer: TestResponse, *secrets: str) -> tuple[int, bytes, list[tuple[str, str]]]:
    """The status, the body and the headers, without the code and what else differs for every class."""
    body = answer.data
    headers = {name: value for name, value in answer.headers if name != "ETag"}
    for each in secrets:
        body = body.replace(each.encode(), b"-" * len(each))
        headers = {name: value.replace(each, "-") for name, value in headers.items()}
    return answer.status_code, body, sorted(headers.items())


def test_no_route_of_a_pupil_in_a_class_tells_what_the_seat_may_not_know(site: Flask) -> None:
    services = site.extensions[EXTENSION].services
    compared = 0
    with cases() as case:
        for seed in range(PAIRS):
            rng = random.Random(f"classes {seed}")
            one, two, steps = paired(rng)
            pace = rng.choice(("led", "free"))
            rooms: list[tuple[Any, str, UUID]] = []
            for content in (one, two):
                lesson = services.ledger.lessons.open(content, owner="kala", **AUTHOR).id
                version = services.ledger.lessons.publish(lesson, BY_LINK, **AUTHOR).version
                room = services.ledger.classes.open("A class", str(lesson), version, pace, (1, steps), **AUTHOR).id
                code = services.classes.code_of(room)
                services.classes.join(room, "Anu", "s" * 32 + code)
                client = site.test_client()
                client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {'s' * 32}{code}"
                rooms.append((client, code, room))
            for shown in (False, True):
                if shown:
                    for step in range(1, steps + 1):
                        for _, _, room in rooms:
                            services.ledger.classes.show_answers(room, (1, step), **AUTHOR)
                for method, path, body in requests(steps, rng):
                    with case(seed, pace, shown, method, path, body):
                        answers = [
                            seen(client.open(path.replace("CODE", code), method=method, json=body), code)
                            for client, code, _ in rooms
                        ]
                        assert answers[0] == answers[1]
                        compared += answers[0][0] == 200
    assert compared > PAIRS * 40
