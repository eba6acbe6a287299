"""`tournament result`, `correct`, `confirm`, `forfeit`, `artificial`, `assign`, `match`: the tables of a round."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

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
    why_option,
)
from api.cli.tournament.previews import book, preview_option
from api.clock import now
from domain.tournament.results.sheet import BLANK, Count, Sheet, by_points
from domain.tournament.rulings import artificial
from domain.tournament.tables.encounter import encounter_id

if TYPE_CHECKING:
    from uuid import UUID

    from api.services import Services
    from domain.engine.ruleset import Ruleset

SCORE: Final = re.compile(r"(\d{1,6})[-:](\d{1,6})")
SIDES: Final = {"ns": (0,), "ew": (1,), "both": (0, 1)}

Option = Callable[..., Any]
where: tuple[Option, ...] = (
    cup_argument,
    number_argument,
    click.argument("table", type=click.IntRange(min=1)),
)
board_option: Option = click.option(
    "--board", type=click.IntRange(min=1), default=None, help="The board of a duplicate."
)
unit_option: Option = click.option(
    "--unit",
    type=click.Choice(["tokens", "points", "total", "deals"]),
    help="The unit of the scores. Default: tokens, or points if the game is played for points.",
)


def at_table(function: Option) -> Option:
    """Add the arguments that name a table to a command."""
    for option in reversed(where):
        function = option(function)
    return function


def table_of(services: Services, cup: str, number: int, table: int) -> UUID:
    """Return the id of a table of a round. Raises `Declined` if the round is not drawn, `Trouble` without the table."""
    cup_id = tournament_id(services, cup)
    identity = encounter_id(cup_id, number, table)
    if identity not in services.ledger.tournaments.get(cup_id).encounters(number):
        raise Trouble(f"round {number} has no table {table}")
    return identity


def sheet_of(game: Ruleset, scores: tuple[str, ...], unit: str | None, board: int | None) -> Sheet:
    """Return the score sheet written as ``7-4``, or deal by deal as ``2-0 0-1 …``; else raise `Trouble`."""
    name = unit or ("points" if by_points(game) else "tokens")
    deals = []
    for score in scores:
        if (match := SCORE.fullmatch(score)) is None:
            raise Trouble(f"{score!r} is no score: write the scores of North-South and East-West, as in 7-4")
        deals.append((Count(**{name: int(match[1])}), Count(**{name: int(match[2])})))
    if len(deals) == 1 and board is None:
        return Sheet(deals[0])
    return Sheet((BLANK, BLANK), tuple(deals))


@tournament.command()
@at_table
@click.argument("scores", nargs=-1, metavar="SCORE…")
@board_option
@unit_option
@click.option("--withdraw", "why", metavar="REASON", help="Withdraw the result, for this reason.")
@by_option
@preview_option
@data_option
def result(
    cup: str, number: int, table: int, scores: tuple[str, ...], board: int | None, unit: str | None, why: str | None,
    by: str, data: Path | None,
) -> None:  # fmt: skip
    """Enter a score sheet: the total, or deal by deal.

    SCORE is the score of North and South, then of East and West, as in 7-4; deal by deal it is one for each deal. An
    impossible score is refused.

    \b
    nought tournament result Cup 1 3 7-4
    nought tournament result Passen 2 1 98-59 157-0 40-117 81-76
    nought tournament result Cup 1 3 --withdraw "the wrong table"
    """
    if bool(scores) == (why is not None):
        raise Trouble("give a score, as in 7-4; or --withdraw alone")
    with book(data) as services:
        identity = table_of(services, cup, number, table)
        ledger = services.ledger
        if why is not None:
            ledger.encounters.withdraw_result(identity, why, board or 0, by=by, at=now())
            say(f"table {table} of round {number}: the result is withdrawn")
            return
        sheet = sheet_of(ledger.encounters.game_of(ledger.encounters.get(identity)), scores, unit, board)
        ledger.encounters.enter_result(identity, sheet, board or 0, by=by, at=now())
        won = ledger.encounters.get(identity).results[board or 0].score.won
    say(f"table {table} of round {number}: {won[0]} to {won[1]}, provisional")


@tournament.command()
@at_table
@click.argument("scores", nargs=-1, required=True, metavar="SCORE…")
@board_option
@unit_option
@click.option("--ruled", is_flag=True, help="Correct by a ruling: any score is allowed.")
@why_option
@by_option
@preview_option
@data_option
def correct(
    cup: str, number: int, table: int, scores: tuple[str, ...], board: int | None, unit: str | None, ruled: bool,
    why: str, by: str, data: Path | None,
) -> None:  # fmt: skip
    """Correct a result.

    \b
    nought tournament correct Cup 1 3 7-5 --why miscounted
    """
    with book(data) as services:
        identity = table_of(services, cup, number, table)
        ledger = services.ledger
        sheet = sheet_of(ledger.encounters.game_of(ledger.encounters.get(identity)), scores, unit, board)
        ledger.encounters.correct_result(identity, sheet, why, board or 0, ruled=ruled, by=by, at=now())
    say(f"table {table} of round {number} is corrected; it must be confirmed again")


@tournament.command()
@at_table
@click.option("--side", type=click.Choice(["ns", "ew"]), help="The side that agrees. Default: both, by an official.")
@click.option("--board", type=click.IntRange(min=1), default=None, help="The board. Default: all with a result.")
@click.option("--withdraw", "why", metavar="REASON", help="Withdraw all confirmations, for this reason.")
@by_option
@preview_option
@data_option
def confirm(
    cup: str, number: int, table: int, side: str | None, board: int | None, why: str | None, by: str, data: Path | None
) -> None:  # fmt: skip
    """Confirm a result for one side or both.

    \b
    nought tournament confirm Cup 1 3 --side ns
    nought tournament confirm Cup 1 3 --board 5
    nought tournament confirm Cup 1 3 --withdraw mistaken
    """
    with book(data) as services:
        identity = table_of(services, cup, number, table)
        if why is not None:
            services.ledger.encounters.withdraw_confirmation(identity, why, board or 0, by=by, at=now())
            say(f"table {table} of round {number}: {services.ledger.encounters.get(identity).status}")
            return
        services.ledger.encounters.confirm_result(identity, SIDES[side][0] if side else None, board, by=by, at=now())
        status = services.ledger.encounters.get(identity).status
    say(f"table {table} of round {number}: {status}")


@tournament.command()
@at_table
@click.option("--side", type=click.Choice(["ns", "ew"]), required=True, help="The side that says so.")
@board_option
@why_option
@by_option
@preview_option
@data_option
def contest(
    cup: str, number: int, table: int, side: str, board: int | None, why: str, by: str, data: Path | None
) -> None:  # fmt: skip
    """Contest a result for a side.

    Correct or confirm the result to settle it.

    \b
    nought tournament contest Cup 1 3 --side ew --why miscounted
    """
    with book(data) as services:
        identity = table_of(services, cup, number, table)
        services.ledger.encounters.contest_result(identity, SIDES[side][0], why, board or 0, by=by, at=now())
    say(f"table {table} of round {number}: the result is contested")


@tournament.command()
@at_table
@click.argument("who", type=click.Choice(list(SIDES)), required=False)
@click.option("--withdraw", is_flag=True, help="Take the forfeit back.")
@why_option
@by_option
@preview_option
@data_option
def forfeit(
    cup: str, number: int, table: int, who: str | None, withdraw: bool, why: str, by: str, data: Path | None
) -> None:
    """Rule that a side or both sides forfeit.

    \b
    nought tournament forfeit Cup 1 3 ew --why absent
    nought tournament forfeit Cup 1 3 --withdraw --why "they came"
    """
    if withdraw == (who is not None):
        raise Trouble("say who forfeits: ns, ew or both; or --withdraw alone")
    with book(data) as services:
        identity, encounters = table_of(services, cup, number, table), services.ledger.encounters
        if who is None:
            encounters.lift_forfeit(identity, why, by=by, at=now())
        else:
            encounters.rule_forfeit(identity, SIDES[who], why, by=by, at=now())
    say(f"table {table} of round {number}: {'the forfeit is withdrawn' if withdraw else 'forfeit'}")


@tournament.command()
@at_table
@click.option(
    "--seat", "changes", multiple=True, required=True, metavar="SEAT=PLAYER", help="As in S=Anna. Repeatable."
)
@maybe_why
@by_option
@preview_option
@data_option
def seats(cup: str, number: int, table: int, changes: tuple[str, ...], why: str, by: str, data: Path | None) -> None:
    """Change the players at a table, as for a substitute.

    The other seats stay. A substitute is rated, the absent player is not. PLAYER is a name, or the id of a registered
    player.

    \b
    nought tournament seats Cup 1 3 --seat S=Anna --why "Bea is ill"
    """
    with book(data) as services:
        identity, encounters = table_of(services, cup, number, table), services.ledger.encounters
        there = dict(encounters.get(identity).seats)
        for change in changes:
            seat, equals, player = change.partition("=")
            if not equals or not seat or not player:
                raise Trouble(f"--seat {change!r}: write SEAT=PLAYER, as in S=Anna")
            there[seat] = player
        encounters.change_seats(identity, there, why, by=by, at=now())
    say(f"table {table} of round {number}: {', '.join(f'{seat} {player}' for seat, player in there.items())}")


@tournament.command("artificial")
@at_table
@click.argument("scores", nargs=-1, type=click.Choice(artificial.KINDS), metavar="SCORE…")
@click.option("--board", "boards", type=click.IntRange(1, 999), multiple=True, help="A board. Repeatable.")
@click.option("--withdraw", is_flag=True, help="Take artificial scores back.")
@why_option
@by_option
@preview_option
@data_option
def artificial_(
    cup: str, number: int, table: int, scores: tuple[str, ...], boards: tuple[int, ...], withdraw: bool, why: str,
    by: str, data: Path | None,
) -> None:  # fmt: skip
    """Give artificial scores for boards that have no result.

    SCORE is average-plus, average or average-minus: for North and South, then for East and West; a single one is for
    both. It can also be not-played, or late-play for a board that is to be played later. Without --board, every board
    of the table without a result gets it.

    \b
    nought tournament artificial Cup 1 3 average-plus average-minus --board 5 --why late
    nought tournament artificial Cup 1 3 not-played --why closing
    nought tournament artificial Cup 1 3 --withdraw --board 5 --why found
    """
    if withdraw == bool(scores) or len(scores) > len(SIDES["both"]):
        raise Trouble("give one score for both sides or one for each; or --withdraw without a score")
    with book(data) as services:
        identity, ledger = table_of(services, cup, number, table), services.ledger
        if withdraw:
            ledger.encounters.withdraw_artificial_score(identity, why, boards, by=by, at=now())
        else:
            ledger.encounters.give_artificial_score(identity, (scores[0], scores[-1]), why, boards, by=by, at=now())
        status = ledger.encounters.get(identity).status
    say(f"table {table} of round {number}: {status}")


def _outcomes(given: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Return possible results from ``60:3``, or from ``3`` for a single one."""
    try:
        parts = [each.split(":") for each in given]
        return tuple((int(part[0]) if len(part) > 1 else 100, int(part[-1])) for part in parts)
    except ValueError:
        raise Trouble("a possible result is PERCENT:RESULT, such as 60:3, or a RESULT alone") from None


@tournament.command("assign")
@at_table
@click.option("--board", type=click.IntRange(1, 999), required=True, help="The board.")
@click.option("--north-south", multiple=True, help="PERCENT:RESULT, or RESULT alone. Repeatable.")
@click.option("--east-west", multiple=True, help="For the other side; by default the same.")
@click.option("--withdraw", is_flag=True, help="Take the assigned score back.")
@why_option
@by_option
@preview_option
@data_option
def assign_(
    cup: str, number: int, table: int, board: int, north_south: tuple[str, ...], east_west: tuple[str, ...],
    withdraw: bool, why: str, by: str, data: Path | None,
) -> None:  # fmt: skip
    """Assign a score to a board, also a weighted one.

    It is the result that would have been likely, or several with percentages that make 100. RESULT is what North and
    South won less what they lost. With --east-west, each side gets its own score.

    \b
    nought tournament assign Cup 1 3 --board 5 --north-south 60:3 --north-south 40:-1 --why "a card was seen"
    nought tournament assign Cup 1 3 --board 5 --withdraw --why appealed
    """
    if withdraw == bool(north_south) or (withdraw and east_west):
        raise Trouble("give --north-south, and --east-west if it differs; or --withdraw alone")
    ours, theirs = _outcomes(north_south), _outcomes(east_west or north_south)
    with book(data) as services:
        identity, ledger = table_of(services, cup, number, table), services.ledger
        if withdraw:
            ledger.encounters.withdraw_assigned_score(identity, board, why, by=by, at=now())
        else:
            ledger.encounters.assign_score(identity, board, ours, theirs, why, by=by, at=now())
        status = ledger.encounters.get(identity).status
    say(f"table {table} of round {number}: {status}")


@tournament.command()
@at_table
@click.option("--adopt", type=click.UUID, metavar="MATCH", help="Use a match that is being recorded; needs --why.")
@maybe_why
@by_option
@preview_option
@data_option
def match(cup: str, number: int, table: int, adopt: UUID | None, why: str, by: str, data: Path | None) -> None:
    """Open a match whose deals make the result of a table.

    With --adopt, a match that began before the draw is used with all its deals. It must have the same game, club,
    table and players.

    \b
    nought tournament match Cup 1 3
    nought tournament match Cup 1 3 --adopt 019c5dca-fa06-769a-9f91-ffa78b4e2e69 --why early
    """
    with book(data) as services:
        ledger, identity = services.ledger, table_of(services, cup, number, table)
        if adopt is None:
            say(f"match {ledger.table_matches.seat_match(identity, by=by, at=now()).id}")
            return
        ledger.table_matches.adopt_match(identity, adopt, why, by=by, at=now())
        status = ledger.encounters.get(identity).status
    say(f"table {table} of round {number} uses match {adopt}: {status}")
