"""`tournament switch`: boards that a table played otherwise than it was drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from api.cli import paint
from api.cli.books import book, data_option
from api.cli.errors import Trouble
from api.cli.terminal import say
from api.cli.tournament.common import by_option, grid, lines, maybe_why, tournament
from api.cli.tournament.tables import at_table, table_of
from api.clock import now
from replay.score_changes import score_changes

if TYPE_CHECKING:
    from pathlib import Path

    from api.services import Services
    from domain.tournament.encounter import Encounter


@tournament.command()
@at_table
@click.option(
    "--board", "boards", type=click.IntRange(1, 999), multiple=True, required=True, help="A board. Repeatable."
)
@click.option("--withdraw", is_flag=True, help="Take the arrow switch back.")
@click.option("--check", is_flag=True, help="Only show what it would change.")
@maybe_why
@by_option
@data_option
def switch(
    cup: str, number: int, table: int, boards: tuple[int, ...], withdraw: bool, check: bool, why: str, by: str,
    data: Path | None,
) -> None:  # fmt: skip
    """Record that boards were sat the other way round.

    An arrow switch: the table sat the other way round on these boards.

    Results stay as they are written, North and South first, and belong to those who sat there.

    \b
    nought tournament switch Cup 1 3 --board 5 --check
    nought tournament switch Cup 1 3 --board 5 --why "sat the wrong way"
    nought tournament switch Cup 1 3 --board 5 --withdraw --why "they did not"
    """
    with book(data) as services:
        identity, faults = table_of(services, cup, number, table), services.ledger.board_faults
        if check:
            show_changes(services, *faults.check_arrow_switch(identity, boards, withdraw=withdraw))
            return
        act = faults.withdraw_arrow_switch if withdraw else faults.switch_arrows
        act(identity, boards, why, by=by, at=now())
        switched = sorted(services.ledger.encounters.get(identity).switched)
    say(f"table {table} of round {number}: sat the other way round on {', '.join(map(str, switched)) or 'no board'}")


def show_changes(services: Services, declined: str, table: Encounter) -> None:
    """Print the scores and places that a ruling would change. Raises `Trouble` if it would be declined."""
    if declined:
        raise Trouble(declined)
    tournament = services.ledger.tournaments.get(table.tournament)
    changes = score_changes(tournament, lines(services, tournament.id), table)
    if not changes:
        say("no score and no place would change")
        return
    rows = grid("Entry", "Name", "Score", "New score", "Place", "New place")
    for row in changes:
        names = ("entry", "name", "score", "new_score", "place", "new_place")
        rows.add_row(*(str(row[name]) for name in names))
    paint.show(rows)
