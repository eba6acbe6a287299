"""`house`: the rulesets of a club's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click
import msgspec
from rich.console import Group
from rich.table import Column, Table

from api.cli import paint
from api.cli.books import book, data_option
from api.cli.errors import Trouble
from api.cli.games import compared, differing, page
from api.cli.trading import now
from api.cli.words import say
from domain.engine.parameters import parse, plain
from domain.engine.rulebook.differences import Differences, differences
from domain.games.catalogue import ruleset as known_ruleset

if TYPE_CHECKING:
    from api.services import Services
    from domain.engine.ruleset import Ruleset

club_argument: Callable[..., Any] = click.argument("club")
key_argument: Callable[..., Any] = click.argument("key")
by_option: Callable[..., Any] = click.option("--by", default="nought", show_default=True, help="Who records it.")
version_option: Callable[..., Any] = click.option(
    "--version", "number", type=click.IntRange(min=1), help="Which version; the newest if left out."
)


@click.group()
def house() -> None:
    """A club's own rulesets: name, list, show, diff, withdraw.

    CLUB is the name of the club, or its id.

    \b
    nought house name Lagoon lagoon-fives Fives --base 304 --set redeal.threshold=20
    nought house list Lagoon
    """


@house.command()
@club_argument
@key_argument
@click.argument("called", metavar="NAME")
@click.option("--base", required=True, help="The key of the known game that it changes.")
@click.option("--set", "told", multiple=True, required=True, metavar="PARAMETER=VALUE", help="A change; repeat it.")
@click.option("--note", default="", help="Why, or who agreed on it.")
@by_option
@data_option
def name(
    club: str, key: str, called: str, base: str, told: tuple[str, ...], note: str, by: str, data: Path | None
) -> None:
    """Name a ruleset, or its next version.

    What is opened for the club with KEY from now on is played by it. `nought rulesets show` lists the parameters;
    `none` is the value of one that has none, lists are written as in JSON.

    \b
    nought house name Lagoon lagoon-fives Fives --base 304 --set bids.step_from_200=5
    """
    changes = changed(known_ruleset(base), told)
    with book(data) as services:
        saved = services.ledger.clubs.name_ruleset(
            club_id(services, club), key, called, base, changes, note, by=by, at=now()
        )
        version = services.ledger.clubs.get_club(saved.id).house(key).newest.version
    say(f"{key} version {version}")


@house.command("list")
@club_argument
@data_option
def list_(club: str, data: Path | None) -> None:
    """The club's own rulesets.

    \b
    nought house list Lagoon
    """
    with book(data) as services:
        houses = services.ledger.clubs.get_club(club_id(services, club)).houses
    table = Table(*(Column(title, overflow="fold") for title in ("key", "version", "name", "base", "changes", "")))
    for key in sorted(houses):
        newest = houses[key].newest
        ended = "withdrawn" if houses[key].withdrawn_at else ""
        table.add_row(key, str(newest.version), newest.name, newest.base, ", ".join(newest.changes), ended)
    paint.show(table)


@house.command()
@club_argument
@key_argument
@version_option
@data_option
def show(club: str, key: str, number: int | None, data: Path | None) -> None:
    """What a ruleset changes, and its rulebook.

    \b
    nought house show Lagoon lagoon-fives
    """
    with book(data) as services:
        found = services.ledger.clubs.get_club(club_id(services, club)).house(key)
    named = found.version(number)
    game, base = parse(named.ruleset), known_ruleset(named.base)
    ended = f", withdrawn {found.withdrawn_at[:10]} {found.why}".rstrip() if found.withdrawn_at else ""
    say(f"{key}, version {named.version} of {len(found.versions)}{ended}")
    if named.note:
        say(named.note)
    told = against(base, game)
    paint.show(Group(differing(told.parameters, told.one, told.other), "", page(game)))


@house.command()
@club_argument
@key_argument
@click.argument("other", required=False)
@version_option
@data_option
def diff(club: str, key: str, other: str | None, number: int | None, data: Path | None) -> None:
    """In what a ruleset differs from another, in parameters and words.

    OTHER is a ruleset of the club's own or a known one; if left out, the known one that it changes.

    \b
    nought house diff Lagoon lagoon-fives 304-jaffna
    """
    with book(data) as services:
        found = services.ledger.clubs.get_club(club_id(services, club))
    named = found.house(key).version(number)
    paint.show(compared(against(found.ruleset(other or named.base), parse(named.ruleset))))


@house.command()
@club_argument
@key_argument
@click.option("--why", default="", help="For the record.")
@by_option
@data_option
def withdraw(club: str, key: str, why: str, by: str, data: Path | None) -> None:
    """Open nothing more by a ruleset.

    What was played by it stays as it is. Named again, it is the next version.

    \b
    nought house withdraw Lagoon lagoon-fives --why unloved
    """
    with book(data) as services:
        services.ledger.clubs.withdraw_ruleset(club_id(services, club), key, why, by=by, at=now())
    say(f"{key} is withdrawn")


def against(one: Ruleset, other: Ruleset) -> Differences:
    """In what two games differ, each named with its version: they may be two versions of one."""
    return replace(differences(one, other), one=f"{one.key} v{one.version}", other=f"{other.key} v{other.version}")


def changed(base: Ruleset, told: tuple[str, ...]) -> dict[str, Any]:
    """The changes as they were told, ``redeal.threshold=20``; a word stands for itself where one belongs."""
    changes: dict[str, Any] = {}
    for each in told:
        path, equals, text = each.partition("=")
        if not equals:
            raise Trouble(f"--set {each!r}: write PARAMETER=VALUE, as in redeal.threshold=20")
        if path in changes:
            raise Trouble(f"--set tells {path} twice")
        changes[path] = value_of(base, path, text)
    return changes


def value_of(base: Ruleset, path: str, text: str) -> Any:
    """A value for a parameter that has another one in a known game."""
    there: Any = plain(base)
    for part in path.split("."):
        there = there.get(part) if isinstance(there, dict) else None
    if isinstance(there, str):
        return text
    if text == "none":
        return None
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return text


def club_id(services: Services, told: str) -> UUID:
    """The club of an id or of a name."""
    try:
        return UUID(told)
    except ValueError:
        pass
    found: list[UUID] = []
    after = None
    while True:
        clubs = services.catalogue.page("club", after=after, limit=200)
        found += [row.id for row in clubs.rows if row.title == told]
        if (after := clubs.next) is None:
            break
    if len(found) == 1:
        return found[0]
    if found:
        raise Trouble(f"{len(found)} clubs are called {told!r}; name one by its id: {', '.join(map(str, found))}")
    raise Trouble(f"there is no club called {told!r}")


COMMANDS = (house,)
