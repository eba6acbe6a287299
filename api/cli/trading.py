"""`import` and `export`: deals into the record book and out of it."""

from __future__ import annotations

import contextlib
import gzip
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, cast
from uuid import UUID

import click
from rich.console import Console
from rich.progress import Progress

from api.cli.books import book, data_option, deal_in
from api.cli.errors import Trouble
from api.cli.files import Found, deals
from api.services import Services
from domain.ledger.commands import Entered, ImportedDeal, Saved
from domain.ledger.errors import Declined
from domain.ledger.keeper import new_id
from domain.refusals import Refused
from replay.notation import BadLine, DealDocument, document_of, write_archived, write_hand

TOGETHER = 12
"""Deals saved in one transaction."""

Outcome = Saved | Declined | Refused


def now() -> str:
    """This moment, as the record writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def imported(document: DealDocument, by: str, *, complete: bool) -> ImportedDeal:
    """A document as the ledger takes it. Without an id of its own, the deal gets a new one."""
    at = _moment(document.at) or now()
    by = document.by or by
    try:
        identity = UUID(document.id) if document.id else new_id(at)
    except ValueError:
        raise Declined("import-id", f"a deal's id is a UUID, not {document.id[:60]!r}") from None
    lines = tuple(Entered(item.fact, _moment(item.at) or at, item.by or by) for item in document.items)
    return ImportedDeal(identity, document.opened, at, by, lines, complete)


def _moment(told: str) -> str:
    """A date alone is its first moment."""
    return f"{told}T00:00:00.000Z" if len(told) == len("2026-02-14") else told


def take_in(services: Services, found: Iterator[Found], by: str) -> Iterator[tuple[str, Outcome | BadLine]]:
    """Import deals some at a time; yields what became of each, with where it stood."""
    waiting: list[tuple[str, ImportedDeal]] = []
    for each in found:
        if isinstance(each.deal, BadLine):
            yield each.where, each.deal
            continue
        try:
            waiting.append((each.where, imported(each.deal, by, complete=True)))
        except (Declined, ValueError) as error:
            yield each.where, error if isinstance(error, Declined) else Declined("import", str(error))
        if len(waiting) == TOGETHER:
            yield from _saved(services, waiting)
            waiting = []
    yield from _saved(services, waiting)


def _saved(services: Services, waiting: list[tuple[str, ImportedDeal]]) -> Iterator[tuple[str, Outcome]]:
    outcomes = services.ledger.import_deals([deal for _, deal in waiting])
    yield from zip((where for where, _ in waiting), outcomes, strict=True)


@click.command("import")
@click.argument("files", nargs=-1, required=True)
@click.option("--by", default="import", show_default=True, help="Who records, where a file does not say.")
@data_option
def import_(files: tuple[str, ...], by: str, data: Path | None) -> int:
    """Take hand files and archives into the record book.

    A deal that is there already, with the same content, is left alone. What cannot be taken in is listed
    with its line and the reason, and the exit code is 2; everything else is in.

    \b
    nought import evening.ndjson.gz replay/hands/*.toml
    cat evening.ndjson | nought import -
    """
    counts: Counter[str] = Counter()
    with book(data) as services, Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("importing", total=None)
        for path in files:
            for where, outcome in take_in(services, deals(path), by):
                progress.advance(task)
                if isinstance(outcome, Saved):
                    counts["there already" if outcome.replayed else "imported"] += 1
                else:
                    counts["refused"] += 1
                    click.echo(f"{where}: {outcome.reason if isinstance(outcome, BadLine) else outcome}", err=True)
    click.echo(", ".join(f"{counts[what]} {what}" for what in ("imported", "there already", "refused")))
    return 2 if counts["refused"] else 0


@click.command()
@click.argument("deal_ids", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every deal of the record book.")
@click.option("--hand", is_flag=True, help="One deal as a hand file, for people, instead of an archive.")
@click.option("-o", "--output", default="-", help="A file; with a name that ends in .gz, compressed.")
@data_option
def export(deal_ids: tuple[str, ...], everything: bool, hand: bool, output: str, data: Path | None) -> None:
    """Write deals of the record book as an archive (one line each), or one as a hand file.

    \b
    nought export --all -o book.ndjson.gz
    nought export --hand DEAL
    """
    if bool(deal_ids) == everything:
        raise Trouble("name the deals to export, or give --all")
    if hand and len(deal_ids) != 1:
        raise Trouble("a hand file holds one deal: name it")
    with book(data) as services:
        ids = [deal_in(services, name).id for name in deal_ids] if deal_ids else list(every_deal(services))
        progress = Progress(console=Console(stderr=True), transient=True)
        with progress, written(output) as target:
            for identity in progress.track(ids, description="exporting"):
                document = document_of(services.ledger.history(identity), str(identity))
                target.write(write_hand(document).encode() if hand else write_archived(document) + b"\n")
    if output != "-":
        click.echo(f"{len(ids)} deals in {output}", err=True)


@contextlib.contextmanager
def written(output: str) -> Iterator[BinaryIO]:
    """Where to write: standard output, or a file that takes its name only when it is whole."""
    if output == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(output)
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as raw:
            if path.suffix == ".gz":
                with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
                    yield cast(BinaryIO, packed)
            else:
                yield raw
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def every_deal(services: Services) -> Iterator[UUID]:
    """The ids of all deals, newest first."""
    after: str | None = None
    while True:
        page = services.catalogue.page("deal", after=after, limit=200)
        yield from (row.id for row in page.rows)
        after = page.next
        if after is None:
            return


COMMANDS = (import_, export)
