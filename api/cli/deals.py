"""`check`, `show`, `replay`: deals in files or in the record book."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from uuid import UUID

import click

from api.cli.parts import check_report, paint
from api.cli.parts.books import book, data_option
from api.cli.parts.checks import FEW, judge_files
from api.cli.parts.errors import Trouble
from api.cli.parts.exits import DONE, FAILED_CHECK, UNUSABLE
from api.cli.parts.files import is_file, one_deal
from api.cli.parts.progress import show_progress
from api.cli.parts.terminal import json_option, print_json, say
from domain.engine.hiding import PUBLIC, viewers
from domain.record.record import Record
from replay.frames import replay as whole_replay
from replay.notation.document import record_of
from replay.views import view_at, views_of_seats

ALL = "all"
"""The value of `--seat` that shows every seat's view."""

selector_option = click.option("--deal", "selector", metavar="N|ID", help="The deal in a file with several.")


def find_record(name: str, selector: str | None, data: Path | None) -> Record:
    """Return the record of the deal in a file, of a worked hand, or of the deal with that id in the record book.

    Raises `Trouble` if the name is neither, or if a deal is chosen from the record book by ``selector``.
    """
    if is_file(name):
        return record_of(one_deal(name, selector))
    try:
        identity = UUID(name)
    except ValueError:
        raise Trouble(f"{name!r} is neither a file nor the id of a deal") from None
    if selector is not None:
        raise Trouble(f"--deal chooses a deal from a file; {name} is the id of one deal")
    with book(data) as services:
        return services.ledger.deals.get(identity).record


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("-v", "--verbose", is_flag=True, help="Print a line for good deals too.")
@click.option("-q", "--quiet", is_flag=True, help="Print errors only.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a line for each deal, then one with the totals.")
def check(files: tuple[str, ...], verbose: bool, quiet: bool, as_json: bool) -> int:
    """Judge hand files and archives, without a database.

    Every act is judged by the rules of its deal. Wrong deals are listed with the line, the rule and what is allowed;
    the last line has the totals. Long archives are judged on all processor cores. docs/commands.md describes the JSON.

    \b
    Exit codes:
      0  every deal is good
      1  a deal is wrong
      2  a file, or a line of an archive, cannot be read; all others were judged

    \b
    nought check my-hand.nought.toml
    nought check evening.ndjson.gz --json
    """
    counts = dict.fromkeys(check_report.STATUS, 0)
    started = time.monotonic()
    with show_progress("checking") as work, contextlib.closing(judge_files(files)) as judged:
        for batch in judged:
            for deal in batch:
                counts[deal.status] += 1
                if as_json:
                    check_report.print_json(deal, quiet=quiet)
                else:
                    check_report.print_words(deal, quiet=quiet, verbose=verbose)
            work.advance(len(batch))
    if as_json:
        click.echo(check_report.summary_json(counts))
    else:
        deals = sum(counts.values())
        rate = deals / (time.monotonic() - started) if deals > FEW else None
        click.echo(check_report.summary(counts, len(files), rate))
    return UNUSABLE if counts["unreadable"] else FAILED_CHECK if counts["wrong"] else DONE


@click.command()
@click.argument("deal")
@selector_option
@data_option
def show(deal: str, selector: str | None, data: Path | None) -> None:
    """Show a deal with hands, bids, tricks and result.

    DEAL is a file, the id of a recorded deal, or the name of a worked hand.

    \b
    nought show 05-an-opponent-cuts
    nought show evening.ndjson.gz --deal 7
    """
    paint.show(paint.deal(find_record(deal, selector, data)))


@click.command()
@click.argument("deal")
@click.option(
    "--seat",
    "viewer",
    default="public",
    show_default=True,
    help="A seat, public, scribe or arbiter; or all: each seat's view, side by side.",
)
@click.option(
    "--at",
    "ply",
    type=int,
    help="The ply to stop after; -1: before the first. Default: every ply; with `--seat all`: the last.",
)
@json_option
@selector_option
@data_option
def replay(deal: str, viewer: str, ply: int | None, as_json: bool, selector: str | None, data: Path | None) -> None:
    """Show a deal as one viewer saw it.

    DEAL is a file, the id of a recorded deal, or the name of a worked hand.

    \b
    nought replay 05-an-opponent-cuts --seat E --at 17
    nought replay 05-an-opponent-cuts --seat all --at 17
    """
    record = find_record(deal, selector, data)
    all_viewers = (*viewers(record.rules.seats), ALL)
    known_viewer = next((name for name in all_viewers if name.lower() == viewer.lower()), None)
    if known_viewer is None:
        raise Trouble(f"there is no viewer {viewer!r}; there are {', '.join(all_viewers)}")
    last = check_ply(record, ply)
    if known_viewer == ALL:
        print_seats_beside(record, last, as_json)
        return
    if as_json:
        print_json(whole_replay(record, known_viewer) if ply is None else view_at(record, known_viewer, ply))
        return
    if ply is not None:
        paint.show(paint.frame(view_at(record, known_viewer, ply), record.rules.ruleset))
        return
    for line in whole_replay(record, known_viewer)["frames"]:
        breach = f"   ! {line['broke']['message']}" if "broke" in line else ""
        say(f"{line['ply']:>3}  {line['act']}{breach}")
    paint.show(paint.frame(view_at(record, known_viewer, last), record.rules.ruleset))


def print_seats_beside(record: Record, ply: int, as_json: bool) -> None:
    """Print every seat's view after a ply, side by side."""
    views = views_of_seats(record, ply)
    if as_json:
        print_json(views)
        return
    paint.show(paint.seats_beside(view_at(record, PUBLIC, ply), views, record.rules.ruleset))


def check_ply(record: Record, ply: int | None) -> int:
    """Return the ply, or the deal's last if it is None. Raises `Trouble` if the deal has no such ply."""
    last = len(record.entries) - 1
    if ply is not None and not -1 <= ply <= last:
        raise Trouble(f"there is no ply {ply}; the deal has plies 0 to {last}, and -1 is before the first")
    return last if ply is None else ply


COMMANDS = (check, show, replay)
