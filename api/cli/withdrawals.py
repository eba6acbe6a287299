"""`withdraw` and `imports`: take deals back that should not be in the record book, and list imports."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import click

from api.cli.parts.books import book, data_option
from api.cli.parts.errors import Trouble
from api.cli.parts.progress import show_progress
from api.cli.parts.terminal import counted, json_option, print_json, say
from api.clock import now


@click.command()
@click.argument("deals", nargs=-1, type=click.UUID)
@click.option("--import", "import_id", type=click.UUID, help="Withdraw all deals of this import.")
@click.option("--why", required=True, help="The reason, for the record.")
@click.option("--by", default="administrator", show_default=True, help="Who withdraws them.")
@data_option
def withdraw(deals: tuple[UUID, ...], import_id: UUID | None, why: str, by: str, data: Path | None) -> None:
    """Take back deals opened or imported by mistake.

    A withdrawn deal leaves all lists, its match and its tournament, searches, statistics and exports. Nothing is
    deleted: its page says who withdrew it and why. `nought imports` lists the imports.

    \b
    nought withdraw DEAL --why "opened by mistake"
    nought withdraw --import 0190a000-0000-7000-8000-00000000d001 --why "the cuts are missing"
    """
    if bool(deals) == (import_id is not None):
        raise Trouble("name the deals to withdraw, or an import with --import")
    if not why.strip():
        raise Trouble("--why must not be empty")
    with book(data) as services:
        if import_id is None:
            for deal in deals:
                services.ledger.deals.withdraw(deal, why, by=by, at=now())
            count = len(deals)
        else:
            whole = len(services.ledger.imports.find(import_id).deals)
            with show_progress("withdrawing", whole) as work:
                count = 0
                for _ in services.ledger.imports.withdraw(import_id, why, by=by, at=now()):
                    count += 1
                    work.advance()
            if count < whole:
                was = "was" if whole - count == 1 else "were"
                say(f"{whole - count} of {counted(whole, 'deal')} {was} withdrawn before")
    say(f"{count} {'deal is' if count == 1 else 'deals are'} withdrawn")


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
