"""What the commands about tournaments share: the group, its arguments, finding a tournament, tables of text."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import click
import msgspec
from rich.table import Column, Table

from api.cli.errors import Trouble
from domain.tournament.ranked import read

if TYPE_CHECKING:
    from api.services import Services
    from domain.tournament.state import Line

AMOUNT: Final = re.compile(r"[-+]?\d{1,5}(\.[05])?")

Option = Callable[..., Any]
cup_argument: Option = click.argument("cup", metavar="TOURNAMENT")
by_option: Option = click.option("--by", default="nought", show_default=True, help="Who records it.")
why_option: Option = click.option("--why", required=True, help="For the record.")
maybe_why: Option = click.option("--why", default="", help="For the record.")
json_option: Option = click.option("--json", "as_json", is_flag=True, help="As JSON.")
number_argument: Option = click.argument("number", metavar="ROUND", type=click.IntRange(min=1))


@click.group()
def tournament() -> None:
    """Tournaments: entries, draws, results, standings.

    TOURNAMENT is the name of the tournament, or its id; ENTRY the number of an entry.

    \b
    nought tournament open Cup --format swiss --rounds 5 --set encounter.race=7
    nought tournament enter Cup Perera --player Nimal --player Kamala
    nought tournament draw Cup
    nought tournament result Cup 1 3 7-4
    nought tournament standings Cup
    """


def half_steps(text: str) -> Fraction:
    """Return the amount of a ruling that was written as ``-1`` or ``0.5``."""
    if AMOUNT.fullmatch(text) is None:
        raise click.BadParameter(f"{text!r} is no amount; write a whole number, or one and a half, as in -1 or 0.5")
    return Fraction(text)


def found(services: Services, told: str) -> UUID:
    """The tournament of an id or of a name."""
    try:
        return UUID(told)
    except ValueError:
        pass
    called = [row.id for row in services.catalogue.rows("tournament") if row.title == told]
    if len(called) == 1:
        return called[0]
    if called:
        ids = ", ".join(map(str, called))
        raise Trouble(f"{len(called)} tournaments are called {told!r}; name one by its id: {ids}")
    raise Trouble(f"there is no tournament called {told!r}")


def lines(services: Services, identity: UUID) -> list[Line]:
    """What the standings of a tournament are made from."""
    return [read(line) for line in services.lines.of(identity)]


def told(value: Any) -> None:
    """Print a value as JSON, on one line."""
    click.echo(msgspec.json.encode(value))


def grid(*titles: str) -> Table:
    """An empty table with these titles."""
    return Table(*(Column(title, overflow="fold") for title in titles))
