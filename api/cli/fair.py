"""`packs` and `lots`: chance that is promised before play and can be checked afterwards (docs/fair-deals.md)."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from api.cli import paint
from api.cli.errors import Trouble
from api.cli.exits import DONE, FOUND, UNCHECKED
from api.cli.games import game
from api.cli.words import one_line, say
from domain.engine.game import game_of
from domain.engine.packs import Pack
from domain.engine.ruleset import Ruleset
from domain.engine.seats import Seating, seat_name
from domain.fair import forms, lots, packs
from domain.fair.forms import SEED_BYTES, FairError
from domain.games.catalogue import RULESETS

T = TypeVar("T")

LARGEST: Final = 1 << 20
"""Bytes of a file of packs or lots."""
RANGE: Final = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")

boards_text = "Which boards: 3, or 1-8, or 1-8,17."
tournament_option = click.option("--tournament", default="", help="What they are for; it stands in the promise.")


@click.group("packs")
def packs_() -> None:
    """Packs for the boards of a duplicate.

    They are dealt from the operating system's chance and promised by a digest that is published before play. Opened
    after play, they can be checked by anybody, with this command or without it: docs/fair-deals.md.

    \b
    nought packs make --boards 1-24 --ruleset 304 secret.json
    nought packs verify commitment.json opening.json
    """


@packs_.command("make")
@click.argument("out")
@click.option("--boards", required=True, help=boards_text)
@click.option("--ruleset", default="304", show_default=True, help="A game that is listed, or a file with one.")
@tournament_option
def make(out: str, boards: str, ruleset: str, tournament: str) -> None:
    """Deal packs, write them to OUT, print the promise.

    OUT is the secret: only its owner may read the file, and no file is written over. What is printed is the
    commitment; publish it, or the digest at its end, before play.

    \b
    nought packs make --boards 1-24 --ruleset 304 secret.json
    """
    numbers = numbers_in(boards)
    terms = packs.terms_of(game(ruleset), tournament)
    made = packs.deal(terms, numbers, os.urandom(SEED_BYTES * len(numbers)))
    keep(out, packs.plain(made))
    click.echo(laid_out(packs.plain(packs.commitment(made))))
    say(f"{count(len(numbers), 'board')} in {out}: keep it secret until they have been played", err=True)


@packs_.command("commitment")
@click.argument("secret")
def packs_commitment(secret: str) -> None:
    """Print the promise of packs once more.

    \b
    nought packs commitment secret.json
    """
    click.echo(laid_out(packs.plain(packs.commitment(whole_packs(secret)))))


@packs_.command("open")
@click.argument("secret")
@click.option("--boards", required=True, help=boards_text)
def open_(secret: str, boards: str) -> None:
    """Print an opening of boards that have been played.

    All others stay closed in it: of them it tells the digest only.

    \b
    nought packs open secret.json --boards 1-8
    """
    click.echo(laid_out(packs.plain(packs.opened(whole_packs(secret), numbers_in(boards)))))


@packs_.command("show")
@click.argument("opening")
@click.option("--board", "number", type=int, required=True, help="Which board.")
@click.option("--json", "in_json", is_flag=True, help="As JSON: the dealer, and the hands batch by batch.")
def show_packs(opening: str, number: int, in_json: bool) -> None:
    """The hands of a board, for whoever makes up the packs.

    \b
    nought packs show secret.json --board 3
    """
    there = whole_packs(opening)
    board = there.board(number)
    dealer = packs.dealer(number, there.terms.seats)
    if in_json:
        batches = [
            {seat: " ".join(cards) for seat, cards in each.hands.items()} for each in packs.dealt(there.terms, board)
        ]
        click.echo(json.dumps({"board": number, "dealer": dealer, "batches": batches}))
    else:
        title = f"Board {number}: {seat_name(dealer)} deals"
        paint.show(paint.section(title, paint.table_of(packs.hands(there.terms, board), pictured(there.terms))))


@packs_.command("verify")
@click.argument("commitment")
@click.argument("opening")
def verify_packs(commitment: str, opening: str) -> int:
    """Whether opened packs are those that were promised.

    COMMITMENT is a file, or only the digest of 64 digits. The first thing that does not fit is named.

    \b
    Exit codes:
      0  all of it is as promised
      1  something is not
      2  a file cannot be read
      3  what is open is as promised; some boards are not opened yet

    \b
    nought packs verify commitment.json opening.json
    """
    there = read(opening, packs.parse)
    if wrong := packs.verify(promise(commitment, packs.parse), there):
        return not_as_promised(wrong.told)
    opened = [each.board for each in there.boards if isinstance(each, packs.Opened)]
    closed = [each.board for each in there.boards if isinstance(each, packs.Closed)]
    for told, numbers in (("as promised", opened), ("not opened yet", closed)):
        if numbers:
            click.echo(f"{told}: {'boards' if len(numbers) > 1 else 'board'} {packs.in_short(numbers)}")
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
@click.option("-o", "--output", help="Keep it secret in this file; then only the promise is printed.")
@tournament_option
@click.option("--purpose", default="", help="What is drawn for, such as seeding.")
@click.option("--json", "in_json", is_flag=True, help="The whole draw as JSON, to be checked later.")
def draw(names: tuple[str, ...], output: str | None, tournament: str, purpose: str, in_json: bool) -> None:
    """Draw names in an order by lot.

    \b
    nought lots draw Ann Ben Chitra Dilan
    nought lots draw 1 2 3 4 --purpose seeding -o secret.json
    """
    drawn = lots.draw(names, os.urandom(SEED_BYTES), tournament, purpose)
    if output is not None:
        keep(output, lots.plain(drawn))
        click.echo(laid_out(lots.plain(lots.commitment(drawn))))
        say(f"{count(len(names), 'lot')} in {output}: keep it secret until they are opened", err=True)
    elif in_json:
        click.echo(laid_out(lots.plain(drawn)))
    else:
        tell(drawn)


@lots_.command("commitment")
@click.argument("secret")
def lots_commitment(secret: str) -> None:
    """Print the promise of lots once more.

    \b
    nought lots commitment secret.json
    """
    click.echo(laid_out(lots.plain(lots.commitment(whole_lots(secret)))))


@lots_.command("show")
@click.argument("opening")
def show_lots(opening: str) -> None:
    """The order that was drawn.

    \b
    nought lots show opening.json
    """
    tell(whole_lots(opening))


@lots_.command("verify")
@click.argument("commitment")
@click.argument("opening")
def verify_lots(commitment: str, opening: str) -> int:
    """Whether lots are those that were promised.

    COMMITMENT is a file, or only the digest of 64 digits. The first thing that does not fit is named.

    \b
    Exit codes:
      0  they are
      1  they are not
      2  a file cannot be read

    \b
    nought lots verify commitment.json opening.json
    """
    there = read(opening, lots.parse)
    if wrong := lots.verify(promise(commitment, lots.parse), there):
        return not_as_promised(wrong.told)
    click.echo("as promised:")
    tell(there)
    return DONE


def not_as_promised(why: str) -> int:
    """Say what does not fit a promise. Returns the exit code."""
    say(f"nought: {one_line(why)}", err=True)
    return FOUND


# --- files --------------------------------------------------------------------------------------


def read(path: str, parse: Callable[[dict[str, Any]], T]) -> T:
    """What a file holds. Raises `Trouble` naming the file."""
    with open(path, "rb") as stream:
        text = stream.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise Trouble(f"{path}: too long: at most {LARGEST} bytes are read")
    try:
        return parse(forms.read_json(text))
    except FairError as error:
        raise Trouble(f"{path}: {error}") from None


def promise(told: str, parse: Callable[[dict[str, Any]], T]) -> T | str:
    """A commitment: the digest itself, or what a file holds."""
    digest = told.strip().lower()
    return digest if forms.HEX.fullmatch(digest) else read(told, parse)


def whole_packs(path: str) -> packs.Packs:
    """Packs of a file, if they are as that file's own digest says."""
    there = read(path, packs.parse)
    if wrong := packs.verify(there.digest, there):
        raise Trouble(f"{path}: {wrong.told}")
    return there


def whole_lots(path: str) -> lots.Lots:
    """Lots of a file, if they are as that file's own digest says."""
    there = read(path, lots.parse)
    if wrong := lots.verify(there.digest, there):
        raise Trouble(f"{path}: {wrong.told}")
    return there


def keep(path: str, told: dict[str, Any]) -> None:
    """Write a secret to a new file that only its owner may read."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Trouble(f"{path} is there already and may be the only copy of a secret; choose another name") from None
    try:
        with os.fdopen(file, "w", encoding="utf-8") as stream:
            stream.write(f"{laid_out(told)}\n")
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException:
        os.unlink(path)
        raise


def laid_out(told: dict[str, Any]) -> str:
    """An object as JSON that people can read: a field a line, and of boards a board a line."""
    lines = []
    for key, value in told.items():
        items = ",\n".join(f"  {json.dumps(each)}" for each in value) if key == "boards" else ""
        lines.append(f" {json.dumps(key)}: " + (f"[\n{items}\n ]" if items else json.dumps(value, ensure_ascii=False)))
    return "{\n" + ",\n".join(lines) + "\n}"


# --- words --------------------------------------------------------------------------------------


def numbers_in(text: str) -> list[int]:
    """The boards that ``1-8,17`` names."""
    numbers: list[int] = []
    for part in text.replace(" ", "").split(","):
        found = RANGE.fullmatch(part)
        if not found:
            raise Trouble(f"--boards {text!r}: write 3, or 1-8, or 1-8,17")
        first = int(found[1])
        last = int(found[2] or first)
        if first > last:
            raise Trouble(f"--boards {text!r}: {first} comes after {last}")
        numbers += range(first, last + 1)
    return numbers


def tell(drawn: lots.Lots) -> None:
    """The order, a line each."""
    wide = len(str(len(drawn.order)))
    for place, entry in enumerate(drawn.order, 1):
        say(f"{place:>{wide}}  {entry}")


def count(number: int, what: str) -> str:
    """So many of them."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def pictured(terms: packs.Terms) -> Ruleset:
    """A game with this pack and these seats, to lay out hands by: the known one, or what the terms alone tell."""
    known = RULESETS.get(terms.ruleset.split(" ")[0])
    if known and packs.terms_of(known, terms.tournament).pack == terms.pack and known.seating.seats == terms.seats:
        return known
    suits = "".join(dict.fromkeys(card[-1:] for card in terms.pack))
    ranks = "".join(dict.fromkeys(card[:-1] for card in terms.pack))
    try:
        pack = Pack(ranks, (0,) * len(ranks), suits)
        return game_of(()).ruleset(terms.ruleset, 1, terms.ruleset, pack, Seating(terms.seats, ("first", "second")), ())
    except ValueError as error:
        raise Trouble(f"these hands cannot be laid out: {error}") from None


COMMANDS = (packs_, lots_)
