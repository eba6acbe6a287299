"""`tournament import-results`: the results of a round from a file."""

from __future__ import annotations

from pathlib import Path

import click

from api.cli.parts import paint
from api.cli.parts.books import by_option, data_option
from api.cli.parts.errors import Trouble
from api.cli.parts.files import read_bytes
from api.cli.parts.terminal import counted, say
from api.cli.tournament.common import cup_argument, grid, number_argument, tournament, tournament_id
from api.cli.tournament.previews import book, preview_option
from api.clock import now
from api.spreadsheets import LARGEST_FILE
from api.tournaments.result_files import text_of_bytes
from domain.tournament.files.results import NEW, REFUSED


@tournament.command("import-results")
@cup_argument
@number_argument
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Only show what each line would enter.")
@by_option
@preview_option
@data_option
def import_results(cup: str, number: int, file: Path, check: bool, by: str, data: Path | None) -> None:
    """Enter the results of a round from a file.

    The file is CSV or XLSX. A row of titles names the columns: table, board (in a duplicate), ns and ew, the tokens or
    points of both sides. Totals and tables that have not played are left out. A line that cannot be read is named, the
    others are entered, and the exit code is 1. docs/tournaments.md.

    \b
    nought tournament import-results Cup 1 results.xlsx --check
    nought tournament import-results Cup 1 results.xlsx
    """
    text = text_of_bytes(read_bytes(file, LARGEST_FILE))
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
            numbers = (line.table or "", line.board or "", *(line.won or ("", "")))
            table.add_row(str(line.number), *map(str, numbers), each.state, str(each.why or ""))
        paint.show(table)
    if declined:
        raise Trouble(str(declined))
    unread = [each for each in lines if each.state == REFUSED]
    for each in unread:
        say(f"line {each.line.number} {'would not be' if check else 'is not'} entered: {each.why}")
    verb = "would be" if check else "is" if new == 1 else "are"
    say(f"{counted(new, 'result')} {verb} entered in round {number}")
    if unread:
        raise click.exceptions.Exit(1)
