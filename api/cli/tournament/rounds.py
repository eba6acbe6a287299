"""`tournament draw`, `round`, `close`: who meets whom."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from api.cli import paint
from api.cli.books import book, data_option
from api.cli.errors import Trouble
from api.cli.tournament.common import (
    by_option,
    cup_argument,
    found,
    grid,
    json_option,
    lines,
    number_argument,
    told,
    tournament,
)
from api.cli.trading import now
from api.cli.words import say
from api.draw_changes import draw_changes
from domain.fair.forms import SEED_BYTES
from domain.tournament.state import Draw, Pairing
from replay.tournament_payloads import round_, without_result

if TYPE_CHECKING:
    from domain.tournament.aggregate import Tournament


@tournament.command()
@cup_argument
@click.option("--round", "number", type=click.IntRange(min=1), help="The round that is meant: no other is drawn.")
@click.option("--pair", "pairs", multiple=True, metavar="ENTRY-ENTRY", help="A table of your own draw; repeat it.")
@click.option("--bye", "byes", multiple=True, metavar="ENTRY", help="Who sits out in your own draw; repeat it.")
@click.option("--challenge", "challenges", multiple=True, metavar="ENTRY-ENTRY", help="On a ladder; repeat it.")
@click.option("--redraw", "why", help="Draw the last round anew, for this reason.")
@by_option
@data_option
def draw(
    cup: str,
    number: int | None,
    pairs: tuple[str, ...],
    byes: tuple[str, ...],
    challenges: tuple[str, ...],
    why: str | None,
    by: str,
    data: Path | None,
) -> None:
    """Draw the next round, by the format or by hand.

    Where partners are drawn a table is written `1+5-3+7`. On a ladder say who challenges whom.

    \b
    nought tournament draw Cup
    nought tournament draw Cup --pair 1-4 --pair 2-3 --bye 5
    nought tournament draw Cup --redraw broken --pair 1-3 --pair 2-4
    nought tournament draw Ladder --challenge 5-3 --challenge 8-6
    """
    with book(data) as services:
        identity = found(services, cup)
        ledger = services.ledger
        drawn = len(ledger.tournaments.get(identity).rounds)
        meant = number or (drawn + 1 if why is None else drawn)
        own = by_hand(meant, pairs, byes) if pairs else None
        dared = [two(each, "--challenge") for each in challenges]
        if why is None:
            chance = secrets.token_bytes(SEED_BYTES)
            ledger.tournaments.draw_round(
                identity, meant, entropy=chance, by_hand=own, challenges=dared, by=by, at=now()
            )
        else:
            ledger.tournaments.redraw_round(identity, meant, why, by_hand=own, challenges=dared, by=by, at=now())
        file = ledger.tournaments.get(identity)
        _show_round(file, round_(file, meant, [], {}))


def by_hand(number: int, pairs: Iterable[str], byes: Iterable[str]) -> Draw:
    """The draw that was told as ``1-4``."""
    tables = []
    for table, pair in enumerate(pairs, 1):
        ours, theirs = two(pair, "--pair")
        tables.append(Pairing(table, (tuple(ours.split("+")), tuple(theirs.split("+")))))
    return Draw(number, tuple(tables), dict.fromkeys(byes, "The director drew it so."))


def two(pair: str, option: str) -> tuple[str, str]:
    """Both sides of ``1-4``."""
    ours, dash, theirs = pair.partition("-")
    if not dash or not ours or not theirs:
        raise Trouble(f"{option} {pair!r}: write ENTRY-ENTRY, as in 1-4")
    return ours, theirs


@tournament.command("round")
@cup_argument
@number_argument
@json_option
@data_option
def show_round(cup: str, number: int, as_json: bool, data: Path | None) -> None:
    """A round: who meets whom, and what they came to.

    \b
    nought tournament round Cup 2
    """
    with book(data) as services:
        identity = found(services, cup)
        file, there = services.ledger.tournaments.get(identity), lines(services, identity)
        waiting = services.ledger.encounters.get_many(without_result(file, [number], there))
        shown = round_(file, number, there, waiting)
        shown["changed"] = draw_changes(services, file, number, services.ledger.repository.histories)
    if as_json:
        told(shown)
        return
    _show_round(file, shown)
    changed = shown["changed"]
    if changed["results"] or changed["rulings"]:
        say("What this draw rests on was changed later; it stays as it was drawn:")
        for row in (*changed["results"], *changed["rulings"]):
            say(f"  {row['told']}")


def _show_round(file: Tournament, shown: dict[str, Any]) -> None:
    """A round as a table."""
    table = grid("table", "North and South", "East and West", "result", "", "why")
    for each in shown["encounters"]:
        sides = [" with ".join(file.entries[entry].name for entry in side) for side in each["sides"]]
        results = ", ".join(f"{row['won'][0]}-{row['won'][1]}" for row in each["results"])
        table.add_row(str(each["table"]), *sides, results, each["status"], each["why"])
    paint.show(table)
    for bye in shown["byes"]:
        say(f"{file.entries[bye['entry']].name} sits out. {bye['why']}")
    for broken in shown["broke"]:
        say(broken)


@tournament.command()
@cup_argument
@number_argument
@click.option("--reopen", "why", help="Open it again, for this reason.")
@by_option
@data_option
def close(cup: str, number: int, why: str | None, by: str, data: Path | None) -> None:
    """Close a round: its results stand.

    \b
    nought tournament close Cup 2
    """
    with book(data) as services:
        identity = found(services, cup)
        if why is None:
            services.ledger.tournaments.close_round(identity, number, by=by, at=now())
        else:
            services.ledger.tournaments.reopen_round(identity, number, why, by=by, at=now())
    say(f"round {number} is {'closed' if why is None else 'open again'}")
