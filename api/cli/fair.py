"""`packs` and `lots`: packs and draws committed to before play, checked afterwards (docs/fair-deals.md)."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from api.cli.games import game
from api.cli.parts import paint
from api.cli.parts.errors import Trouble
from api.cli.parts.exits import DONE, FAILED_CHECK, UNCHECKED
from api.cli.parts.terminal import counted, one_line, say
from domain.engine.game import game_of
from domain.engine.packs import Pack
from domain.engine.ruleset import Ruleset
from domain.engine.seats import Seating, seat_name
from domain.fair import forms, lots, packs
from domain.fair.forms import SEED_BYTES, FairError
from domain.games.catalogue import RULESETS

T = TypeVar("T")

LARGEST: Final = 1 << 20
"""Most bytes of a file of packs or lots."""
RANGE: Final = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")

boards_text = "The boards: 3, or 1-8, or 1-8,17."
tournament_option = click.option("--tournament", default="", help="The tournament; it is part of the commitment.")


@click.group("packs")
def packs_() -> None:
    """Deal packs for the boards of a duplicate.

    They are shuffled with random numbers of the operating system, and committed to by a digest that is published
    before play. After play they are opened, and anybody can check them: docs/fair-deals.md.

    \b
    nought packs make --boards 1-24 --ruleset 304 secret.json
    nought packs verify commitment.json opening.json
    """


@packs_.command("make")
@click.argument("out")
@click.option("--boards", required=True, help=boards_text)
@click.option("--ruleset", default="304", show_default=True, help="A game's key, or a ruleset file.")
@tournament_option
def make(out: str, boards: str, ruleset: str, tournament: str) -> None:
    """Deal packs into OUT, and print the commitment.

    OUT is secret: only its owner may read the file. An existing file is never overwritten. Publish the printed
    commitment, or the digest at its end, before play.

    \b
    nought packs make --boards 1-24 --ruleset 304 secret.json
    """
    numbers = parse_numbers(boards)
    terms = packs.terms_of(game(ruleset), tournament)
    dealt = packs.deal(terms, numbers, os.urandom(SEED_BYTES * len(numbers)))
    write_secret(out, packs.plain(dealt))
    click.echo(format_json(packs.plain(packs.commitment(dealt))))
    say(f"{counted(len(numbers), 'board')} in {out}: keep it secret until they have been played", err=True)


@packs_.command("commitment")
@click.argument("secret")
def packs_commitment(secret: str) -> None:
    """Print the commitment to packs again.

    \b
    nought packs commitment secret.json
    """
    click.echo(format_json(packs.plain(packs.commitment(load_packs(secret)))))


@packs_.command("open")
@click.argument("secret")
@click.option("--boards", required=True, help=boards_text)
def open_(secret: str, boards: str) -> None:
    """Print an opening of boards that have been played.

    All other boards stay secret: the opening has only their digests.

    \b
    nought packs open secret.json --boards 1-8
    """
    click.echo(format_json(packs.plain(packs.open_boards(load_packs(secret), parse_numbers(boards)))))


@packs_.command("show")
@click.argument("opening")
@click.option("--board", "number", type=int, required=True, help="The board.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: the dealer, and the hands batch by batch.")
def show_packs(opening: str, number: int, as_json: bool) -> None:
    """Show the hands of a board, to prepare its pack.

    \b
    nought packs show secret.json --board 3
    """
    opened = load_packs(opening)
    board = opened.board(number)
    dealer = packs.dealer(number, opened.terms.seats)
    if as_json:
        batches = [
            {seat: " ".join(cards) for seat, cards in batch.hands.items()} for batch in packs.dealt(opened.terms, board)
        ]
        click.echo(json.dumps({"board": number, "dealer": dealer, "batches": batches}))
    else:
        title = f"Board {number}: {seat_name(dealer)} deals"
        paint.show(paint.section(title, paint.table_of(packs.hands(opened.terms, board), ruleset_of(opened.terms))))


@packs_.command("verify")
@click.argument("commitment")
@click.argument("opening")
def verify_packs(commitment: str, opening: str) -> int:
    """Check that opened packs match their commitment.

    COMMITMENT is a file, or only the digest of 64 digits. The first difference is named.

    \b
    Exit codes:
      0  everything matches
      1  something does not match
      2  a file cannot be read
      3  the opened boards match; some boards are not open yet

    \b
    nought packs verify commitment.json opening.json
    """
    opening_ = read(opening, packs.parse)
    if mismatch := packs.verify(load_promise(commitment, packs.parse), opening_):
        return print_mismatch(mismatch)
    opened = [pack.board for pack in opening_.boards if isinstance(pack, packs.Opened)]
    closed = [pack.board for pack in opening_.boards if isinstance(pack, packs.Closed)]
    for status, numbers in (("as promised", opened), ("not opened yet", closed)):
        if numbers:
            click.echo(f"{status}: {'boards' if len(numbers) > 1 else 'board'} {packs.in_short(numbers)}")
    return UNCHECKED if closed else DONE


@click.group("lots")
def lots_() -> None:
    """Draw lots that can be checked afterwards.

    \b
    nought lots draw Ann Ben Chitra Dilan
    nought lots verify commitment.json opening.json
    """


@lots_.command("draw")
@click.argument("names", nargs=-1, required=True)
@click.option("-o", "--output", help="Keep the draw secret in this file, and print only the commitment.")
@tournament_option
@click.option("--purpose", default="", help="The purpose of the draw, such as seeding.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole draw as JSON, to check it later.")
def draw(names: tuple[str, ...], output: str | None, tournament: str, purpose: str, as_json: bool) -> None:
    """Draw names in random order.

    \b
    nought lots draw Ann Ben Chitra Dilan
    nought lots draw 1 2 3 4 --purpose seeding -o secret.json
    """
    drawn = lots.draw(names, os.urandom(SEED_BYTES), tournament, purpose)
    if output is not None:
        write_secret(output, lots.plain(drawn))
        click.echo(format_json(lots.plain(lots.commitment(drawn))))
        say(f"{counted(len(names), 'lot')} in {output}: keep it secret until they are opened", err=True)
    elif as_json:
        click.echo(format_json(lots.plain(drawn)))
    else:
        print_order(drawn)


@lots_.command("commitment")
@click.argument("secret")
def lots_commitment(secret: str) -> None:
    """Print the commitment to lots again.

    \b
    nought lots commitment secret.json
    """
    click.echo(format_json(lots.plain(lots.commitment(load_lots(secret)))))


@lots_.command("show")
@click.argument("opening")
def show_lots(opening: str) -> None:
    """Show the order that was drawn.

    \b
    nought lots show opening.json
    """
    print_order(load_lots(opening))


@lots_.command("verify")
@click.argument("commitment")
@click.argument("opening")
def verify_lots(commitment: str, opening: str) -> int:
    """Check that opened lots match their commitment.

    COMMITMENT is a file, or only the digest of 64 digits. The first difference is named.

    \b
    Exit codes:
      0  they match
      1  they do not match
      2  a file cannot be read

    \b
    nought lots verify commitment.json opening.json
    """
    opening_ = read(opening, lots.parse)
    if mismatch := lots.verify(load_promise(commitment, lots.parse), opening_):
        return print_mismatch(mismatch)
    click.echo("as promised:")
    print_order(opening_)
    return DONE


def print_mismatch(mismatch: forms.Misfit) -> int:
    """Print what does not match a commitment. Returns the exit code."""
    say(f"nought: {one_line(str(mismatch.text))}", err=True)
    return FAILED_CHECK


# --- files --------------------------------------------------------------------------------------


def read(path: str, parse: Callable[[dict[str, Any]], T]) -> T:
    """Return the parsed content of a file. Raises `Trouble` if it is too long or cannot be parsed."""
    with open(path, "rb") as stream:
        text = stream.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise Trouble(f"{path}: too long: a file has at most {LARGEST} bytes")
    try:
        return parse(forms.read_json(text))
    except FairError as error:
        raise Trouble(f"{path}: {error}") from None


def load_promise(text: str, parse: Callable[[dict[str, Any]], T]) -> T | str:
    """Return a commitment: the digest itself, or the content of a file. Raises `Trouble` as `read` does."""
    digest = text.strip().lower()
    return digest if forms.HEX.fullmatch(digest) else read(text, parse)


def load_packs(path: str) -> packs.Packs:
    """Return the packs of a file. Raises `Trouble` if they do not match the digest in the file."""
    loaded = read(path, packs.parse)
    if mismatch := packs.verify(loaded.digest, loaded):
        raise Trouble(f"{path}: {mismatch.text}")
    return loaded


def load_lots(path: str) -> lots.Lots:
    """Return the lots of a file. Raises `Trouble` if they do not match the digest in the file."""
    loaded = read(path, lots.parse)
    if mismatch := lots.verify(loaded.digest, loaded):
        raise Trouble(f"{path}: {mismatch.text}")
    return loaded


def write_secret(path: str, payload: dict[str, Any]) -> None:
    """Write a secret to a new file that only its owner may read. Raises `Trouble` if the file exists."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Trouble(f"{path} exists and may be the only copy of a secret; choose another name") from None
    try:
        with os.fdopen(file, "w", encoding="utf-8") as stream:
            stream.write(f"{format_json(payload)}\n")
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException:
        os.unlink(path)
        raise


def format_json(payload: dict[str, Any]) -> str:
    """Return an object as readable JSON: a line for each field, and for each board."""
    lines = []
    for key, value in payload.items():
        items = ",\n".join(f"  {json.dumps(item)}" for item in value) if key == "boards" else ""
        lines.append(f" {json.dumps(key)}: " + (f"[\n{items}\n ]" if items else json.dumps(value, ensure_ascii=False)))
    return "{\n" + ",\n".join(lines) + "\n}"


# --- words --------------------------------------------------------------------------------------


def parse_numbers(text: str) -> list[int]:
    """Return the board numbers of ``1-8,17``. Raises `Trouble` for another form."""
    numbers: list[int] = []
    for part in text.replace(" ", "").split(","):
        match = RANGE.fullmatch(part)
        if not match:
            raise Trouble(f"--boards {text!r}: write 3, or 1-8, or 1-8,17")
        first = int(match[1])
        last = int(match[2] or first)
        if first > last:
            raise Trouble(f"--boards {text!r}: {first} comes after {last}")
        numbers += range(first, last + 1)
    return numbers


def print_order(drawn: lots.Lots) -> None:
    """Print the order, one entry per line."""
    width = len(str(len(drawn.order)))
    for place, entry in enumerate(drawn.order, 1):
        say(f"{place:>{width}}  {entry}")


def ruleset_of(terms: packs.Terms) -> Ruleset:
    """Return a ruleset with the pack and seats of the terms, for printing hands. Raises `Trouble` if none can be made.

    It is the known game if that has the same pack and seats.
    """
    ruleset = RULESETS.get(terms.ruleset.split(" ")[0])
    if (
        ruleset
        and packs.terms_of(ruleset, terms.tournament).pack == terms.pack
        and ruleset.seating.seats == terms.seats
    ):
        return ruleset
    suits = "".join(dict.fromkeys(card[-1:] for card in terms.pack))
    ranks = "".join(dict.fromkeys(card[:-1] for card in terms.pack))
    try:
        pack = Pack(ranks, (0,) * len(ranks), suits)
        return game_of(()).ruleset(terms.ruleset, 1, terms.ruleset, pack, Seating(terms.seats, ("first", "second")), ())
    except ValueError as error:
        raise Trouble(f"these hands cannot be laid out: {error}") from None


COMMANDS = (packs_, lots_)
