"""Lessons as the caller may see them: pupils read what is published, authors everything."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from api import commands
from api.callers import ADMIN, DIRECTOR, Place, caller
from api.classes.lessons import no_lesson
from api.deals import access as deal_access
from api.learning.lesson_prices import with_prices
from api.permissions import elsewhere, own_club, require
from api.problems import Problem, forbidden
from api.services import ledger, services
from domain.engine.hiding import ARBITER
from domain.engine.words.values import sentence
from domain.kernel.errors import NotFound
from domain.kernel.ids import as_id
from domain.lesson.aggregate import Lesson, step_part
from domain.lesson.commands import content_of, placed_step
from replay.lessons.built_in import lesson_named
from replay.lessons.check import check
from replay.lessons.positions import ChapterReader
from replay.lessons.questions import kind_of
from replay.lessons.sources import of_hand_file, of_record, of_terms, of_worked_hand

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from uuid import UUID

    from domain.kernel.commands import Saved, SentTo
    from domain.lesson.commands import NewLesson
    from domain.lesson.facts import Source, Step


def read(lesson_id: UUID, *, draft: bool = False) -> NewLesson:
    """Return the content of a lesson: the published one; with ``draft``, for an author, the newest.

    Raises `NotFound` if pupils may not read it, `Problem` (403) if the caller is no author and asks for the draft.
    """
    if draft:
        return content_of(for_author(lesson_id))
    lesson = ledger().lessons.get(lesson_id)
    if not lesson.published:
        raise NotFound(Lesson.KIND, lesson_id)
    if lesson.published != lesson.version:
        lesson = ledger().lessons.get(lesson_id, lesson.published)
    return content_of(lesson)


def for_reader(lesson: str, *, draft: bool = False) -> NewLesson:
    """Return a lesson that comes with Nought, by its name, or a published one, by its id; ``draft`` as in `read`.

    Raises `Declined` or `NotFound` if there is none.
    """
    own = lesson_named(lesson)
    if own is not None:
        return own
    identity = as_id(lesson)
    if identity is None:
        raise no_lesson(lesson)
    return read(identity, draft=draft)


def for_author(lesson_id: UUID) -> Lesson:
    """Return a lesson for one of its authors. Raises `Problem` (403), whether the lesson exists or not."""
    try:
        lesson = ledger().lessons.get(lesson_id)
    except NotFound:
        if caller().role == ADMIN:
            raise
        raise elsewhere(caller()) from None
    if not is_author(lesson):
        raise elsewhere(caller())
    return lesson


def is_author(lesson: Lesson) -> bool:
    """Return whether the caller may edit the lesson: an author's account, a director of its club, an administrator."""
    sender = caller()
    if sender.role == ADMIN:
        return True
    if sender.account is not None and str(sender.account) in lesson.authors:
        return True
    return sender.role == DIRECTOR and lesson.opened.club is not None and sender.covers(Place(lesson.opened.club))


def new_owner(params: Mapping[str, Any]) -> tuple[str, UUID | None]:
    """Return the account and the club that will own a new lesson. Raises `Problem` (403) if there is neither."""
    sender = caller()
    owner = str(sender.account) if sender.account else ""
    club = params.get("club") or (None if owner else own_club())
    if club is not None:
        if sender.role not in (ADMIN, DIRECTOR):
            raise forbidden(sentence("Only a director adds a lesson to a club; leave the club out."))
        require(Place(str(club)))
    if not owner and club is None and sender.role != ADMIN:
        raise forbidden(sentence("A lesson belongs to an account or to a club; you are signed in with neither."))
    return owner, club


def account_of(login: str) -> str:
    """Return the id of an account. Raises `Problem` (422) if no account has the login."""
    account = services().accounts.of_login(login)
    if account is None:
        raise Problem("account", sentence("there is no account {login}", login=repr(login)))
    return str(account.id)


def source_of(params: Mapping[str, Any]) -> Source:
    """Return the deal that an author names. Raises `Problem` (403) if the author may not see all hands of it."""
    if "deal" in params:
        visible = deal_access.get(params["deal"], ARBITER)
        version = params.get("version", visible.deal.version)
        if not 1 <= version <= visible.deal.version:
            raise Problem("shape", sentence("the deal has versions 1 to {last}", last=visible.deal.version))
        record = deal_access.read(params["deal"], to=version)[0].record
        return of_record(record, str(params["deal"]), version, params["first"], params.get("last"))
    if "hand" in params:
        return of_hand_file(params["hand"])
    if "worked" in params:
        return of_worked_hand(params["worked"])
    return of_terms(params["terms"])


def check_step(lesson: Lesson, step: int, content: Step, after: int | None) -> Step:
    """Return a step as it can be stored: its question has an answer, and its cards are priced if it has a margin.

    ``lesson``: a copy that nobody else uses. Raises `Declined` if the deal does not allow the step.
    """
    edit = lesson.edit_step(step, placed_step(lesson, step, content, after), lesson.revision(step_part(step)))
    lesson.take(edit, lesson.opened_at, "")
    if content.question is not None:
        kind_of(content.question).check_text(content.text)
    number = [n for n, _ in lesson.chapters()].index(content.chapter)
    chapter = content_of(lesson).chapters[number]
    placed = next((each for each in ChapterReader(chapter).steps() if each.new.number == edit.step), None)
    question = content.question
    if placed is None or question is None:
        return content
    question = with_prices(question, placed.position)
    kind_of(question).check(question, placed.position)
    return replace(content, question=question)


def check_new_steps(lesson: Lesson, contents: Iterable[Step], after: int | None) -> list[Step]:
    """Return steps that follow one another as they can be stored (`check_step`)."""
    checked = []
    for content in contents:
        checked.append(check_step(lesson, 0, content, after))
        after = lesson.step_count
    return checked


def publish(lesson: Lesson, visibility: str, params: Mapping[str, Any]) -> Saved:
    """Publish a lesson as it was read here. Raises `Declined` with all its faults if it has any."""
    check(content_of(lesson))

    def command(sent: SentTo) -> Saved:
        if sent.get("expected_version") is None:
            # What was checked is what is published.
            sent["expected_version"] = lesson.version
        return ledger().lessons.publish(lesson.id, visibility, **sent)

    return commands.run(params, command)
