"""`check`, `show`, `replay`: looking at deals, in files or in the record book."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from api.cli import paint
from api.cli.books import book, data_option, deal_in
from api.cli.errors import Trouble
from api.cli.files import deals, one_deal
from domain.hiding import viewers
from domain.record import Record
from replay.frames import replay as whole_replay
from replay.notation import BadLine
from replay.notation import check as judge
from replay.notation.document import record_of
from replay.views import view_at


def record_named(name: str, data: Path | None) -> Record:
    """The record of a file's first deal, or of the deal of that id in the record book."""
    if name == "-" or Path(name).exists():
        return record_of(one_deal(name))
    with book(data) as services:
        return deal_in(services, name).record


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("-q", "--quiet", is_flag=True, help="Only what is wrong.")
def check(files: tuple[str, ...], quiet: bool) -> int:
    """Judge hand files and archives, without a database.

    Every act is judged by the rules that its deal names. What is wrong is told with its line, the rule and
    what would have been allowed; then the exit code is 2.

    \b
    nought check replay/hands/*.toml
    nought check evening.ndjson.gz
    """
    good = bad = 0
    for path in files:
        for found in deals(path):
            if isinstance(found.deal, BadLine):
                bad += 1
                click.echo(f"{found.where}: {found.deal.reason}")
                continue
            report = judge(found.deal)
            good, bad = good + report.ok, bad + (not report.ok)
            if not quiet or not report.ok:
                click.echo(f"{found.where}: {'good' if report.ok else 'wrong'}, {report.acts} acts")
            for finding in report.findings:
                if finding.is_error or not quiet:
                    click.echo(f"    {finding}")
    click.echo(f"{good} good, {bad} wrong")
    return 2 if bad else 0


@click.command()
@click.argument("deal")
@data_option
def show(deal: str, data: Path | None) -> None:
    """A deal as a table to read: DEAL is a file or the id of a recorded deal.

    \b
    nought show replay/hands/05-an-opponent-cuts.nought.toml
    """
    paint.show(paint.deal(record_named(deal, data)))


@click.command()
@click.argument("deal")
@click.option("--seat", "viewer", default="public", show_default=True, help="N, E, S, W, public, scribe or arbiter.")
@click.option("--at", "ply", type=int, help="The ply to stop after; -1 is before the first. Without it: all of them.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@data_option
def replay(deal: str, viewer: str, ply: int | None, as_json: bool, data: Path | None) -> None:
    """What one viewer saw: DEAL is a file or the id of a recorded deal.

    \b
    nought replay replay/hands/05-an-opponent-cuts.nought.toml --seat E --at 17
    """
    record = record_named(deal, data)
    everybody = viewers(record.rules.seats)
    seen = next((name for name in everybody if name.lower() == viewer.lower()), None)
    if seen is None:
        raise Trouble(f"there is no viewer {viewer!r}; there are {', '.join(everybody)}")
    last = len(record.entries) - 1
    if ply is not None and not -1 <= ply <= last:
        raise Trouble(f"there is no ply {ply}; the deal has plies 0 to {last}, and -1 is before the first")
    if as_json:
        value = whole_replay(record, seen) if ply is None else view_at(record, seen, ply)
        click.echo(msgspec.json.encode(value).decode())
        return
    if ply is not None:
        paint.show(paint.frame(view_at(record, seen, ply), record.rules.ruleset))
        return
    for line in whole_replay(record, seen)["frames"]:
        broke = f"   ! {line['broke']['message']}" if "broke" in line else ""
        click.echo(f"{line['ply']:>3}  {line['act']}{broke}")
    paint.show(paint.frame(view_at(record, seen, last), record.rules.ruleset))


COMMANDS = (check, show, replay)
