"""`series`: the series of clubs, their evenings and their ledgers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click
from rich.table import Column, Table

from api.cli.parts import paint
from api.cli.parts.books import book, by_option, data_option, find_id
from api.cli.parts.commands import commands_of
from api.cli.parts.errors import Trouble
from api.cli.parts.files import read_bytes
from api.cli.parts.new_people import check_new_people, new_people_option
from api.cli.parts.options import given, options_of
from api.cli.parts.terminal import counted, say
from api.clock import now
from api.people.registered_players import registered
from api.series.access import SeenSeries, log_of, names_of, preview, seen_series
from api.series.as_csv import csv_of
from api.series.score_files import plan_of, rows_of_bytes
from api.spreadsheets import LARGEST_FILE
from domain.club.file_people import KEEP, UNKNOWN
from domain.series.commands import SeriesCommands
from domain.series.score_file import CELLS, SCORES
from domain.series.terms import SeriesTerms, parse, plain
from domain.tournament.standings.scores import format_number

if TYPE_CHECKING:
    from api.services import Services
    from domain.series.score_plan import Plan

series_argument: Callable[..., Any] = click.argument("name", metavar="SERIES")
check_option: Callable[..., Any] = click.option("--check", is_flag=True, help="Show the standings; change nothing.")


@click.group()
def series() -> None:
    """List, show, open, change and end series of evenings.

    SERIES, TOURNAMENT, MATCH and SLATE are names or ids.

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
    _show(seen)
    if seen.series.ended:
        winners = ", ".join(row["name"] for row in seen.places if row["place"] == 1)
        say(f"The final result was announced on {seen.series.ended_at[:10]}. First: {winners}.")
    if seen.has_changed:
        say("An evening was changed later. Reopen the series to announce the result anew.")


@series.command("open")
@click.argument("name")
@click.option("--club", required=True, help="The club, by its name or its id.")
@options_of(SeriesTerms)
@by_option
@data_option
def open_(name: str, club: str, by: str, data: Path | None, **terms: Any) -> None:
    """Open a series of a club.

    \b
    nought series open "Winter league" --club Lagoon --best 8
    """
    with book(data) as services:
        whole = plain(parse(given(SeriesTerms, terms)))
        saved = services.ledger.series.open(name, find_id(services, "club", club), whole, by=by, at=now())
    say(f"{saved.id}")


@series.command()
@series_argument
@options_of(SeriesTerms)
@click.option("--why", default="", help="The reason, shown in the log.")
@check_option
@by_option
@data_option
def terms(name: str, why: str, check: bool, by: str, data: Path | None, **options: Any) -> None:
    """Change the terms of a series, for all its evenings. Terms that are not named stay.

    \b
    nought series terms "Winter league" --best 8 --check
    """
    with book(data) as services:
        seen = _see(services, name)
        changed = plain(seen.terms) | given(SeriesTerms, options)
        if check:
            _show(preview(seen, terms=parse(changed)))
            return
        services.ledger.series.change_terms(seen.series.id, changed, why, by=by, at=now())
    say("The terms are changed.")


@series.command()
@series_argument
@click.argument("evening", metavar="TOURNAMENT|MATCH|SLATE")
@click.option("--match", "is_match", is_flag=True, help="The evening is a match outside a tournament.")
@click.option("--slate", "is_slate", is_flag=True, help="The evening is a slate.")
@by_option
@data_option
def add(name: str, evening: str, is_match: bool, is_slate: bool, by: str, data: Path | None) -> None:
    """Add a tournament, a match or a slate as the last evening.

    \b
    nought series add "Winter league" "First evening"
    """
    with book(data) as services:
        identity, commands = find_id(services, "series", name), services.ledger.series
        if is_match and is_slate:
            raise Trouble("give either --match or --slate")
        if is_slate:
            commands.add_slate(identity, find_id(services, "slate", evening), by=by, at=now())
        elif is_match:
            commands.add_match(identity, find_id(services, "match", evening), by=by, at=now())
        else:
            commands.add_evening(identity, find_id(services, "tournament", evening), by=by, at=now())
    say("The evening is added.")


@series.command()
@series_argument
@click.argument("evening", metavar="EVENING")
@click.option("--why", default="", help="The reason.")
@check_option
@by_option
@data_option
def remove(name: str, evening: str, why: str, check: bool, by: str, data: Path | None) -> None:
    """Remove an evening from a series, by its name or its id. It can be added again.

    \b
    nought series remove "Winter league" "First evening" --check
    """
    with book(data) as services:
        seen = _see(services, name)
        identity = _evening_id(seen, evening)
        if check:
            _show(preview(seen, without=identity))
            return
        services.ledger.series.remove_evening(seen.series.id, identity, why, by=by, at=now())
    say("The evening is removed.")


@series.command("import")
@series_argument
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--numbers", type=click.Choice(CELLS), default=SCORES, show_default=True, help="What the numbers are.")
@click.option(
    "--players", type=click.Choice(UNKNOWN), default=KEEP, show_default=True, help="What becomes of unknown players."
)
@new_people_option
@check_option
@by_option
@data_option
def import_(
    name: str, file: Path, numbers: str, players: str, new_people: bool, check: bool, by: str, data: Path | None
) -> None:
    """Record the evenings of a club's own score sheet.

    The file is CSV or XLSX. All evenings are recorded, or none if a row is refused.
    A row for each player or pair and a column for each evening, or a row for each result. docs/club-year.md.
    In a club that has forgotten somebody, names that are new to it are listed, and recorded with --new-people.

    \b
    nought series import "Season 2025" scores.xlsx --check
    nought series import "Season 2025" scores.xlsx --players register
    """
    rows = rows_of_bytes(read_bytes(file, LARGEST_FILE))
    with book(data) as services:
        league = services.ledger.series.get(find_id(services, "series", name))
        plan = plan_of(services, league, rows, numbers, players, now())
        if check:
            _report(plan)
        if plan.declined:
            raise Trouble(str(plan.declined))
        check_new_people(plan.new_people, new_people, check)
        if not check:
            people = registered(services, league.club)
            services.ledger.series.record_sheets(
                league.id, rows, numbers, players, people, new_people=new_people, by=by, at=now()
            )
    verb = "would be" if check else "is" if len(plan.new) == 1 else "are"
    say(f"{counted(len(plan.new), 'evening')} {verb} recorded.")


command = commands_of(series, "series", lambda ledger: ledger.series)
command("end", SeriesCommands.end, "The final result is announced.", 'nought series end "Winter league"')
command(
    "reopen", SeriesCommands.reopen, "The series is open again.",
    'nought series reopen "Winter league" --why "A wrong evening"',
)  # fmt: skip


@series.command()
@series_argument
@data_option
def log(name: str, data: Path | None) -> None:
    """Show what happened in a series, oldest first.

    \b
    nought series log "Winter league"
    """
    with book(data) as services:
        seen = _see(services, name)
        rows = log_of(services.ledger.repository.history(seen.series.id), services.catalogue, seen.evenings)
    for row in rows:
        say(f"{row['at'][:16].replace('T', ' ')}  {row['sentence']}  ({row['by']})")


def _see(services: Services, name: str) -> SeenSeries:
    """Return a series with all evenings. Raises `Trouble` if there is none."""
    each = services.ledger.series.get(find_id(services, "series", name))
    evenings = services.ledger.series.evenings(each)
    players = [player for row in (each.ended.places if each.ended else ()) for player in row["players"]]
    return seen_series(each, evenings, names_of(services.catalogue, evenings, players))


def _report(plan: Plan) -> None:
    """Print what becomes of every evening and every row of a file."""
    evenings = Table(*(Column(title, overflow="fold") for title in ("evening", "date", "results", "", "why")))
    for each in plan.evenings:
        evening = each.evening
        evenings.add_row(evening.name, evening.day, str(len(evening.rows)), each.state, str(each.why or ""))
    paint.show(evenings)
    lines = Table(*(Column(title, overflow="fold") for title in ("row", "players", "results", "", "why")))
    for line in plan.lines:
        who = [
            person.written if person.name == person.written else f"{person.written} → {person.name}"
            for person in line.people
        ]
        names = ", ".join(
            f"{name} ({person.state}{f'; similar: {similar}' if (similar := ' / '.join(person.similar)) else ''})"
            for name, person in zip(who, line.people, strict=True)
        )
        lines.add_row(
            str(line.line.number),
            names or ", ".join(line.line.players),
            str(len(line.line.entries)),
            line.state,
            str(line.why or ""),
        )
    paint.show(lines)
    if plan.left_out:
        say(f"Columns left out: {', '.join(plan.left_out)}")


def _show(seen: SeenSeries) -> None:
    """Print the standings of a series; in a preview, also the places now."""
    titles = ("place", *(("now",) if seen.current else ()), "name", "total", "sum")
    table = Table(*(Column(title, overflow="fold") for title in titles))
    for row in seen.rows:
        now_at = (str(seen.places_now.get(row.ranked, "–")),) if seen.current else ()
        table.add_row(str(row.place), *now_at, seen.name(row), format_number(row.total), seen.steps(row))
    paint.show(table)
    if seen.gone:
        say(f"No longer ranked: {', '.join(seen.gone)}")
    if seen.current:
        say("Nothing is changed.")


def _evening_id(seen: SeenSeries, evening: str) -> UUID:
    """Return the id of an evening of a series, from its id or its name. Raises `Trouble` if none or several fit."""
    ids = [each.id for each in seen.evenings if evening in (each.id, each.name)]
    if len(ids) != 1:
        raise Trouble(f"{len(ids) or 'no'} evenings of the series are called {evening!r}; give the id of one")
    return UUID(ids[0])


COMMANDS = (series,)
