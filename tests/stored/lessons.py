"""A lesson that was stored before: its events as rows, and what it answers.

`python -m scripts.stored --lessons` made both. Sentences are left out of the answers: they may be worded better.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from domain.lesson.aggregate import Lesson
from domain.lesson.commands import content_of
from domain.registry import MAPPER
from replay.lessons.file import to_plain
from replay.lessons.payloads import mark, step_payload
from replay.lessons.positions import ChapterReader
from tests.stored.book import ADDED, without

ROWS: Final = Path(__file__).parent / "lessons.ndjson"
"""Each event: stream, version, topic, and its stored JSON."""
ANSWERS: Final = Path(__file__).parent / "lesson-answers.json"


def rows() -> Iterator[StoredEvent]:
    """Yield the stored events."""
    for line in ROWS.read_text(encoding="utf-8").splitlines():
        identity, version, topic, state = json.loads(line)
        yield StoredEvent(UUID(identity), version, topic, state.encode())


def stored_lesson() -> Lesson:
    """Return the lesson of the stored events."""
    mapper = MAPPER
    lesson = Lesson.project(None, map(mapper.to_domain_event, rows()))
    assert lesson is not None
    return lesson


def answers(lesson: Lesson) -> str:
    """Return the file, the steps and the right answers of a lesson as JSON."""
    content = content_of(lesson)
    steps: list[Any] = []
    for n, chapter in enumerate(content.chapters, 1):
        for placed in ChapterReader(chapter).steps():
            payload = step_payload(content, n, placed.number, "gsw")
            payload.pop("question", None)
            if placed.new.step.question is not None:
                payload["right"] = mark(content, n, placed.number, "")["answers"]
            steps.append(without(payload, ADDED))
    whole = {
        "file": to_plain(content),
        "steps": steps,
        "authors": lesson.authors,
        "visibility": lesson.visibility,
        "published": lesson.published,
        "edits": [[edit.version, edit.by, edit.part] for edit in lesson.edits.values()],
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
