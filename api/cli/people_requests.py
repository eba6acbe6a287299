"""`people requests`: the register of who asked to know what is kept, to have it corrected, or to be forgotten."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import click

from api.cli.parts.books import book, by_option, data_option
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import counted, json_option, print_json, say
from api.clock import now
from api.people.register import requests_of
from domain.kernel.errors import Declined
from domain.removal.requests import KINDS

if TYPE_CHECKING:
    from typing import Any

club_option = click.option("--club", type=click.UUID, required=True, help="The club.")


@click.group()
def requests() -> None:
    """List, add and answer requests of people.

    Somebody may ask to know what is kept, to have it corrected, or to be forgotten. The law gives a month: each request
    has 30 days.

    \b
    nought people requests list --club 0190a000-0000-7000-8000-00000000c001
    """


@requests.command("list")
@club_option
@json_option
@data_option
def list_(club: UUID, as_json: bool, data: Path | None) -> None:
    """List the requests of a club.

    Those that wait for an answer come first, by their last day; then the others, newest first.

    \b
    nought people requests list --club 0190a000-0000-7000-8000-00000000c001
    """
    with book(data) as services:
        services.ledger.clubs.get_club(club)
        lines, _ = requests_of(services.ledger, club)
    for line in lines:
        if as_json:
            print_json(line)
        else:
            say(f"{line['number']:>4}  {line['received']}  {line['kind']:<7}  {line['person']}  {_state(line)}")


@requests.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("person")
@club_option
@click.option("--received", default="", help="The day, as YYYY-MM-DD. Default: today.")
@by_option
@data_option
def add(kind: str, person: str, club: UUID, received: str, by: str, data: Path | None) -> None:
    """Enter a request.

    KIND is what for: know, correct or forget. PERSON is a name, or the id of a registered player. The name can be
    forgotten like any other.

    \b
    nought people requests add know "Ravi Kumaran" --club 0190a000-0000-7000-8000-00000000c001
    """
    at = now()
    with book(data) as services:
        services.ledger.clubs.get_club(club)
        try:
            saved = services.ledger.requests.receive(club, kind, person, received or at[:10], by=by, at=at)
        except Declined as error:
            raise Trouble(str(error)) from None
        due = services.ledger.requests.get(club).entered[saved.version].due
    say(f"request {saved.version} is entered; answer it by {due}")


@requests.command()
@click.argument("number", type=click.IntRange(1))
@click.argument("how")
@club_option
@click.option("--answered", default="", help="The day, as YYYY-MM-DD. Default: today.")
@by_option
@data_option
def answer(number: int, how: str, club: UUID, answered: str, by: str, data: Path | None) -> None:
    """Record how a request was answered.

    NUMBER is that of the list, HOW a few words.

    \b
    nought people requests answer 1 "the file was sent" --club 0190a000-0000-7000-8000-00000000c001
    """
    at = now()
    with book(data) as services:
        services.ledger.clubs.get_club(club)
        try:
            services.ledger.requests.answer(club, number, answered or at[:10], how, by=by, at=at)
        except Declined as error:
            raise Trouble(str(error)) from None
    say(f"request {number} is answered")


def _state(line: dict[str, Any]) -> str:
    if "answered" in line:
        return f"answered {line['answered']}: {line['how']}"
    left: int = line["days_left"]
    return f"{counted(left, 'day')} left" if left >= 0 else f"overdue since {line['due']}"
