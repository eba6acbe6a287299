"""`tournament apart`, `bye`: what a director asks of the next draws."""

from __future__ import annotations

from pathlib import Path

import click

from api.cli.parts.books import by_option, data_option
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import say
from api.cli.tournament.common import (
    cup_argument,
    maybe_why,
    number_argument,
    tournament,
    tournament_id,
)
from api.cli.tournament.previews import book, preview_option
from api.clock import now


@tournament.command()
@cup_argument
@click.argument("entries", nargs=-1, metavar="ENTRY…")
@click.option("--absolute", is_flag=True, help="No draw may bring them together. Default: avoid it if possible.")
@click.option("--withdraw", "number", type=click.IntRange(min=1), help="Withdraw the avoidance of this number.")
@maybe_why
@by_option
@preview_option
@data_option
def apart(
    cup: str, entries: tuple[str, ...], absolute: bool, number: int | None, why: str, by: str, data: Path | None
) -> None:
    """Keep entries apart in draws, such as a family or a club.

    Without ENTRY, list the entries that are kept apart.

    \b
    nought tournament apart Cup 3 7 9 --why "one family"
    nought tournament apart Cup 2 4 --absolute
    nought tournament apart Cup --withdraw 12
    nought tournament apart Cup
    """
    if number is not None and (entries or absolute):
        raise Trouble("--withdraw takes back one avoidance: name no entries")
    with book(data) as services:
        identity, wishes = tournament_id(services, cup), services.ledger.wishes
        if number is not None:
            wishes.withdraw_avoidance(identity, number, why, by=by, at=now())
            say(f"avoidance {number} is withdrawn")
            return
        if entries:
            saved = wishes.add_avoidance(identity, entries, why, absolute=absolute, by=by, at=now())
            say(f"avoidance {saved.version} keeps entries {', '.join(entries)} apart")
            return
        tournament = services.ledger.tournaments.get(identity)
    for each, avoidance in sorted(tournament.avoidances.items()):
        names = ", ".join(tournament.entries[entry].name for entry in avoidance.entries)
        say(f"{each}: {names} ({'must not meet' if avoidance.absolute else 'should not meet'})")


@tournament.command()
@cup_argument
@click.argument("entry")
@number_argument
@click.option("--withdraw", is_flag=True, help="The entry plays after all.")
@maybe_why
@by_option
@preview_option
@data_option
def bye(cup: str, entry: str, number: int, withdraw: bool, why: str, by: str, data: Path | None) -> None:
    """Let an entry sit out a round that it asks not to play.

    The terms say how many byes an entry may ask for, and what one is worth:
    `nought tournament terms Cup --set requested_byes=1 --set scoring.requested_bye=half`.

    \b
    nought tournament bye Cup 5 3 --why "comes from work"
    nought tournament bye Cup 5 3 --withdraw
    """
    with book(data) as services:
        identity, wishes = tournament_id(services, cup), services.ledger.wishes
        act = wishes.withdraw_bye_request if withdraw else wishes.request_bye
        act(identity, entry, number, why, by=by, at=now())
    say(f"entry {entry} {'plays' if withdraw else 'sits out'} round {number}")
