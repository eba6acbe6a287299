"""`rulesets`, `migrate`, `token`: looking after a record book."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import click
from rich.table import Table

from api.cli import paint
from api.cli.books import book, data_option
from api.cli.errors import Trouble
from domain.catalogue import RULESETS
from domain.catalogue import ruleset as ruleset_of
from domain.ruleset import different, plain
from store.migrations import migrate as bring_up_to_date
from store.settings import Settings

ROLES = ("admin", "director", "recorder", "seat", "arbiter", "viewer")


@click.group(invoke_without_command=True)
@click.pass_context
def rulesets(context: click.Context) -> None:
    """The games Nought knows; `show KEY` and `diff A B` tell more."""
    if context.invoked_subcommand is None:
        for ruleset in RULESETS.values():
            click.echo(f"{ruleset.key:<14} {ruleset.name}")


@rulesets.command("show")
@click.argument("key")
def show_ruleset(key: str) -> None:
    """Every parameter of a game."""
    table = Table("parameter", "value")
    for group, value in plain(ruleset_of(key)).items():
        rows = value.items() if isinstance(value, dict) else [("", value)]
        for name, item in rows:
            told = item if isinstance(item, str) else json.dumps(item)
            table.add_row(f"{group}.{name}" if name else group, told)
    paint.show(table)


@rulesets.command("diff")
@click.argument("one")
@click.argument("other")
def diff_rulesets(one: str, other: str) -> None:
    """The parameters in which two games differ."""
    table = Table("parameter", one, other)
    for name, values in different(ruleset_of(one), ruleset_of(other)).items():
        table.add_row(name, *(str(value) for value in values))
    paint.show(table)


@click.command()
def migrate() -> None:
    """Bring the database up to date.

    NOUGHT_OWNER_DSN names it with the role that owns it, NOUGHT_DSN with the one the server uses.
    """
    settings = Settings.from_environment()
    if settings.owner_dsn is None:
        raise Trouble("set NOUGHT_OWNER_DSN: only the owner of the database may migrate it")
    applied = bring_up_to_date(settings)
    click.echo("\n".join(f"applied {name}" for name in applied) or "nothing to do")


@click.group()
def token() -> None:
    """Tokens for the HTTP API: issue, list, revoke."""


@token.command()
@click.argument("role", type=click.Choice(ROLES))
@click.argument("subject")
@click.option("--club", type=click.UUID, help="Only in this club.")
@click.option("--table", type=click.UUID, help="Only at this table.")
@click.option("--deal", type=click.UUID, help="Only this deal.")
@click.option("--seat", help="Only this seat of the deal.")
@click.option("--hours", type=click.FloatRange(min=0, min_open=True), default=24.0, show_default=True)
@data_option
def issue(role: str, subject: str, hours: float, data: Path | None, **scope: Any) -> None:
    """A new token for SUBJECT, the name that stands beside what is recorded with it.

    \b
    nought token issue admin "Nirmala" --hours 12
    nought token issue seat "East" --deal DEAL --seat E
    """
    within = {name: str(value) for name, value in scope.items() if value is not None}
    if role == "seat" and not {"deal", "seat"} <= within.keys():
        raise Trouble("a seat's token needs --deal and --seat")
    if role == "recorder" and not {"table", "deal"} & within.keys():
        raise Trouble("a recorder's token needs --table or --deal")
    if role == "director" and "club" not in within:
        raise Trouble("a director's token needs --club")
    with book(data) as services:
        try:
            made, secret = services.tokens.issue(role, subject, timedelta(hours=hours), within)
        except ValueError as error:
            raise Trouble(str(error)) from None
    click.echo(f"{role} token {made.id}, until {made.expires_at:%Y-%m-%d %H:%M %Z}; it is shown this once:", err=True)
    click.echo(secret)


@token.command("list")
@data_option
def list_tokens(data: Path | None) -> None:
    """The tokens that were issued, the newest first."""
    table = Table("id", "role", "subject", "where", "until", "")
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
    """End a token now."""
    with book(data) as services:
        if not services.tokens.revoke(identity):
            raise Trouble(f"there is no token {identity} that could be ended")
    click.echo("revoked")


COMMANDS = (rulesets, migrate, token)
