"""`import` and `export`: copy deals into and out of the record book."""

from __future__ import annotations

import contextlib
from collections import Counter
from functools import partial
from pathlib import Path
from uuid import UUID

import click
import msgspec

from api.cli.exports import Form, export_deals, open_target
from api.cli.imports import Candidate, ImportState, import_files, purpose_of_files
from api.cli.parts.books import book, data_option
from api.cli.parts.cores import workers_option
from api.cli.parts.errors import Trouble
from api.cli.parts.exits import DONE, FAILED_CHECK, UNUSABLE
from api.cli.parts.new_people import list_new_people, new_people_option
from api.cli.parts.parquet import make_folder
from api.cli.parts.progress import Working, show_progress
from api.cli.parts.ranges import book_workers
from api.cli.parts.terminal import counted, say, visible
from api.cli.parts.unfinished import anew_option, unfinished_in_book
from api.clock import latest_time, now
from api.deals.import_document import ImportOptions
from domain.club.aggregates import is_time_zone
from domain.club.new_people import NewPeople
from domain.kernel.commands import Saved
from domain.kernel.commands import name as name_of


@click.command("import")
@click.argument("files", nargs=-1, required=True)
@click.option("--by", default="import", show_default=True, help="Who records deals whose file does not say.")
@click.option("--as-recorded", is_flag=True, help="Also import acts against the rules that a file does not mark.")
@new_people_option
@click.option("--zone", default="", help="Time zone of times without an offset. Default: that of the deal's club.")
@click.option("--dry-run", is_flag=True, help="Say what would be imported, and import nothing.")
@workers_option
@anew_option
@data_option
def import_(
    files: tuple[str, ...],
    by: str,
    as_recorded: bool,
    new_people: bool,
    zone: str,
    dry_run: bool,
    workers: int,
    anew: bool,
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

    An import of files that is ended in the middle goes on where it was, if you call it again within a day. No deal is
    recorded twice then, not even one without an id.

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
    by, at = name_of(by, "--by"), now()
    sources = None if dry_run else purpose_of_files(files)
    settings = [by, zone, as_recorded, new_people]
    with (
        book(data, new=not dry_run) as services,
        unfinished_in_book(
            services, {"command": "import", "files": sources, "options": settings}, anew=anew, has_notes=bool(sources)
        ) as done,
        show_progress("checking" if dry_run else "importing") as work,
    ):
        so_far = msgspec.convert(done.state, ImportState) if done.state else ImportState.begin(at)
        saved = so_far.find_saved(services) if done.state else set()
        done.note(partial(msgspec.to_builtins, so_far), at_once=True)
        options = ImportOptions(by, so_far.at, latest_time(), zone=zone, as_recorded=as_recorded, seed=so_far.seed)
        names = tuple(visible(Path(file).name) for file in files)
        batch = None if dry_run else NewImport(so_far.id, by, so_far.at, names)
        work.advance(so_far.done)
        with contextlib.closing(
            import_files(services, files, options, batch, new_people=new_people, workers=workers, skip=so_far.done)
        ) as imported:
            for deal, outcome in imported:
                _say_outcome(work, deal, outcome, dry_run=dry_run)
                so_far.count(deal, outcome, saved)
                done.note(partial(msgspec.to_builtins, so_far))
                work.advance()
    counts = Counter(so_far.counts)
    if so_far.has_breach:
        hint = "`nought check` shows every act against the rules. Mark with ! what happened so; --as-recorded marks all"
        say(hint, err=True)
    if so_far.newcomers:
        list_new_people(so_far.newcomers)
    if counts["imported"] and not dry_run:
        say(f"to take this import back: nought withdraw --import {so_far.id}", err=True)
    click.echo(_summary(counts, dry_run=dry_run))
    return UNUSABLE if counts["unreadable"] else FAILED_CHECK if counts["refused"] else DONE


def _say_outcome(work: Working, deal: Candidate, outcome: Saved | NewPeople | str, *, dry_run: bool) -> None:
    """Print what is to be known of a deal that was imported or refused."""
    if not isinstance(outcome, Saved):
        work.say(f"{deal.where}: {outcome}")
        return
    if deal.added and not outcome.replayed:
        work.say(f"{deal.where}: added, because it must have happened: {', '.join(deal.added)}")
    if deal.unmarked and not outcome.replayed:
        acts = "1 act" if deal.unmarked == 1 else f"{deal.unmarked} acts"
        work.say(f"{deal.where}: {acts} against the rules; `nought check` shows more")
    if deal.has_new_id and not dry_run:
        say(f"{deal.where}: recorded as {outcome.id}")


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
@workers_option
@anew_option
@data_option
def export(
    deal_ids: tuple[UUID, ...],
    everything: bool,
    hand: bool,
    output: str,
    folder: Path | None,
    judges_caps: bool,
    hide_names: bool,
    workers: int,
    anew: bool,
    data: Path | None,
) -> None:
    """Export deals as an archive, one as a hand file, or all for analysts.

    An archive has one line of JSON for each deal, the newest first. It is no backup: clubs, players, tables, matches,
    tournaments, disputes, notes, rulesets and accounts are not in it. `nought backup` writes everything.

    docs/data.md describes the tables for analysts (Parquet). They need the extra [data], and a new or empty folder.
    With --hide-names, clubs that hide names show initials, and deals of clubs for members only are left out.

    An export to a file that is ended in the middle goes on where it was, if you call it again within a day; so long
    there is a folder “….unfinished” beside it.

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
    if folder is not None:
        make_folder(folder)
    with open_target(output, folder) as target, book_workers(data, workers) as crew:
        is_compressed = target.notes is not None and Path(output).suffix == ".gz"
        form = Form(folder is not None, hand, is_compressed, judges_caps, hide_names)
        named = [crew.services.ledger.deals.get(identity).id for identity in deal_ids]
        with show_progress("exporting", len(named) or crew.services.catalogue.count("deal")) as work:
            count = export_deals(crew, named, form, target, anew=anew, advance=work.advance)
    if folder is not None or output != "-":
        say(f"{counted(count, 'deal')} in {folder or output}", err=True)


COMMANDS = (import_, export)
