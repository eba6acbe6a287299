"""`migrate`, `projections`, `token`: maintain a record book."""

from __future__ import annotations

import contextlib
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click
from rich.table import Column, Table

from api.cli.parts import paint
from api.cli.parts.books import book, data_option, settings_of_dsn
from api.cli.parts.cores import workers_option
from api.cli.parts.errors import Trouble
from api.cli.parts.progress import show_progress
from api.cli.parts.ranges import book_workers
from api.cli.parts.terminal import say
from api.cli.parts.unfinished import anew_option, unfinished_in_book
from domain.engine.words.values import sentence
from domain.kernel.commands import name as name_of
from schemas.tokens import NEEDS, ROLES
from store.migrations import migrate as bring_up_to_date
from store.tables.people.tokens import LONGEST_LIFE

if TYPE_CHECKING:
    from api.services import Services


@click.command()
def migrate() -> None:
    """Migrate the database to this version.

    NOUGHT_OWNER_DSN names the database with the role that owns it, NOUGHT_DSN with the role of the server.

    \b
    NOUGHT_OWNER_DSN=postgresql://owner@db/nought NOUGHT_DSN=postgresql://nought@db/nought nought migrate
    """
    settings = settings_of_dsn()
    if settings.owner_dsn is None:
        raise Trouble("set NOUGHT_OWNER_DSN: only the owner of the database may migrate it")
    applied = bring_up_to_date(settings)
    click.echo("\n".join(f"applied {name}" for name in applied) or "nothing to do")


@click.group()
def projections() -> None:
    """Rebuild the tables derived from the events.

    \b
    nought projections rebuild
    """


@projections.command()
@workers_option
@anew_option
@data_option
def rebuild(workers: int, anew: bool, data: Path | None) -> None:
    """Rebuild the lists and the standings from the events.

    These are the lists of deals, matches, players, tables, clubs and tournaments, the lines of the standings, and the
    numbers of clubs and players by day. Use it for a record book of an older version. Nothing is lost, and the site
    stays up.

    Analyses stay as they are. The workers compute again what belongs to an older version of Nought.

    A rebuild that is ended in the middle goes on where it was, if you call it again within a day.

    \b
    nought projections rebuild
    """
    import msgspec

    from api.cli.rebuilds import Rebuild, Rebuilt

    with (
        book_workers(data, workers) as crew,
        unfinished_in_book(crew.services, {"command": "rebuild"}, anew=anew) as done,
        show_progress("reading the events") as work,
    ):
        begun = msgspec.convert(done.state, Rebuilt) if done.state else Rebuilt()
        rebuilt = Rebuild(crew, done, begun, work.advance).run()
    suffix = f", and the standings of {rebuilt.ranked} rounds and tables" if rebuilt.ranked else ""
    click.echo(f"{rebuilt.lists} lines written{suffix}; the numbers of {rebuilt.days} days computed")


@click.group()
def token() -> None:
    """Issue, list and revoke tokens for the HTTP API.

    \b
    nought token issue admin "Nirmala"
    nought token list
    """


def lifetime(_: click.Context, __: click.Parameter, hours: float) -> timedelta:
    """Return the lifetime of a token. Raises `BadParameter` if it is not above 0 and at most `LONGEST_LIFE`."""
    with contextlib.suppress(ValueError, OverflowError):
        if timedelta(0) < (duration := timedelta(hours=hours)) <= LONGEST_LIFE:
            return duration
    raise click.BadParameter(f"{hours:g} is not above 0 and at most {LONGEST_LIFE // timedelta(hours=1)} (366 days).")


@token.command()
@click.argument("role", type=click.Choice(ROLES))
@click.argument("subject")
@click.option("--club", type=click.UUID, help="Limit the token to this club.")
@click.option("--table", type=click.UUID, help="Limit the token to this table.")
@click.option("--deal", type=click.UUID, help="Limit the token to this deal.")
@click.option("--seat", help="Limit the token to this seat, as E, of the deal or table.")
@click.option(
    "--hours",
    type=float,
    default=24,
    show_default=True,
    callback=lifetime,
    help="Hours until it expires, up to 366 days.",
)
@data_option
def issue(role: str, subject: str, hours: timedelta, data: Path | None, **scope: Any) -> None:
    """Issue a token, and show its secret once.

    SUBJECT is the name beside everything recorded with the token.

    \b
    nought token issue admin "Nirmala" --hours 12
    nought token issue seat "East" --deal DEAL --seat E
    """
    scope_ids = {name: str(value) for name, value in scope.items() if value is not None}
    needed = [" and ".join(f"--{name}" for name in names) or "no option" for names in NEEDS[role]]
    if sorted(scope_ids) not in map(sorted, NEEDS[role]):
        raise Trouble(f"a token for {role} takes {' or '.join(needed)}")
    subject = name_of(subject, sentence("the subject"))
    with book(data, new=True) as services:
        token, secret = services.tokens.issue(role, subject, hours, token_scope(services, role, scope_ids))
    say(f"{role} token {token.id}, until {token.expires_at:%Y-%m-%d %H:%M %Z}; it is shown only once:", err=True)
    click.echo(secret)


def token_scope(services: Services, role: str, scope_ids: dict[str, str]) -> dict[str, str]:
    """Return the scope of a token: the given ids and their club. Raises `Trouble` if one of them does not exist."""
    scope = dict(scope_ids)
    for kind in scope_ids.keys() - {"seat"}:
        row = services.catalogue.find(UUID(scope_ids[kind]))
        if row is None or row.kind != kind:
            raise Trouble(f"there is no {kind} {scope_ids[kind]}")
        if row.club and kind != "club" and role in ("recorder", "seat"):
            scope["club"] = str(row.club)
    if "seat" in scope_ids and "deal" in scope_ids:
        seats = services.ledger.deals.get(UUID(scope_ids["deal"])).record.rules.seats
        if scope_ids["seat"] not in seats:
            raise Trouble(f"there is no seat {scope_ids['seat']!r}; the seats are {', '.join(seats)}")
    return scope


@token.command("list")
@data_option
def list_tokens(data: Path | None) -> None:
    """List the tokens, the newest first.

    \b
    nought token list --data /var/lib/nought
    """
    table = Table(*(Column(name, overflow="fold") for name in ("id", "role", "subject", "where", "until", "")))
    with book(data) as services:
        after = None
        while True:
            rows, after = services.tokens.page(after=after, limit=200)
            for row in rows:
                where = ", ".join(f"{name} {value}" for name, value in row.scope.items())
                ended = "revoked" if row.revoked_at else ""
                table.add_row(str(row.id), row.role, row.subject, where, f"{row.expires_at:%Y-%m-%d %H:%M}", ended)
            if after is None:
                break
    paint.show(table)


@token.command()
@click.argument("identity", type=click.UUID)
@data_option
def revoke(identity: UUID, data: Path | None) -> None:
    """Revoke a token.

    IDENTITY is the token's id, as `nought token list` shows it.

    \b
    nought token revoke 019c5c22-f9d0-791b-99d5-f0740c70b079
    """
    with book(data) as services:
        if not services.tokens.revoke(identity):
            raise Trouble(f"there is no active token {identity}")
    click.echo("revoked")


COMMANDS = (migrate, projections, token)
