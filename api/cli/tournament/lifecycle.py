"""`tournament open`, `list`, `show`, `terms`, `log`, `end`, `reopen`: tournaments as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
import msgspec

from api.cli.parts import paint
from api.cli.parts.books import by_option, data_option, find_id
from api.cli.parts.commands import commands_of
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import counted, json_option, print_json, say
from api.cli.tournament.common import (
    cup_argument,
    grid,
    lines,
    maybe_why,
    tournament,
    tournament_id,
)
from api.cli.tournament.previews import book, preview_option
from api.clock import now
from api.tournaments.log_rows import log_of, sources_of
from domain.tournament.commands import Tournaments
from domain.tournament.formats import FORMATS
from domain.tournament.log_kinds import LOG_KINDS
from domain.tournament.terms import MOST_ROUNDS, TermsError, parse, plain
from replay.tournaments.log import as_csv
from replay.tournaments.payloads import places, rank_entries, whole
from replay.words import ENGLISH


@tournament.command("open")
@click.argument("name")
@click.option("--format", "kind", required=True, type=click.Choice(list(FORMATS)), help="The format.")
@click.option("--rounds", type=click.IntRange(1, MOST_ROUNDS), help="Number of rounds, if the format leaves it open.")
@click.option("--side", type=click.IntRange(1, 4), help="Players of an entry: 2, or 1 if partners are drawn.")
@click.option(
    "--set", "changes", multiple=True, metavar="TERM=VALUE", help="A term, as in encounter.race=7. Repeatable."
)
@click.option("--ruleset", default="304", show_default=True, help="The key of the game.")
@click.option("--club", help="The club, by name or id.")
@click.option("--note", default="", help="A note, shown in the log.")
@by_option
@preview_option
@data_option
def open_(
    name: str,
    kind: str,
    rounds: int | None,
    side: int | None,
    changes: tuple[str, ...],
    ruleset: str,
    club: str | None,
    note: str,
    by: str,
    data: Path | None,
) -> None:
    """Open a tournament.

    Write terms by name, with values as in JSON: `encounter.race=7`, `encounter.deals=8`, `scoring.counts=tokens`,
    `tie_breaks=["buchholz", "lot"]`, `unplayed=fide-2024`, `legs=2`, `consolation=true`.

    \b
    nought tournament open Cup --format swiss --rounds 5 --set encounter.race=7
    nought tournament open Passen --format drawn-partners --rounds 4 --ruleset sidi-barrani --set encounter.deals=8
    """
    terms: dict[str, Any] = {"format": kind, "side": side or FORMATS[kind].usual_size}
    if rounds is not None:
        terms["rounds"] = rounds
    set_terms(terms, changes)
    with book(data, new=True) as services:
        home = find_id(services, "club", club) if club else None
        saved = services.ledger.tournaments.open(name, terms, ruleset, club=home, note=note, by=by, at=now())
    say(f"{name} is open: {saved.id}")


def set_terms(terms: dict[str, Any], changes: Iterable[str]) -> None:
    """Set terms written as ``encounter.race=7``. Raises `Trouble` for another form."""
    for change in changes:
        path, equals, text = change.partition("=")
        if not equals or not path:
            raise Trouble(f"--set {change!r}: write TERM=VALUE, as in encounter.race=7")
        group, _, name = path.rpartition(".")
        group_terms = terms.setdefault(group, {}) if group else terms
        if not isinstance(group_terms, dict):
            raise Trouble(f"--set {change!r}: {group} is no group of terms")
        group_terms[name] = parse_value(text)


def parse_value(text: str) -> Any:
    """Return a value written as JSON, ``none``, or a bare word."""
    try:
        return None if text == "none" else msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return text


@tournament.command("list")
@json_option
@data_option
def list_(as_json: bool, data: Path | None) -> None:
    """List all tournaments, newest first.

    \b
    nought tournament list
    """
    with book(data) as services:
        rows = list(services.catalogue.rows("tournament"))
    names = ("status", "format", "entries", "rounds")
    if as_json:
        print_json([{"id": str(row.id), "name": row.title, **{name: row.data[name] for name in names}} for row in rows])
        return
    table = grid("id", "name", *names)
    for row in rows:
        table.add_row(str(row.id), row.title, *(str(row.data[name]) for name in names))
    paint.show(table)


@tournament.command()
@cup_argument
@click.option("--version", type=click.IntRange(min=1), help="Show this version. Default: the newest.")
@json_option
@data_option
def show(cup: str, version: int | None, as_json: bool, data: Path | None) -> None:
    """Show a tournament: terms, entries, rounds.

    \b
    nought tournament show Cup
    """
    with book(data) as services:
        tournament = services.ledger.tournaments.get(tournament_id(services, cup), version)
    if as_json:
        print_json(whole(tournament))
        return
    say(f"{tournament.opened.name}: {tournament.terms.format}, {tournament.opened.ruleset['key']}, {tournament.status}")
    table = grid("", "name", "players", "seed", "")
    for entry in tournament.entries.values():
        note = f"out from round {entry.out}" if entry.out else f"from round {entry.since}" if entry.since > 1 else ""
        table.add_row(entry.id, entry.name, ", ".join(entry.players), str(entry.seed or ""), note)
    paint.show(table)
    for number, round_ in sorted(tournament.rounds.items()):
        say(f"round {number}: {counted(len(round_.drawn.pairings), 'table')}, {'closed' if round_.closed else 'open'}")


@tournament.command()
@cup_argument
@click.option("--set", "changes", multiple=True, required=True, metavar="TERM=VALUE", help="A term. Repeatable.")
@maybe_why
@by_option
@preview_option
@data_option
def terms(cup: str, changes: tuple[str, ...], why: str, by: str, data: Path | None) -> None:
    """Change terms of a tournament.

    `nought tournament open --help` shows how terms are written.

    \b
    nought tournament terms Cup --set rounds=4 --why late
    """
    with book(data) as services:
        identity = tournament_id(services, cup)
        changed = plain(services.ledger.tournaments.get(identity).terms)
        set_terms(changed, changes)
        try:
            services.ledger.tournaments.change_terms(identity, parse(changed), why, by=by, at=now())
        except TermsError as error:
            raise Trouble(str(error)) from None
    say("the terms are changed")


@tournament.command()
@cup_argument
@click.option("--round", "number", type=click.IntRange(0, 999), help="The tables of a round; 0: without tables.")
@click.option("--table", type=click.IntRange(min=1), help="Only this table of each round.")
@click.option("--kind", type=click.Choice(LOG_KINDS), help="Only what is of this kind.")
@click.option("--person", default="", help="Only what this person recorded.")
@click.option("--csv", "as_csv_file", is_flag=True, help="Write CSV.")
@json_option
@data_option
def log(
    cup: str,
    number: int | None,
    table: int | None,
    kind: str | None,
    person: str,
    as_csv_file: bool,
    as_json: bool,
    data: Path | None,
) -> None:
    """Show the log of a tournament and its tables, oldest first.

    It has the disputes, the corrections and rulings in settled deals, and the webhooks.

    \b
    nought tournament log Cup
    nought tournament log Cup --round 2 --kind results
    nought tournament log Cup --csv
    """
    with book(data) as services:
        identity = tournament_id(services, cup)
        query = {"round": number, "table": table, "kind": kind or "", "person": person}
        tournament = services.ledger.tournaments.get(identity)
        rows = log_of(tournament, sources_of(services, identity), query, ENGLISH)
    if as_csv_file:
        click.echo(as_csv(rows), nl=False)
        return
    if as_json:
        print_json(rows)
        return
    for row in rows:
        where = f"round {row['round']}, table {row['table']}: " if row["table"] else ""
        by = f"  ({row['by']})" if row["by"] else ""
        say(f"{row['at'][:16].replace('T', ' ')}  {where}{row['sentence']}{by}")


@tournament.command()
@cup_argument
@click.option("--note", default="", help="A note, shown in the log.")
@by_option
@preview_option
@data_option
def end(cup: str, note: str, by: str, data: Path | None) -> None:
    """End a tournament with the current standings.

    \b
    nought tournament end Cup
    """
    with book(data) as services:
        identity = tournament_id(services, cup)
        tournament = services.ledger.tournaments.get(identity)
        final = places(tournament, rank_entries(tournament, lines(services, identity)))
        services.ledger.tournaments.end(identity, final, note, by=by, at=now())
    for row in final:
        say(f"{row['place']}. {tournament.entries[row['entry']].name} ({row['score']})")


command = commands_of(tournament, "tournament", lambda ledger: ledger.tournaments, book, preview_option)
command("cancel", Tournaments.cancel, "{thing} is cancelled", "nought tournament cancel Cup --why storm")
command("rename", Tournaments.rename, "{thing} is now called {called}", "nought tournament rename Cup League")
command("reopen", Tournaments.reopen, "{thing} is open again", "nought tournament reopen Cup --why protest")
