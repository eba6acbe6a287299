"""The seat is locked on every route that a pupil has, pages too: the same bytes, headers and sizes (issue 19, 2)."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote
from uuid import UUID

import pytest
from flask import Flask
from flask.testing import FlaskClient

from domain.ledger import Ledger
from domain.lesson.facts import BY_LINK, PUBLIC
from replay.lessons.questions import KINDS
from tests.cases import Case, cases
from tests.http.applications import provider_of
from tests.lessons.lessons import AUTHOR
from tests.lessons.pairs import (
    LANGUAGES,
    Call,
    Pair,
    Step,
    address_of,
    comparable,
    count_failures,
    hide_nothing,
    open_call,
    pair_of,
    same_codes,
)

PARTS = 100 if os.environ.get("NOUGHT_FULL") else 1
PAIRS = 100 if os.environ.get("NOUGHT_FULL") else 3
"""Pairs of each part over HTTP; `test_locked_seats` compares many more without it."""
PUBLISHED: tuple[Call, ...] = (("GET", "/learn", None), ("GET", "/api/v1/lessons", None))
"""The lists of public lessons."""
REFUSED: tuple[Call, ...] = (
    ("GET", "/api/v1/lessons/ID/draft", None),
    ("GET", "/api/v1/lessons/ID/file", None),
    ("GET", "/api/v1/lessons/ID/history", None),
    ("GET", "/lessons/ID/edit", None),
    ("GET", "/learn/ID/1/1?draft=yes", None),
    ("GET", "/learn/ID/paper?hands=all", None),
)
"""Requests that only authors may make: what a pupil gets instead."""


def requests(rng: random.Random, pair: Pair) -> Iterator[Call]:
    """Every route that a pupil has, but for a PDF: method, path with ``ID`` for the lesson, and body."""
    yield "GET", "/api/v1/lessons/ID", None
    yield "GET", "/learn/ID", None
    yield "GET", "/learn/ID/paper", None
    if rng.random() < 0.2:
        yield rng.choice(REFUSED)
    for step in pair.steps:
        yield from of_step(rng, step)
    if rng.random() < 0.1:
        last = pair.steps[-1]
        yield "GET", f"/learn/ID/{last.chapter}/{last.step + 1}", None
        yield "GET", f"/api/v1/lessons/ID/read/{last.chapter}/{last.step + 1}", None


def of_step(rng: random.Random, step: Step) -> Iterator[Call]:
    """The routes of a step: to read it and, if it asks a question, to answer it, rightly and wrongly, or to give up.

    The marks come from the API or from the page, as chance has it: the page shows what the API answers.
    """
    yield "GET", f"/api/v1/lessons/ID/read/{step.path}", None
    if not step.answers or rng.random() < 0.3:
        yield "GET", f"/learn/ID/{step.path}", None
    for answer in (*step.answers, "") if step.answers else (["pass"] if rng.random() < 0.1 else []):
        if rng.random() < 0.5:
            yield "POST", f"/api/v1/lessons/ID/read/{step.path}/answers", {"answer": answer}
        else:
            yield "GET", f"/learn/ID/{step.path}?{f'answer={quote(answer)}' if answer else 'show=yes'}", None
    if rng.random() < 0.05:
        yield "GET", f"/practice?lesson=ID&chapter={step.chapter}&step={step.step}", None


def compare(case: Case, site: Flask, name: str) -> tuple[Pair, Counter[int]]:
    """Compare all that a pupil gets of a pair; returns it with the number of equal answers by status."""
    ledger = provider_of(site).services.ledger
    rng = random.Random(name)
    pair = pair_of(rng)
    ids = [str(ledger.lessons.open(each, owner="kala", **AUTHOR).id) for each in pair.lessons]
    compared: Counter[int] = Counter()
    client = site.test_client()
    headers = {"Accept-Language": rng.choice(LANGUAGES)}
    if rng.random() < 0.1:
        compared[_lists(case, ledger, client, ids, name)] += 1
    for each in ids:
        ledger.lessons.publish(UUID(each), BY_LINK, **AUTHOR)
    with same_codes(*ids):
        for call in requests(rng, pair):
            with case(name, *call):
                one, two = (comparable(open_call(client, call, {"ID": each}, headers=headers), each) for each in ids)
                assert one == two
                compared[one[0]] += 1
    seats = [step for step in pair.steps if step.seat]
    if seats and rng.random() < 0.2:
        compared[_play_on(case, site, ids, rng.choice(seats), name)] += 1
    return pair, compared


def _lists(case: Case, ledger: Ledger, client: FlaskClient, ids: list[str], name: str) -> int:
    """Compare the lists of public lessons, with one lesson of the pair at a time."""
    got = []
    for each in ids:
        ledger.lessons.publish(UUID(each), PUBLIC, **AUTHOR)
        got.append([comparable(open_call(client, call, {}), each) for call in PUBLISHED])
        ledger.lessons.withdraw(UUID(each), **AUTHOR)
    with case(name, "lists"):
        assert got[0] == got[1]
    return got[0][0][0]


def _play_on(case: Case, site: Flask, ids: list[str], step: Step, name: str) -> int:
    """Compare what is dealt to a pupil who plays on from a step, if chance were the same.

    What is stored is the same too, all hands among it. So are the acts of the bots and all that follows.
    """
    ledger = provider_of(site).services.ledger
    client = site.test_client()
    place = address_of(random.Random(name))
    results: list[list[Any]] = []
    for each in ids:
        chance = random.Random(name)
        body = {"lesson": each, "chapter": step.chapter, "step": step.step, "seat": step.seat, "strength": "club"}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("api.learning.practice.SystemRandom", lambda chance=chance: chance)
            opened = client.post("/api/v1/practices", json=body, environ_base=place)
        if opened.status_code != 201:
            results.append([comparable(opened, each)])
            continue
        identity, secret = opened.json["id"], opened.json["secret"]  # type: ignore[index]
        whose = {"Authorization": f"Bearer {secret}"}
        practice = ledger.practices.get(UUID(identity))
        results.append(
            [
                comparable(opened, each, identity, secret),
                comparable(client.get(f"/api/v1/practices/{identity}", headers=whose), each, identity, secret),
                comparable(client.get(f"/practice/{identity}"), each, identity),
                practice.opened,
                practice.record.acts,
            ]
        )
    with case(name, "play on", step.path):
        assert results[0] == results[1]
    return int(results[0][0][0])


@pytest.mark.parametrize("part", range(PARTS))
def test_no_route_of_a_pupil_tells_what_the_seat_may_not_know(site: Flask, part: int) -> None:
    compared: Counter[int] = Counter()
    kinds: Counter[str] = Counter()
    with cases() as case:
        for n in range(PAIRS):
            pair, statuses = compare(case, site, f"pages {part} {n}")
            compared += statuses
            kinds += pair.kinds
    assert compared[200] > PAIRS * 10
    assert set(compared) <= {200, 201, 302, 303, 401, 403, 404, 409, 422}
    assert len(kinds) > (7 if PAIRS >= 100 else 3)


@pytest.mark.full
def test_every_kind_of_question_is_asked_in_the_pairs() -> None:
    kinds: set[str] = set()
    for n in range(500):
        kinds |= pair_of(random.Random(f"pages {n // 100} {n % 100}")).kinds.keys()
        if len(kinds) == len(KINDS):
            break
    assert kinds == KINDS.keys()


@pytest.mark.full
def test_no_worksheet_as_a_pdf_tells_what_the_seat_may_not_know(site: Flask) -> None:
    ledger = provider_of(site).services.ledger
    client = site.test_client()
    papers = 0
    for n in range(PARTS):
        pair = pair_of(random.Random(f"papers {n}"))
        ids = [str(ledger.lessons.open(each, owner="kala", **AUTHOR).id) for each in pair.lessons]
        for each in ids:
            ledger.lessons.publish(UUID(each), BY_LINK, **AUTHOR)
        with same_codes(*ids):
            one, two = (comparable(client.get(f"/learn/{each}/paper.pdf"), each) for each in ids)
        assert one == two, n
        assert one[0] in (200, 422), "422: a question has no answer, so the lesson could not have been published"
        papers += one[0] == 200
    assert papers > PARTS * 0.8


@pytest.mark.full
def test_the_law_can_fail(site: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    hide_nothing(monkeypatch)
    assert count_failures(lambda case, n: compare(case, site, f"not hidden {n}"), 10) > 7
