"""`tournament export-entries`, `import-entries`, `trf` and `details`: the entries of a tournament as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from api.cli.parts import paint
from api.cli.parts.books import by_option, data_option
from api.cli.parts.errors import Trouble
from api.cli.parts.files import read_bytes
from api.cli.parts.new_people import check_new_people, new_people_option
from api.cli.parts.options import given, options_of
from api.cli.parts.terminal import counted, say
from api.cli.tournament.common import cup_argument, grid, lines, tournament, tournament_id
from api.cli.tournament.previews import book, preview_option
from api.clock import now
from api.tournaments.entry_files import entries_csv, plan_of, players_for, text_of_bytes
from api.tournaments.report_files import make_report
from domain.club.file_people import KEEP, REGISTER
from domain.options import options, values
from domain.tournament.files.report.columns import write
from domain.tournament.files.report.particulars import Particulars
from domain.tournament.state import EntryDetails

if TYPE_CHECKING:
    from uuid import UUID

    from domain.tournament.aggregate import Tournament
    from domain.tournament.entries.plan import Plan
    from domain.tournament.state import Line

LARGEST_FILE: Final = 1_000_000
"""The most bytes of a file."""


@tournament.command("export-entries")
@cup_argument
@data_option
def export_entries(cup: str, data: Path | None) -> None:
    """Write the entries as CSV.

    `import-entries` reads this file.

    \b
    nought tournament export-entries Cup > entries.csv
    """
    with book(data) as services:
        text = entries_csv(services, services.ledger.tournaments.get(tournament_id(services, cup)))
    click.echo(text, nl=False)


@tournament.command("import-entries")
@cup_argument
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--players",
    type=click.Choice([KEEP, REGISTER]),
    default=KEEP,
    show_default=True,
    help="What becomes of unknown players.",
)
@click.option("--rounds", "with_rounds", is_flag=True, help="Of a report file, record the rounds and results too.")
@new_people_option
@click.option("--check", is_flag=True, help="Only show what each line would record.")
@by_option
@preview_option
@data_option
def import_entries(
    cup: str,
    file: Path,
    players: str,
    with_rounds: bool,
    new_people: bool,
    check: bool,
    by: str,
    data: Path | None,
) -> None:
    """Enter pairs, teams or players from a file.

    The file is CSV, XLSX or a report file (TRF). The first line of a CSV names the columns: name, player1, id1,
    player2, id2 …, rating, seed, club, category, from_round. Of a report file the results are taken with --rounds.
    Everything is recorded, or nothing if a line is refused. docs/tournaments.md. In a club that has forgotten somebody,
    names that are new to it are listed, and recorded with --new-people.

    \b
    nought tournament import-entries Cup entries.csv --check
    nought tournament import-entries Cup entries.csv --players register
    nought tournament import-entries Cup report.trf --rounds
    """
    text = text_of_bytes(read_bytes(file, LARGEST_FILE))
    with book(data) as services:
        identity = tournament_id(services, cup)
        plan = plan_of(services, identity, text, players, now(), with_rounds=with_rounds)
        if check:
            _report(plan)
        if plan.declined:
            raise Trouble(str(plan.declined))
        check_new_people(plan.new_people, new_people, check)
        if not check:
            people = players_for(services, identity)
            services.ledger.entries.import_entries(
                identity, text, players, people, with_rounds=with_rounds, new_people=new_people, by=by, at=now()
            )
    rounds = f" and {counted(plan.rounds_taken, 'round')}" if plan.rounds_taken else ""
    verb = "would be" if check else "is" if len(plan.new) == 1 and not rounds else "are"
    say(f"{counted(len(plan.new), 'entry', 'entries')}{rounds} {verb} recorded.")


@tournament.command()
@cup_argument
@click.option("--city", default="", help="Where it is played.")
@click.option("--federation", default="", help="Three letters, as in SRI.")
@click.option("--arbiter", default="", help="The chief arbiter.")
@click.option("--deputy", "deputies", multiple=True, help="A deputy arbiter. Repeatable.")
@data_option
def trf(cup: str, city: str, federation: str, arbiter: str, deputies: tuple[str, ...], data: Path | None) -> None:
    """Write a Swiss or a round robin as a report file (TRF16).

    Comments at its end say what such a file cannot hold. docs/tournaments.md.

    \b
    nought tournament trf Cup > cup.trf
    nought tournament trf Cup --city Jaffna --federation SRI --arbiter Malini > cup.trf
    """
    particulars = Particulars(city, federation, arbiter, deputies)
    with book(data) as services:
        ledger = services.ledger

        def read(identity: UUID) -> tuple[Tournament, list[Line]]:
            return ledger.tournaments.get(identity), lines(services, identity)

        text = write(make_report(services, *read(tournament_id(services, cup)), particulars, read))
    click.echo(text, nl=False)


@tournament.command()
@cup_argument
@click.argument("entry")
@options_of(EntryDetails)
@by_option
@preview_option
@data_option
def details(cup: str, entry: str, by: str, data: Path | None, **named: Any) -> None:
    """Set the rating and the club of an entry.

    They replace those before; what is not named is taken away.

    \b
    nought tournament details Cup 5 --rating 1850 --club Lagoon
    """
    with book(data) as services:
        known = EntryDetails(**given(EntryDetails, named))
        services.ledger.entries.set_details(tournament_id(services, cup), entry, known, by=by, at=now())
    say(f"entry {entry}: {', '.join(str(each) for each in values(known).values() if each) or 'no rating and no club'}")


def _report(plan: Plan) -> None:
    table = grid("line", "entry", "players", "seed", *options(EntryDetails), "", "why")
    for each in plan.lines:
        entry = each.line.entry
        people = ", ".join(f"{person.name} ({person.state})" for person in each.people)
        cells: list[object] = [each.line.text, "", "", *("" for _ in options(EntryDetails))]
        if entry:
            cells = [entry.name, people, entry.seed or "", *(value or "" for value in values(entry.details).values())]
        table.add_row(str(each.line.number), *map(str, cells), each.state, str(each.why))
    paint.show(table)
    for text in plan.left_out:
        say(f"left out: {text}")
    if plan.rounds:
        say(f"left out: {counted(plan.rounds, 'round with its results', 'rounds with their results')}; use --rounds")
    if plan.rounds_taken:
        say(f"points and places differ from the file: {counted(plan.differing, 'entry', 'entries')}")
    for note in plan.notes:
        say(str(note))
