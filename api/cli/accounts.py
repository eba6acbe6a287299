"""`account`: officials who sign in with a password or a link."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

import click
from rich.table import Column, Table

from api import accounts as officials
from api.cli import paint
from api.cli.books import book, data_option
from api.cli.errors import Trouble
from api.cli.words import say
from api.outside import Outside
from api.problems import Problem
from api.secrets import password_hash
from api.services import Services
from store.accounts import Account

HERE = "http://127.0.0.1:8304"
"""Where `nought serve` answers unless it is told otherwise."""


@click.group()
def account() -> None:
    """Officials who sign in: make and end their accounts.

    \b
    nought account add nirmala admin --name "Nirmala"
    nought account link nirmala
    """


@account.command("add")
@click.argument("login")
@click.argument("role", type=click.Choice(officials.ROLES))
@click.option("--name", help="What stands beside what is recorded; the login if left out.")
@click.option("--club", type=click.UUID, help="Only in this club.")
@data_option
def add(login: str, role: str, name: str | None, club: UUID | None, data: Path | None) -> None:
    """Make an account, and print a link that signs in once.

    LOGIN is what its holder types: a short name, or an address for mail.

    \b
    nought account add nirmala admin --name "Nirmala"
    nought account add scribe recorder --club 019c5c22-f9d0-791b-99d5-f0740c70b079
    """
    with book(data, new=True) as services, troubles():
        made = officials.add(services, login, name or login, role, club, "the command line")
        show_link(services, made)


@account.command("list")
@data_option
def list_accounts(data: Path | None) -> None:
    """All accounts.

    \b
    nought account list
    """
    table = Table(*(Column(name, overflow="fold") for name in ("login", "name", "role", "club", "signed in", "")))
    with book(data) as services:
        for each in services.accounts.within():
            signed_in = f"{each.signed_in_at:%Y-%m-%d %H:%M}" if each.signed_in_at else "never"
            ended = "disabled" if each.disabled_at else ""
            table.add_row(each.login, each.name, each.role, each.scope.get("club", ""), signed_in, ended)
    paint.show(table)


@account.command("link")
@click.argument("login")
@data_option
def link(login: str, data: Path | None) -> None:
    """Print a link that signs in once, within 24 hours.

    \b
    nought account link nirmala
    """
    with book(data) as services:
        found = named(services, login)
        if found.disabled_at:
            raise Trouble(f"the account {found.login} is disabled")
        show_link(services, found)


@account.command("password")
@click.argument("login")
@data_option
def password(login: str, data: Path | None) -> None:
    """Set a password: it is asked for, or read from a pipe.

    \b
    nought account password nirmala
    """
    with book(data) as services, troubles():
        found = named(services, login)
        if sys.stdin.isatty():
            told = click.prompt("Password", hide_input=True, confirmation_prompt=True)
        else:
            told = sys.stdin.readline().rstrip("\n")
        services.accounts.set_password(found.id, password_hash(told))
    click.echo("set")


@account.command("disable")
@click.argument("login")
@data_option
def disable(login: str, data: Path | None) -> None:
    """Nobody signs in with it any more, and who is signed in is out.

    \b
    nought account disable nirmala
    """
    with book(data) as services:
        if not services.accounts.disable(named(services, login).id):
            raise Trouble(f"the account {login} is disabled already")
    click.echo("disabled")


@account.command("enable")
@click.argument("login")
@data_option
def enable(login: str, data: Path | None) -> None:
    """It may sign in again.

    \b
    nought account enable nirmala
    """
    with book(data) as services:
        if not services.accounts.enable(named(services, login).id):
            raise Trouble(f"the account {login} is not disabled")
    click.echo("enabled")


def named(services: Services, login: str) -> Account:
    """The account of a login."""
    found = services.accounts.of_login(officials.login_of(login))
    if found is None:
        raise Trouble(f"there is no account {login}; `nought account list` shows them")
    return found


def show_link(services: Services, of: Account) -> None:
    """Print a link for an account: the address alone on the standard output. The operator vouches for its holder."""
    services.accounts.vouch(of.id, ())
    say(f"{of.name} ({of.role}) signs in with this link, once, within 24 hours:", err=True)
    click.echo(officials.link(services, of, around().url or HERE))


def around() -> Outside:
    """The surroundings that the environment tells."""
    try:
        return Outside.from_environment()
    except ValueError as error:
        raise Trouble(str(error)) from None


@contextmanager
def troubles() -> Iterator[None]:
    """What the pages would show, in one line."""
    try:
        yield
    except Problem as problem:
        raise Trouble(problem.detail) from None
    except ValueError as error:
        raise Trouble(str(error)) from None


COMMANDS = (account,)
