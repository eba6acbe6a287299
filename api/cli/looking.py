"""`check`, `show`, `replay`: looking at deals, in files or in the record book."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from uuid import UUID

import click
import msgspec

from api.cli import check_report, paint
from api.cli.books import book, data_option
from api.cli.errors import Trouble
from api.cli.exits import DONE, FOUND, UNUSABLE
from api.cli.files import one_deal
from api.cli.judging import FEW, judge_files
from api.cli.progress import working
from api.cli.words import say
from domain.engine.hiding import PUBLIC, viewers
from domain.record.record import Record
from replay.frames import replay as whole_replay
from replay.notation.document import record_of
from replay.views import view_at, views_of_seats

ALL = "all"
"""Who is told as what each seat saw."""

which_option = click.option("--deal", "which", metavar="N|ID", help="Which deal of a file that holds several.")


def record_named(name: str, which: str | None, data: Path | None) -> Record:
    """The record of a file's deal, or of the deal of that id in the record book."""
    if name == "-" or os.path.exists(name):
        return record_of(one_deal(name, which))
    try:
        identity = UUID(name)
    except ValueError:
        raise Trouble(f"{name!r} is neither a file nor the id of a deal") from None
    if which is not None:
        raise Trouble(f"--deal chooses from a file; {name} is one deal already")
    with book(data) as services:
        return services.ledger.deals.get(identity).record


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("-v", "--verbose", is_flag=True, help="A line for each deal, good ones too.")
@click.option("-q", "--quiet", is_flag=True, help="Only what is wrong.")
@click.option("--json", "as_json", is_flag=True, help="As lines of JSON: one a deal, then one with the numbers.")
def check(files: tuple[str, ...], verbose: bool, quiet: bool, as_json: bool) -> int:
    """Judge hand files and archives, without a database.

    Every act is judged by the rules that its deal names. A deal that is wrong is listed with the line, the rule and
    what would have been allowed; the last line has the numbers. Long archives are judged on all processor cores.
    docs/commands.md describes the JSON.

    \b
    Exit codes:
      0  every deal is good
      1  a deal is wrong
      2  a file, or a line of an archive, cannot be read; the others were judged all the same

    \b
    nought check replay/hands/*.toml
    nought check evening.ndjson.gz --json
    """
    counts = dict.fromkeys(check_report.STATUS, 0)
    began = time.monotonic()
    with working("checking") as work, contextlib.closing(judge_files(files)) as judged:
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
        rate = deals / (time.monotonic() - began) if deals > FEW else None
        click.echo(check_report.summary(counts, len(files), rate))
    return UNUSABLE if counts["unreadable"] else FOUND if counts["wrong"] else DONE


@click.command()
@click.argument("deal")
@which_option
@data_option
def show(deal: str, which: str | None, data: Path | None) -> None:
    """A deal as a table to read.

    DEAL is a file or the id of a recorded deal.

    \b
    nought show replay/hands/05-an-opponent-cuts.nought.toml
    nought show evening.ndjson.gz --deal 7
    """
    paint.show(paint.deal(record_named(deal, which, data)))


@click.command()
@click.argument("deal")
@click.option(
    "--seat",
    "viewer",
    default="public",
    show_default=True,
    help="A seat, public, scribe or arbiter; or all: what each seat saw, side by side.",
)
@click.option(
    "--at",
    "ply",
    type=int,
    help="The ply to stop after; -1 is before the first. Without it: all of them; with all seats: the last.",
)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@which_option
@data_option
def replay(deal: str, viewer: str, ply: int | None, as_json: bool, which: str | None, data: Path | None) -> None:
    """What one viewer saw of a deal.

    DEAL is a file or the id of a recorded deal.

    \b
    nought replay replay/hands/05-an-opponent-cuts.nought.toml --seat E --at 17
    nought replay replay/hands/05-an-opponent-cuts.nought.toml --seat all --at 17
    """
    record = record_named(deal, which, data)
    everybody = (*viewers(record.rules.seats), ALL)
    seen = next((name for name in everybody if name.lower() == viewer.lower()), None)
    if seen is None:
        raise Trouble(f"there is no viewer {viewer!r}; there are {', '.join(everybody)}")
    last = len(record.entries) - 1
    if ply is not None and not -1 <= ply <= last:
        raise Trouble(f"there is no ply {ply}; the deal has plies 0 to {last}, and -1 is before the first")
    if seen == ALL:
        beside(record, last if ply is None else ply, as_json)
        return
    if as_json:
        value = whole_replay(record, seen) if ply is None else view_at(record, seen, ply)
        say(msgspec.json.encode(value).decode())
        return
    if ply is not None:
        paint.show(paint.frame(view_at(record, seen, ply), record.rules.ruleset))
        return
    for line in whole_replay(record, seen)["frames"]:
        broke = f"   ! {line['broke']['message']}" if "broke" in line else ""
        say(f"{line['ply']:>3}  {line['act']}{broke}")
    paint.show(paint.frame(view_at(record, seen, last), record.rules.ruleset))


def beside(record: Record, ply: int, as_json: bool) -> None:
    """Print what each seat knew after a ply."""
    views = views_of_seats(record, ply)
    if as_json:
        say(msgspec.json.encode(views).decode())
        return
    paint.show(paint.seats_beside(view_at(record, PUBLIC, ply), views, record.rules.ruleset))


COMMANDS = (check, show, replay)
