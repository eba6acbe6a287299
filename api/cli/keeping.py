"""`migrate`, `token`: looking after a record book."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import click
from rich.table import Column, Table

from api.cli import paint
from api.cli.books import book, data_option, told
from api.cli.errors import Trouble
from api.cli.progress import Working, working
from api.cli.words import say
from api.services import Services
from domain.ledger.commands import name as name_of
from domain.tournament.commands import RANKED_TOPICS
from schemas.tokens import NEEDS, ROLES
from store.migrations import migrate as bring_up_to_date
from store.tokens import LONGEST_LIFE


@click.command()
def migrate() -> None:
    """Bring the database up to date.

    NOUGHT_OWNER_DSN names it with the role that owns it, NOUGHT_DSN with the one the server uses.

    \b
    NOUGHT_OWNER_DSN=postgresql://owner@db/nought NOUGHT_DSN=postgresql://nought@db/nought nought migrate
    """
    settings = told()
    if settings.owner_dsn is None:
        raise Trouble("set NOUGHT_OWNER_DSN: only the owner of the database may migrate it")
    applied = bring_up_to_date(settings)
    click.echo("\n".join(f"applied {name}" for name in applied) or "nothing to do")


@click.group()
def projections() -> None:
    """What is derived from the events: make it anew.

    \b
    nought projections rebuild
    """


@projections.command()
@data_option
def rebuild(data: Path | None) -> None:
    """Write the lists of what there is, and the standings, anew.

    These are the lists of deals, matches, players, tables, clubs and tournaments, and what the standings of
    tournaments are made from. Nothing is lost and the site stays up meanwhile. For a record book that an older
    version has kept.

    \b
    nought projections rebuild
    """
    with book(data) as services, working("reading the events") as work:
        ledger = services.ledger
        lists = counted(services.catalogue.rebuild(ledger.listing), work)
        ranked = counted(services.lines.rebuild(ledger.ranking, RANKED_TOPICS), work)
    told = f", and the standings of {ranked} rounds and tables" if ranked else ""
    click.echo(f"{lists} lines written{told}")


def counted(steps: Iterator[int], work: Working) -> int:
    """How much was done at the end of a rebuild, each step of which says how much is done so far."""
    done = 0
    for so_far in steps:
        work.advance(so_far - done)
        done = so_far
    return done


@click.group()
def token() -> None:
    """Tokens for the HTTP API: issue, list, revoke.

    \b
    nought token issue admin "Nirmala"
    nought token list
    """


def lifetime(_: click.Context, __: click.Parameter, hours: float) -> timedelta:
    """The hours as a time that a token may live."""
    with contextlib.suppress(ValueError, OverflowError):
        if timedelta(0) < (told := timedelta(hours=hours)) <= LONGEST_LIFE:
            return told
    raise click.BadParameter(f"{hours:g} is not above 0 and at most {LONGEST_LIFE // timedelta(hours=1)} (366 days).")


@token.command()
@click.argument("role", type=click.Choice(ROLES))
@click.argument("subject")
@click.option("--club", type=click.UUID, help="Only in this club.")
@click.option("--table", type=click.UUID, help="Only at this table.")
@click.option("--deal", type=click.UUID, help="Only this deal.")
@click.option("--seat", help="Only this seat, of the deal or at the table.")
@click.option(
    "--hours", type=float, default=24, show_default=True, callback=lifetime, help="How long it is good, up to 366 days."
)
@data_option
def issue(role: str, subject: str, hours: timedelta, data: Path | None, **scope: Any) -> None:
    """Issue a token and show its secret, this once.

    SUBJECT is the name that stands beside what is recorded with it.

    \b
    nought token issue admin "Nirmala" --hours 12
    nought token issue seat "East" --deal DEAL --seat E
    """
    within = {name: str(value) for name, value in scope.items() if value is not None}
    needed = [" and ".join(f"--{name}" for name in names) or "no place" for names in NEEDS[role]]
    if sorted(within) not in map(sorted, NEEDS[role]):
        raise Trouble(f"the token of a role {role} takes {' or '.join(needed)}")
    subject = name_of(subject, "the subject")
    with book(data, new=True) as services:
        made, secret = services.tokens.issue(role, subject, hours, place(services, role, within))
    say(f"{role} token {made.id}, until {made.expires_at:%Y-%m-%d %H:%M %Z}; it is shown this once:", err=True)
    click.echo(secret)


def place(services: Services, role: str, within: dict[str, str]) -> dict[str, str]:
    """Where the token is good: what was named, which must be there, and the club that it lies in."""
    found = dict(within)
    for kind in within.keys() - {"seat"}:
        row = services.catalogue.find(UUID(within[kind]))
        if row is None or row.kind != kind:
            raise Trouble(f"there is no {kind} {within[kind]}")
        if row.club and kind != "club" and role in ("recorder", "seat"):
            found["club"] = str(row.club)
    if "seat" in within and "deal" in within:
        seats = services.ledger.deals.get(UUID(within["deal"])).record.rules.seats
        if within["seat"] not in seats:
            raise Trouble(f"there is no seat {within['seat']!r}; the seats are {', '.join(seats)}")
    return found


@token.command("list")
@data_option
def list_tokens(data: Path | None) -> None:
    """The tokens that were issued, the newest first.

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
    """End a token now.

    IDENTITY is the id that `nought token list` shows.

    \b
    nought token revoke 019c5c22-f9d0-791b-99d5-f0740c70b079
    """
    with book(data) as services:
        if not services.tokens.revoke(identity):
            raise Trouble(f"there is no token {identity} that could be ended")
    click.echo("revoked")


COMMANDS = (migrate, projections, token)
