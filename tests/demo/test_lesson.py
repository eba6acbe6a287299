"""The lesson that the demo makes of a deal of its evening."""

from __future__ import annotations

from demo.evening import Evening
from demo.recorder import lesson_id, record_club, record_lesson, record_sitting
from domain.ledger import Ledger
from domain.lesson.commands import content_of
from domain.lesson.facts import PUBLIC
from replay.lessons.check import faults
from replay.lessons.payloads import mark


def test_the_lesson_is_about_the_deal_with_the_revoke_and_is_recorded_once(ledger: Ledger) -> None:
    plan = Evening(deals=12)
    record_club(ledger, plan)
    for sitting in plan.sittings():
        record_sitting(ledger, plan, sitting)
    for _ in range(2):
        record_lesson(ledger, plan)
    lesson = ledger.lessons.get(lesson_id(plan))
    assert lesson.visibility == PUBLIC
    assert lesson.version == lesson.published
    content = content_of(lesson)
    assert not list(faults(content))
    assert [chapter.title for chapter in content.chapters] == ["The first bid", "Count as you play", "Who noticed?"]
    assert mark(content, 3, 3, "")["answers"] == ["29 000 “Play”"]
