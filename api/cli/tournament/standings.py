"""`tournament standings`, `explain`: who stands where, and why."""

from __future__ import annotations

from pathlib import Path

import click

from api.cli import paint
from api.cli.books import book, data_option
from api.cli.tournament.common import cup_argument, found, grid, json_option, lines, told, tournament
from api.cli.words import say
from replay.tournament_payloads import explained, ranked, rows


@tournament.command()
@cup_argument
@click.option("--round", "until", type=click.IntRange(min=1), help="After this round.")
@json_option
@data_option
def standings(cup: str, until: int | None, as_json: bool, data: Path | None) -> None:
    """The standings, each place with its reason.

    \b
    nought tournament standings Cup
    """
    with book(data) as services:
        identity = found(services, cup)
        file = services.ledger.tournaments.get(identity)
        shown = rows(file, ranked(file, lines(services, identity), until))
    if as_json:
        told(shown)
        return
    table = grid("", "", "name", "score", "played", "won", "drawn", "lost", "why")
    for row in shown:
        mark = "*" if row["provisional"] else ""
        numbers = (str(row[name]) for name in ("played", "won", "drawn", "lost"))
        table.add_row(f"{row['place']}", row["entry"], row["name"] + mark, row["said"], *numbers, row["why"])
    paint.show(table)
    if any(row["provisional"] for row in shown):
        say("* rests on a result that is not confirmed yet")


@tournament.command()
@cup_argument
@click.argument("entry")
@click.option("--round", "until", type=click.IntRange(min=1), help="After this round.")
@data_option
def explain(cup: str, entry: str, until: int | None, data: Path | None) -> None:
    """How an entry came to its place, step by step.

    \b
    nought tournament explain Cup 3
    """
    with book(data) as services:
        identity = found(services, cup)
        file = services.ledger.tournaments.get(identity)
        steps = explained(file, lines(services, identity), entry, until)
    for step in steps:
        say(step)
