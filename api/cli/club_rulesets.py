"""`house`: the club's own rulesets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from rich.console import Group
from rich.table import Column, Table

from api.cli.games import comparison, parameter_table, rulebook_page
from api.cli.parts import paint
from api.cli.parts.books import book, by_option, data_option, find_id
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import say
from api.clock import now
from domain.engine.parameters import parse, plain
from domain.engine.rulebook.differences import Differences, differences
from domain.games.catalogue import ruleset as known_ruleset

if TYPE_CHECKING:
    from domain.engine.ruleset import Ruleset

club_argument: Callable[..., Any] = click.argument("club")
key_argument: Callable[..., Any] = click.argument("key")
version_option: Callable[..., Any] = click.option(
    "--version", "number", type=click.IntRange(min=1), help="The version. Default: the newest."
)


@click.group()
def house() -> None:
    """Name, list, show, diff and withdraw a club's own rulesets.

    CLUB is the name of the club or its id.

    \b
    nought house name Lagoon lagoon-fives Fives --base 304 --set redeal.threshold=20
    nought house list Lagoon
    """


@house.command()
@club_argument
@key_argument
@click.argument("title", metavar="NAME")
@click.option("--base", required=True, help="The key of the game that it changes.")
@click.option(
    "--set", "settings", multiple=True, required=True, metavar="PARAMETER=VALUE", help="A change. Repeatable."
)
@click.option("--note", default="", help="The reason, or who agreed on it.")
@by_option
@data_option
def name(
    club: str, key: str, title: str, base: str, settings: tuple[str, ...], note: str, by: str, data: Path | None
) -> None:
    """Name a ruleset, or its next version.

    The club's new deals, matches and tournaments with KEY are played by it. `nought rulesets show KEY --parameters`
    lists the parameters. Write `none` for no value, and lists as in JSON.

    \b
    nought house name Lagoon lagoon-fives Fives --base 304 --set bids.step_from_200=5
    """
    changes = parse_changes(known_ruleset(base), settings)
    with book(data) as services:
        saved = services.ledger.clubs.name_ruleset(
            find_id(services, "club", club), key, title, base, changes, note, by=by, at=now()
        )
        version = services.ledger.clubs.get_club(saved.id).house(key).newest.version
    say(f"{key} version {version}")


@house.command("list")
@club_argument
@data_option
def list_(club: str, data: Path | None) -> None:
    """List the club's own rulesets.

    \b
    nought house list Lagoon
    """
    with book(data) as services:
        houses = services.ledger.clubs.get_club(find_id(services, "club", club)).houses
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
    """Show what a ruleset changes, and its rulebook.

    \b
    nought house show Lagoon lagoon-fives
    """
    with book(data) as services:
        house = services.ledger.clubs.get_club(find_id(services, "club", club)).house(key)
    version = house.version(number)
    game, base = parse(version.ruleset), known_ruleset(version.base)
    ended = f", withdrawn {house.withdrawn_at[:10]} {house.why}".rstrip() if house.withdrawn_at else ""
    say(f"{key}, version {version.version} of {len(house.versions)}{ended}")
    if version.note:
        say(version.note)
    diff = against(base, game)
    paint.show(Group(parameter_table(diff.parameters, diff.one, diff.other), "", rulebook_page(game)))


@house.command()
@club_argument
@key_argument
@click.argument("other", required=False)
@version_option
@data_option
def diff(club: str, key: str, other: str | None, number: int | None, data: Path | None) -> None:
    """Compare a ruleset with another: parameters and rulebook.

    OTHER is the key of a ruleset of the club or of a known game. Default: the game that the ruleset changes.

    \b
    nought house diff Lagoon lagoon-fives 304-jaffna
    """
    with book(data) as services:
        club_ = services.ledger.clubs.get_club(find_id(services, "club", club))
    version = club_.house(key).version(number)
    paint.show(comparison(against(club_.ruleset(other or version.base), parse(version.ruleset))))


@house.command()
@club_argument
@key_argument
@click.option("--why", default="", help="The reason, for the record.")
@by_option
@data_option
def withdraw(club: str, key: str, why: str, by: str, data: Path | None) -> None:
    """Withdraw a ruleset: nothing new is played by it.

    Deals that were played by it do not change. Naming it again makes its next version.

    \b
    nought house withdraw Lagoon lagoon-fives --why unloved
    """
    with book(data) as services:
        services.ledger.clubs.withdraw_ruleset(find_id(services, "club", club), key, why, by=by, at=now())
    say(f"{key} is withdrawn")


def against(one: Ruleset, other: Ruleset) -> Differences:
    """Return the differences of two games, each labelled with its version: they may be versions of one game."""
    return replace(differences(one, other), one=f"{one.key} v{one.version}", other=f"{other.key} v{other.version}")


def parse_changes(base: Ruleset, settings: tuple[str, ...]) -> dict[str, Any]:
    """Return the changes written as ``redeal.threshold=20``. Raises `Trouble` for another form or a repetition."""
    changes: dict[str, Any] = {}
    for setting in settings:
        path, equals, text = setting.partition("=")
        if not equals:
            raise Trouble(f"--set {setting!r}: write PARAMETER=VALUE, as in redeal.threshold=20")
        if path in changes:
            raise Trouble(f"--set names {path} twice")
        changes[path] = value_of(base, path, text)
    return changes


def value_of(base: Ruleset, path: str, text: str) -> Any:
    """Return the value of a parameter: text where the base game has text, else JSON, ``none``, or a bare word."""
    current: Any = plain(base)
    for part in path.split("."):
        current = current.get(part) if isinstance(current, dict) else None
    if isinstance(current, str):
        return text
    if text == "none":
        return None
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return text


COMMANDS = (house,)
