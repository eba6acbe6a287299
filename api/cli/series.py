"""`series`: the series of clubs, their evenings and their ledgers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.table import Column, Table

from api.cli import paint
from api.cli.books import book, data_option, find_id
from api.cli.terminal import say
from api.clock import now
from api.series_access import SeenSeries, csv_of, evening_of, names_of
from domain.series.terms import COUNTS, RANKS, SeriesTerms, plain
from domain.tournament.scores import format_number

if TYPE_CHECKING:
    from api.services import Services

series_argument: Callable[..., Any] = click.argument("name", metavar="SERIES")
tournament_argument: Callable[..., Any] = click.argument("cup", metavar="TOURNAMENT")
by_option: Callable[..., Any] = click.option(
    "--by", default="nought", show_default=True, help="The name of the person who records it."
)


@click.group()
def series() -> None:
    """List, show and open series, and add and remove evenings.

    SERIES and TOURNAMENT are names or ids.

    \b
    nought series show "Winter league"
    """


@series.command("list")
@data_option
def list_(data: Path | None) -> None:
    """List all series, newest first.

    \b
    nought series list
    """
    table = Table(*(Column(title, overflow="fold") for title in ("name", "evenings", "id")))
    with book(data) as services:
        for row in services.catalogue.rows("series"):
            table.add_row(row.title, str(row.data["evenings"]), str(row.id))
    paint.show(table)


@series.command()
@series_argument
@click.option("--csv", "as_csv", is_flag=True, help="Write the ledger as CSV.")
@data_option
def show(name: str, as_csv: bool, data: Path | None) -> None:
    """Show the standings of a series, with the sum of each total.

    \b
    nought series show "Winter league" --csv
    """
    with book(data) as services:
        seen = _see(services, name)
    if as_csv:
        click.echo(csv_of(seen), nl=False)
        return
    table = Table(*(Column(title, overflow="fold") for title in ("place", "name", "total", "sum")))
    for row in seen.rows:
        table.add_row(str(row.place), seen.name(row), format_number(row.total), seen.steps(row))
    paint.show(table)


@series.command("open")
@click.argument("name")
@click.option("--club", required=True, help="The club, by its name or its id.")
@click.option(
    "--counts", type=click.Choice(COUNTS), default=COUNTS[0], show_default=True, help="What an evening is worth."
)
@click.option("--ranks", type=click.Choice(RANKS), default=RANKS[0], help="Who is ranked.")
@click.option("--best", type=int, default=0, help="How many evenings count, the best ones; 0 for all.")
@click.option("--attendance", type=int, default=0, help="The points for each evening attended.")
@by_option
@data_option
def open_(
    name: str, club: str, counts: str, ranks: str, best: int, attendance: int, by: str, data: Path | None
) -> None:
    """Open a series of a club.

    \b
    nought series open "Winter league" --club Lagoon --best 8
    """
    terms = plain(SeriesTerms(counts=counts, ranks=ranks, best=best, attendance=attendance))
    with book(data) as services:
        saved = services.ledger.series.open(name, find_id(services, "club", club), terms, by=by, at=now())
    say(f"{saved.id}")


@series.command()
@series_argument
@tournament_argument
@by_option
@data_option
def add(name: str, cup: str, by: str, data: Path | None) -> None:
    """Add a tournament as the last evening of a series.

    \b
    nought series add "Winter league" "First evening"
    """
    with book(data) as services:
        identity, tournament = find_id(services, "series", name), find_id(services, "tournament", cup)
        services.ledger.series.add_evening(identity, tournament, by=by, at=now())
    say("The evening is added.")


@series.command()
@series_argument
@tournament_argument
@click.option("--why", default="", help="The reason.")
@by_option
@data_option
def remove(name: str, cup: str, why: str, by: str, data: Path | None) -> None:
    """Remove a tournament from a series. It can be added again.

    \b
    nought series remove "Winter league" "First evening"
    """
    with book(data) as services:
        identity, tournament = find_id(services, "series", name), find_id(services, "tournament", cup)
        services.ledger.series.remove_evening(identity, tournament, why, by=by, at=now())
    say("The evening is removed.")


def _see(services: Services, name: str) -> SeenSeries:
    """Return a series with all evenings. Raises `Trouble` if there is none."""
    each = services.ledger.series.get(find_id(services, "series", name))
    evenings = tuple(evening_of(services.ledger.tournaments.get(evening)) for evening in each.evenings)
    return SeenSeries(each, evenings, names_of(services.catalogue, evenings))


COMMANDS = (series,)
