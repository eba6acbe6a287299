"""`lessons`: lesson files and the lessons of the record book."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click
from rich.table import Column, Table

from api.cli.parts import paint
from api.cli.parts.books import book, data_option, find_id
from api.cli.parts.errors import Trouble
from api.cli.parts.exits import DONE, FAILED_CHECK
from api.cli.parts.terminal import say
from api.clock import now
from api.learning.lesson_prices import with_all_prices
from domain.lesson.commands import NewLesson, content_of
from replay.lessons.check import check as check_lesson
from replay.lessons.check import faults
from replay.lessons.file import LONGEST, read_lesson, write_lesson
from replay.lessons.positions import ChapterReader
from replay.lessons.questions import KINDS, kind_of

if TYPE_CHECKING:
    from api.services import Services

lesson_argument: Callable[..., Any] = click.argument("lesson")
file_argument: Callable[..., Any] = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
by_option: Callable[..., Any] = click.option(
    "--by", default="nought", show_default=True, help="The name of the author."
)


@click.group()
def lessons() -> None:
    """List, show, check, import, export and publish lessons.

    LESSON is the title of a lesson or its id. A lesson file is JSON (docs/teaching-api.md); `check` and `show` need no
    record book.

    \b
    nought lessons check my-lesson.json
    """


@lessons.command("list")
@data_option
def list_(data: Path | None) -> None:
    """List the lessons of the record book, drafts too, newest first.

    \b
    nought lessons list
    """
    table = Table(*(Column(title, overflow="fold") for title in ("title", "language", "visibility", "id")))
    with book(data) as services:
        for row in services.catalogue.rows("lesson"):
            table.add_row(row.title, row.data["language"], row.data["visibility"], str(row.id))
    paint.show(table)


@lessons.command()
@file_argument
def show(file: Path) -> None:
    """Show the steps of a lesson file, with the right answers.

    \b
    nought lessons show my-lesson.json
    """
    lesson = with_all_prices(_read(file))
    say(f"{lesson.title} ({lesson.language})")
    for n, chapter in enumerate(lesson.chapters, 1):
        say(f"\n{n}. {chapter.title}")
        for placed in ChapterReader(chapter).steps():
            step = placed.new.step
            what = [step.kind, f"ply {placed.position.ply}", placed.position.viewer]
            if step.question is not None:
                kind = kind_of(step.question)
                right = ", ".join(kind.accepted(step.question, placed.position)) or "the teacher marks it"
                what += [step.question.kind, f"right: {right}{' (by the author)' if step.question.accept else ''}"]
            say(f"{'  ' * placed.depth}{placed.number:3} {'; '.join([*what, *placed.acts])}")
            if step.text:
                say(f"{'  ' * placed.depth}    {step.text}")


@lessons.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
def check(files: tuple[Path, ...]) -> int:
    """Find the faults of lesson files.

    Every step must be reached, and every question must have a right answer.

    \b
    nought lessons check lessons/*.json
    """
    failed = False
    for file in files:
        wrong = list(faults(with_all_prices(_read(file))))
        failed = failed or bool(wrong)
        say(f"{file}: {'; '.join(map(str, wrong)) or 'no fault'}")
    return FAILED_CHECK if failed else DONE


@lessons.command("import")
@file_argument
@click.option("--club", help="The club that owns the lesson: its name or its id.")
@click.option("--owner", default="", help="The login of the account that owns it. Default: administrators only.")
@by_option
@data_option
def import_(file: Path, club: str | None, owner: str, by: str, data: Path | None) -> None:
    """Import a lesson file as a draft. Prints the id of the lesson.

    \b
    nought lessons import my-lesson.json --club Lagoon
    """
    lesson = with_all_prices(_read(file))
    with book(data) as services:
        home = find_id(services, "club", club) if club else None
        account = services.accounts.of_login(owner) if owner else None
        if owner and account is None:
            raise Trouble(f"there is no account {owner!r}")
        saved = services.ledger.lessons.open(
            lesson, owner=str(account.id) if account else "", club=home, by=by, at=now()
        )
    say(str(saved.id))


@lessons.command()
@lesson_argument
@click.option("--published", is_flag=True, help="The version that pupils read, not the draft.")
@data_option
def export(lesson: str, published: bool, data: Path | None) -> None:
    """Write the draft of a lesson as a file.

    \b
    nought lessons export Revoke
    """
    with book(data) as services:
        stored = services.ledger.lessons.get(_find(services, lesson))
        if published:
            if not stored.published:
                raise Trouble(f"{stored.head.title} is not published")
            stored = services.ledger.lessons.get(stored.id, stored.published)
    click.echo(write_lesson(content_of(stored)), nl=False)


@lessons.command()
@lesson_argument
@click.option(
    "--visibility", type=click.Choice(["public", "link"]), default="public", show_default=True,
    help="Everybody, or everybody who has the address.",
)  # fmt: skip
@by_option
@data_option
def publish(lesson: str, visibility: str, by: str, data: Path | None) -> None:
    """Publish a lesson as it is now, if it has no fault.

    \b
    nought lessons publish Revoke
    """
    with book(data) as services:
        stored = services.ledger.lessons.get(_find(services, lesson))
        check_lesson(content_of(stored))
        services.ledger.lessons.publish(stored.id, visibility, expected_version=stored.version, by=by, at=now())
    say(f"{stored.head.title} is published ({visibility})")


@lessons.command()
def questions() -> None:
    """List the kinds of questions.

    \b
    nought lessons questions
    """
    table = Table(*(Column(title, overflow="fold") for title in ("kind", "question", "answer", "options")))
    for kind in KINDS.values():
        options = "; ".join(f"{name}: {about}" for name, about in kind.options.items())
        table.add_row(kind.code, kind.about, kind.example, options)
    paint.show(table)


def _read(file: Path) -> NewLesson:
    """Return the lesson of a file."""
    with file.open("rb") as stream:
        return read_lesson(stream.read(4 * LONGEST + 1))


def _find(services: Services, lesson: str) -> UUID:
    return find_id(services, "lesson", lesson)


COMMANDS = (lessons,)
