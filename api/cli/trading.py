"""`import` and `export`: deals into the record book and out of it."""

from __future__ import annotations

import contextlib
import gzip
import os
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, cast
from uuid import UUID

import click

from api.cli.books import book, data_option
from api.cli.errors import Trouble
from api.cli.exits import DONE, FOUND, UNUSABLE
from api.cli.files import Found, deals
from api.cli.progress import working
from api.cli.words import say
from api.recording import latest
from api.services import Services
from domain.engine.refusals import Refused
from domain.ledger.commands import Entered, ImportedDeal, Saved
from domain.ledger.commands import name as name_of
from domain.ledger.errors import Declined
from domain.ledger.moments import moment
from domain.ledger.repository import new_id
from replay.notation import BadLine, DealDocument, document_of, write_archived, write_hand

TOGETHER = 12
"""Deals saved in one transaction, unless they have more than `LINES_TOGETHER` lines."""
LINES_TOGETHER = 10_000

Outcome = Saved | Declined | Refused


def now() -> str:
    """This moment, as the record writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def imported(services: Services, document: DealDocument, by: str, at: str) -> ImportedDeal:
    """A document as the ledger takes it. Without an id of its own, the deal gets a new one.

    What it leaves out is as it is recorded already, so that the same file again is the same deal.
    """
    try:
        identity = UUID(document.id) if document.id else None
    except ValueError:
        raise Declined("import-id", f"a deal's id is a UUID, not {document.id[:60]!r}") from None
    known = services.ledger.repository.first_event(identity) if identity else None
    at = moment(_moment(document.at)) if document.at else known.at if known else at
    by = document.by or (known.by if known else by)
    lines = tuple(Entered(item.fact, _moment(item.at) or at, item.by or by) for item in document.items)
    return ImportedDeal(identity or new_id(at), document.opened, at, by, lines, complete=True)


def _moment(told: str) -> str:
    """A date alone is its first moment."""
    return f"{told}T00:00:00.000Z" if len(told) == len("2026-02-14") else told


def take_in(services: Services, found: Iterator[Found], by: str) -> Iterator[tuple[Found, Outcome | BadLine]]:
    """Import deals some at a time; yields each with what became of it."""
    waiting: list[tuple[Found, ImportedDeal]] = []
    began = now()
    for each in found:
        if isinstance(each.deal, BadLine):
            yield each, each.deal
            continue
        try:
            waiting.append((each, imported(services, each.deal, by, began)))
        except Declined as error:
            yield each, error
        if len(waiting) == TOGETHER or sum(len(deal.lines) for _, deal in waiting) > LINES_TOGETHER:
            yield from _saved(services, waiting)
            waiting = []
    yield from _saved(services, waiting)


def _saved(services: Services, waiting: list[tuple[Found, ImportedDeal]]) -> Iterator[tuple[Found, Outcome]]:
    outcomes = services.ledger.imports.import_deals([deal for _, deal in waiting], latest())
    yield from zip((found for found, _ in waiting), outcomes, strict=True)


@click.command("import")
@click.argument("files", nargs=-1, required=True)
@click.option("--by", default="import", show_default=True, help="Who records, where a file does not say.")
@data_option
def import_(files: tuple[str, ...], by: str, data: Path | None) -> int:
    """Take hand files and archives into the record book.

    A deal that is there already, with the same content, is left alone; one without an id is given one, which
    is told. What cannot be taken in is listed with its line and the reason; everything else is in.

    \b
    Exit codes:
      0  everything is in
      1  a deal was not taken: it breaks the rules, or another one of its id is recorded
      2  a file, or a line of an archive, cannot be read

    \b
    nought import evening.ndjson.gz replay/hands/*.toml
    cat evening.ndjson | nought import -
    """
    by = name_of(by, "--by")
    counts: Counter[str] = Counter()
    with book(data, new=True) as services, working("importing") as work:
        for path in files:
            for found, outcome in take_in(services, deals(path), by):
                work.advance()
                if not isinstance(outcome, Saved):
                    counts["refused"] += 1
                    counts["unreadable"] += isinstance(outcome, BadLine)
                    work.say(f"{found.where}: {outcome.reason if isinstance(outcome, BadLine) else outcome}")
                    continue
                counts["there already" if outcome.replayed else "imported"] += 1
                if not cast(DealDocument, found.deal).id:
                    say(f"{found.where}: recorded as {outcome.id}")
    click.echo(", ".join(f"{counts[what]} {what}" for what in ("imported", "there already", "refused")))
    return UNUSABLE if counts["unreadable"] else FOUND if counts["refused"] else DONE


@click.command()
@click.argument("deal_ids", nargs=-1, type=click.UUID)
@click.option("--all", "everything", is_flag=True, help="Every deal, and nothing but deals.")
@click.option("--hand", is_flag=True, help="One deal as a hand file, for people, instead of an archive.")
@click.option("-o", "--output", default="-", help="A file; with a name that ends in .gz, compressed.")
@data_option
def export(deal_ids: tuple[UUID, ...], everything: bool, hand: bool, output: str, data: Path | None) -> None:
    """Write recorded deals as an archive, or one as a hand file; no backup.

    An archive has one line of JSON for each deal, the newest first. It is no backup: clubs, players, tables, matches,
    tournaments, disputes, notes, rulesets and accounts are not in it. `nought backup` writes everything.

    \b
    nought export --all -o deals.ndjson.gz
    nought export --hand DEAL
    """
    if bool(deal_ids) == everything:
        raise Trouble("name the deals to export, or give --all")
    if hand and len(deal_ids) != 1:
        raise Trouble("a hand file holds one deal: name it")
    with written(output) as target, book(data) as services:
        ids = [services.ledger.deals.get(identity).id for identity in deal_ids] or list(every_deal(services))
        with working("exporting", len(ids)) as work:
            for identity in ids:
                document = document_of(services.ledger.repository.history(identity), str(identity))
                target.write(write_hand(document).encode() if hand else write_archived(document) + b"\n")
                work.advance()
    if output != "-":
        say(f"{len(ids)} deals in {output}", err=True)


@contextlib.contextmanager
def written(output: str) -> Iterator[BinaryIO]:
    """Where to write: standard output, or a file that takes its name only when it is whole."""
    if output == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(output)
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            yield device
        return
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        raw = part.open("xb")
    except OSError as error:
        raise Trouble(f"{output} cannot be written: {error.strerror}") from None
    try:
        with raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) if path.suffix == ".gz" else raw as stream:
            yield cast(BinaryIO, stream)
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
