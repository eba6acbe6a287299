"""Shared parts of the tournament commands: the group, its arguments, looking up a tournament, tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import click
from rich.table import Column, Table

from api.cli.parts.books import find_id
from domain.tournament.standings.ranked_aggregate import read

if TYPE_CHECKING:
    from api.services import Services
    from domain.tournament.state import Line

AMOUNT: Final = re.compile(r"[-+]?\d{1,5}(\.\d{1,2})?")

Option = Callable[..., Any]
cup_argument: Option = click.argument("cup", metavar="TOURNAMENT")
why_option: Option = click.option("--why", required=True, help="The reason, shown in the log.")
maybe_why: Option = click.option("--why", default="", help="The reason, shown in the log.")
number_argument: Option = click.argument("number", metavar="ROUND", type=click.IntRange(min=1))


@click.group()
def tournament() -> None:
    """Run tournaments: entries, draws, results, standings.

    TOURNAMENT is the name of the tournament or its id. ENTRY is the number of an entry.

    \b
    nought tournament open Cup --format swiss --rounds 5 --set encounter.race=7
    nought tournament enter Cup Perera --player Nimal --player Kamala
    nought tournament draw Cup
    nought tournament result Cup 1 3 7-4
    nought tournament standings Cup
    """


def score_amount(text: str) -> Fraction:
    """Return the amount of a ruling, written as ``-1`` or ``0.5``. Raises `BadParameter` if it is no such amount."""
    if AMOUNT.fullmatch(text) is None:
        raise click.BadParameter(f"{text!r} is no amount; write at most two decimals, as in -1 or 0.5")
    return Fraction(text)


def tournament_id(services: Services, name: str) -> UUID:
    """Return the id of a tournament, from its id or its name. Raises `Trouble` if no tournament or several fit."""
    return find_id(services, "tournament", name)


def lines(services: Services, identity: UUID) -> list[Line]:
    """Return the lines from which the standings of a tournament are computed."""
    return [read(line) for line in services.lines.of(identity)]


def grid(*titles: str) -> Table:
    """Return an empty table with these column titles."""
    return Table(*(Column(title, overflow="fold") for title in titles))
