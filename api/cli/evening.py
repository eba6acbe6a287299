"""The demo's club evening: record it, and suggest commands to try."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click
from rich.table import Table

from api.cli import paint
from api.cli.errors import Trouble
from api.cli.files import Where, one_deal
from api.cli.imports import Candidate, save_all
from api.cli.progress import show_progress
from api.cli.terminal import say
from api.clock import now
from api.services import Services
from demo.championship import NAME as CHAMPIONSHIP
from demo.championship import ROUNDS
from demo.evening import BEGINS, DEALS, Evening
from demo.recorder import BY, OtherEvening, record_championship, record_club, record_sitting
from domain.ledger.commands import Saved
from replay import hands as worked_hands


def record(services: Services, deals: int | None) -> None:
    """Record the evening, the championship and the worked hands, except what the book already has.

    Raises `Trouble` if the book holds another evening.
    """
    plan, ledger = Evening(deals=deals or DEALS), services.ledger
    record_club(ledger, plan)
    summary = Table("match", "table", "deals", "result", title=f"{plan.club.name} ({plan.source})", title_style="bold")
    recorded = present = 0
    with show_progress("recording the evening", plan.deals) as work:
        for sitting in plan.sittings():
            try:
                new = record_sitting(ledger, plan, sitting)
            except OtherEvening as error:
                raise Trouble(f"this book holds another evening; choose another folder with --data ({error})") from None
            recorded, present = recorded + new, present + len(sitting.deals) - new
            work.advance(len(sitting.deals))
            result = ", ".join(f"{sitting.teams[team]} {tokens}" for team, tokens in sitting.balance.items())
            summary.add_row(sitting.ruleset.name, sitting.table.name, str(len(sitting.deals)), result)
    with show_progress("recording a championship", ROUNDS) as work:
        for _ in record_championship(ledger, plan):
            work.advance()
    outcomes = import_worked_hands(services)
    new = sum(not saved.replayed for saved in outcomes)
    recorded, present = recorded + new, present + len(outcomes) - new
    paint.show(summary)
    click.echo(
        f"{recorded} deals recorded, {present} were there already; {len(outcomes)} of them are worked examples, "
        "at least one for each game."
    )


def import_worked_hands(services: Services) -> list[Saved]:
    """Import the worked hands with the date of the evening. Raises `Trouble` if one is refused."""
    at = BEGINS.date().isoformat()
    deals = [
        Candidate(Where(path.name), document=replace(one_deal(str(path)), at=at))
        for path in sorted(worked_hands_folder().glob("*.nought.toml"))
    ]
    saved = []
    for deal, outcome in save_all(services, deals, BY, now()):
        if not isinstance(outcome, Saved):
            raise Trouble(f"{deal.where}: {outcome}")
        saved.append(outcome)
    return saved


def worked_hands_folder() -> Path:
    """Return the folder of the worked hand files."""
    return Path(worked_hands.__path__[0])


def suggest_commands(folder: Path) -> None:
    """Print a few commands to try."""
    folder_of_hands = worked_hands_folder()
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
