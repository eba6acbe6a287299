"""The demo's club evening: record it, and suggest commands to try."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table

from api.classes.lessons import ClassLesson, content_at
from api.cli.parts import paint
from api.cli.parts.errors import Trouble
from api.cli.parts.progress import show_progress
from api.cli.parts.terminal import say
from api.clock import now
from api.learning import puzzles as puzzle_access
from api.services import Services
from demo.championship import NAME as CHAMPIONSHIP
from demo.championship import ROUNDS
from demo.club_year import record_series, record_slate, series_id, slate_id
from demo.evening import DEALS, Evening, Named
from demo.recorder import (
    BY,
    OtherEvening,
    championship_id,
    lesson_id,
    record_championship,
    record_club,
    record_lesson,
    record_sitting,
)
from domain.classroom.aggregate import OPEN, Classroom
from domain.classroom.facts import FREE
from domain.kernel.errors import NotFound

if TYPE_CHECKING:
    from uuid import UUID

    from domain.kernel.commands import Sent
    from store.tables.people.accounts import Account

PLAYER = "player"
"""The role and the login of the account of a player."""
SERIES_MATCHES = 2
"""The number of matches of the evening that count for the series."""


def record(services: Services, deals: int | None) -> None:
    """Record the evening, the championship, a slate, a series and a lesson, except what the book already has.

    Raises `Trouble` if the book holds another evening.
    """
    plan, ledger = Evening(deals=deals or DEALS), services.ledger
    record_club(ledger, plan)
    summary = Table("match", "table", "deals", "result", title=f"{plan.club.name} ({plan.source})", title_style="bold")
    recorded = present = 0
    matches: list[UUID] = []
    with show_progress("recording the evening", plan.deals) as work:
        for sitting in plan.sittings():
            try:
                new = record_sitting(ledger, plan, sitting)
            except OtherEvening as error:
                raise Trouble(f"this book holds another evening; choose another folder with --data ({error})") from None
            recorded, present = recorded + new, present + len(sitting.deals) - new
            matches.append(sitting.id)
            work.advance(len(sitting.deals))
            result = ", ".join(f"{sitting.teams[team]} {tokens}" for team, tokens in sitting.balance.items())
            summary.add_row(sitting.ruleset.name, sitting.table.name, str(len(sitting.deals)), result)
    with show_progress("recording a championship", ROUNDS) as work:
        for _ in record_championship(ledger, plan):
            work.advance()
    record_slate(ledger, plan)
    record_series(ledger, plan, matches[:SERIES_MATCHES])
    paint.show(summary)
    click.echo(f"{recorded} deals recorded, {present} were there already.")
    record_lesson(ledger, plan)


def open_class(services: Services, owner: str) -> tuple[UUID, UUID, str] | None:
    """Return the ids of the evening's lesson and of an account's open class on it, and the code of the class.

    The class is opened if there is none. Returns None if the evening is too short for a lesson.
    """
    plan, ledger = Evening(), services.ledger
    lesson = lesson_id(plan)
    try:
        version = ledger.lessons.get(lesson).published
    except NotFound:
        return None
    known = services.catalogue.newest(Classroom.KIND, 1, where={"status": OPEN, "owner": owner})
    if known:
        class_id = known[0].id
    else:
        content = content_at(ledger, str(lesson), version)
        first = ClassLesson(content).places[0]
        sent: Sent = {"by": BY, "at": now()}
        opened = ledger.classes.open(
            content.title, str(lesson), version, FREE, first, owner=owner, club=plan.club.id, **sent
        )
        class_id = opened.id
    return lesson, class_id, services.classes.code_of(class_id)


def open_player(services: Services) -> Account:
    """Return the account of a player of the evening. It is added if there is none."""
    if known := services.accounts.of_login(PLAYER):
        return known
    plan = Evening()
    player = _player_who_confirms(services, plan)
    account = services.accounts.add(PLAYER, player.name, PLAYER, {}, "the demo")
    services.account_players.link(account.id, plan.club.id, player.id)
    return account


def _player_who_confirms(services: Services, plan: Evening) -> Named:
    """Return a player for whom a result of the championship waits; the first player if it waits for nobody."""
    tournament = services.ledger.tournaments.get(championship_id(plan))
    tables = services.ledger.encounters.get_many(tournament.encounters(ROUNDS)).values()
    seated = {name for table in tables if table.status == "provisional" for name in table.seats.values()}
    return next((player for player in plan.players if player.name in seated), plan.players[0])


def show_club(base: str) -> None:
    """Print where the series and the slate of the club are."""
    plan = Evening()
    click.echo(f"The club's series of evenings:         {base}/series/{series_id(plan)}")
    click.echo(f"A Schieber kept on a slate:           {base}/slates/{slate_id(plan)}")


def show_teaching(base: str, teaching: tuple[UUID, UUID, str] | None) -> None:
    """Print where a lesson, a class and the problem of the day are."""
    if teaching is not None:
        lesson, class_id, code = teaching
        click.echo(f"A lesson on a deal of the evening:    {base}/learn/{lesson}")
        click.echo(f"A class to join, without an account:  {base}/class/{code}")
        click.echo(f"  … and to lead, once you signed in:  {base}/classes/{class_id}")
    click.echo(f"The problem of the day:               {base}/problems/{puzzle_access.of_everybody().id}\n")


def program() -> str:
    """Return this command as one types it in another terminal of the same folder."""
    path = Path(sys.argv[0])
    if path.name == "__main__.py":
        return f"{sys.executable} -m nought"
    if (on_path := shutil.which(path.name)) and path.exists() and path.samefile(on_path):
        return path.name
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


def suggest_commands(folder: Path) -> None:
    """Print a few commands to try."""
    deal, nought = Evening().deal_id(2), program()
    click.echo("\nTo try, in another terminal:")
    for command in (
        f"show {deal} --data {folder}",
        f"tournament standings '{CHAMPIONSHIP}' --data {folder}",
        "replay 05-an-opponent-cuts --seat E --at 17",
        "show 35-whose-weis-is-best",
        "check 17-a-revoke --verbose",
    ):
        say(f"  {nought} {command}")
