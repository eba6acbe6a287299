"""Open a class on a lesson, for the API and the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from api.classes.lessons import ClassLesson, content_at, no_lesson
from domain.kernel.errors import NotFound
from domain.lesson.aggregate import Lesson
from replay.lessons import payloads
from replay.lessons.built_in import lesson_named

if TYPE_CHECKING:
    from domain.kernel.commands import Saved, Sent
    from domain.ledger import Ledger
    from store.tables.classes import Classes


def open_on(
    ledger: Ledger,
    classes: Classes,
    lesson: str,
    pace: str,
    *,
    language: str,
    owner: str,
    club: UUID | None,
    sent: Sent,
) -> Saved:
    """Open a class on a published lesson, by its id, or on one that comes with Nought, by its name; give it a code.

    ``language``: that of the title. Raises `NotFound` or `Declined` if pupils may not read the lesson.
    """
    name, version = _published(ledger, lesson)
    content = content_at(ledger, name, version)
    title = payloads.contents(content, language)["title"]
    first = ClassLesson(content).places[0]
    saved = ledger.classes.open(title, name, version, pace, first, owner=owner, club=club, **sent)
    classes.code_of(saved.id)
    return saved


def _published(ledger: Ledger, lesson: str) -> tuple[str, int]:
    """Return the id of a published lesson with its version; of a lesson that comes with Nought its name, and 0.

    Raises `Declined` or `NotFound` if pupils may not read it.
    """
    if lesson_named(lesson) is not None:
        return lesson, 0
    try:
        identity = UUID(lesson)
    except ValueError:
        raise no_lesson(lesson) from None
    stored = ledger.lessons.get(identity)
    if not stored.published:
        raise NotFound(Lesson.KIND, identity)
    return str(identity), stored.published
