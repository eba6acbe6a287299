"""`tournament import-results`: the results of a round from a CSV file."""

from __future__ import annotations

from pathlib import Path

import click

from api.cli import paint
from api.cli.books import data_option
from api.cli.errors import Trouble
from api.cli.terminal import say
from api.cli.tournament.common import by_option, cup_argument, grid, number_argument, tournament, tournament_id
from api.cli.tournament.previews import book, preview_option
from api.clock import now
from domain.tournament.result_file import LONGEST_FILE, NEW


@tournament.command("import-results")
@cup_argument
@number_argument
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Only show what each line would enter.")
@by_option
@preview_option
@data_option
def import_results(cup: str, number: int, file: Path, check: bool, by: str, data: Path | None) -> None:
    """Enter the results of a round from a CSV file.

    The first line names the columns: table, board (in a duplicate), ns and ew, the tokens or points of both sides. All
    results are entered, or none if a line is refused.

    \b
    nought tournament import-results Cup 1 results.csv --check
    nought tournament import-results Cup 1 results.csv
    """
    text = _read(file)
    with book(data) as services:
        identity, encounters = tournament_id(services, cup), services.ledger.encounters
        declined, lines = encounters.check_results(identity, number, text)
        new = sum(each.state == NEW for each in lines)
        if not check and not declined:
            encounters.enter_results(identity, number, text, by=by, at=now())
    if check and lines:
        table = grid("line", "table", "board", "N-S", "E-W", "", "why")
        for each in lines:
            line = each.line
            numbers = ("", "", "", "") if line.fault else (line.table, line.board or "", *line.won)
            table.add_row(str(line.number), *map(str, numbers), each.state, str(each.why or ""))
        paint.show(table)
    if declined:
        raise Trouble(str(declined))
    say(f"{new} results {'would be' if check else 'are'} entered in round {number}")


def _read(file: Path) -> str:
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            return stream.read(LONGEST_FILE + 1)
    except UnicodeDecodeError:
        raise Trouble(f"{file} is no text in UTF-8") from None
    except OSError as error:
        raise Trouble(f"{file} cannot be read: {error.strerror}") from None
