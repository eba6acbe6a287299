"""`tournament draw`, `round`, `close`: the rounds of a tournament."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from api.cli.parts import paint
from api.cli.parts.books import by_option, data_option
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import json_option, print_json, say
from api.cli.tournament.common import (
    cup_argument,
    grid,
    lines,
    number_argument,
    tournament,
    tournament_id,
)
from api.cli.tournament.previews import book, preview_option
from api.clock import now
from api.tournaments.draw_changes import draw_changes
from domain.fair.forms import SEED_BYTES
from domain.kernel.errors import Declined
from domain.tournament.draws.reasons import Reason
from domain.tournament.state import Assumption, Draw, Pairing
from domain.tournament.tables.encounter import encounter_id
from replay.tournaments.draw_changes import assumed_results
from replay.tournaments.payloads import round_, without_result

if TYPE_CHECKING:
    from uuid import UUID

    from api.services import Services
    from domain.tournament.aggregate import Tournament


ASSUMED: Final = re.compile(r"(?:(\d{1,3})/)?(\d{1,3})=(-?\d{1,6})-(-?\d{1,6})")


@tournament.command()
@cup_argument
@click.option("--round", "number", type=click.IntRange(min=1), help="The number of the round: no other is drawn.")
@click.option("--pair", "pairs", multiple=True, metavar="ENTRY-ENTRY", help="A table of a manual draw. Repeatable.")
@click.option("--bye", "byes", multiple=True, metavar="ENTRY", help="A bye in a manual draw. Repeatable.")
@click.option("--challenge", "challenges", multiple=True, metavar="ENTRY-ENTRY", help="On a ladder. Repeatable.")
@click.option(
    "--assume",
    "assumed",
    multiple=True,
    metavar="TABLE=A-B",
    help="Assume this result of a table that still plays, North and South first. ROUND/TABLE=A-B for an earlier round. "
    "Repeatable.",
)
@click.option("--assume-rest", is_flag=True, help="Assume a draw at every other table without a result.")
@click.option("--redraw", "why", metavar="REASON", help="Redraw the last round, for this reason.")
@click.option("--withdraw", metavar="REASON", help="Withdraw the draw of the last round, for this reason.")
@by_option
@preview_option
@data_option
def draw(
    cup: str,
    number: int | None,
    pairs: tuple[str, ...],
    byes: tuple[str, ...],
    challenges: tuple[str, ...],
    assumed: tuple[str, ...],
    assume_rest: bool,
    why: str | None,
    withdraw: str | None,
    by: str,
    data: Path | None,
) -> None:
    """Draw the next round, by the format or manually.

    If partners are drawn, write a table as `1+5-3+7`. On a ladder, name the challenger first. In a duplicate, each
    table plays the boards that it would play in the draw by the format.

    \b
    nought tournament draw Cup
    nought tournament draw Cup --pair 1-4 --pair 2-3 --bye 5
    nought tournament draw Cup --redraw broken --pair 1-3 --pair 2-4
    nought tournament draw Cup --withdraw early
    nought tournament draw Ladder --challenge 5-3 --challenge 8-6
    nought tournament draw Cup --assume 3=1-0 --assume-rest
    """
    with book(data) as services:
        identity = tournament_id(services, cup)
        ledger = services.ledger
        rounds = len(ledger.tournaments.get(identity).rounds)
        if withdraw is not None:
            ledger.rounds.withdraw_draw(identity, number or rounds, withdraw, by=by, at=now())
            say(f"the draw of round {number or rounds} is withdrawn")
            return
        round_number = number or (rounds + 1 if why is None else rounds)
        manual = manual_draw(round_number, pairs, byes) if pairs else None
        if manual and ledger.tournaments.get(identity).terms.rules.has_boards:
            manual = _with_boards(services, identity, manual)
        parsed_challenges = [split_pair(pair, "--challenge") for pair in challenges]
        basis = [parse_assumption(each, round_number - 1) for each in assumed]
        options: Any = {"by_hand": manual, "challenges": parsed_challenges, "assumed": basis}
        options |= {"assume_rest": assume_rest, "by": by, "at": now()}
        if why is None:
            ledger.rounds.draw_round(identity, round_number, entropy=secrets.token_bytes(SEED_BYTES), **options)
        else:
            ledger.rounds.redraw_round(identity, round_number, why, **options)
        tournament = ledger.tournaments.get(identity)
        _show_round(tournament, round_(tournament, round_number, lines(services, identity), {}))
        short = tournament.terms.rules.shortfall(tournament.terms, tuple(tournament.entries.values()))
        if short and not rounds:
            say(str(short))


def manual_draw(number: int, pairs: Iterable[str], byes: Iterable[str]) -> Draw:
    """Return a manual draw from pairs such as ``1-4``. Raises `Trouble` for another form."""
    tables = []
    for table, pair in enumerate(pairs, 1):
        first, second = split_pair(pair, "--pair")
        tables.append(Pairing(table, (tuple(first.split("+")), tuple(second.split("+")))))
    return Draw(number, tuple(tables), dict.fromkeys(byes, str(Reason.BY_HAND)))


def _with_boards(services: Services, identity: UUID, manual: Draw) -> Draw:
    """Return a manual draw with the boards that its tables have in the round as it is, or as it would be drawn."""
    tournament = services.ledger.tournaments.get(identity)
    pairings: list[Pairing] = []
    with suppress(Declined):
        pairings += services.ledger.rounds.propose_round(tournament, manual.round).pairings
    if manual.round in tournament.rounds:
        pairings += tournament.round(manual.round).drawn.pairings
    boards = {each.table: each.boards for each in pairings}
    tables = tuple(replace(each, boards=boards.get(each.table, ())) for each in manual.pairings)
    return replace(manual, pairings=tables)


def parse_assumption(text: str, last: int) -> Assumption:
    """Return the assumed result of ``3=1-0`` or ``1/3=1-0``. ``last``: the usual round. Raises `Trouble`."""
    match = ASSUMED.fullmatch(text)
    if match is None:
        raise Trouble(f"--assume {text!r}: write TABLE=A-B, as in 3=1-0, or ROUND/TABLE=A-B")
    round_, table, *won = (int(each) if each else last for each in match.groups())
    return Assumption(round_, table, (won[0], won[1]))


def split_pair(pair: str, option: str) -> tuple[str, str]:
    """Return both sides of ``1-4``. Raises `Trouble` for another form."""
    first, dash, second = pair.partition("-")
    if not dash or not first or not second:
        raise Trouble(f"{option} {pair!r}: write ENTRY-ENTRY, as in 1-4")
    return first, second


@tournament.command("round")
@cup_argument
@number_argument
@json_option
@data_option
def show_round(cup: str, number: int, as_json: bool, data: Path | None) -> None:
    """Show a round: pairings and results.

    \b
    nought tournament round Cup 2
    """
    with book(data) as services:
        identity = tournament_id(services, cup)
        tournament, ranking_lines = services.ledger.tournaments.get(identity), lines(services, identity)
        waiting = services.ledger.encounters.get_many(without_result(tournament, [number], ranking_lines))
        payload = round_(tournament, number, ranking_lines, waiting)
        payload["changed"] = draw_changes(services, tournament, number, services.ledger.repository.histories)
        assumed = tournament.round(number).drawn.assumed
        at_them = services.ledger.encounters.get_many(
            [encounter_id(identity, each.round, each.table) for each in assumed]
        )
        payload["assumed"] = assumed_results(tournament, number, at_them)
    if as_json:
        print_json(payload)
        return
    _show_round(tournament, payload)
    for row in payload["assumed"]:
        say(row["sentence"])
    changed = payload["changed"]
    if changed["results"] or changed["rulings"]:
        say("These changes came after the draw; the draw stays as it is:")
        for row in (*changed["results"], *changed["rulings"]):
            say(f"  {row['sentence']}")


FORFEITS: Final = {(0,): "North and South forfeit", (1,): "East and West forfeit", (0, 1): "both forfeit"}
"""Words for the sides of a table that forfeit."""


def _results(encounter: dict[str, Any]) -> str:
    """Return the results of a table with the artificial scores of its boards, or who forfeits."""
    if encounter["forfeits"]:
        return FORFEITS[tuple(encounter["forfeits"])]
    results = {row["board"]: f"{row['won'][0]}-{row['won'][1]}" for row in encounter["results"]}
    for row in encounter["artificial"]:
        ours, theirs = row["scores"]
        results[row["board"]] = f"board {row['board']} {ours if ours == theirs else f'{ours}/{theirs}'}"
    return ", ".join(results[board] for board in sorted(results))


def _show_round(tournament: Tournament, payload: dict[str, Any]) -> None:
    """Print a round as a table, then its byes and any broken draw rules."""
    table = grid("table", "North and South", "East and West", "result", "", "why")
    for encounter in payload["encounters"]:
        sides = [" with ".join(tournament.entries[entry].name for entry in side) for side in encounter["sides"]]
        table.add_row(str(encounter["table"]), *sides, _results(encounter), encounter["status"], encounter["why"])
    paint.show(table)
    for bye in payload["byes"]:
        say(f"{tournament.entries[bye['entry']].name} sits out. {bye['why']}")
    for entry in payload["requested"]:
        say(f"{tournament.entries[entry].name} had asked for a bye.")
    for broken in payload["broke"]:
        say(broken)


@tournament.command()
@cup_argument
@number_argument
@click.option("--reopen", "why", metavar="REASON", help="Reopen the round, for this reason.")
@by_option
@preview_option
@data_option
def close(cup: str, number: int, why: str | None, by: str, data: Path | None) -> None:
    """Close a round: its results are final.

    \b
    nought tournament close Cup 2
    """
    with book(data) as services:
        identity = tournament_id(services, cup)
        if why is None:
            services.ledger.rounds.close_round(identity, number, by=by, at=now())
        else:
            services.ledger.rounds.reopen_round(identity, number, why, by=by, at=now())
    say(f"round {number} is {'closed' if why is None else 'open again'}")
