"""`move`: take a club to another server, in four steps: write, receive, close, open."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.cli.parts.books import book, by_option, data_option, find_id, settings
from api.cli.parts.errors import Trouble
from api.cli.parts.exits import DONE, FAILED_CHECK
from api.cli.parts.progress import show_progress
from api.cli.parts.terminal import counted, say
from api.cli.proof import key_option, read_keys
from api.clock import now

if TYPE_CHECKING:
    from api.site import Site

file_argument = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
output_option = click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The file.")


@click.group()
def move() -> None:
    """Move a club to another server: write, receive, close, open.

    The old server writes the club into a file, and goes on as before. The new one receives it and prints a receipt.
    With the receipt the old one closes the club: nothing is written there any more, and its page says where the club
    is. With what it prints then, the new one opens it. Whatever was recorded after the file was written makes the old
    server refuse the receipt: write and receive again. docs/operating.md has every step.

    \b
    nought move write "Harbour Club" harbour.club
    nought move receive harbour.club -o harbour.receipt
    nought move close harbour.receipt -o harbour.closing
    nought move open harbour.closing
    """


@move.command("write")
@click.argument("club")
@file_argument
@click.option("--leave-others", is_flag=True, help="Leave players and tables here that are not the club's.")
@data_option
def write(club: str, file: Path, leave_others: bool, data: Path | None) -> None:
    """Write a club into a file, at the old server.

    CLUB is its id or its name. The file holds all that is recorded of the club, with hidden cards, the names of its
    people, and the proof that it is in the signed log: keep it as safe as the book. Nothing of other clubs is in it,
    and no account, token or PIN. The server may run, and the club may play on.

    \b
    nought move write "Harbour Club" harbour.club
    """
    from api.moving import writing

    site = _site()
    if file.exists():
        raise Trouble(f"{file} is there already: name a new file")
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        with book(data) as services, show_progress("going through the log", services.log.events_count()) as work:
            identity = find_id(services, "club", club)
            with _moving():
                written = writing.write(
                    services, site.host, identity, part, leave_others=leave_others, advance=work.advance
                )
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    say(f"{counted(written.statement.events, 'event')} of {counted(written.streams, 'thing')} are in {file}", err=True)
    for kind, number in sorted(written.left.items()):
        say(f"{counted(number, kind)} of other clubs or of none stayed here", err=True)


@move.command("check")
@file_argument
@key_option
def check(file: Path, keys: tuple[str, ...]) -> int:
    """Check the file of a club, without a record book.

    Every event, text and proof is checked against the signed log of the old server. Name its key with --key: without
    it the key in the file is used, which proves nothing unless you compare it. The exit code is 1 if something is
    wrong.

    \b
    nought move check harbour.club --key "cards.example/0a1b+530d903a+AekyeRrm…"
    """
    from api.moving.club_file import Checker, ClubFileError

    try:
        with show_progress("checking") as work:
            contents = Checker(read_keys(keys)).check(file, work.advance)
    except ClubFileError as error:
        say(f"{file}: {error}", err=True)
        return FAILED_CHECK
    statement = contents.statement
    say(f"{contents.name}: {counted(statement.events, 'event')} of the log {statement.origin}, unchanged and complete")
    _say_key(bool(keys), contents.came.keys[0])
    return DONE


@move.command("receive")
@file_argument
@output_option
@key_option
@click.option("--url", help="The address of this server. Default: NOUGHT_URL.")
@data_option
def receive(file: Path, output: Path | None, keys: tuple[str, ...], url: str | None, data: Path | None) -> int:
    """Receive a club, at the new server, and print a receipt.

    Everything is checked before anything is written: each event against the signed log of the old server. Until the
    old one has closed the club and `nought move open` has run, nobody can record anything in it here. If this is
    interrupted, run it again. A Postgres of your own needs NOUGHT_OWNER_DSN too, since only its owner may write events
    with the times of another server. The exit code is 1 if the file is not as the old server wrote it.

    \b
    nought move receive harbour.club -o harbour.receipt
    """
    from api.moving import receiving
    from api.moving.club_file import ClubFileError
    from api.services import Services
    from domain.proof.club_moves import URL

    site = _site()
    address = (url or site.url).rstrip("/")
    if not URL.fullmatch(address):
        raise Trouble("name the address of this server, to which the club moves: --url, or NOUGHT_URL")
    trusted_keys = read_keys(keys)
    if not file.is_file():
        raise Trouble(f"there is no file {file}")
    with settings(data) as record_book:
        if record_book.owner_dsn is None:
            raise Trouble("set NOUGHT_OWNER_DSN: only the owner of the database may write the events of another server")
        services = Services.build(record_book.for_long_work())
        try:
            with _moving(), show_progress("receiving") as work:
                taken = receiving.receive(services, record_book, site.host, address, file, trusted_keys, work.advance)
        except ClubFileError as error:
            say(f"{file}: {error}", err=True)
            return FAILED_CHECK
        finally:
            services.ledger.close()
    of_all = counted(taken.contents.statement.events, "event")
    say(f"{taken.contents.name}: {of_all}, {taken.written} of them new; send the receipt to the old server", err=True)
    _say_key(bool(keys), taken.contents.came.keys[0])
    _put(output, taken.receipt)
    return DONE


@move.command("close")
@file_argument
@output_option
@key_option
@by_option
@data_option
def close(file: Path, output: Path | None, keys: tuple[str, ...], by: str, data: Path | None) -> None:
    """Close a club, at the old server, and print the closing.

    FILE is the receipt of the new server. From then on nothing is written to the club here: each attempt says where
    the club is now. What is here can be read as before, and people can still be forgotten. It is refused if something
    of the club was recorded since the file was written. Compare the key of the new server that is named, or give it
    with --key.

    \b
    nought move close harbour.receipt -o harbour.closing
    """
    from api.moving import closing

    site = _site()
    receipt, trusted_keys = file.read_text("utf-8"), read_keys(keys)
    with book(data) as services, _moving():
        received, made = closing.close(services, site.host, site.url, receipt, trusted_keys, by=by, at=now())
    say(f"the club {received.club} is at {received.url} now; nothing is written to it here any more", err=True)
    _say_key(bool(keys), received.key.text)
    _put(output, made)


@move.command("open")
@file_argument
@by_option
@data_option
def open_(file: Path, by: str, data: Path | None) -> None:
    """Open a club, at the new server.

    FILE is the closing that the old server printed. From then on the club is written here.

    \b
    nought move open harbour.closing
    """
    from api.moving import closing

    text = file.read_text("utf-8")
    with book(data) as services, _moving():
        club = closing.open_club(services, text, by=by, at=now())
        name = services.ledger.clubs.get_club(club).name
    say(f"{name} is open here")


@contextmanager
def _moving() -> Iterator[None]:
    """Raise `Trouble` for a step that cannot be taken."""
    from api.moving.writing import CannotMove

    try:
        yield
    except CannotMove as error:
        raise Trouble(str(error)) from None


def _site() -> Site:
    from api.site import Site

    return Site.from_environment()


def _say_key(is_given: bool, key: str) -> None:
    if not is_given:
        say(
            f"The key is from the file itself. Compare it with the one that the other server publishes: {key}", err=True
        )


def _put(output: Path | None, note: str) -> None:
    if output is None:
        click.echo(note, nl=False)
    else:
        output.write_text(note, "utf-8")


COMMANDS = (move,)
