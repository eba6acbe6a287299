"""`tournament sections`: parallel sections from one list of entries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from api.cli.books import data_option, find_id
from api.cli.errors import Trouble
from api.cli.terminal import say
from api.cli.tournament.common import by_option, tournament
from api.cli.tournament.lifecycle import set_terms
from api.cli.tournament.previews import book, preview_option
from api.clock import now
from domain.tournament.entry_lines import entry_of, list_lines
from domain.tournament.formats import FORMATS
from domain.tournament.sections import MOST, SNAKE, WAYS, check_entries, divide, section_names

LARGEST_LIST = 200_000
"""The most characters of a list of entries."""


@tournament.command()
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--sections", "count", type=click.IntRange(2, MOST), required=True, help="The number of sections.")
@click.option("--divide", "way", type=click.Choice(WAYS), default=SNAKE, show_default=True, help="How to divide.")
@click.option("--format", "kind", required=True, type=click.Choice(list(FORMATS)), help="The format of each section.")
@click.option("--set", "changes", multiple=True, metavar="TERM=VALUE", help="A term, as in rounds=5. Repeatable.")
@click.option("--ruleset", default="304", show_default=True, help="The key of the game.")
@click.option("--club", help="The club, by name or id.")
@click.option("--check", is_flag=True, help="Show the sections; open nothing.")
@by_option
@preview_option
@data_option
def sections(
    name: str,
    file: Path,
    count: int,
    way: str,
    kind: str,
    changes: tuple[str, ...],
    ruleset: str,
    club: str | None,
    check: bool,
    by: str,
    data: Path | None,
) -> None:
    """Open parallel sections from a list of entries.

    They are tournaments with the same terms, each with a part of the list. FILE has an entry on each line: `Perera`,
    `Anula + Farook`, or `The Herons: Anula, Farook`. The players may also stand between commas, `&` or dashes.

    \b
    nought tournament sections Cup entries.txt --sections 2 --format swiss --set rounds=5 --set encounter.race=7
    """
    terms: dict[str, Any] = {"format": kind, "side": FORMATS[kind].usual_size}
    set_terms(terms, changes)
    entries = [entry_of(line) for line in list_lines(_read(file), terms["side"])]
    check_entries(entries)
    for title, part in zip(section_names(name, count), divide(entries, count, way), strict=True):
        say(f"{title}: {', '.join(called for called, _ in part)}")
    if check:
        return
    with book(data, new=True) as services:
        home = find_id(services, "club", club) if club else None
        services.ledger.tournaments.open_sections(name, terms, ruleset, entries, count, way, club=home, by=by, at=now())
    say(f"{count} sections are open")


def _read(file: Path) -> str:
    try:
        with file.open(encoding="utf-8-sig") as stream:
            return stream.read(LARGEST_LIST)
    except UnicodeDecodeError:
        raise Trouble(f"{file} is no text in UTF-8") from None
    except OSError as error:
        raise Trouble(f"{file} cannot be read: {error.strerror}") from None
