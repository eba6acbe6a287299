"""The seat is locked: lessons that differ only in what the pupil may not know give the same bytes (shared design,
“Teaching”; issue 19, 2).
"""

from __future__ import annotations

import os
import random

import msgspec
import pytest

from domain.engine.hiding import PUBLIC
from domain.games.catalogue import RULESETS
from domain.kernel.errors import Declined
from domain.lesson.commands import NewLesson, NewStep
from domain.record.record import Record
from replay.lessons.payloads import contents, mark, step_payload
from replay.lessons.questions import KINDS
from tests.lessons.lessons import ask, branch, go, lesson, look, say
from tests.lessons.pairs import GAMES, hide_nothing, source_of
from tests.replaying.hidden import altered, random_deal, told_from, unseen

PARTS = 10 if os.environ.get("NOUGHT_FULL") else 1
PAIRS = 1000 if os.environ.get("NOUGHT_FULL") else 4
"""Pairs of lessons in each part."""


def steps_for(rng: random.Random, record: Record, ply: int, viewer: str) -> list[NewStep]:
    """Every kind of step but a reveal, from a viewer, none beyond a ply."""
    cards = list(record.rules.tables.bit)
    sentences = [say("Look."), look(viewer), go(rng.randint(-1, ply)), go(ply)]
    questions = [
        ask(kind, card=rng.choice(cards)) if kind == "holder" else ask(kind, weis="") if kind == "weis" else ask(kind)
        for kind in KINDS
    ]
    return [*sentences, *questions]


def everything(quiz: NewLesson, count: int, rng_seed: str) -> list[bytes]:
    """Everything that a pupil can get of a lesson: its contents, every step, the mark of answers and the right ones."""
    rng = random.Random(rng_seed)
    got = [msgspec.json.encode(contents(quiz))]
    for number in range(1, count + 1):
        got.append(msgspec.json.encode(step_payload(quiz, 1, number)))
        for answer in ("", rng.choice(["pass", "yes", "S", "2", "none", "closed", "JH", "NS 0 EW 0"])):
            try:
                got.append(msgspec.json.encode(mark(quiz, 1, number, answer)))
            except Declined as declined:
                got.append(f"{declined.code}: {declined}".encode())
    return got


@pytest.mark.parametrize("part", range(PARTS))
def test_a_pupil_cannot_tell_two_lessons_apart_that_differ_in_what_its_seat_has_not_seen(part: int) -> None:
    """Two unseen cards are exchanged, before the ply or after it; contents, steps, marks and refusals are the same."""
    exchanged = 0
    for seed in range(part * PAIRS, (part + 1) * PAIRS):
        rng = random.Random(f"locked {seed}")
        game = GAMES[seed % len(GAMES)]
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
        steps = steps_for(rng, record, ply, viewer)
        one = lesson(*steps, source=source_of(game, dealer, record.acts))
        two = lesson(*steps, source=source_of(game, dealer, other))
        assert everything(one, len(steps), str(seed)) == everything(two, len(steps), str(seed)), (seed, first, second)
        exchanged += other != record.acts
    assert exchanged > PAIRS // 3


def test_nothing_tells_how_long_the_deal_is() -> None:
    """A lesson on the first acts of a deal is the same whether the deal goes on for two tricks or for eight."""
    rng = random.Random(7)
    game = RULESETS["304"]
    dealer, acts = random_deal(rng, game)
    record = told_from(game, dealer, acts)
    steps = steps_for(rng, record, 20, "E")
    whole = lesson(*steps, source=source_of(game, dealer, record.acts))
    short = lesson(*steps, source=source_of(game, dealer, record.acts[:30]))
    assert everything(whole, len(steps), "") == everything(short, len(steps), "")


def test_nothing_of_later_steps_is_in_a_step() -> None:
    """Only whether another step follows; not how many, and nothing that they say."""
    first = [say("One"), look("E"), go(20)]
    one = lesson(*first, say("Two"))
    other = lesson(*first, go(25), ask("holder", card="9S"), branch("W 9D", ply=16, steps=(say("deep"),)))
    for number in (1, 2, 3):
        assert step_payload(one, 1, number) == step_payload(other, 1, number)


def test_no_step_shows_the_legal_acts() -> None:
    """A question would answer itself."""
    quiz = lesson(look("E"), go(2), ask("bid"))
    for number in (1, 2, 3):
        assert not {"legal", "templates"} & step_payload(quiz, 1, number)["view"].keys()


def test_the_law_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    hide_nothing(monkeypatch)
    monkeypatch.setattr("tests.lessons.test_locked_seats.PAIRS", 20)
    with pytest.raises(AssertionError):
        test_a_pupil_cannot_tell_two_lessons_apart_that_differ_in_what_its_seat_has_not_seen(0)
