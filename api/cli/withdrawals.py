"""`withdraw` and `imports`: take deals back that should not be in the record book, and list imports."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import UUID

import click

from api.cli.parts.books import book, data_option
from api.cli.parts.errors import Trouble
from api.cli.parts.exits import DONE, FAILED_CHECK
from api.cli.parts.progress import show_progress
from api.cli.parts.terminal import counted, json_option, print_json, say
from api.clock import now

if TYPE_CHECKING:
    from domain.record.import_commands import Imports

STEP: Final = 1000
"""Deals that are changed between two readings of the import: it takes seconds to read one of a million deals."""


@click.command()
@click.argument("deals", nargs=-1, type=click.UUID)
@click.option("--import", "import_id", type=click.UUID, help="Withdraw all deals of this import.")
@click.option("--undo", is_flag=True, help="End a withdrawal that was wrong.")
@click.option("--why", required=True, help="The reason, for the record.")
@click.option("--by", default="administrator", show_default=True, help="Who withdraws them.")
@data_option
def withdraw(deals: tuple[UUID, ...], import_id: UUID | None, undo: bool, why: str, by: str, data: Path | None) -> int:
    """Take back deals opened or imported by mistake.

    A withdrawn deal leaves all lists, its match and its tournament, searches, statistics and exports. Nothing is
    deleted: its page says who withdrew it and why. With --undo it is there again. `nought imports` lists the imports.

    \b
    nought withdraw DEAL --why "opened by mistake"
    nought withdraw --import 0190a000-0000-7000-8000-00000000d001 --why "the cuts are missing"
    nought withdraw --import 0190a000-0000-7000-8000-00000000d001 --undo --why "the other file was wrong"
    """
    if bool(deals) == (import_id is not None):
        raise Trouble("name the deals to withdraw, or an import with --import")
    if not why.strip():
        raise Trouble("--why must not be empty")
    state = "restored" if undo else "withdrawn"
    refused = 0
    with book(data) as services:
        if import_id is None:
            change = services.ledger.deals.restore if undo else services.ledger.deals.withdraw
            for deal in deals:
                change(deal, why, by=by, at=now())
            count = len(deals)
        else:
            count, refused = _change_import(services.ledger.imports, import_id, undo, why, by)
    say(f"{count} {'deal is' if count == 1 else 'deals are'} {state}")
    return FAILED_CHECK if refused else DONE


def _change_import(imports: Imports, import_id: UUID, undo: bool, why: str, by: str) -> tuple[int, int]:
    """Withdraw or restore the deals of an import. Return the numbers of deals that were changed and refused."""
    change = imports.restore if undo else imports.withdraw
    whole = len(imports.find(import_id).deals)
    changed = refused = 0
    after: int | None = 0
    with show_progress("restoring" if undo else "withdrawing", whole) as work:
        while after is not None:
            step = change(import_id, why, by=by, at=now(), after=after, most=STEP)
            changed += len(step.changed)
            refused += len(step.refused)
            for deal, error in step.refused.items():
                work.say(f"{deal}: {error}")
            work.advance((whole if step.next is None else step.next) - after)
            after = step.next
    if (rest := whole - changed - refused) and not undo:
        say(f"{rest} of {counted(whole, 'deal')} {'was' if rest == 1 else 'were'} withdrawn before")
    if rest and undo:
        say(f"{rest} of {counted(whole, 'deal')} {'was' if rest == 1 else 'were'} not withdrawn with the import")
    return changed, refused


@click.command()
@json_option
@data_option
def imports(as_json: bool, data: Path | None) -> None:
    """List the imports of deals.

    A line has the number of the import, its time, who imported it, how many deals, and from which files.

    \b
    nought imports
    """
    with book(data) as services:
        for row in services.catalogue.rows("import"):
            if as_json:
                print_json({"id": row.id, "at": row.created_at, "files": row.title, **row.data})
                continue
            count = row.data["deals"]
            words = f"{row.id}  {row.created_at:%Y-%m-%d %H:%M}  {row.data['by']}  "
            words += f"{counted(count, 'deal')}  {row.title}"
            if row.data["status"] == "withdrawn":
                words += f"  withdrawn by {row.data['withdrawn_by']}: {row.data['why']}"
            say(words)


COMMANDS = (withdraw, imports)
