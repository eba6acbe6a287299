"""`classes`: pupils work through a lesson together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click
from rich.table import Column, Table

from api.classes.end import end_class
from api.classes.opening import open_on
from api.classes.results import results_csv
from api.classes.state import read_class
from api.cli.parts import paint
from api.cli.parts.books import book, data_option, find_id
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import say
from api.clock import now
from domain.classroom.facts import FREE, LED
from replay.lessons.built_in import lesson_named

if TYPE_CHECKING:
    from api.services import Services

class_argument: Callable[..., Any] = click.argument("class_id", metavar="CLASS")
by_option: Callable[..., Any] = click.option(
    "--by", default="nought", show_default=True, help="The name of the teacher."
)


@click.group()
def classes() -> None:
    """Open, list and end classes, and write their results.

    CLASS is the title of a class or its id. The teacher leads a class on the page /classes (docs/teaching.md).

    \b
    nought classes open 02-following-suit
    """


@classes.command("open")
@click.argument("lesson")
@click.option(
    "--pace", type=click.Choice([LED, FREE]), default=LED, show_default=True,
    help="Pupils follow the teacher, or go at their own pace.",
)  # fmt: skip
@click.option("--club", help="The club that owns the class: its name or its id.")
@click.option("--owner", default="", help="The login of the teacher's account. Default: administrators only.")
@by_option
@data_option
def open_(lesson: str, pace: str, club: str | None, owner: str, by: str, data: Path | None) -> None:
    """Open a class on a lesson and print its code and id.

    LESSON is a published lesson, or the name of one that comes with Nought.

    \b
    nought classes open "My lesson" --owner kala
    """
    with book(data) as services:
        home = find_id(services, "club", club) if club else None
        account = services.accounts.of_login(owner) if owner else None
        if owner and account is None:
            raise Trouble(f"there is no account {owner!r}")
        name = lesson if lesson_named(lesson) else str(find_id(services, "lesson", lesson))
        saved = open_on(
            services.ledger,
            services.classes,
            name,
            pace,
            language="",
            owner=str(account.id) if account else "",
            club=home,
            sent={"by": by, "at": now()},
        )
        say(f"{services.classes.code_of(saved.id)} {saved.id}")


@classes.command("list")
@data_option
def list_(data: Path | None) -> None:
    """List the classes of the record book, newest first.

    \b
    nought classes list
    """
    table = Table(*(Column(title, overflow="fold") for title in ("title", "status", "id")))
    with book(data) as services:
        for row in services.catalogue.rows("class"):
            table.add_row(row.title, row.data["status"], str(row.id))
    paint.show(table)


@classes.command()
@class_argument
@click.option("--keep", is_flag=True, help="Keep nicknames and answers.")
@by_option
@data_option
def end(class_id: str, by: str, data: Path | None, *, keep: bool) -> None:
    """End a class.

    Nicknames and answers are deleted, unless you keep them.

    \b
    nought classes end "Following suit"
    """
    with book(data) as services:
        identity = _find(services, class_id)
        end_class(services.ledger, services.classes, identity, keep=keep, sent={"by": by, "at": now()})
        say(f"{services.ledger.classes.get(identity).opened.title} is over")


@classes.command()
@class_argument
@data_option
def results(class_id: str, data: Path | None) -> None:
    """Write the answers of a class as CSV.

    \b
    nought classes results "Following suit" > class.csv
    """
    with book(data) as services:
        state = read_class(_find(services, class_id), services.ledger, services.classes)
    click.echo(results_csv(state), nl=False)


@classes.command()
@class_argument
@by_option
@data_option
def forget(class_id: str, by: str, data: Path | None) -> None:
    """Delete the nicknames and answers that were kept.

    \b
    nought classes forget "Following suit"
    """
    with book(data) as services:
        identity = _find(services, class_id)
        services.ledger.classes.forget(identity, by=by, at=now())
        services.classes.finish(identity, keep=False)
        say("deleted")


def _find(services: Services, class_id: str) -> UUID:
    return find_id(services, "class", class_id)


COMMANDS = (classes,)
