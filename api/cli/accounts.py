"""`account`: the accounts of officials, who sign in with a password or a link, and invitations of players."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click
from rich.table import Column, Table

from api.cli.parts import paint
from api.cli.parts.books import book, data_option, served_at
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import say
from api.people import accounts as officials
from api.people import joining
from api.people.secrets import password_hash
from api.problems import Problem
from api.site import Site

if TYPE_CHECKING:
    from api.services import Services
    from store.tables.people.accounts import Account

HERE = "http://127.0.0.1:8304"
"""The default address of `nought serve`."""


url_option: Callable[..., Any] = click.option(
    "--url", default="", help="Address of the server. Default: NOUGHT_URL, or where the server of this book runs."
)


@click.group()
def account() -> None:
    """Manage the accounts of officials, and invite players.

    \b
    nought account add nirmala admin --name "Nirmala"
    nought account link nirmala
    """


@account.command("add")
@click.argument("login")
@click.argument("role", type=click.Choice(officials.ROLES))
@click.option("--name", help="The name beside their records. Default: the login.")
@click.option("--club", type=click.UUID, help="Give rights only in this club.")
@url_option
@data_option
def add(login: str, role: str, name: str | None, club: UUID | None, url: str, data: Path | None) -> None:
    """Create an account, and print a link that signs in once.

    LOGIN is what the official types to sign in: a short name or an email address.

    \b
    nought account add nirmala admin --name "Nirmala"
    nought account add scribe recorder --club 019c5c22-f9d0-791b-99d5-f0740c70b079
    """
    with book(data, new=True) as services, problems_as_errors():
        account = officials.add(services, login, name or login, role, club, "the command line")
        show_link(services, account, address_of(url, data))


@account.command("list")
@data_option
def list_accounts(data: Path | None) -> None:
    """List the accounts of officials.

    \b
    nought account list
    """
    table = Table(*(Column(name, overflow="fold") for name in ("login", "name", "role", "club", "signed in", "")))
    with book(data) as services:
        for account in services.accounts.within():
            signed_in = f"{account.signed_in_at:%Y-%m-%d %H:%M}" if account.signed_in_at else "never"
            ended = "disabled" if account.disabled_at else ""
            table.add_row(account.login, account.name, account.role, account.scope.get("club", ""), signed_in, ended)
    paint.show(table)


@account.command("link")
@click.argument("login")
@url_option
@data_option
def link(login: str, url: str, data: Path | None) -> None:
    """Print a link that signs in once, within 24 hours.

    \b
    nought account link nirmala
    """
    with book(data) as services:
        account = find_account(services, login)
        if account.disabled_at:
            raise Trouble(f"the account {account.login} is disabled")
        show_link(services, account, address_of(url, data))


@account.command("invite")
@click.argument("player", type=click.UUID)
@click.option(
    "--days",
    type=click.IntRange(1, 90),
    default=joining.USUAL_DAYS,
    show_default=True,
    help="Days for which it is valid.",
)
@url_option
@data_option
def invite(player: UUID, days: int, url: str, data: Path | None) -> None:
    """Invite a registered player of a club, and print the link. An earlier invitation ends.

    Whoever opens the link first, with an account or a new one, is this player from then on. PLAYER is the id in the
    address of the player's page.

    \b
    nought account invite 019c5c22-f9d0-791b-99d5-f0740c70b079
    """
    with book(data) as services, problems_as_errors():
        row, secret = joining.invite_by(services, player, days, None)
        say(f"{row.title} joins with this link, once, within {days} days:", err=True)
        click.echo(address_of(url, data) + joining.PATH.format(secret=secret))


@account.command("password")
@click.argument("login")
@data_option
def password(login: str, data: Path | None) -> None:
    """Set a password, typed at a prompt or read from a pipe.

    \b
    nought account password nirmala
    """
    with book(data) as services, problems_as_errors():
        account = find_account(services, login)
        if sys.stdin.isatty():
            secret = click.prompt("Password", hide_input=True, confirmation_prompt=True)
        else:
            secret = sys.stdin.readline().rstrip("\n")
        services.accounts.set_password(account.id, password_hash(secret))
    click.echo("set")


@account.command("disable")
@click.argument("login")
@data_option
def disable(login: str, data: Path | None) -> None:
    """Disable an account, and end its sessions, links and tokens.

    \b
    nought account disable nirmala
    """
    with book(data) as services:
        if not services.accounts.disable(find_account(services, login).id):
            raise Trouble(f"the account {login} is disabled already")
    click.echo("disabled")


@account.command("enable")
@click.argument("login")
@data_option
def enable(login: str, data: Path | None) -> None:
    """Enable an account that was disabled.

    \b
    nought account enable nirmala
    """
    with book(data) as services:
        if not services.accounts.enable(find_account(services, login).id):
            raise Trouble(f"the account {login} is not disabled")
    click.echo("enabled")


def find_account(services: Services, login: str) -> Account:
    """Return the account of a login. Raises `Trouble` if there is none."""
    account = services.accounts.of_login(officials.login_of(login))
    if account is None:
        raise Trouble(f"there is no account {login}; `nought account list` shows them")
    return account


def address_of(url: str, data: Path | None) -> str:
    """Return the address of the server: as given, else of the settings, else of the server of the book."""
    return url.rstrip("/") or outside_settings().url or served_at(data) or HERE


def show_link(services: Services, account: Account, url: str) -> None:
    """Print a sign-in link, its address alone on standard output. Its issuer counts as an administrator."""
    services.accounts.vouch(account.id, ())
    say(f"{account.name} ({account.role}) signs in with this link, once, within 24 hours:", err=True)
    click.echo(officials.link(services, account, url))


def outside_settings() -> Site:
    """Return the settings for the outside. Raises `Trouble` if a variable has a wrong value."""
    try:
        return Site.from_environment()
    except ValueError as error:
        raise Trouble(str(error)) from None


@contextmanager
def problems_as_errors() -> Iterator[None]:
    """Raise `Trouble` for a problem that a page would show."""
    try:
        yield
    except Problem as problem:
        raise Trouble(problem.detail or problem.title) from None
    except ValueError as error:
        raise Trouble(str(error)) from None


COMMANDS = (account,)
