"""Playing on from a step of a lesson: the seat sees what it saw, and learns nothing of the lesson's hidden cards."""

from __future__ import annotations

import random

import pytest

from domain.engine.facts import DealOpened
from domain.engine.hiding import hide_act
from domain.engine.parameters import plain
from domain.games.catalogue import RULESETS
from domain.kernel.errors import Declined
from domain.practice.aggregate import hands_of
from replay.lessons.built_in import lesson_named, names
from replay.lessons.play_on import can_be_played, deal_to_play
from replay.lessons.positions import ChapterReader, Position
from tests.cases import FULL, cases
from tests.replaying.hidden import altered, random_deal, told_from, unseen


def test_every_step_with_cards_can_be_played_on_from_and_shows_the_seat_what_it_saw() -> None:
    played, reasons = 0, []
    with cases() as case:
        for name in [*names()][:: 1 if FULL else 2]:
            lesson = lesson_named(name)
            assert lesson is not None
            for chapter in lesson.chapters:
                for placed in ChapterReader(chapter).steps():
                    position = placed.position
                    if not can_be_played(position):
                        continue
                    with case(name, chapter.title, placed.number):
                        try:
                            record = deal_to_play(position, random.Random(1))
                        except Declined as declined:
                            reasons.append(str(declined))
                            continue
                        assert tuple(hide_act(act, str(position.seat)) for act in record.acts) == position.acts
                        hands = [card for cards in hands_of(record).values() for card in cards]
                        assert "??" not in hands
                        assert len(set(hands)) == len(hands)
                        played += 1
    assert played > (200 if FULL else 80)
    assert ["broke a rule" in reason for reason in reasons] == [True] * 2, "after the revoke of “Following suit”"


def test_deals_that_differ_in_what_the_seat_has_not_seen_are_played_on_from_alike() -> None:
    rng = random.Random("played on")
    compared = 0
    while compared < 20:
        game = RULESETS[rng.choice(("304", "sidi-barrani"))]
        dealer, acts = random_deal(rng, game)
        seat = rng.choice(game.seating.seats)
        ply = rng.randrange(len(acts))
        shown = told_from(game, dealer, told_from(game, dealer, acts).acts[: ply + 1])
        hidden = unseen(shown, shown.acts, seat)
        if len(hidden) < 2 or shown.over:
            continue
        first, second = rng.sample(hidden, 2)
        opened = DealOpened(plain(game), dealer)
        one = Position.of(opened, shown.acts, seat)
        other = Position.of(opened, [altered(act, {first: second, second: first}) for act in shown.acts], seat)
        if not can_be_played(one):
            continue
        results = []
        for position in (one, other):
            try:
                results.append(deal_to_play(position, random.Random(compared)).acts)
            except Declined as declined:
                results.append([str(declined)])  # type: ignore[list-item]
        assert results[0] == results[1]
        compared += 1


def test_nobody_plays_on_without_a_seat() -> None:
    lesson = lesson_named("02-following-suit")
    assert lesson is not None
    first = next(ChapterReader(lesson.chapters[0]).steps())
    with pytest.raises(Declined, match="looks from a seat"):
        deal_to_play(first.position, random.Random(1))
