"""Pairs of lessons that differ only in two cards that the pupil's seat has not seen, and what a pupil gets of them."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import Markup
from werkzeug.test import TestResponse

from api.learning.lesson_prices import with_all_prices
from domain.engine.facts import Act, CardPlayed, DealOpened
from domain.engine.hiding import PUBLIC
from domain.engine.parameters import plain
from domain.engine.ruleset import Ruleset
from domain.games.catalogue import RULESETS
from domain.kernel.errors import Declined
from domain.lesson.commands import NewChapter, NewLesson, NewStep
from domain.lesson.facts import HAND, Source
from domain.record.record import Record
from replay.lessons.positions import ChapterReader, Position
from replay.lessons.questions import KINDS, kind_of
from replay.notation.actions import write_action
from replay.notation.archive import to_archived
from replay.notation.document import DealDocument, Item
from tests.cases import Case, cases
from tests.lessons.lessons import ask, branch, go, look, say
from tests.replaying.hidden import altered, random_deal, told_from, unseen
from web.printing import qr

GAMES = [
    RULESETS[key] for key in ("304", "sidi-barrani", "304-six-36", "304-30.4", "304-maharashtra") if key in RULESETS
]
ANYWHERE = ("breach", "caps", "holder", "points", "text", "trumps")
"""The kinds of questions that can be asked in most positions."""
STRAY = ("pass", "yes", "S", "2", "none", "closed", "JH", "NS 0 EW 0")
"""Answers that are mostly none to the question at hand."""
LANGUAGES = ("en", "ta", "si", "gsw")
FEW_ACTS = 12
"""So many acts before the end of a deal its cards are priced quickly."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of both lessons of a pair. ``answers``: right and wrong ones to its question; none if it asks none."""

    chapter: int
    step: int
    seat: str | None
    answers: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        return f"{self.chapter}/{self.step}"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two lessons with the same steps, and the kinds of questions that have an answer in them."""

    one: NewLesson
    two: NewLesson
    steps: tuple[Step, ...]
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def lessons(self) -> tuple[NewLesson, NewLesson]:
        return self.one, self.two


def pair_of(rng: random.Random) -> Pair:
    """A pair of lessons of one chapter, now and then of two, each on a deal of its own with its own exchange."""
    chapters = [_chapters(rng) for _ in range(rng.choice((1, 1, 1, 1, 1, 1, 1, 2)))]
    one, two = (NewLesson("A lesson", "en", chapters=tuple(each[n] for each in chapters)) for n in (0, 1))
    if rng.random() < 0.2:
        one, two = with_all_prices(one), with_all_prices(two)
    steps: list[Step] = []
    kinds: Counter[str] = Counter()
    for number, chapter in enumerate(one.chapters, 1):
        for placed in ChapterReader(chapter).steps():
            answers: tuple[str, ...] = ()
            if question := placed.new.step.question:
                kind, position = kind_of(question), placed.position
                try:
                    answers = (rng.choice(kind.accepted(question, position)), *kind.choices(position)[:1])
                    kinds[question.kind] += 1
                except Declined:
                    pass
                except IndexError:
                    answers = ("In my words",)  # a free text has no right answer
                    kinds[question.kind] += 1
                answers = tuple(dict.fromkeys((*answers, rng.choice(STRAY))))
            steps.append(Step(number, placed.number, placed.position.seat, answers))
    return Pair(one, two, tuple(steps), kinds)


def _chapters(rng: random.Random) -> tuple[NewChapter, NewChapter]:
    """The same chapter on two deals that the viewer cannot tell apart up to the ply that its steps reach."""
    while True:
        game = rng.choice(GAMES)
        dealer, acts = random_deal(rng, game)
        viewer = rng.choice((*game.seating.seats, PUBLIC))
        record = told_from(game, dealer, acts)
        last = len(record.acts) - 1
        ply = last if rng.random() < 0.2 else rng.randint(0, last)
        before = told_from(game, dealer, record.acts[: ply + 1])
        beyond = _possible_act(rng, before, viewer)
        shown = told_from(game, dealer, [*before.acts, *beyond])
        hidden = unseen(shown, shown.acts, viewer)
        if len(hidden) < 2:
            continue
        first, second = rng.sample(hidden, 2)
        other = [altered(act, {first: second, second: first}) for act in record.acts]
        if other == record.acts:
            continue
        opened = DealOpened(plain(game), dealer)
        steps = _steps(rng, opened, before.acts, beyond, viewer, ends=len(record.acts) - ply < FEW_ACTS)
        title = rng.choice(("The deal", "A revoke"))
        return (
            NewChapter(title, source_of(game, dealer, record.acts), steps),
            NewChapter(title, source_of(game, dealer, other), steps),
        )


def source_of(game: Ruleset, dealer: str, acts: Sequence[Act]) -> Source:
    document = DealDocument(DealOpened(plain(game), dealer), tuple(map(Item, acts)))
    return Source(HAND, msgspec.to_builtins(to_archived(document)))


def _possible_act(rng: random.Random, before: Record, viewer: str) -> list[Act]:
    """For a branch: a card that the viewer may play now, if it is its turn; none in half of the cases."""
    if before.over or before.rules.to_act(before.state) != viewer or rng.random() < 0.5:
        return []
    cards = [act for act in before.rules.legal(before.state, viewer) if isinstance(act, CardPlayed)]
    return [rng.choice(cards)] if cards else []


def _steps(
    rng: random.Random, opened: DealOpened, acts: Sequence[Act], beyond: Sequence[Act], viewer: str, *, ends: bool
) -> tuple[NewStep, ...]:
    """Steps from a viewer that do not go beyond some acts, but for the branch. ``ends``: the deal is nearly over."""
    ply = len(acts) - 1
    earlier = rng.randint(-1, ply)
    steps = [look(viewer), go(ply), say("Look."), *_questions(rng, Position.of(opened, acts, viewer), ends=ends)]
    if rng.random() < 0.3:
        steps[1:1] = [go(earlier), *_questions(rng, Position.of(opened, acts[: earlier + 1], viewer), ends=False)[:1]]
    if beyond:
        question = _questions(rng, Position.of(opened, [*acts, *beyond], viewer), ends=ends)[:1]
        steps.append(branch(*map(write_action, beyond), steps=(say("What then?"), *question)))
    if rng.random() < 0.3:
        steps.append(say("The end."))
    return tuple(steps)


def _questions(rng: random.Random, position: Position, *, ends: bool) -> list[NewStep]:
    """Up to two questions that have an answer at the position, rare ones first, and now and then one of any kind.

    A lesson with a question that has no answer could not be published, and its worksheet is refused.
    """
    rare = [code for code in KINDS if code not in ANYWHERE]
    order = [*rng.sample(rare, len(rare)), *rng.sample(ANYWHERE, len(ANYWHERE))]
    questions: list[NewStep] = []
    for code in order:
        new = _question(rng, code, position)
        assert new.step.question is not None
        try:
            kind_of(new.step.question).check(new.step.question, position)
        except Declined:
            continue
        if code == "card" and ends and rng.random() < 0.5:
            priced = replace(new.step.question, options={"margin": rng.choice(("0", "4"))})
            new = replace(new, step=replace(new.step, question=priced))
        questions.append(new)
        if len(questions) == 2:
            break
    return [*questions, *([_question(rng, rng.choice(order), position)] if rng.random() < 0.1 else [])]


def _question(rng: random.Random, code: str, position: Position) -> NewStep:
    if code == "holder":
        return ask(code, card=rng.choice(list(position.rules.tables.bit)))
    return ask(code, weis="AS KS QS | KH QH JH") if code == "weis" else ask(code)


# --- what a pupil gets ----------------------------------------------------------------------------

Call = tuple[str, str, dict[str, str] | None]
"""Method, path and JSON body of a request."""


def address_of(rng: random.Random) -> dict[str, str]:
    """An address for a pupil: limits of one address are not what is compared."""
    return {"REMOTE_ADDR": ".".join(str(rng.randrange(1, 255)) for _ in range(4))}


def comparable(answer: TestResponse, *secrets: str) -> tuple[int, bytes, list[tuple[str, str]]]:
    """The status, the body and the headers, without ids and secrets, which differ for every lesson and class.

    What is masked keeps its length. The ETag is compared where the body holds nothing that is masked.
    """
    body = answer.data
    is_masked = any(each and each.encode() in body for each in secrets)
    headers = [(name, value) for name, value in answer.headers if name != "ETag" or not is_masked]
    for each in filter(None, secrets):
        mask = "-" * len(each)
        body = body.replace(each.encode(), mask.encode())
        headers = [(name, value.replace(each, mask)) for name, value in headers]
    # The time until which a cookie is kept.
    headers = [(name, re.sub(r"Expires=[^;]*", "Expires=-", value)) for name, value in headers]
    return answer.status_code, body, sorted(headers)


@contextmanager
def same_codes(*names: str) -> Iterator[None]:
    """Draw QR codes as if some ids were the same: those of addresses differ for every lesson."""

    def masked(text: str, title: str, *, secret: bool = False) -> Markup:
        for each in names:
            text = text.replace(each, "-" * len(each))
        return qr.svg(text, title, secret=secret)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("web.pages.lesson_paper.qr", SimpleNamespace(svg=masked))
        yield


def open_call(client: FlaskClient, call: Call, names: dict[str, str], **more: Any) -> TestResponse:
    """Answer a request in whose path and body some names stand for ids and codes."""
    method, path, body = call
    for name, value in names.items():
        path = path.replace(name, value)
        body = {key: text.replace(name, value) for key, text in body.items()} if body else body
    return client.open(path, method=method, json=body, **more)


def routes_of(site: Flask, calls: Iterable[Call], **names: str) -> Iterator[str]:
    """The route of each request: its method and the name of its view."""
    adapter = site.url_map.bind("localhost")
    for method, path, _ in calls:
        for name, value in names.items():
            path = path.replace(name, value)
        endpoint, _ = adapter.match(path.partition("?")[0], method=method)
        yield f"{method} {endpoint}"


def hide_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give positions that hide nothing, so that a test can show that its law can fail."""
    monkeypatch.setattr("replay.lessons.positions.hide_act", lambda act, viewer: act)
    monkeypatch.setattr("replay.views.hide_act", lambda act, viewer: act)


def count_failures(compare: Callable[[Case, int], object], pairs: int) -> int:
    """The number of pairs, numbered from 0, for which a comparison fails."""
    failures = 0
    for n in range(pairs):
        try:
            with cases() as case:
                compare(case, n)
        except pytest.fail.Exception:
            failures += 1
    return failures
