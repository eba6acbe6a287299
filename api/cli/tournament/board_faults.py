"""`tournament switch` and `wrong-board`: boards that a table played otherwise than it was drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from api.cli.parts import paint
from api.cli.parts.books import by_option, data_option
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import say
from api.cli.tournament.common import grid, lines, maybe_why, tournament
from api.cli.tournament.previews import book, preview_option
from api.cli.tournament.tables import at_table, table_of
from api.clock import now
from domain.tournament.rulings import artificial
from replay.tournaments.score_changes import score_changes
from replay.words import ENGLISH
from replay.words.board_faults import notes

if TYPE_CHECKING:
    from pathlib import Path

    from api.services import Services
    from domain.engine.words.values import Term
    from domain.tournament.tables.encounter import Encounter


@tournament.command()
@at_table
@click.option(
    "--board", "boards", type=click.IntRange(1, 999), multiple=True, required=True, help="A board. Repeatable."
)
@click.option("--withdraw", is_flag=True, help="Take the arrow switch back.")
@click.option("--check", is_flag=True, help="Only show what it would change.")
@maybe_why
@by_option
@preview_option
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


@tournament.command("wrong-board")
@at_table
@click.option("--played", "board", type=click.IntRange(1, 999), required=True, help="The board that was played.")
@click.option("--instead-of", "instead", type=click.IntRange(1, 999), help="The board that was to be played.")
@click.option(
    "--score",
    "scores",
    type=click.Choice(artificial.KINDS),
    multiple=True,
    help="For the board that was not played: one for both sides, or two. Default: average.",
)
@click.option("--withdraw", is_flag=True, help="Take it back.")
@click.option("--check", is_flag=True, help="Only show what it would change.")
@maybe_why
@by_option
@preview_option
@data_option
def wrong_board(
    cup: str, number: int, table: int, board: int, instead: int | None, scores: tuple[str, ...], withdraw: bool,
    check: bool, why: str, by: str, data: Path | None,
) -> None:  # fmt: skip
    """Record that a table played a wrong board (Law 15B).

    If nobody at the table had played it before, the result stands for it. The board that was not played gets artificial
    scores.

    \b
    nought tournament wrong-board Cup 1 3 --played 9 --instead-of 5 --check
    nought tournament wrong-board Cup 1 3 --played 9 --instead-of 5 --score late-play --why "boards mixed up"
    nought tournament wrong-board Cup 1 3 --played 9 --withdraw --why "it was board 5"
    """
    if withdraw == (instead is not None) or (withdraw and scores) or len(scores) > 2:
        raise Trouble("give --instead-of, and at most two --score; or --withdraw alone")
    both = (scores[0], scores[-1]) if scores else (artificial.AVERAGE, artificial.AVERAGE)
    with book(data) as services:
        identity, faults = table_of(services, cup, number, table), services.ledger.board_faults
        if check and instead is not None:
            checked = faults.check_wrong_board(identity, board, instead, both)
            for note in () if checked.declined else notes(ENGLISH, checked, board, instead):
                say(note)
            show_changes(services, checked.declined, checked.table)
            return
        if check:
            checked = faults.check_withdrawal(identity, board)
            show_changes(services, checked.declined, checked.table)
            return
        if instead is None:
            faults.withdraw_wrong_board(identity, board, why, by=by, at=now())
        else:
            faults.record_wrong_board(identity, board, instead, both, why, by=by, at=now())
        wrong = services.ledger.encounters.get(identity).wrong.get(board)
    state = "withdrawn" if wrong is None else "its result stands" if wrong.stands else "its result does not count"
    say(f"table {table} of round {number}, board {board}: {state}")


def show_changes(services: Services, declined: Term | None, table: Encounter) -> None:
    """Print the scores and places that a ruling would change. Raises `Trouble` if it would be declined."""
    if declined:
        raise Trouble(str(declined))
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
