"""`import` and `export`: copy deals into and out of the record book."""

from __future__ import annotations

import contextlib
import gzip
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast
from uuid import UUID

import click

from api.cli.imports import import_files
from api.cli.parts.books import book, data_option
from api.cli.parts.errors import Trouble
from api.cli.parts.exits import DONE, FAILED_CHECK, UNUSABLE
from api.cli.parts.new_people import list_new_people, new_people_option
from api.cli.parts.parquet import parquet_files
from api.cli.parts.progress import show_progress
from api.cli.parts.terminal import counted, say, visible
from api.clock import latest_time, now
from api.deals.import_document import ImportOptions
from domain.club.aggregates import is_time_zone
from domain.club.new_people import NewPeople
from domain.kernel.commands import Saved
from domain.kernel.commands import name as name_of
from domain.kernel.repository import new_id
from domain.kernel.whole_record import reading_as
from replay.notation import document_of, write_archived, write_hand

if TYPE_CHECKING:
    from collections.abc import Callable

    from api.services import Services
    from replay.notation import DealDocument


@click.command("import")
@click.argument("files", nargs=-1, required=True)
@click.option("--by", default="import", show_default=True, help="Who records deals whose file does not say.")
@click.option("--as-recorded", is_flag=True, help="Also import acts against the rules that a file does not mark.")
@new_people_option
@click.option("--zone", default="", help="Time zone of times without an offset. Default: that of the deal's club.")
@click.option("--dry-run", is_flag=True, help="Say what would be imported, and import nothing.")
@data_option
def import_(
    files: tuple[str, ...],
    by: str,
    as_recorded: bool,
    new_people: bool,
    zone: str,
    dry_run: bool,
    data: Path | None,
) -> int:
    """Import hand files and archives into the record book.

    A deal that is already recorded with the same content is skipped. A deal without an id gets one, which is printed.
    Refused deals are listed with their line and the reason; all others are imported.

    An act against the rules is refused, unless the file marks it with `!`: it may be a slip of the pen. With
    --as-recorded it is imported as an act that happened against the rules. A cut, a dealing or a look at face-down
    cards that nobody wrote down is added where what follows is possible only with it.

    A date without a time stays a day. A time without an offset is the venue's.

    In a club that has forgotten somebody a deal with a name that is new to the club is refused. All such names are
    listed at the end; with --new-people their deals are imported.

    The number of the import is printed: `nought withdraw --import` takes all its deals back.

    \b
    Exit codes:
      0  every deal is imported
      1  a deal is refused: it breaks the rules, makes no sense, or another deal has its id
      2  a file, or a line of an archive, cannot be read

    \b
    nought import evening.ndjson.gz my-hands/*.toml
    nought import --dry-run old-club-book/*.toml
    cat evening.ndjson | nought import -
    """
    from domain.record.import_commands import NewImport

    if zone and not is_time_zone(zone):
        raise Trouble(f"no time zone is called {zone!r}; an example of a name is Asia/Colombo")
    options = ImportOptions(name_of(by, "--by"), now(), latest_time(), zone=zone, as_recorded=as_recorded)
    batch = NewImport(new_id(options.at), options.by, options.at, tuple(visible(Path(file).name) for file in files))
    counts: Counter[str] = Counter()
    has_breaches = False
    newcomers: set[str] = set()
    with (
        book(data, new=not dry_run) as services,
        show_progress("checking" if dry_run else "importing") as work,
        contextlib.closing(
            import_files(services, files, options, None if dry_run else batch, new_people=new_people)
        ) as imported,
    ):
        for deal, outcome in imported:
            work.advance()
            if not isinstance(outcome, Saved):
                counts["unreadable" if deal.is_unreadable else "refused"] += 1
                has_breaches = has_breaches or deal.has_breach
                newcomers.update(outcome.names if isinstance(outcome, NewPeople) else ())
                work.say(f"{deal.where}: {outcome}")
                continue
            counts["there already" if outcome.replayed else "imported"] += 1
            if deal.added and not outcome.replayed:
                work.say(f"{deal.where}: added, because it must have happened: {', '.join(deal.added)}")
            if deal.unmarked and not outcome.replayed:
                acts = "1 act" if deal.unmarked == 1 else f"{deal.unmarked} acts"
                work.say(f"{deal.where}: {acts} against the rules; `nought check` shows more")
            if deal.has_new_id and not dry_run:
                say(f"{deal.where}: recorded as {outcome.id}")
    if has_breaches:
        hint = "`nought check` shows every act against the rules. Mark with ! what happened so; --as-recorded marks all"
        say(hint, err=True)
    if newcomers:
        list_new_people(newcomers)
    if counts["imported"] and not dry_run:
        say(f"to take this import back: nought withdraw --import {batch.id}", err=True)
    click.echo(_summary(counts, dry_run=dry_run))
    return UNUSABLE if counts["unreadable"] else FAILED_CHECK if counts["refused"] else DONE


def _summary(counts: Counter[str], *, dry_run: bool) -> str:
    """Return the last line of an import."""
    parts = ["imported", "there already", "refused", *(["unreadable"] if counts["unreadable"] else [])]
    words = ", ".join(f"{counts[what]} {what}" for what in parts)
    return f"nothing is saved; without --dry-run: {words}" if dry_run else words


@click.command()
@click.argument("deal_ids", nargs=-1, type=click.UUID)
@click.option("--all", "everything", is_flag=True, help="Export every deal, but nothing else.")
@click.option("--hand", is_flag=True, help="Write one deal as a hand file, for people, instead of an archive.")
@click.option("-o", "--output", default="-", help="The file; a name that ends in .gz is compressed.")
@click.option(
    "--parquet",
    "folder",
    type=click.Path(path_type=Path, file_okay=False, readable=False),
    help="Write tables for analysts into this folder, instead of an archive: deals, players, bids, plays.",
)
@click.option("--caps", "judges_caps", is_flag=True, help="With --parquet: judge if Caps was owed. It takes longer.")
@click.option("--hide-names", is_flag=True, help="With --parquet: names as people see them who are not in the club.")
@data_option
def export(
    deal_ids: tuple[UUID, ...],
    everything: bool,
    hand: bool,
    output: str,
    folder: Path | None,
    judges_caps: bool,
    hide_names: bool,
    data: Path | None,
) -> None:
    """Export deals as an archive, one as a hand file, or all for analysts.

    An archive has one line of JSON for each deal, the newest first. It is no backup: clubs, players, tables, matches,
    tournaments, disputes, notes, rulesets and accounts are not in it. `nought backup` writes everything.

    docs/data.md describes the tables for analysts (Parquet). They need the extra [data], and a new or empty folder.
    With --hide-names, clubs that hide names show initials, and deals of clubs for members only are left out.

    \b
    nought export --all -o deals.ndjson.gz
    nought export --hand DEAL
    nought export --all --parquet deals
    """
    if bool(deal_ids) == everything:
        raise Trouble("name the deals to export, or give --all")
    if hand and len(deal_ids) != 1:
        raise Trouble("a hand file holds one deal: name it")
    if folder is not None and (hand or output != "-"):
        raise Trouble("--parquet writes into its folder: leave out --hand and -o")
    if folder is None and (judges_caps or hide_names):
        raise Trouble("--caps and --hide-names go with --parquet")
    files = _documents(output, hand=hand) if folder is None else parquet_files(folder, judges_caps=judges_caps)
    with files as write, book(data) as services, _reading(services, hide_names=hide_names):
        named = [services.ledger.deals.get(identity).id for identity in deal_ids]
        count = 0
        with show_progress("exporting", len(named) or None) as work:
            for identity in named or all_deal_ids(services):
                write(document_of(services.ledger.repository.history(identity), str(identity)))
                count += 1
                work.advance()
    if folder is not None or output != "-":
        say(f"{counted(count, 'deal')} in {folder or output}", err=True)


@contextlib.contextmanager
def _documents(output: str, *, hand: bool) -> Iterator[Callable[[DealDocument], object]]:
    """Yield a function that writes a deal as a line of an archive, or as a hand file."""
    with open_output(output) as target:
        yield lambda deal: target.write(write_hand(deal).encode() if hand else write_archived(deal) + b"\n")


def _reading(services: Services, *, hide_names: bool) -> contextlib.AbstractContextManager[None]:
    """Return a context that reads everything, or what outsiders of each club see."""
    return reading_as(services.sights.of_outsider()) if hide_names else contextlib.nullcontext()


@contextlib.contextmanager
def open_output(output: str) -> Iterator[BinaryIO]:
    """Open standard output, or a file that gets its name only when it is complete. Raises `Trouble` if it cannot."""
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


def all_deal_ids(services: Services) -> Iterator[UUID]:
    """Yield the ids of all deals, newest first."""
    return (row.id for row in services.catalogue.rows("deal"))


COMMANDS = (import_, export)
