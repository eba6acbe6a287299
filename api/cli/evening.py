"""Recording the demo's club evening through the ledger, and telling what there is to see."""

from __future__ import annotations

import contextlib
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import click
from rich.table import Table

from api.cli import championship, paint
from api.cli.errors import Trouble
from api.cli.files import Found, Where, one_deal
from api.cli.progress import working
from api.cli.trading import take_in
from api.cli.words import say
from api.services import Services
from domain.ledger.commands import Saved
from domain.ledger.errors import AlreadyThere
from replay import hands as worked_hands
from replay.generated.championship import NAME as CHAMPIONSHIP
from replay.generated.evening import BEGINS, DEALS, Evening, Sitting

BY: Final = "demo"


def record(services: Services, deals: int | None) -> None:
    """Record everything that is not there yet."""
    plan = Evening(deals=deals or DEALS)
    at = BEGINS.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    ledger = services.ledger
    with contextlib.suppress(AlreadyThere):
        ledger.open_club(plan.club.name, club_id=plan.club.id, by=BY, at=at)
    for player in plan.players:
        with contextlib.suppress(AlreadyThere):
            ledger.register_player(player.name, club=plan.club.id, player_id=player.id, by=BY, at=at)
    for table in plan.tables:
        with contextlib.suppress(AlreadyThere):
            ledger.open_table(table.name, club=plan.club.id, table_id=table.id, by=BY, at=at)
    summary = Table("match", "table", "deals", "result", title=f"{plan.club.name} ({plan.source})", title_style="bold")
    recorded = there = 0
    with working("recording the evening", plan.deals) as work:
        for sitting in plan.sittings():
            new = play(services, plan, sitting)
            recorded, there = recorded + new, there + len(sitting.deals) - new
            work.advance(len(sitting.deals))
            told = ", ".join(f"{sitting.teams[team]} {tokens}" for team, tokens in sitting.balance.items())
            summary.add_row(sitting.ruleset.name, sitting.table.name, str(len(sitting.deals)), told)
    championship.record(services, plan)
    outcomes = import_worked(services)
    new = sum(not saved.replayed for saved in outcomes)
    recorded, there = recorded + new, there + len(outcomes) - new
    paint.show(summary)
    click.echo(
        f"{recorded} deals recorded, {there} were there already; {len(outcomes)} of them are worked examples, "
        "at least one for each game."
    )


def play(services: Services, plan: Evening, sitting: Sitting) -> int:
    """One match and its deals; says how many of them were new."""
    ledger = services.ledger
    new = 0
    with contextlib.suppress(AlreadyThere):
        ledger.open_match(
            sitting.ruleset,
            sitting.dealer,
            match_id=sitting.id,
            club=plan.club.id,
            table=sitting.table.id,
            teams=sitting.teams,
            players=sitting.players,
            event="",
            by=sitting.by,
            at=sitting.at,
        )
    for start in range(0, len(sitting.deals), 12):
        for outcome in ledger.import_deals(sitting.deals[start : start + 12]):
            if not isinstance(outcome, Saved):
                raise Trouble(f"this book holds another evening; choose another folder with --data ({outcome})")
            new += not outcome.replayed
    if sitting.stopped and not ledger.match(sitting.id).ended:
        ledger.end_match(sitting.id, by=sitting.by, at=sitting.stopped)
    return new


def import_worked(services: Services) -> list[Saved]:
    """Take in the worked hands, as of that evening."""
    found = []
    for path in sorted(worked_folder().glob("*.nought.toml")):
        found.append(Found(Where(path.name), replace(one_deal(str(path)), at=BEGINS.date().isoformat())))
    saved = []
    for each, outcome in take_in(services, iter(found), BY):
        if not isinstance(outcome, Saved):
            raise Trouble(f"{each.where}: {outcome}")
        saved.append(outcome)
    return saved


def worked_folder() -> Path:
    """Where the worked hand files lie."""
    return Path(worked_hands.__path__[0])


def say_what_to_try(folder: Path) -> None:
    """A few commands that show something."""
    folder_of_hands = worked_folder()
    if folder_of_hands.is_relative_to(Path.cwd()):
        folder_of_hands = folder_of_hands.relative_to(Path.cwd())
    deal = Evening().deal_id(2)
    program = Path(sys.argv[0])
    nought = program.relative_to(Path.cwd()) if program.is_relative_to(Path.cwd()) else program
    click.echo("\nTo try, in another terminal:")
    for command in (
        f"show {deal} --data {folder}",
        f"tournament standings '{CHAMPIONSHIP}' --data {folder}",
        f"replay {folder_of_hands}/05-an-opponent-cuts.nought.toml --seat E --at 17",
        f"show {folder_of_hands}/35-whose-weis-is-best.nought.toml",
        f"check {folder_of_hands}/*.toml",
    ):
        say(f"  {nought} {command}")
