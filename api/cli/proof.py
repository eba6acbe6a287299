"""`log`, `bundle`, `verify`: prove that the record was not changed (docs/trust.md)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import UUID

import click

from api.cli.deals import selector_option
from api.cli.parts.books import book, data_option
from api.cli.parts.cores import workers_option
from api.cli.parts.errors import Trouble
from api.cli.parts.exits import DONE, FAILED_CHECK, UNCHECKED
from api.cli.parts.progress import show_progress
from api.cli.parts.ranges import book_workers, naming
from api.cli.parts.terminal import counted, say
from api.cli.parts.unfinished import anew_option, unfinished_in_book
from domain.proof import notes
from domain.proof.checkpoints import parse
from domain.proof.notes import NoteError, PublicKey

if TYPE_CHECKING:
    from api.proof.keeper import Head, LogKeeper
    from api.proof.leaf_ranges import CleanRange, LeafRange
    from api.services import Services
    from domain.proof.witness_policies import WitnessPolicy

WITNESS_PATH: Final = "/api/v1/log/witness"
"""The path at which a server takes the checkpoints of others."""
key_option = click.option(
    "--key",
    "keys",
    multiple=True,
    metavar="VKEY",
    help="The only public key to trust, as `nought log key` prints it.",
)

policy_option = click.option(
    "--policy",
    metavar="FILE",
    help="The witnesses that must have cosigned (C2SP tlog-policy; docs/trust.md).",
)


@click.group()
def log() -> None:
    """Sign the log that shows changes to the record.

    \b
    nought log checkpoint -o harbour-open.checkpoint
    nought verify log --checkpoint harbour-open.checkpoint
    """


@log.command("checkpoint")
@click.option("-o", "--output", help="The file. Default: standard output.")
@data_option
def checkpoint(output: str | None, data: Path | None) -> None:
    """Sign the log, and print the checkpoint.

    Keep it elsewhere: on paper, in a mail, with another club. `nought verify log --checkpoint FILE` shows later that
    everything recorded until now is unchanged.

    \b
    nought log checkpoint -o evening.checkpoint
    """
    with book(data) as services:
        head = sign_head(services)
    if head is None:
        raise Trouble("nothing is recorded yet")
    if output is None:
        click.echo(head.note, nl=False)
    else:
        Path(output).write_text(head.note, "utf-8")
        say(f"{output} has a checkpoint over {counted(head.checkpoint.size, 'event')}: keep it elsewhere", err=True)


@log.command("key")
@data_option
def key(data: Path | None) -> None:
    """Print the public keys of the log, newest first.

    \b
    nought log key
    """
    with book(data) as services:
        keeper_of(services).public_keys()
        for entry in services.log.keys()[::-1]:
            click.echo(entry.vkey)


@log.command("witness")
@data_option
def witness(data: Path | None) -> None:
    """Print the lines by which other servers know this one.

    They name this book's log, and this server as a witness. Send them to the clubs that shall witness your log, and
    whose logs you shall witness. Each writes the lines of all into one file, and names it in NOUGHT_WITNESSES.

    \b
    nought log witness
    """
    from api.proof.witness import find_witness_key
    from api.site import Site
    from domain.proof.cosignatures import witness_key

    site = Site.from_environment()
    with book(data) as services:
        own = keeper_of(services).public_keys()[-1]
        key_ = witness_key(find_witness_key(services.keys, site.host))
    name = site.host or own.name.replace("/", "-")
    click.echo(f"log {own.text} {site.url}".rstrip())
    click.echo(f"witness {name} {key_.text} {site.url and site.url + WITNESS_PATH}".rstrip())
    if not site.url:
        say("NOUGHT_URL is not set: add the address of each at the end of its line", err=True)


@log.command("rotate-key")
@click.option("--why", default="", help="The reason, kept beside the key.")
@click.option("--lost", is_flag=True, help="The old key is lost: it cannot sign the new one.")
@data_option
def rotate_key(why: str, lost: bool, data: Path | None) -> None:
    """Replace the key that signs the log.

    The old key signs the new one, so that everybody who trusts the old key can trust the new one. With --lost it
    cannot: send the new key to everybody who keeps checkpoints.

    \b
    nought log rotate-key --why moved
    """
    with book(data) as services:
        new_key = keeper_of(services).rotate(why, lost=lost)
    say("this key signs from now on; give it to everybody who has the old one:", err=True)
    click.echo(new_key.text)


@click.command()
@click.argument("deal", type=click.UUID)
@click.option("-o", "--output", help="The file. Default: standard output.")
@data_option
def bundle(deal: UUID, output: str | None, data: Path | None) -> None:
    """Write a deal's evidence into one file.

    The file has the record, the ruleset, the settlement, and the proof that they are in the signed log. Anybody can
    check it without this book: `nought verify bundle`. It shows all hands.

    \b
    nought bundle 019c5c22-f9d0-791b-99d5-f0740c70b079 -o deal.bundle.json
    """
    import msgspec

    from api.proof.bundles import make_bundle

    with book(data) as services:
        version = services.ledger.deals.get(deal).version
        head = sign_head(services)
        assert head is not None  # noqa: S101 - there is a deal
        disputes = [(row.id, row.kind) for row in services.catalogue.rows("dispute", where={"deal": str(deal)})]
        payload = make_bundle(services.log, deal, head.checkpoint, head.note, version, disputes[::-1])
    text = msgspec.json.format(msgspec.json.encode(payload), indent=1) + b"\n"
    if output is None or output == "-":
        click.echo(text, nl=False)
    else:
        Path(output).write_bytes(text)
        say(f"{counted(len(payload['streams'][0]['events']), 'event')} in {output}; it shows all hands", err=True)


@log.command("proof")
@click.argument("deal", type=click.UUID)
@click.option("--version", type=click.IntRange(1), help="The event. Default: the last one.")
@click.option("--old", is_flag=True, help="In the log of the server from which the club came.")
@click.option("-o", "--output", help="The file, such as deal.tlog-proof. Default: standard output.")
@data_option
def proof(deal: UUID, version: int | None, old: bool, output: str | None, data: Path | None) -> None:
    """Write the proof that an event is in the log.

    Other tools read the file: it has the form of C2SP tlog-proof. It holds the event, with its cards. `nought verify
    proof` checks it. With --old it is the proof that the event stood in the log of another server, before the club came
    here.

    \b
    nought log proof 019c5c22-f9d0-791b-99d5-f0740c70b079 -o deal.tlog-proof
    """
    from api.moving.kept import make_old_proof
    from api.proof.bundles import make_proof
    from api.proof.keeper import LogError

    with book(data) as services:
        last = services.ledger.deals.get(deal).version
        if old:
            made = make_old_proof(services, deal, version or last)
            _put(made.text, output)
            return
        head = sign_head(services)
        assert head is not None  # noqa: S101 - there is a deal
        try:
            made = make_proof(services.log, deal, version or last, head.checkpoint, head.note)
        except LogError:
            raise Trouble(f"the deal has {counted(last, 'event')}, and no event {version}") from None
    _put(made.text, output)


def _put(text: str, output: str | None) -> None:
    if output is None:
        click.echo(text, nl=False)
    else:
        Path(output).write_text(text, "utf-8")


@click.group()
def verify() -> None:
    """Check the log, evidence files and seals.

    \b
    nought verify log
    nought verify bundle deal.bundle.json
    """


@verify.command("log")
@click.option("--checkpoint", "files", multiple=True, metavar="FILE", help="A checkpoint that you kept elsewhere.")
@key_option
@policy_option
@workers_option
@anew_option
@data_option
def verify_log(
    files: tuple[str, ...], keys: tuple[str, ...], policy: str | None, workers: int, anew: bool, data: Path | None
) -> int:
    """Check the whole log, and name every change.

    Every event is compared with the log, and leaves, heads and signatures are computed again. The exit code is 1 if
    something is wrong, 2 if a file is no checkpoint, 3 if nothing is signed yet. Give a checkpoint that you kept
    elsewhere: without one, somebody with the database and the key could have rewritten both. With --policy, say how far
    its witnesses cosigned; the exit code is 3 if no checkpoint has enough of them. The events of a club that came from
    another server are compared with the log there, too.

    A check that is ended in the middle goes on where it was, if you call it again within a day, and says so: what was
    checked before is then not read again. --anew reads everything.

    \b
    nought verify log --checkpoint evening.checkpoint
    """
    import msgspec

    from api.moving.kept import check_kept
    from api.proof import leaf_ranges
    from api.proof.walk import CleanPart, KnownCheckpoint, Plan, walk

    checkpoints = [KnownCheckpoint(path, read_checkpoint(path)) for path in files]
    witnesses = read_witnesses(policy)
    with book_workers(data, workers) as crew:
        services = crew.services
        keeper = keeper_of(services)
        for public in read_keys(keys) or [PublicKey.parse(breach.vkey) for breach in services.log.keys()[-1:]]:
            if (note := services.keys.last_checkpoint(public.name)) is not None:
                checkpoints.append(
                    KnownCheckpoint(f"the checkpoint that was signed last, in {services.keys.folder}", note)
                )
        with (
            unfinished_in_book(services, {"command": "verify-log"}, anew=anew) as done,
            show_progress("going through the log", services.log.size()) as work,
        ):
            plan = Plan(
                check=partial(crew.map, check_leaves),
                size=leaf_ranges.SIZE,
                progress=work.advance,
                note=lambda part: done.note(lambda: msgspec.to_builtins(part())),
                clean=msgspec.convert(done.state, CleanPart) if done.state else None,
            )
            report = walk(keeper.log, checkpoints, read_keys(keys), plan)
        kept = [each.note for each in checkpoints] + [each.note for each in services.log.every_checkpoint()]
        moved, faults = check_kept(services)
    for message in [breach.message for breach in report.broken] + faults:
        say(message, err=True)
    summary = f"{report.leaves} events in the log, {report.signed} of them under {report.checkpoints} checkpoints"
    say(f"{summary}; {report.waiting} not in it yet" if report.waiting else summary)
    if moved:
        say(f"{counted(moved, 'event')} of clubs that came from other servers are as they stood in the logs there")
    is_cosigned = witnesses is None or say_cosigned(kept, witnesses)
    if report.broken or faults:
        return FAILED_CHECK
    say(
        "nothing was changed"
        if report.signed
        else "not checked: nothing is signed yet; `nought log checkpoint` does it"
    )
    return DONE if report.signed and is_cosigned else UNCHECKED


@verify.command("bundle")
@click.argument("file")
@key_option
@policy_option
def verify_bundle(file: str, keys: tuple[str, ...], policy: str | None) -> int:
    """Check a deal's evidence file, offline.

    This needs no database and no network. Every claim of the file is computed again. With --key the signature must be
    by that key or by one it signed. Without --key it is checked by the key in the file: trust it only if you trust
    where the file comes from. With --policy its witnesses must have cosigned the checkpoint.

    \b
    Exit codes:
      0  every claim is true
      1  a claim is false; it is named
      2  the file or the key cannot be read
      3  the checked claims are true; the others are named as “not checked”

    \b
    nought verify bundle deal.bundle.json --key "cards.example/0a1b+530d903a+AekyeRrm…"
    """
    from replay.bundle import LARGEST, BundleError, load
    from replay.bundle import verify as check

    with open(file, "rb") as stream:
        text = stream.read(LARGEST + 1)
    trusted_keys, witnesses = read_keys(keys), read_witnesses(policy)
    try:
        loaded = load(text)
    except BundleError as error:
        raise Trouble(f"{file}: {error}") from None
    try:
        report = check(loaded, trusted_keys, witnesses)
    except BundleError as error:
        say(f"{file}: {error}", err=True)
        return FAILED_CHECK
    for line in report.shown:
        say(f"ok  {line}")
    for line in report.unchecked:
        say(f"not checked: {line}", err=True)
    if not trusted_keys:
        say(f"The key is from the file itself. Compare it with the key that the club publishes: {report.by.text}")
    return UNCHECKED if report.unchecked else DONE


@verify.command("proof")
@click.argument("file")
@key_option
@policy_option
def verify_proof(file: str, keys: tuple[str, ...], policy: str | None) -> int:
    """Check the proof that an event is in a log, offline.

    The form is C2SP tlog-proof, and the event is the one in the file. Give the key of the log with --key, or a policy,
    which names logs and witnesses. Exit codes: 0 if it is in the log, 1 if not, 2 if a file cannot be read.

    \b
    nought verify proof deal.tlog-proof --policy clubs.policy
    """
    from domain.proof.canonical import CanonicalError, read
    from domain.proof.tlog_proofs import parse_proof

    witnesses = read_witnesses(policy)
    trusted_keys = read_keys(keys) + [each.key for each in (witnesses.logs if witnesses else ())]
    if not trusted_keys:
        raise Trouble("name the key of the log: --key, or --policy with a line “log”")
    try:
        read_proof = parse_proof(read_text(file))
        event = read(read_proof.extra)
    except (NoteError, CanonicalError) as error:
        raise Trouble(f"{file}: {error}") from None
    try:
        head = read_proof.verify(read_proof.extra, trusted_keys)
        times = witnesses.find_times(notes.parse(read_proof.note)) if witnesses else {}
    except NoteError as error:
        say(f"{file}: {error}", err=True)
        return FAILED_CHECK
    if witnesses and not witnesses.is_met(times):
        say(f"{file}: too few witnesses cosigned the checkpoint", err=True)
        return FAILED_CHECK
    about = event if isinstance(event, dict) else {}
    say(f"ok  event {about.get('version')} of {about.get('id')} is entry {read_proof.place} of {head.origin}")
    for key_, time in times.items():
        moment = datetime.fromtimestamp(time, UTC)
        say(f"ok  {key_.name} cosigned {head.size} entries on {moment:%Y-%m-%d at %H:%M} UTC")
    return DONE


@verify.command("seals")
@click.argument("name")
@selector_option
@data_option
def verify_seals(name: str, selector: str | None, data: Path | None) -> int:
    """Check that opened cards are those that were sealed.

    NAME is a file with the deal, or its id in the record book. Seals that are not open yet are listed, and the exit
    code is 3. It is 1 if an opened card is not the one that was sealed.

    \b
    nought verify seals deal.nought.toml
    """
    from api.cli.parts.files import one_deal
    from domain.proof import seals
    from domain.record.record_seals import find_seals, openings
    from replay.notation.document import document_of, record_of

    if name == "-" or os.path.exists(name):
        document = one_deal(name, selector)
    else:
        try:
            identity = UUID(name)
        except ValueError:
            raise Trouble(f"{name!r} is neither a file nor the id of a deal") from None
        with book(data) as services:
            document = document_of(services.ledger.repository.history(services.ledger.deals.get(identity).id), name)
    record = record_of(document)
    opened, wrong, closed = openings(record), 0, 0
    for seal in find_seals(record):
        opening = opened.get(seal.digest)
        if opening is None:
            closed += 1
            say(f"not checked: {seal.seat}: not open yet: {seal.digest}")
        elif seals.digest(document.id, opening.seat, opening.card, opening.salt) == seal.digest:
            say(f"ok  {seal.seat}: {opening.card} is the sealed card")
        else:
            wrong += 1
            say(f"{seal.seat}: {opening.card} is not the sealed card: {seal.digest}", err=True)
    if not find_seals(record):
        say("nothing is sealed in this deal")
    return FAILED_CHECK if wrong else UNCHECKED if closed else DONE


def check_leaves(services: Services, range_: LeafRange) -> CleanRange | None:
    """Check a range of the log of a record book."""
    from api.proof.leaf_ranges import check_range

    with naming(f"the leaves {range_.begin} to {range_.end - 1}"):
        return check_range(services.log, range_)


def keeper_of(services: Services) -> LogKeeper:
    """Return the keeper of this book's log."""
    from api.site import Site

    return services.log_keeper(Site.from_environment().host)


def sign_head(services: Services) -> Head | None:
    """Return a checkpoint over everything recorded so far. Returns None if nothing is recorded."""
    keeper = keeper_of(services)
    with show_progress("adding to the log") as work:
        keeper.grow(work.advance)
    return keeper.checkpoint()


def read_keys(keys: Sequence[str]) -> list[PublicKey]:
    """Return the public keys, each given as text or as a file."""
    return [PublicKey.parse(read_text(key_) if os.path.exists(key_) else key_) for key_ in keys]


def read_witnesses(path: str | None) -> WitnessPolicy | None:
    """Return the policy of a file; None without one. Raises `Trouble` for a file of another form."""
    from api.proof.policy_file import read_policy

    try:
        return read_policy(path) if path is not None else None
    except ValueError as error:
        raise Trouble(str(error)) from None


def say_cosigned(kept: Sequence[str], policy: WitnessPolicy) -> bool:
    """Say how far the witnesses of a policy cosigned the log. Return whether a checkpoint has enough of them.

    ``kept``: signed checkpoints. Raises `Trouble` if a cosignature is wrong.
    """
    parsed = [notes.parse(each) for each in kept]
    try:
        cosigned = [(parse(note).size, times) for note in parsed if policy.is_met(times := policy.find_times(note))]
    except NoteError as error:
        raise Trouble(str(error)) from None
    if not cosigned:
        say("not witnessed: no checkpoint has the witnesses that the policy asks for", err=True)
        return False
    size, times = max(cosigned, key=lambda each: each[0])
    last = f"{datetime.fromtimestamp(max(times.values(), default=0), UTC):%Y-%m-%d at %H:%M} UTC"
    by = ", ".join(each.name for each in policy.witnesses if each.key in times)
    say(f"witnessed up to event {size}" + (f" by {by}, last on {last}" if times else ""))
    return True


def read_checkpoint(path: str) -> str:
    """Return the text of a checkpoint file. Raises `Trouble` for a file of another form."""
    text = read_text(path)
    try:
        parse(notes.parse(text))
    except NoteError as error:
        raise Trouble(f"{path}: {error}") from None
    return text


def read_text(path: str) -> str:
    """Return the first 64 KiB of a text file. Raises `Trouble` if it is not UTF-8."""
    with open(path, "rb") as stream:
        text = stream.read(1 << 16)
    try:
        return text.decode()
    except UnicodeDecodeError:
        raise Trouble(f"{path}: this is no text in UTF-8") from None


COMMANDS = (log, bundle, verify)
