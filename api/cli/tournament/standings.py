"""`tournament standings`, `explain`: the places of the entries, with reasons."""

from __future__ import annotations

from pathlib import Path

import click

from api.cli.parts import paint
from api.cli.parts.books import book, data_option
from api.cli.parts.terminal import json_option, print_json, say
from api.cli.tournament.common import cup_argument, grid, lines, tournament, tournament_id
from replay.tournaments.payloads import explain_rank, rank_entries, rows, unused_tie_breaks


@tournament.command()
@cup_argument
@click.option("--round", "until", type=click.IntRange(min=1), help="The standings after this round.")
@json_option
@data_option
def standings(cup: str, until: int | None, as_json: bool, data: Path | None) -> None:
    """Show the standings, with a reason for each place.

    \b
    nought tournament standings Cup
    """
    with book(data) as services:
        identity = tournament_id(services, cup)
        tournament = services.ledger.tournaments.get(identity)
        table_rows = rows(tournament, rank_entries(tournament, lines(services, identity), until))
    if as_json:
        print_json(table_rows)
        return
    table = grid("", "", "name", "score", "played", "won", "drawn", "lost", "why")
    for row in table_rows:
        mark = ("*" if row["provisional"] else "") + (" (withdrawn)" if row["withdrawn"] else "")
        numbers = (str(row[name]) for name in ("played", "won", "drawn", "lost"))
        table.add_row(f"{row['place']}", row["entry"], row["name"] + mark, row["said"], *numbers, row["why"])
    paint.show(table)
    if any(row["provisional"] for row in table_rows):
        say("* depends on a result that is not confirmed yet")


@tournament.command()
@cup_argument
@click.argument("entry")
@click.option("--round", "until", type=click.IntRange(min=1), help="The place after this round.")
@data_option
def explain(cup: str, entry: str, until: int | None, data: Path | None) -> None:
    """Explain an entry's place, step by step.

    \b
    nought tournament explain Cup 3
    """
    with book(data) as services:
        identity = tournament_id(services, cup)
        tournament = services.ledger.tournaments.get(identity)
        steps = explain_rank(tournament, lines(services, identity), entry, until)
        unused = unused_tie_breaks(tournament, lines(services, identity), entry, until)
    for step in steps:
        say(step)
    if unused:
        say("Tie-breaks that the place did not need:")
    for each in unused:
        say(f"  {each}")
