"""`tournament enter`, `change`, `withdraw`, `return`, `seeds`, `lots`, `adjust`, `handicap`, `qualifiers`: entries."""

from __future__ import annotations

import secrets
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.parts.books import by_option, data_option
from api.cli.parts.commands import commands_of
from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import counted, print_json, say
from api.cli.tournament.common import (
    cup_argument,
    lines,
    maybe_why,
    score_amount,
    tournament,
    tournament_id,
    why_option,
)
from api.cli.tournament.previews import book, preview_option
from api.clock import now
from api.tournaments.entry_files import players_for
from domain.fair.forms import SEED_BYTES
from domain.tournament.entries.commands import Entries
from domain.tournament.entries.lines import entry_of
from domain.tournament.entries.qualifying import CARRY
from domain.tournament.rulings.adjustments import adjustment_number
from domain.tournament.standings.scores import adjustment_words
from domain.tournament.standings.scores import amount as score_words
from replay.tournaments.payloads import rank_entries

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from api.services import Services
    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import Standing


@tournament.command()
@cup_argument
@click.argument("name")
@click.option("--player", "players", multiple=True, help="A player. Repeatable.")
@click.option("--since", type=click.IntRange(1, 999), help="The entry's first round. Default: the next.")
@by_option
@preview_option
@data_option
def enter(cup: str, name: str, players: Sequence[str], since: int | None, by: str, data: Path | None) -> None:
    """Enter a pair, a team or a player.

    A name such as `Anula + Farook`, or `The Herons: Anula, Farook`, names the players too.

    \b
    nought tournament enter Cup "Anula + Farook"
    nought tournament enter Cup Perera --player Nimal --player Kamala
    """
    with book(data) as services:
        identity = tournament_id(services, cup)
        if not players:
            side = services.ledger.tournaments.get(identity).terms.side
            name, players = entry_of(name, side, players_for(services, identity).has)
        services.ledger.entries.make_entry(identity, name, players, since, by=by, at=now())
        number = len(services.ledger.tournaments.get(identity).entries)
    say(f"{name} is entry {number}")


@tournament.command()
@cup_argument
@click.argument("entry")
@click.argument("names", nargs=-1, metavar="[CATEGORY]...")
@by_option
@preview_option
@data_option
def categories(cup: str, entry: str, names: tuple[str, ...], by: str, data: Path | None) -> None:
    """Set the prize categories of an entry.

    It is ranked within each of them too; without names it is in none.

    \b
    nought tournament categories Cup 5 Juniors Mixed
    """
    with book(data) as services:
        services.ledger.entries.set_categories(tournament_id(services, cup), entry, names, by=by, at=now())
    say(f"entry {entry}: {', '.join(names) or 'no category'}")


command = commands_of(tournament, "tournament", lambda ledger: ledger.entries, book, preview_option)
command("withdraw", Entries.withdraw_entry, "entry {entry} is out", "nought tournament withdraw Cup 5 --why ill")
command("return", Entries.return_entry, "entry {entry} is back", "nought tournament return Cup 5")


@tournament.command()
@cup_argument
@click.argument("order", nargs=-1, metavar="ENTRY…")
@maybe_why
@by_option
@preview_option
@data_option
def seeds(cup: str, order: tuple[str, ...], why: str, by: str, data: Path | None) -> None:
    """Set the seeding list, first seed first.

    \b
    nought tournament seeds Cup 4 1 7
    """
    with book(data) as services:
        services.ledger.entries.set_seeds(tournament_id(services, cup), order, why, by=by, at=now())
    say(f"{counted(len(order), 'entry is', 'entries are')} seeded")


@tournament.command()
@cup_argument
@click.option(
    "--for",
    "purpose",
    type=click.Choice(["tie-break", "draws"]),
    default="tie-break",
    show_default=True,
    help="The purpose of the lots.",
)
@click.option(
    "--promise", is_flag=True, help="Draw the lots and print only the commitment. Default: open or draw them."
)
@by_option
@preview_option
@data_option
def lots(cup: str, purpose: str, promise: bool, by: str, data: Path | None) -> None:
    """Draw all entries by lot.

    `nought lots verify` checks that opened lots match their commitment.

    \b
    nought tournament lots Cup --promise
    nought tournament lots Cup
    """
    with book(data) as services:
        identity, ledger = tournament_id(services, cup), services.ledger
        (ledger.lots.promise_lots if promise else ledger.lots.draw_lots)(
            identity, purpose, secrets.token_bytes(SEED_BYTES), by=by, at=now()
        )
        tournament = ledger.tournaments.get(identity)
    print_json(tournament.promised[purpose].commitment if promise else tournament.lots[purpose].lots)


@tournament.command()
@cup_argument
@click.argument("entry", required=False)
@click.argument("amount", type=score_amount, metavar="AMOUNT", required=False)
@click.option("--withdraw", "ruling", type=click.IntRange(min=1), help="Withdraw the ruling of this number.")
@click.option("--unit", type=click.Choice(["score", "tokens"]), default="score", show_default=True, help="The unit.")
@click.option("--round", "number", type=click.IntRange(min=0), default=0, help="The round concerned. Default: none.")
@why_option
@by_option
@preview_option
@data_option
def adjust(
    cup: str, entry: str | None, amount: Fraction | None, ruling: int | None, unit: str, number: int, why: str, by: str,
    data: Path | None,
) -> None:  # fmt: skip
    """Adjust an entry's score by a ruling.

    AMOUNT is in the unit of the standings: -1 takes a point, -0.5 half a point where wins count. Write `--` before a
    negative amount.

    \b
    nought tournament adjust Cup --why late -- 3 -0.5
    nought tournament adjust Cup --unit tokens --why challenge -- 3 -3
    nought tournament adjust Cup --withdraw 31 --why appealed
    """
    with book(data) as services:
        identity, ledger = tournament_id(services, cup), services.ledger
        if ruling is not None and entry is None:
            ledger.adjustments.withdraw_adjustment(identity, ruling, why, by=by, at=now())
            say(f"ruling {ruling} is withdrawn")
            return
        if ruling is not None or entry is None or amount is None:
            raise Trouble("name an entry and an amount; or --withdraw alone")
        tournament = ledger.tournaments.get(identity)
        stored = adjustment_number(tournament, amount, unit)
        saved = ledger.adjustments.adjust(identity, entry, stored, why, unit, number, by=by, at=now())
    sign = "+" if amount > 0 else ""
    say(f"entry {entry}: {adjustment_words(tournament.terms, stored, unit, sign)} (ruling {saved.version})")


@tournament.command()
@cup_argument
@click.argument("entry")
@click.argument("amount", type=score_amount, metavar="AMOUNT")
@why_option
@by_option
@preview_option
@data_option
def handicap(cup: str, entry: str, amount: Fraction, why: str, by: str, data: Path | None) -> None:
    """Set the score with which an entry begins.

    AMOUNT is in the unit of the standings. It replaces the one before; 0 takes it away.

    \b
    nought tournament handicap Cup 5 1.5 --why newcomers
    """
    with book(data) as services:
        identity = tournament_id(services, cup)
        services.ledger.adjustments.set_starting_score(identity, entry, amount, why, by=by, at=now())
        terms = services.ledger.tournaments.get(identity).terms
    say(f"entry {entry} begins with {score_words(terms, amount)}")


@tournament.command()
@cup_argument
@click.argument("entry")
@click.option("--name", "called", help="The new name. Default: the name stays.")
@click.option("--player", "players", multiple=True, help="A player; they replace those before. Repeatable.")
@maybe_why
@by_option
@preview_option
@data_option
def change(
    cup: str, entry: str, called: str | None, players: tuple[str, ...], why: str, by: str, data: Path | None
) -> None:
    """Change the name or the players of an entry.

    \b
    nought tournament change Cup 5 --name Perera --player Nimal --player Kamala
    """
    with book(data) as services:
        identity, ledger = tournament_id(services, cup), services.ledger
        old = ledger.tournaments.get(identity).entry(entry)
        ledger.entries.change_entry(identity, entry, called or old.name, players or old.players, why, by=by, at=now())
        now_called = ledger.tournaments.get(identity).entry(entry).name
    say(f"entry {entry} is {now_called}")


@tournament.command()
@cup_argument
@click.option(
    "--from", "stages", multiple=True, required=True, metavar="TOURNAMENT=PLACES", help="A stage. Repeatable."
)
@click.option(
    "--carry",
    type=click.Choice(list(CARRY)),
    default="none",
    show_default=True,
    help="The part of their score that they begin with.",
)
@by_option
@preview_option
@data_option
def qualifiers(cup: str, stages: tuple[str, ...], carry: str, by: str, data: Path | None) -> None:
    """Enter the first places of earlier stages, and seed them.

    The stages must be over. First come the winners of all stages, then the second places, and so on.

    \b
    nought tournament qualifiers Final --from "Group A=2" --from "Group B=2"
    nought tournament qualifiers Final --from Qualifying=8 --carry half --preview
    """
    with book(data) as services:
        identity, ledger = tournament_id(services, cup), services.ledger
        given = [_stage(services, each) for each in stages]

        def rank(stage: Tournament) -> Sequence[Standing]:
            return rank_entries(stage, lines(services, stage.id))

        qualified = ledger.entries.find_qualifiers(ledger.tournaments.get(identity), given, carry, rank)
        ledger.entries.enter_qualifiers(identity, given, carry, rank, by=by, at=now())
    for each in qualified:
        say(f"{each.name}: {each.stage}, place {each.place}")


def _stage(services: Services, text: str) -> tuple[UUID, int]:
    """Return a stage written as ``Group A=2``. Raises `Trouble` for another form."""
    called, equals, places = text.rpartition("=")
    if not equals or not called or not places.isdecimal() or not int(places):
        raise Trouble(f"--from {text!r}: write TOURNAMENT=PLACES, as in 'Group A=2'")
    return tournament_id(services, called), int(places)
