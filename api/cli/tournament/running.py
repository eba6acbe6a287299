"""`tournament open`, `list`, `show`, `terms`, `log`, `end`, `reopen`: the tournament as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
import msgspec

from api.cli import paint
from api.cli.books import book, data_option
from api.cli.errors import Trouble
from api.cli.houses import club_id
from api.cli.tournament.common import (
    by_option,
    cup_argument,
    found,
    grid,
    json_option,
    lines,
    maybe_why,
    told,
    tournament,
    why_option,
)
from api.cli.trading import now
from api.cli.words import say
from domain.tournament.formats import FORMATS
from domain.tournament.terms import MOST_ROUNDS, TermsError, parse, plain
from replay.tournament_log import log as whole_log
from replay.tournament_payloads import places, ranked, whole


@tournament.command("open")
@click.argument("name")
@click.option("--format", "kind", required=True, type=click.Choice(list(FORMATS)), help="How it is played.")
@click.option("--rounds", type=click.IntRange(1, MOST_ROUNDS), help="How many, where the format leaves it open.")
@click.option("--side", type=click.IntRange(1, 4), help="Players of an entry: 2, or 1 where partners are drawn.")
@click.option("--set", "changes", multiple=True, metavar="TERM=VALUE", help="Another term, as in encounter.race=7.")
@click.option("--ruleset", default="304", show_default=True, help="The key of the game.")
@click.option("--club", help="The club, by name or id.")
@click.option("--note", default="", help="For the record.")
@by_option
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

    The terms are told by name, values as in JSON: `encounter.race=7`, `encounter.deals=8`, `scoring.counts=tokens`,
    `tie_breaks=["buchholz", "lot"]`, `legs=2`, `consolation=true`.

    \b
    nought tournament open Cup --format swiss --rounds 5 --set encounter.race=7
    nought tournament open Passen --format drawn-partners --rounds 4 --ruleset sidi-barrani --set encounter.deals=8
    """
    terms: dict[str, Any] = {"format": kind, "side": side or FORMATS[kind].usual_size}
    if rounds is not None:
        terms["rounds"] = rounds
    with_changes(terms, changes)
    with book(data, new=True) as services:
        home = club_id(services, club) if club else None
        saved = services.ledger.tournaments.open(name, terms, ruleset, club=home, note=note, by=by, at=now())
    say(f"{name} is open: {saved.id}")


def with_changes(terms: dict[str, Any], changes: Iterable[str]) -> None:
    """Set the terms that were told as ``encounter.race=7``."""
    for each in changes:
        path, equals, text = each.partition("=")
        if not equals or not path:
            raise Trouble(f"--set {each!r}: write TERM=VALUE, as in encounter.race=7")
        group, _, name = path.rpartition(".")
        there = terms.setdefault(group, {}) if group else terms
        if not isinstance(there, dict):
            raise Trouble(f"--set {each!r}: {group} is no group of terms")
        there[name] = value(text)


def value(text: str) -> Any:
    """A value as JSON; a word stands for itself."""
    try:
        return None if text == "none" else msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return text


@tournament.command("list")
@json_option
@data_option
def list_(as_json: bool, data: Path | None) -> None:
    """All tournaments, the newest first.

    \b
    nought tournament list
    """
    with book(data) as services:
        found_ = list(services.catalogue.rows("tournament"))
    names = ("status", "format", "entries", "rounds")
    if as_json:
        told([{"id": str(row.id), "name": row.title, **{name: row.data[name] for name in names}} for row in found_])
        return
    table = grid("id", "name", *names)
    for row in found_:
        table.add_row(str(row.id), row.title, *(str(row.data[name]) for name in names))
    paint.show(table)


@tournament.command()
@cup_argument
@click.option("--version", type=click.IntRange(min=1), help="As it stood then.")
@json_option
@data_option
def show(cup: str, version: int | None, as_json: bool, data: Path | None) -> None:
    """A tournament: terms, entries, rounds.

    \b
    nought tournament show Cup
    """
    with book(data) as services:
        file = services.ledger.tournaments.get(found(services, cup), version)
    if as_json:
        told(whole(file))
        return
    say(f"{file.opened.name}: {file.terms.format}, {file.opened.ruleset['key']}, {file.status}")
    table = grid("", "name", "players", "seed", "")
    for entry in file.entries.values():
        note = f"out from round {entry.out}" if entry.out else f"from round {entry.since}" if entry.since > 1 else ""
        table.add_row(entry.id, entry.name, ", ".join(entry.players), str(entry.seed or ""), note)
    paint.show(table)
    for number, each in sorted(file.rounds.items()):
        say(f"round {number}: {len(each.drawn.pairings)} tables, {'closed' if each.closed else 'open'}")


@tournament.command()
@cup_argument
@click.option("--set", "changes", multiple=True, required=True, metavar="TERM=VALUE", help="A term; repeat it.")
@maybe_why
@by_option
@data_option
def terms(cup: str, changes: tuple[str, ...], why: str, by: str, data: Path | None) -> None:
    """Change terms of a tournament.

    \b
    nought tournament terms Cup --set rounds=4 --why late
    """
    with book(data) as services:
        identity = found(services, cup)
        changed = plain(services.ledger.tournaments.get(identity).terms)
        with_changes(changed, changes)
        try:
            services.ledger.tournaments.change_terms(identity, parse(changed), why, by=by, at=now())
        except TermsError as error:
            raise Trouble(str(error)) from None
    say("the terms are changed")


@tournament.command()
@cup_argument
@json_option
@data_option
def log(cup: str, as_json: bool, data: Path | None) -> None:
    """What happened, in sentences, with its tables.

    \b
    nought tournament log Cup
    """
    with book(data) as services:
        identity, ledger = found(services, cup), services.ledger
        shown = whole_log(
            ledger.tournaments.get(identity), ledger.repository.history(identity), ledger.repository.histories
        )
    if as_json:
        told(shown)
        return
    for row in shown:
        where = f"round {row['round']}, table {row['table']}: " if row["table"] else ""
        say(f"{row['at'][:16].replace('T', ' ')}  {where}{row['told']}  ({row['by']})")


@tournament.command()
@cup_argument
@click.option("--note", default="", help="For the record.")
@by_option
@data_option
def end(cup: str, note: str, by: str, data: Path | None) -> None:
    """Announce the final result: the standings as they are.

    \b
    nought tournament end Cup
    """
    with book(data) as services:
        identity = found(services, cup)
        file = services.ledger.tournaments.get(identity)
        final = places(file, ranked(file, lines(services, identity)))
        services.ledger.tournaments.end(identity, final, note, by=by, at=now())
    for row in final:
        say(f"{row['place']}. {file.entries[row['entry']].name} ({row['score']})")


@tournament.command()
@cup_argument
@why_option
@by_option
@data_option
def reopen(cup: str, why: str, by: str, data: Path | None) -> None:
    """Go on after the final result was announced.

    \b
    nought tournament reopen Cup --why protest
    """
    with book(data) as services:
        services.ledger.tournaments.reopen(found(services, cup), why, by=by, at=now())
    say(f"{cup} is open again")
