"""`problems`: mine problems to solve from deals, and check them."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table

from api.analyses.puzzle_mining import mine_deal
from api.cli.club_problems import mine_club
from api.cli.parts import paint
from api.cli.parts.books import data_option
from api.cli.parts.checks import map_pieces
from api.cli.parts.errors import Trouble
from api.cli.parts.exits import DONE, FAILED_CHECK, UNUSABLE
from api.cli.parts.files import Piece, parse_content
from api.cli.parts.progress import show_progress
from api.cli.parts.terminal import counted, one_line, say
from domain.kernel.errors import Declined
from replay.notation import BadLine
from replay.notation.document import record_of
from replay.puzzles.file import read_line, write_line
from replay.puzzles.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.group()
def problems() -> None:
    """Mine problems to solve from deals, and check them.

    A problem is a position of a deal as one seat saw it, with a question and its certified answers
    (docs/teaching.md). Problems are lines of JSON.

    \b
    nought problems mine evening.ndjson.gz > problems.ndjson
    nought problems mine --club "Queen's Park" > problems.ndjson
    """


@problems.command()
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True))
@click.option("--club", help="Instead of files: the settled deals of this club of the record book, by its id or name.")
@click.option("--again", is_flag=True, help="With --club: mine again the problems that are stored.")
@data_option
@click.option("--theme", "themes", multiple=True, type=click.Choice(list(THEMES)), help="Only this theme. Repeatable.")
def mine(files: tuple[str, ...], club: str | None, again: bool, data: Path | None, themes: tuple[str, ...]) -> int:
    """Mine problems from the deals of files or of a club.

    They are printed as lines of JSON. Each deal gives at most one of each theme. Names of players, tables and clubs
    are left out.

    With --club the deals are analysed if they are not yet, and the problems are stored too, for the pages of the club.
    The workers of a server do the same in time.

    \b
    Exit codes:
      0  every deal was read
      2  a file, or a line of an archive, cannot be read; there is no such club

    \b
    nought problems mine evening.ndjson.gz --theme caps > problems.ndjson
    nought problems mine --club "Queen's Park" > problems.ndjson
    """
    if (club is None) == (not files):
        raise click.UsageError("Name either files or a club (--club).")
    if club is not None:
        return mine_book(club, data, themes or tuple(THEMES), again=again)
    if again:
        raise click.UsageError("--again is for the problems of a club (--club).")
    code, counted = DONE, Counter[str]()
    work = partial(mine_all, themes=themes or tuple(THEMES))
    with closing(map_pieces(work, files)) as batches, show_progress("mining") as progress:
        for batch in batches:
            for reason, lines in batch:
                progress.advance()
                if reason:
                    say(one_line(f"nought: {reason}"), err=True)
                    code = UNUSABLE
                for theme, line in lines:
                    counted[theme] += 1
                    click.echo(line)
    say_counts(counted)
    return code


def say_counts(themes: Counter[str]) -> None:
    """Print how many problems there are of each theme."""
    summary = ", ".join(f"{theme} {themes[theme]}" for theme in THEMES if themes[theme])
    say(f"{counted(themes.total(), 'problem')}{': ' if summary else ''}{summary}", err=True)


def mine_book(club: str, data: Path | None, themes: tuple[str, ...], *, again: bool) -> int:
    """Mine and print the problems of a club's deals. Return the exit code."""
    counted = Counter[str]()
    for line in mine_club(club, data, again=again):
        if (theme := read_line(line).theme) in themes:
            counted[theme] += 1
            click.echo(line)
    say_counts(counted)
    return DONE


def mine_all(batch: Sequence[Piece], themes: tuple[str, ...]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return for each deal why it cannot be read, or nothing, and the lines of its problems, each with its theme."""
    mined: list[tuple[str, list[tuple[str, str]]]] = []
    for piece in batch:
        document = parse_content(piece.content)
        if isinstance(document, BadLine):
            mined.append((f"{piece.where}: {document.reason}", []))
            continue
        puzzles = mine_deal(record_of(document), str(piece.where.line), themes)
        mined.append(("", [(puzzle.theme, write_line(puzzle)) for puzzle in puzzles]))
    return mined


@problems.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
def check(files: tuple[Path, ...]) -> int:
    """Compute the answers of problems again.

    \b
    Exit codes:
      0  all answers are right
      1  an answer is wrong, or cannot be computed any more
      2  a file cannot be read

    \b
    nought problems check problems.ndjson
    """
    wrong, table = 0, Table("theme", "problems")
    counted: Counter[str] = Counter()
    for file in files:
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise Trouble(f"{file}: {error}") from None
        for number, line in enumerate(lines, 1):
            puzzle = read_line(line)
            counted[puzzle.theme] += 1
            try:
                answers = puzzle.kind.accepted(puzzle.question, puzzle.position)
            except Declined as error:
                say(one_line(f"{file}, line {number}: {error}"), err=True)
                wrong += 1
                continue
            if answers != puzzle.answers:
                say(one_line(f"{file}, line {number}: {puzzle.answers} should be {answers}"), err=True)
                wrong += 1
    for theme, number in sorted(counted.items()):
        table.add_row(theme, str(number))
    paint.show(table)
    return FAILED_CHECK if wrong else DONE


COMMANDS = (problems,)
