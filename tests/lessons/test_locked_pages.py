"""The seat is locked on every route that a pupil has, pages too: the same bytes, headers and sizes (issue 19, 2)."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from api.services import EXTENSION
from domain.engine.hiding import PUBLIC
from domain.games.catalogue import RULESETS
from domain.lesson.facts import BY_LINK
from tests.cases import cases
from tests.lessons.lessons import AUTHOR, lesson
from tests.lessons.test_locked_seats import source_of, steps_for
from tests.replaying.hidden import altered, random_deal, told_from, unseen

PAIRS = 60 if os.environ.get("NOUGHT_FULL") else 2
"""Pairs over HTTP; `test_locked_seats` compares many more without it."""


def paired(rng: random.Random) -> tuple[Any, Any, int]:
    """Two lessons that differ only in two cards that the pupil's seat has not seen, and the number of their steps."""
    while True:
        game = RULESETS[rng.choice(("304", "sidi-barrani"))]
        dealer, acts = random_deal(rng, game)
        viewer = rng.choice((*game.seating.seats, PUBLIC))
        ply = rng.randrange(len(acts))
        record = told_from(game, dealer, acts)
        shown = told_from(game, dealer, record.acts[: ply + 1])
        hidden = unseen(shown, shown.acts, viewer)
        if len(hidden) < 2:
            continue
        first, second = rng.sample(hidden, 2)
        other = [altered(act, {first: second, second: first}) for act in record.acts]
        if other != record.acts:
            steps = steps_for(rng, record, ply, viewer)
            return (
                lesson(*steps, source=source_of(game, dealer, record.acts)),
                lesson(*steps, source=source_of(game, dealer, other)),
                len(steps),
            )


def requests(steps: int, rng: random.Random) -> Iterator[tuple[str, str, dict[str, str] | None]]:
    """Every route that a pupil has: method, path with ``ID`` for the lesson, and body."""
    yield "GET", "/api/v1/lessons/ID", None
    yield "GET", "/learn/ID", None
    yield "GET", "/learn/ID/paper", None
    yield "GET", "/learn/ID/paper?hands=all", None
    for step in range(1, steps + 2):
        yield "GET", f"/api/v1/lessons/ID/read/1/{step}", None
        yield "GET", f"/learn/ID/1/{step}", None
        answer = rng.choice(["pass", "yes", "S", "2", "none", "closed", "JH", "NS 0 EW 0"])
        yield "POST", f"/api/v1/lessons/ID/read/1/{step}/answers", {"answer": rng.choice(["", answer])}
        yield "GET", f"/learn/ID/1/{step}?answer={answer}", None
        yield "GET", f"/learn/ID/1/{step}?show=yes", None


def seen(answer: TestResponse, identity: str) -> tuple[int, bytes, list[tuple[str, str]]]:
    """The status, the body and the headers, without the id that is in the address."""
    headers = sorted((name, value.replace(identity, "ID")) for name, value in answer.headers)
    return answer.status_code, answer.data.replace(identity.encode(), b"ID"), headers


def test_no_route_of_a_pupil_tells_what_the_seat_may_not_know(site: Flask) -> None:
    ledger = site.extensions[EXTENSION].services.ledger
    client = site.test_client()
    compared = 0
    with cases() as case:
        for seed in range(PAIRS):
            rng = random.Random(f"pages {seed}")
            one, two, steps = paired(rng)
            lessons = [ledger.lessons.open(each, owner="kala", **AUTHOR).id for each in (one, two)]
            for identity in lessons:
                ledger.lessons.publish(identity, BY_LINK, **AUTHOR)
            ids = [str(identity) for identity in lessons]
            for method, path, body in requests(steps, rng):
                with case(seed, method, path, body):
                    answers = [
                        seen(client.open(path.replace("ID", each), method=method, json=body), each) for each in ids
                    ]
                    assert answers[0] == answers[1]
                    compared += answers[0][0] == 200
    assert compared > PAIRS * 20
