"""`tournament clock`: the clock of a round."""

from __future__ import annotations

from pathlib import Path

import click

from api.cli.parts.books import by_option, data_option
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import say
from api.cli.tournament.common import cup_argument, tournament, tournament_id
from api.cli.tournament.previews import book, preview_option
from api.clock import now
from domain.tournament.rounds.clock import MINUTE, MOST_MINUTES, Clock

ACTIONS = ("show", "start", "pause", "resume", "add", "stop")
MINUTES = click.IntRange(-MOST_MINUTES, MOST_MINUTES)


@tournament.command()
@cup_argument
@click.argument("action", type=click.Choice(ACTIONS), default="show")
@click.option("--minutes", type=MINUTES, help="The length of the round, or the minutes to add; below 0 to take away.")
@click.option("--break", "break_minutes", type=click.IntRange(0, MOST_MINUTES), default=0, help="Minutes of a break.")
@click.option(
    "--warn",
    "warnings",
    type=click.IntRange(1, MOST_MINUTES),
    multiple=True,
    help="Warn so many minutes before the end. Repeatable.",
)
@by_option
@preview_option
@data_option
def clock(
    cup: str,
    action: str,
    minutes: int | None,
    break_minutes: int,
    warnings: tuple[int, ...],
    by: str,
    data: Path | None,
) -> None:
    """Start, pause or stop the clock of a round.

    \b
    nought tournament clock Cup start --minutes 50 --break 10 --warn 10 --warn 5
    nought tournament clock Cup add --minutes 5
    nought tournament clock Cup pause
    """
    if minutes is None and action in ("start", "add"):
        raise Trouble(f"{action}: name the minutes, as in --minutes 50")
    with book(data) as services:
        identity, clocks = tournament_id(services, cup), services.ledger.clocks
        if action == "start":
            number = len(services.ledger.tournaments.get(identity).rounds)
            clocks.start(identity, number, minutes or 0, break_minutes, warnings, by=by, at=now())
        elif action == "add":
            clocks.add_minutes(identity, minutes or 0, by=by, at=now())
        elif action != "show":
            {"pause": clocks.pause, "resume": clocks.resume, "stop": clocks.stop}[action](identity, by=by, at=now())
        there = services.ledger.tournaments.get(identity).clock
    say(_describe(there, now()) if there else "no clock was started")


def _describe(there: Clock, at: str) -> str:
    """Return the state of a clock and what is left of the round, or of its break, at a stored time."""
    left = there.left_at(at)
    part = "of the round" if left > 0 else "of the break"
    seconds = max(0, left if left > 0 else left + there.break_minutes * MINUTE) // 1000
    return f"round {there.round}: {there.state}, {seconds // 60}:{seconds % 60:02} left {part}"
