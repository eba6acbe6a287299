"""`log`, `bundle`, `verify`: proof that nothing was changed (docs/trust.md)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import click

from api.cli.books import book, data_option
from api.cli.errors import Trouble
from api.cli.exits import DONE, FOUND, UNCHECKED
from api.cli.progress import working
from api.cli.words import say
from domain.proof.notes import PublicKey

if TYPE_CHECKING:
    from api.proof.keeper import Head, LogKeeper
    from api.services import Services

key_option = click.option(
    "--key",
    "keys",
    multiple=True,
    metavar="VKEY",
    help="A public key to trust; no other is. As `nought log key` shows it.",
)


@click.group()
def log() -> None:
    """The log that shows whether the record was changed.

    \b
    nought log checkpoint -o harbour-open.checkpoint
    nought verify log --checkpoint harbour-open.checkpoint
    """


@log.command("checkpoint")
@click.option("-o", "--output", help="The file; without it, standard output.")
@data_option
def checkpoint(output: str | None, data: Path | None) -> None:
    """Sign the log as it is, print the checkpoint.

    Keep it anywhere else: on paper, in a mail, with another club. `nought verify log --checkpoint FILE` shows later
    that everything that was recorded by now is still there, as it is now.

    \b
    nought log checkpoint -o evening.checkpoint
    """
    with book(data) as services:
        made = signed(services)
    if made is None:
        raise Trouble("nothing is recorded yet")
    if output is None:
        click.echo(made.note, nl=False)
    else:
        Path(output).write_text(made.note, "utf-8")
        say(f"{made.checkpoint.size} events under the checkpoint in {output}: keep it elsewhere", err=True)


@log.command("key")
@data_option
def key(data: Path | None) -> None:
    """The public keys of the log, the newest first.

    \b
    nought log key
    """
    with book(data) as services:
        keeper_of(services).public_keys()
        for each in services.log.keys()[::-1]:
            click.echo(each.vkey)


@log.command("rotate-key")
@click.option("--why", default="", help="Why; it is kept beside the key.")
@click.option("--lost", is_flag=True, help="The old key is gone: it cannot hand on to the new one.")
@data_option
def rotate_key(why: str, lost: bool, data: Path | None) -> None:
    """Sign with another key from now on.

    The old key signs the new one, so that whoever trusts the old one can go on. With --lost it cannot: tell the new
    key to everybody who keeps checkpoints, by another way.

    \b
    nought log rotate-key --why moved
    """
    with book(data) as services:
        made = keeper_of(services).rotate(why, lost=lost)
    say("from now on this key signs; whoever knew the old one should know it:", err=True)
    click.echo(made.text)


@click.command()
@click.argument("deal", type=click.UUID)
@click.option("-o", "--output", help="The file; without it, standard output.")
@data_option
def bundle(deal: UUID, output: str | None, data: Path | None) -> None:
    """Write a deal's evidence into one file.

    Record, ruleset, settlement, and the proof that they stand in the signed log. Whoever has the file checks it without
    this book: `nought verify bundle`. It shows all hands.

    \b
    nought bundle 019c5c22-f9d0-791b-99d5-f0740c70b079 -o deal.bundle.json
    """
    import msgspec

    from api.proof.bundles import made

    with book(data) as services:
        version = services.ledger.deals.get(deal).version
        head = signed(services)
        assert head is not None  # noqa: S101 - there is a deal
        disputes = [(row.id, row.kind) for row in services.catalogue.rows("dispute", where={"deal": str(deal)})]
        told = made(services.log, deal, head.checkpoint, head.note, version, disputes[::-1])
    text = msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n"
    if output is None or output == "-":
        click.echo(text, nl=False)
    else:
        Path(output).write_bytes(text)
        say(f"{len(told['streams'][0]['events'])} events in {output}; it shows all hands", err=True)


@click.group()
def verify() -> None:
    """Check log, evidence, seals: was anything changed?

    \b
    nought verify log
    nought verify bundle deal.bundle.json
    """


@verify.command("log")
@click.option("--checkpoint", "files", multiple=True, metavar="FILE", help="A checkpoint that was kept elsewhere.")
@key_option
@data_option
def verify_log(files: tuple[str, ...], keys: tuple[str, ...], data: Path | None) -> int:
    """Go through the log, name what was changed.

    Every event is compared, and everything is worked out again from the events: leaves, heads, signatures. What is
    wrong is told, and the exit code is 1 then; it is 3 if nothing is signed yet, so that nothing could be checked.
    Without a checkpoint that was kept elsewhere, whoever has the database and the key of the log can have rewritten
    both.

    \b
    nought verify log --checkpoint evening.checkpoint
    """
    from api.proof.walk import Held, walk

    held = [Held(path, read_text(path)) for path in files]
    with book(data) as services:
        keeper = keeper_of(services)
        for public in trusted(keys) or [PublicKey.parse(each.vkey) for each in services.log.keys()[-1:]]:
            if (note := services.keys.remembered(public.name)) is not None:
                held.append(Held(f"the checkpoint that was signed last, in {services.keys.folder}", note))
        with working("going through the log", services.log.events_count()) as work:
            found = walk(keeper.log, held, trusted(keys), work.advance)
    for each in found.broken:
        say(each.told, err=True)
    counted = f"{found.leaves} events in the log, {found.signed} of them under {found.checkpoints} checkpoints"
    say(f"{counted}; {found.waiting} not in it yet" if found.waiting else counted)
    if found.broken:
        return FOUND
    say(
        "nothing was changed" if found.signed else "not checked: nothing is signed yet; `nought log checkpoint` does it"
    )
    return DONE if found.signed else UNCHECKED


@verify.command("bundle")
@click.argument("file")
@key_option
def verify_bundle(file: str, keys: tuple[str, ...]) -> int:
    """Check a deal's evidence, offline.

    Neither a database nor a network is needed. Everything that the file claims is worked out again. With --key the
    signature must be by that key or by one that it handed on to; without, by the one in the file, which is worth as
    much as where the file comes from.

    \b
    Exit codes:
      0  all that the file claims holds
      1  something does not hold; it is named
      2  the file or the key cannot be read
      3  what was checked holds; what could not be checked is named as “not checked”

    \b
    nought verify bundle deal.bundle.json --key "cards.example/0a1b+530d903a+AekyeRrm…"
    """
    from replay.bundle import LARGEST, BundleError, load
    from replay.bundle import verify as check

    with open(file, "rb") as stream:
        text = stream.read(LARGEST + 1)
    known = trusted(keys)
    try:
        loaded = load(text)
    except BundleError as error:
        raise Trouble(f"{file}: {error}") from None
    try:
        found = check(loaded, known)
    except BundleError as error:
        say(f"{file}: {error}", err=True)
        return FOUND
    for line in found.shown:
        say(f"ok  {line}")
    for line in found.unchecked:
        say(f"not checked: {line}", err=True)
    if not known:
        say(f"The key is the file's own. Compare it with what the club publishes: {found.by.text}")
    return UNCHECKED if found.unchecked else DONE


@verify.command("seals")
@click.argument("name")
@click.option("--deal", "which", metavar="N|ID", help="Which deal of a file that holds several.")
@data_option
def verify_seals(name: str, which: str | None, data: Path | None) -> int:
    """Whether opened cards are those that were sealed.

    NAME is a file with the deal, or its id in the record book. What was sealed and is not open yet is listed too: it
    cannot be checked, and the exit code is 3 then. It is 1 if an opened card is not what was sealed.

    \b
    nought verify seals deal.nought.toml
    """
    from api.cli.files import one_deal
    from domain.proof import seals
    from domain.record.sealing import openings, sealed
    from replay.notation.document import document_of, record_of

    if name == "-" or os.path.exists(name):
        document = one_deal(name, which)
    else:
        try:
            identity = UUID(name)
        except ValueError:
            raise Trouble(f"{name!r} is neither a file nor the id of a deal") from None
        with book(data) as services:
            document = document_of(services.ledger.repository.history(services.ledger.deals.get(identity).id), name)
    record = record_of(document)
    opened, wrong, closed = openings(record), 0, 0
    for seal in sealed(record):
        opening = opened.get(seal.digest)
        if opening is None:
            closed += 1
            say(f"not checked: {seal.seat}: not open yet: {seal.digest}")
        elif seals.digest(document.id, opening.seat, opening.card, opening.salt) == seal.digest:
            say(f"ok  {seal.seat}: {opening.card} is what was sealed")
        else:
            wrong += 1
            say(f"{seal.seat}: {opening.card} is not what was sealed: {seal.digest}", err=True)
    if not sealed(record):
        say("nothing is sealed in this deal")
    return FOUND if wrong else UNCHECKED if closed else DONE


def keeper_of(services: Services) -> LogKeeper:
    """Whoever signs the log of this book."""
    from api.outside import Outside

    return services.log_keeper(Outside.from_environment().host)


def signed(services: Services) -> Head | None:
    """A checkpoint over all that is recorded by now."""
    keeper = keeper_of(services)
    with working("adding to the log") as work:
        keeper.grow(work.advance)
    return keeper.checkpoint()


def trusted(keys: Sequence[str]) -> list[PublicKey]:
    """The keys that were named. Each may be a file that holds one."""
    return [PublicKey.parse(read_text(each) if os.path.exists(each) else each) for each in keys]


def read_text(path: str) -> str:
    """A small text file. Raises `Trouble` for what is no text."""
    with open(path, "rb") as stream:
        text = stream.read(1 << 16)
    try:
        return text.decode()
    except UnicodeDecodeError:
        raise Trouble(f"{path}: this is no text in UTF-8") from None


COMMANDS = (log, bundle, verify)
