"""`tournament sections`: parallel sections from one list of entries."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from api.cli.parts.books import by_option, data_option, find_id
from api.cli.parts.files import read_bytes
from api.cli.parts.terminal import say
from api.cli.tournament.common import tournament
from api.cli.tournament.lifecycle import set_terms
from api.cli.tournament.previews import book, preview_option
from api.clock import now
from api.people.registered_players import registered
from api.tournaments.entry_files import text_of_bytes
from domain.kernel.repository import rehearse
from domain.tournament.entries.lines import read_list
from domain.tournament.entries.sections import MOST, SNAKE, WAYS, check_list, divide, section_names
from domain.tournament.formats import FORMATS

LARGEST_LIST = 200_000
"""The most bytes of a list of entries."""


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
    `Anula + Farook`, or `The Herons: Anula, Farook`. The players may also stand between commas, `&`, slashes or dashes.
    `nought tournament open --help` shows how terms are written.

    \b
    nought tournament sections Cup entries.txt --sections 2 --format swiss --set rounds=5 --set encounter.race=7
    """
    terms: dict[str, Any] = {"format": kind, "side": FORMATS[kind].usual_size}
    set_terms(terms, changes)
    text = text_of_bytes(read_bytes(file, LARGEST_LIST))
    with book(data, new=True) as services:
        home = find_id(services, "club", club) if club else None
        listed = read_list(text, terms["side"], registered(services, home).has)
        check_list(listed, terms["side"])
        entries = [(called, players) for _, called, players in listed]
        with rehearse() if check else nullcontext():
            services.ledger.tournaments.open_sections(
                name, terms, ruleset, entries, count, way, club=home, by=by, at=now()
            )
    for title, part in zip(section_names(name, count), divide(entries, count, way), strict=True):
        say(f"{title}: {', '.join(called for called, _ in part)}")
    if not check:
        say(f"{count} sections are open")
