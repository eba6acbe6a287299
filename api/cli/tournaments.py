"""`tournament`: run a tournament. The commands about its tables stand in `tabling`."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click
import msgspec
from rich.table import Column, Table

from api.cli import paint
from api.cli.books import book, data_option
from api.cli.errors import Trouble
from api.cli.houses import club_id
from api.cli.trading import now
from api.cli.words import say
from domain.fair.forms import SEED_BYTES
from domain.ledger.ranked import read
from domain.tournament.state import Draw, Pairing
from domain.tournament.terms import FORMATS, TermsError, parse, plain
from replay.tournament_words import sentence
from replay.tournaments import explained, places, ranked, round_, rows, whole

if TYPE_CHECKING:
    from api.services import Services
    from domain.ledger.tournament_file import Tournament
    from domain.tournament.state import Line

Option = Callable[..., Any]
cup_argument: Option = click.argument("cup", metavar="TOURNAMENT")
by_option: Option = click.option("--by", default="nought", show_default=True, help="Who records it.")
why_option: Option = click.option("--why", required=True, help="For the record.")
maybe_why: Option = click.option("--why", default="", help="For the record.")
json_option: Option = click.option("--json", "as_json", is_flag=True, help="As JSON.")
number_argument: Option = click.argument("number", metavar="ROUND", type=click.IntRange(min=1))


@click.group()
def tournament() -> None:
    """Tournaments: entries, draws, results, standings.

    TOURNAMENT is the name of the tournament, or its id; ENTRY the number of an entry.

    \b
    nought tournament open Cup --format swiss --rounds 5 --set encounter.race=7
    nought tournament enter Cup Perera --player Nimal --player Kamala
    nought tournament draw Cup
    nought tournament result Cup 1 3 7-4
    nought tournament standings Cup
    """


def found(services: Services, told: str) -> UUID:
    """The tournament of an id or of a name."""
    try:
        return UUID(told)
    except ValueError:
        pass
    called = [row.id for row in services.catalogue.rows("tournament") if row.title == told]
    if len(called) == 1:
        return called[0]
    if called:
        ids = ", ".join(map(str, called))
        raise Trouble(f"{len(called)} tournaments are called {told!r}; name one by its id: {ids}")
    raise Trouble(f"there is no tournament called {told!r}")


def lines(services: Services, identity: UUID) -> list[Line]:
    """What the standings of a tournament are made from."""
    return [read(line) for line in services.lines.of(identity)]


def told(value: Any) -> None:
    """Print a value as JSON, on one line."""
    click.echo(msgspec.json.encode(value))


def grid(*titles: str) -> Table:
    """An empty table with these titles."""
    return Table(*(Column(title, overflow="fold") for title in titles))


# --- the tournament -------------------------------------------------------------------------------


@tournament.command("open")
@click.argument("name")
@click.option("--format", "kind", required=True, type=click.Choice(list(FORMATS)), help="How it is played.")
@click.option("--rounds", type=click.IntRange(1, 99), help="How many, where the format leaves it open.")
@click.option("--side", type=click.IntRange(1, 4), help="Players of an entry: 2, or 1 where partners are drawn.")
@click.option("--set", "changes", multiple=True, metavar="TERM=VALUE", help="Another term, as in encounter.race=7.")
@click.option("--ruleset", default="304", show_default=True, help="The key of the game.")
@click.option("--club", help="The club, by name or id.")
@click.option("--note", default="", help="For the record.")
@by_option
@data_option
def open_(
    name: str, kind: str, rounds: int | None, side: int | None, changes: tuple[str, ...], ruleset: str,
    club: str | None, note: str, by: str, data: Path | None,
) -> None:  # fmt: skip
    """Open a tournament.

    The terms are told by name, values as in JSON: `encounter.race=7`, `encounter.deals=8`, `scoring.counts=tokens`,
    `tie_breaks=["buchholz", "lot"]`, `legs=2`, `consolation=true`.

    \b
    nought tournament open Cup --format swiss --rounds 5 --set encounter.race=7
    nought tournament open Passen --format drawn-partners --rounds 4 --ruleset sidi-barrani --set encounter.deals=8
    """
    terms: dict[str, Any] = {"format": kind, "side": side or (1 if kind == "drawn-partners" else 2)}
    if rounds is not None:
        terms["rounds"] = rounds
    with_changes(terms, changes)
    with book(data, new=True) as services:
        home = club_id(services, club) if club else None
        saved = services.ledger.open_tournament(name, terms, ruleset, club=home, note=note, by=by, at=now())
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
        file = services.ledger.tournament(found(services, cup), version)
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
        changed = plain(services.ledger.tournament(identity).terms)
        with_changes(changed, changes)
        try:
            services.ledger.change_terms(identity, parse(changed), why, by=by, at=now())
        except TermsError as error:
            raise Trouble(str(error)) from None
    say("the terms are changed")


@tournament.command()
@cup_argument
@json_option
@data_option
def log(cup: str, as_json: bool, data: Path | None) -> None:
    """What happened, in sentences.

    \b
    nought tournament log Cup
    """
    with book(data) as services:
        identity = found(services, cup)
        file = services.ledger.tournament(identity)
        events = services.ledger.history(identity)
    names = {entry: each.name for entry, each in file.entries.items()}
    said = [{"at": event.at, "by": event.by, "told": sentence(event.fact, names)} for event in events]
    if as_json:
        told(said)
        return
    for row in said:
        say(f"{row['at'][:16].replace('T', ' ')}  {row['told']}  ({row['by']})")


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
        file = services.ledger.tournament(identity)
        final = places(file, ranked(file, lines(services, identity)))
        services.ledger.end_tournament(identity, final, note, by=by, at=now())
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
        services.ledger.reopen_tournament(found(services, cup), why, by=by, at=now())
    say(f"{cup} is open again")


# --- entries --------------------------------------------------------------------------------------


@tournament.command()
@cup_argument
@click.argument("name")
@click.option("--player", "players", multiple=True, help="Who plays; repeat it.")
@click.option("--since", type=click.IntRange(1, 99), help="The first round; the next if left out.")
@by_option
@data_option
def enter(cup: str, name: str, players: tuple[str, ...], since: int | None, by: str, data: Path | None) -> None:
    """Enter a pair, a team or a player.

    \b
    nought tournament enter Cup Perera --player Nimal --player Kamala
    """
    with book(data) as services:
        identity = found(services, cup)
        services.ledger.make_entry(identity, name, players, since, by=by, at=now())
        number = len(services.ledger.tournament(identity).entries)
    say(f"{name} is entry {number}")


@tournament.command()
@cup_argument
@click.argument("entry")
@maybe_why
@by_option
@data_option
def withdraw(cup: str, entry: str, why: str, by: str, data: Path | None) -> None:
    """Draw an entry no more, from the next round on.

    \b
    nought tournament withdraw Cup 5 --why ill
    """
    with book(data) as services:
        services.ledger.withdraw_entry(found(services, cup), entry, why, by=by, at=now())
    say(f"entry {entry} is out")


@tournament.command("return")
@cup_argument
@click.argument("entry")
@maybe_why
@by_option
@data_option
def return_(cup: str, entry: str, why: str, by: str, data: Path | None) -> None:
    """Draw an entry again that had withdrawn.

    \b
    nought tournament return Cup 5
    """
    with book(data) as services:
        services.ledger.return_entry(found(services, cup), entry, why, by=by, at=now())
    say(f"entry {entry} is back")


@tournament.command()
@cup_argument
@click.argument("order", nargs=-1, metavar="ENTRY…")
@maybe_why
@by_option
@data_option
def seeds(cup: str, order: tuple[str, ...], why: str, by: str, data: Path | None) -> None:
    """Set the seeding list, the first seed first.

    \b
    nought tournament seeds Cup 4 1 7
    """
    with book(data) as services:
        services.ledger.set_seeds(found(services, cup), order, why, by=by, at=now())
    say(f"{len(order)} are seeded")


@tournament.command()
@cup_argument
@click.argument("entry")
@click.argument("amount", type=int)
@click.option("--unit", type=click.Choice(["score", "tokens"]), default="score", show_default=True, help="Of what.")
@click.option("--round", "number", type=click.IntRange(min=0), default=0, help="The round that it is about.")
@why_option
@by_option
@data_option
def adjust(cup: str, entry: str, amount: int, unit: str, number: int, why: str, by: str, data: Path | None) -> None:
    """Rule about an entry's score.

    Before an amount below nought goes a `--`.

    \b
    nought tournament adjust Cup --unit tokens --why challenge -- 3 -3
    """
    with book(data) as services:
        services.ledger.adjust(found(services, cup), entry, amount, why, unit, number, by=by, at=now())
    say(f"entry {entry}: {amount:+d} {unit}")


# --- rounds ---------------------------------------------------------------------------------------


@tournament.command()
@cup_argument
@click.option("--round", "number", type=click.IntRange(min=1), help="The round that is meant: no other is drawn.")
@click.option("--pair", "pairs", multiple=True, metavar="ENTRY-ENTRY", help="A table of your own draw; repeat it.")
@click.option("--bye", "byes", multiple=True, metavar="ENTRY", help="Who sits out in your own draw; repeat it.")
@click.option("--redraw", "why", help="Draw the last round anew, for this reason.")
@by_option
@data_option
def draw(
    cup: str, number: int | None, pairs: tuple[str, ...], byes: tuple[str, ...], why: str | None, by: str,
    data: Path | None,
) -> None:  # fmt: skip
    """Draw the next round, by the format or by hand.

    Where partners are drawn a table is written `1+5-3+7`.

    \b
    nought tournament draw Cup
    nought tournament draw Cup --pair 1-4 --pair 2-3 --bye 5
    nought tournament draw Cup --redraw broken --pair 1-3 --pair 2-4
    """
    with book(data) as services:
        identity = found(services, cup)
        ledger = services.ledger
        drawn = len(ledger.tournament(identity).rounds)
        meant = number or (drawn + 1 if why is None else drawn)
        own = by_hand(meant, pairs, byes) if pairs else None
        if why is None:
            chance = secrets.token_bytes(SEED_BYTES)
            ledger.draw_round(identity, meant, entropy=chance, by_hand=own, by=by, at=now())
        else:
            ledger.redraw_round(identity, meant, why, by_hand=own, by=by, at=now())
        _show_round(ledger.tournament(identity), meant, [])


def by_hand(number: int, pairs: Iterable[str], byes: Iterable[str]) -> Draw:
    """The draw that was told as ``1-4``."""
    tables = []
    for table, pair in enumerate(pairs, 1):
        ours, dash, theirs = pair.partition("-")
        if not dash or not ours or not theirs:
            raise Trouble(f"--pair {pair!r}: write ENTRY-ENTRY, as in 1-4")
        tables.append(Pairing(table, (tuple(ours.split("+")), tuple(theirs.split("+")))))
    return Draw(number, tuple(tables), dict.fromkeys(byes, "The director drew it so."))


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
        file, there = services.ledger.tournament(identity), lines(services, identity)
    if as_json:
        told(round_(file, number, there))
        return
    _show_round(file, number, there)


def _show_round(file: Tournament, number: int, there: list[Line]) -> None:
    """A round as a table."""
    shown = round_(file, number, there)
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
            services.ledger.close_round(identity, number, by=by, at=now())
        else:
            services.ledger.reopen_round(identity, number, why, by=by, at=now())
    say(f"round {number} is {'closed' if why is None else 'open again'}")


# --- standings ------------------------------------------------------------------------------------


@tournament.command()
@cup_argument
@click.option("--round", "until", type=click.IntRange(min=1), help="After this round.")
@json_option
@data_option
def standings(cup: str, until: int | None, as_json: bool, data: Path | None) -> None:
    """The standings, each place with its reason.

    \b
    nought tournament standings Cup
    """
    with book(data) as services:
        identity = found(services, cup)
        file = services.ledger.tournament(identity)
        shown = rows(file, ranked(file, lines(services, identity), until))
    if as_json:
        told(shown)
        return
    table = grid("", "", "name", "score", "played", "won", "drawn", "lost", "why")
    for row in shown:
        mark = "*" if row["provisional"] else ""
        numbers = (str(row[name]) for name in ("played", "won", "drawn", "lost"))
        table.add_row(f"{row['place']}", row["entry"], row["name"] + mark, row["said"], *numbers, row["why"])
    paint.show(table)
    if any(row["provisional"] for row in shown):
        say("* rests on a result that is not confirmed yet")


@tournament.command()
@cup_argument
@click.argument("entry")
@click.option("--round", "until", type=click.IntRange(min=1), help="After this round.")
@data_option
def explain(cup: str, entry: str, until: int | None, data: Path | None) -> None:
    """How an entry came to its place, step by step.

    \b
    nought tournament explain Cup 3
    """
    with book(data) as services:
        identity = found(services, cup)
        file = services.ledger.tournament(identity)
        steps = explained(file, lines(services, identity), entry, until)
    for step in steps:
        say(step)
