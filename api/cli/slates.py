"""`slates`: the scores of a Schieber or a Coiffeur, without cards."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.table import Column, Table

from api.cli.parts import paint
from api.cli.parts.books import book, by_option, data_option, find_id
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import json_option, print_json, say
from api.clock import now
from api.people.registered_players import registered
from api.slates import csv_of, names_of, with_registered
from domain.kernel.ids import as_id
from domain.slate.commands import preset
from domain.slate.games import GAMES
from domain.slate.teams import read_teams
from replay.slates import payload, team_names
from replay.words import ENGLISH
from replay.words.slates import contract_name, game_name, result

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from api.services import Services
    from domain.kernel.commands import Saved
    from domain.slate.aggregate import Slate

PRESETS: Final = "; ".join(f"{name}: {', '.join(game.PRESETS)}" for name, game in GAMES.items())
slate_argument: Callable[..., Any] = click.argument("name", metavar="SLATE")
number_argument: Callable[..., Any] = click.argument("number", type=click.IntRange(1, 100_000))
why_option: Callable[..., Any] = click.option("--why", default="", help="The reason.")


def line_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the argument and the options of a line."""
    decorators = (
        click.argument("points", metavar="POINTS"),
        click.option("--contract", help="What was announced, as `show` names it."),
        click.option("--announcer", help="The team that announced; by default the one whose turn it is."),
        click.option("--team", help="The team whose points are given; by default the announcer."),
        click.option("--weis", metavar="TEAM=POINTS", help="The points of Weis, such as B=50."),
        click.option("--stoeck", metavar="TEAM", help="The team with Stöck."),
        click.option("--out", metavar="TEAM", help="The team that declared that it has reached the target."),
        click.option("--others", type=int, help="The other team's points in a deal broken off after --out."),
    )
    for decorate in reversed(decorators):
        command = decorate(command)
    return command


@click.group()
def slates() -> None:
    """Keep the scores of Schieber and Coiffeur, without cards.

    SLATE is an id or a title, such as "Anna – Beat". Teams are A, B and C. docs/scores.md describes the games.

    \b
    nought slates show "Anna – Beat"
    """


@slates.command("list")
@data_option
def list_(data: Path | None) -> None:
    """List all slates, newest first.

    \b
    nought slates list
    """
    table = Table(*(Column(title, overflow="fold") for title in ("teams", "game", "totals", "status", "id")))
    with book(data) as services:
        for row in services.catalogue.rows("slate"):
            totals = " : ".join(map(str, row.data["totals"].values()))
            table.add_row(row.title, game_name(ENGLISH, row.data["game"]), totals, row.data["status"], str(row.id))
    paint.show(table)


@slates.command()
@slate_argument
@click.option("--csv", "as_csv", is_flag=True, help="Write the lines as CSV.")
@json_option
@data_option
def show(name: str, as_csv: bool, as_json: bool, data: Path | None) -> None:
    """Show a slate: its lines, totals and winner.

    \b
    nought slates show "Anna – Beat" --csv
    """
    with book(data) as services:
        slate = services.ledger.slates.get(_find(services, name))
        names, events = names_of(services.catalogue, slate), services.ledger.repository.history(slate.id)
    if as_json:
        print_json(payload(slate, names, events, shows_recorders=True))
    elif as_csv:
        click.echo(csv_of(slate, names), nl=False)
    else:
        _show(slate, team_names(slate, names))


def _show(slate: Slate, teams: dict[str, str]) -> None:
    contracts = ", ".join(f"{each.name} ×{each.factor}" for each in slate.game.contracts)
    say(f"{game_name(ENGLISH, slate.opened.game)}: {contracts}")
    titles = ("line", "announced", "contract", *(f"{code} {name}" for code, name in teams.items()))
    table = Table(*(Column(title, overflow="fold") for title in titles))
    for row in slate.score.rows:
        contract = contract_name(ENGLISH, row.line.contract)
        shown = [f"{row.scored[team]} ({row.totals[team]})" for team in teams]
        table.add_row(str(row.number), row.line.announcer, contract, *shown)
    paint.show(table)
    say(result(ENGLISH, slate.status, slate.winners, teams, slate.score.turn))


@slates.command("open")
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--preset", "key", help=f"Terms in common use. {PRESETS}.")
@click.option("--terms", default="{}", help="Terms as JSON, which replace those of the preset.")
@click.option("--team", "teams", multiple=True, metavar="TEAM=NAME", help="A team or its players, as A=Anna & Beat.")
@click.option("--club", help="The club, by its name or its id.")
@by_option
@data_option
def open_(
    game: str, key: str | None, terms: str, teams: Sequence[str], club: str | None, by: str, data: Path | None
) -> None:
    """Open a slate. Prints its id.

    \b
    nought slates open schieber --preset 2500 --team "A=Anna" --team "B=Beat"
    """
    chosen = {**(preset(game, key) if key else {}), **_json(terms)}
    typed = dict(_pair(each, "--team") for each in teams)
    with book(data) as services:
        home = find_id(services, "club", club) if club else None
        names, players = read_teams(typed, registered(services, home).has)
        names, players = with_registered(services, home, names, players)
        saved = services.ledger.slates.open(game, chosen, club=home, teams=names, players=players, by=by, at=now())
    say(f"{saved.id}")


@slates.command()
@slate_argument
@line_options
@click.option("--before", type=click.IntRange(1, 100_000), help="The line in front of which a forgotten deal belongs.")
@by_option
@data_option
def write(name: str, before: int | None, by: str, data: Path | None, **line: Any) -> None:
    """Write the line of a deal: POINTS of one team, or `match`.

    \b
    nought slates write "Anna – Beat" 97 --contract roses
    """
    _change(
        data,
        name,
        lambda services, slate: services.ledger.slates.write(slate, _line(line), before or 0, by=by, at=now()),
    )


@slates.command()
@slate_argument
@number_argument
@line_options
@why_option
@by_option
@data_option
def correct(name: str, number: int, why: str, by: str, data: Path | None, **line: Any) -> None:
    """Correct a line: give the whole line as it should be.

    \b
    nought slates correct "Anna – Beat" 3 79 --contract roses
    """
    _change(
        data,
        name,
        lambda services, slate: services.ledger.slates.correct(slate, number, _line(line), why, by=by, at=now()),
    )


@slates.command()
@slate_argument
@number_argument
@why_option
@by_option
@data_option
def remove(name: str, number: int, why: str, by: str, data: Path | None) -> None:
    """Remove a line. It stays in the history.

    \b
    nought slates remove "Anna – Beat" 3
    """
    _change(data, name, lambda services, slate: services.ledger.slates.remove(slate, number, why, by=by, at=now()))


@slates.command()
@slate_argument
@click.argument("json_terms", metavar="JSON")
@why_option
@by_option
@data_option
def terms(name: str, json_terms: str, why: str, by: str, data: Path | None) -> None:
    """Change the terms, for all lines. Terms that are left out have their defaults.

    \b
    nought slates terms "Anna – Beat" '{"target": 1500}'
    """
    chosen = _json(json_terms)
    _change(
        data, name, lambda services, slate: services.ledger.slates.change_terms(slate, chosen, why, by=by, at=now())
    )


@slates.command()
@slate_argument
@click.argument("teams", metavar="TEAM=NAME...", nargs=-1, required=True)
@by_option
@data_option
def rename(name: str, teams: Sequence[str], by: str, data: Path | None) -> None:
    """Name the teams.

    \b
    nought slates rename "A – B" "A=Anna" "B=Beat"
    """
    typed = dict(_pair(each, "TEAM=NAME") for each in teams)
    with book(data) as services:
        identity = _find(services, name)
        slate = services.ledger.slates.get(identity)
        names, players = read_teams(typed, registered(services, as_id(slate.opened.club)).has)
        names |= {team: kept for team, kept in slate.teams.items() if team not in typed}
        players |= {team: list(kept) for team, kept in slate.players.items() if team not in typed}
        names, players = with_registered(services, as_id(slate.opened.club), names, players)
        services.ledger.slates.name_teams(identity, names, players, by=by, at=now())
    say("The teams are named.")


@slates.command()
@slate_argument
@click.option("--void", is_flag=True, help="The slate was opened by mistake: it counts nowhere.")
@by_option
@data_option
def stop(name: str, void: bool, by: str, data: Path | None) -> None:
    """Stop a game before its end: the team with most points has won.

    \b
    nought slates stop "Anna – Beat"
    """
    _change(data, name, lambda services, slate: services.ledger.slates.stop(slate, void=void, by=by, at=now()))


@slates.command()
@slate_argument
@why_option
@by_option
@data_option
def reopen(name: str, why: str, by: str, data: Path | None) -> None:
    """Undo a stop.

    \b
    nought slates reopen "Anna – Beat"
    """
    _change(data, name, lambda services, slate: services.ledger.slates.reopen(slate, why, by=by, at=now()))


def _change(data: Path | None, name: str, command: Callable[[Services, UUID], Saved]) -> None:
    """Run a command on a slate, and print how it stands."""
    with book(data) as services:
        identity = _find(services, name)
        command(services, identity)
        slate = services.ledger.slates.get(identity)
        teams = team_names(slate, names_of(services.catalogue, slate))
    say(" : ".join(f"{teams[team]} {points}" for team, points in slate.score.totals.items()))
    say(result(ENGLISH, slate.status, slate.winners, teams, slate.score.turn))


def _find(services: Services, name: str) -> UUID:
    """Return the id of a slate from its id or its title. Raises `Trouble` if none or several fit."""
    return find_id(services, "slate", name)


def _line(options: dict[str, Any]) -> dict[str, Any]:
    """Return the line of the options. Raises `Trouble` if the points are not a number or `match`."""
    line = {name: value for name, value in options.items() if value is not None}
    points = line.pop("points")
    if points == "match":
        line["match"] = True
    elif points.isascii() and points.isdigit() and len(points) < 6:
        line["points"] = int(points)
    else:
        raise Trouble(f"POINTS is a number or `match`, not {points!r}")
    if "weis" in line:
        team, weis = _pair(line["weis"], "--weis")
        if not (weis.isascii() and weis.isdigit() and len(weis) < 6):
            raise Trouble(f"--weis is a team and its points, such as B=50, not {line['weis']!r}")
        line["weis"] = {team: int(weis)}
    return line


def _pair(text: str, option: str) -> tuple[str, str]:
    team, sign, value = text.partition("=")
    if not sign:
        raise Trouble(f"{option} is a team and a value, such as A=…, not {text!r}")
    return team.strip(), value.strip()


def _json(text: str) -> dict[str, Any]:
    """Return the terms of an option. Raises `Trouble` if the text is no JSON object."""
    try:
        terms = json.loads(text)
    except (ValueError, RecursionError):
        terms = None
    if not isinstance(terms, dict):
        raise Trouble(f'terms are a JSON object, such as {{"target": 1500}}, not {text[:60]!r}')
    return terms


COMMANDS = (slates,)
