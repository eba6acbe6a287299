"""Packs for the boards of a duplicate: dealt from given random bytes, committed to, opened, checked, laid out as hands.

Every board has a seed of its own, so that some boards can be opened while the others stay secret.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from domain.engine.facts import CardsDealt
from domain.engine.packs import tables
from domain.engine.words.values import sentence
from domain.fair import forms
from domain.fair.forms import SEED_BYTES, VERSION, FairError, Misfit

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from domain.engine.cards import Card, Seat
    from domain.engine.ruleset import Ruleset

KIND: Final = "packs"
MOST_BOARDS: Final = 999


@dataclass(frozen=True, slots=True)
class Terms:
    """The public data that all boards of a tournament share; they suffice to lay out the hands without the ruleset."""

    tournament: str
    ruleset: str
    """The key and version of the ruleset: ``304 v1``."""
    pack: tuple[Card, ...]
    """The cards in the order before the shuffle: suit by suit, from the weakest to the strongest."""
    seats: tuple[Seat, ...]
    """The seats, counter-clockwise; the first one deals board 1."""
    batches: tuple[int, ...]
    """The number of cards that each seat gets in each dealing."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A board that is still secret: only its digest is published."""

    board: int
    digest: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A board with its seed, and its cards from the top of the pack."""

    board: int
    seed: str
    cards: tuple[Card, ...]


Board: TypeAlias = Closed | Opened


@dataclass(frozen=True, slots=True)
class Packs:
    """Some boards. With all boards opened it is the secret, with all boards closed the commitment."""

    terms: Terms
    boards: tuple[Board, ...]
    """The boards in the order of their numbers."""
    digest: str
    """The digest of the commitment: one hash for all boards."""

    def board(self, number: int) -> Opened:
        """Return an opened board by its number. Raises `FairError` if it does not exist or is still closed."""
        for each in self.boards:
            if each.board == number and isinstance(each, Opened):
                return each
            if each.board == number:
                raise FairError("board {number} is not opened here", number=number)
        raise FairError(
            "there is no board {number}; there are {numbers}",
            number=number,
            numbers=in_short(each.board for each in self.boards),
        )


def terms_of(ruleset: Ruleset, tournament: str = "") -> Terms:
    """Return the terms of a tournament's boards from its ruleset."""
    pack = tables(ruleset.pack)
    return Terms(
        tournament=tournament,
        ruleset=f"{ruleset.key} v{ruleset.version}",
        pack=tuple(pack.card[1 << place] for place in range(ruleset.pack.size)),
        seats=ruleset.seating.seats,
        batches=ruleset.batches,
    )


def deal(terms: Terms, boards: Iterable[int], entropy: bytes) -> Packs:
    """Return packs for these boards, all opened: the secret.

    ``entropy``: 32 random bytes for each board, from the operating system; the same bytes give the same packs. Raises
    `FairError` for no boards, repeated or invalid numbers, and for another number of bytes.
    """
    numbers = sorted(boards)
    if not numbers or len(set(numbers)) < len(numbers) or not 1 <= numbers[0] <= numbers[-1] <= MOST_BOARDS:
        raise FairError("boards: different numbers from 1 to {most} are needed", most=MOST_BOARDS)
    if len(entropy) != SEED_BYTES * len(numbers):
        raise FairError(
            "{bytes} bytes of chance are needed for each board, not {number} for all",
            bytes=SEED_BYTES,
            number=len(entropy),
        )
    parse(_head(terms) | {"boards": [], "digest": "0" * 64})
    seeds = (entropy[at : at + SEED_BYTES].hex() for at in range(0, len(entropy), SEED_BYTES))
    opened = tuple(
        Opened(number, seed, forms.shuffle(terms.pack, _form(terms, number, seed)))
        for number, seed in zip(numbers, seeds, strict=True)
    )
    return Packs(terms, opened, _digest(terms, opened))


def open_boards(packs: Packs, boards: Collection[int]) -> Packs:
    """Return the packs with only these boards opened, for publishing after they have been played.

    Raises `FairError` for a board that does not exist or is closed.
    """
    for number in boards:
        packs.board(number)
    shown = tuple(
        each if each.board in boards else Closed(each.board, digest_of(packs.terms, each)) for each in packs.boards
    )
    return Packs(packs.terms, shown, packs.digest)


def commitment(packs: Packs) -> Packs:
    """Return the packs with all boards closed, for publishing before play."""
    return open_boards(packs, ())


def digest_of(terms: Terms, board: Board) -> str:
    """Return the commitment of a board: the SHA-256 of its form."""
    return board.digest if isinstance(board, Closed) else forms.digest(_form(terms, board.board, board.seed))


def verify(promised: Packs | str, opening: Packs) -> Misfit | None:
    """Return the first difference of an opening from its commitment; None if there is none.

    ``promised``: the commitment, or only its digest; the digest alone does not show which seed was changed. For boards
    that are still closed only the digests are compared.
    """
    if isinstance(promised, Packs) and (wrong := _against(promised, opening)):
        return wrong
    before = (
        {each.board: digest_of(promised.terms, each) for each in promised.boards} if isinstance(promised, Packs) else {}
    )
    for each in opening.boards:
        if wrong := _board(opening.terms, each, before.get(each.board)):
            return wrong
    actual = _digest(opening.terms, opening.boards)
    if opening.digest != actual:
        return Misfit(
            "digest",
            sentence(
                "the boards have the digest {digest}, but in the opening stands {other}",
                digest=actual,
                other=opening.digest,
            ),
        )
    if isinstance(promised, str) and promised != actual:
        return Misfit(
            "digest",
            sentence(
                "the boards have the digest {digest}, but in the commitment stands {other}",
                digest=actual,
                other=promised,
            ),
        )
    return None


def _against(promised: Packs, opening: Packs) -> Misfit | None:
    """Compare the digest, the terms and the board numbers of a commitment; return the first misfit, or None."""
    if promised.digest != (actual := _digest(promised.terms, promised.boards)):
        return Misfit(
            "digest",
            sentence(
                "the commitment is not whole: its digest is {digest}, but {other} stands in it",
                digest=actual,
                other=promised.digest,
            ),
        )
    for each in fields(Terms):
        was, now = getattr(promised.terms, each.name), getattr(opening.terms, each.name)
        if was != now:
            return Misfit(
                "terms",
                sentence(
                    "{key}: promised was {promised}, opened is {opened}",
                    key=each.name,
                    promised=_as_text(was),
                    opened=_as_text(now),
                ),
            )
    there = [{each.board for each in packs.boards} for packs in (promised, opening)]
    for number in sorted(there[0] ^ there[1]):
        if number in there[0]:
            text = sentence("board {number} was promised and is not in the opening", number=number)
        else:
            text = sentence("board {number} was not promised", number=number)
        return Misfit("board", text, number)
    return None


def _board(terms: Terms, board: Board, promised: str | None) -> Misfit | None:
    """Compare a board with its digest, and its cards with its seed; return the first misfit, or None.

    ``promised``: the digest of the board in the commitment, if known.
    """
    number = board.board
    if isinstance(board, Opened):
        for card in board.cards:
            if card not in terms.pack:
                text = sentence("board {number}: {card} is no card of the pack", number=number, card=card)
                return Misfit("card", text, number)
        for card in terms.pack:
            times = board.cards.count(card)
            if not times:
                return Misfit("card", sentence("board {number}: {card} is not there", number=number, card=card), number)
            if times > 1:
                text = sentence("board {number}: {card} is there twice", number=number, card=card)
                return Misfit("card", text, number)
    if promised is not None and promised != digest_of(terms, board):
        if isinstance(board, Opened):
            text = sentence("board {number}: the seed is not the one that was promised", number=number)
            return Misfit("seed", text, number)
        text = sentence("board {number}: the digest is not the one that was promised", number=number)
        return Misfit("board", text, number)
    if isinstance(board, Opened):
        order = forms.shuffle(terms.pack, _form(terms, number, board.seed))
        for place, (card, given) in enumerate(zip(board.cards, order, strict=True), 1):
            if card != given:
                text = sentence(
                    "board {number}: card {place} from the top is {card}, but the seed gives {given}",
                    number=number,
                    place=place,
                    card=card,
                    given=given,
                )
                return Misfit("order", text, number)
    return None


# --- at the table -------------------------------------------------------------------------------


def dealer(board: int, seats: tuple[Seat, ...]) -> Seat:
    """Return the dealer of a board: the first seat deals board 1, then the seats deal in turn."""
    return seats[(board - 1) % len(seats)]


def dealt(terms: Terms, board: Opened) -> tuple[CardsDealt, ...]:
    """Return the dealing of a board: a fact for each batch, from the top of the pack.

    The seat at the dealer's right comes first (000 "Deal"). The pack is not cut, so that it stays as committed to.
    """
    first = terms.seats.index(who := dealer(board.board, terms.seats)) + 1
    order = terms.seats[first:] + terms.seats[:first]
    facts, top = [], 0
    for size in terms.batches:
        places = range(top, top + size * len(order), size)
        facts.append(
            CardsDealt(who, {seat: board.cards[at : at + size] for seat, at in zip(order, places, strict=True)})
        )
        top += size * len(order)
    return tuple(facts)


def hands(terms: Terms, board: Opened) -> dict[Seat, list[Card]]:
    """Return the hand of each seat when all cards of a board are dealt."""
    batches = dealt(terms, board)
    return {seat: [card for batch in batches for card in batch.hands[seat]] for seat in terms.seats}


# --- as JSON ------------------------------------------------------------------------------------


def plain(packs: Packs) -> dict[str, Any]:
    """Return packs as a JSON object (``docs/fair-deals.md``)."""
    boards = [
        {"board": each.board, "digest": each.digest}
        if isinstance(each, Closed)
        else {"board": each.board, "seed": each.seed, "cards": " ".join(each.cards)}
        for each in packs.boards
    ]
    return {**_head(packs.terms), "boards": boards, "digest": packs.digest}


def parse(payload: Mapping[str, Any]) -> Packs:
    """Return packs from a JSON object. Raises `FairError` for another shape; `verify` checks the contents."""
    forms.head(payload, KIND)
    forms.check_keys(payload, ("nought", "kind", *(each.name for each in fields(Terms)), "boards", "digest"))
    terms = Terms(
        tournament=forms.name(payload, "tournament"),
        ruleset=forms.name(payload, "ruleset"),
        pack=forms.words(payload, "pack"),
        seats=forms.words(payload, "seats"),
        batches=tuple(forms.several(payload, "batches", _is_whole, sentence("whole numbers"))),
    )
    dealt_out = sum(terms.batches) * len(terms.seats)
    if (
        len(set(terms.seats)) < len(terms.seats)
        or len(set(terms.pack)) < len(terms.pack)
        or dealt_out > len(terms.pack)
    ):
        raise FairError(
            "the pack of {number} cards cannot be dealt in these batches to these seats", number=len(terms.pack)
        )
    boards = tuple(_read(each) for each in forms.several(payload, "boards", _is_object, sentence("boards")))
    numbers = [each.board for each in boards]
    if numbers != sorted(set(numbers)):
        raise FairError("boards: they do not stand in the order of their numbers, each once")
    return Packs(terms, boards, forms.hexadecimal(payload, "digest"))


def _read(payload: Mapping[str, Any]) -> Board:
    number = payload.get("board", 0)
    if not _is_whole(number) or number > MOST_BOARDS:
        raise FairError("board: a number from 1 to {most} is needed", most=MOST_BOARDS)
    if "digest" in payload:
        forms.check_keys(payload, ("board", "digest"), number)
        return Closed(number, forms.hexadecimal(payload, "digest", number))
    forms.check_keys(payload, ("board", "seed", "cards"), number)
    return Opened(number, forms.hexadecimal(payload, "seed", number), forms.words(payload, "cards", number))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _head(terms: Terms) -> dict[str, Any]:
    """Return the fields that every form and file begins with."""
    return {
        "nought": VERSION,
        "kind": KIND,
        "tournament": terms.tournament,
        "ruleset": terms.ruleset,
        "pack": " ".join(terms.pack),
        "seats": " ".join(terms.seats),
        "batches": list(terms.batches),
    }


def _form(terms: Terms, board: int, seed: str) -> dict[str, Any]:
    """Return the form of one board, which is committed to and seeds the shuffle."""
    return {**_head(terms), "board": board, "seed": seed}


def _digest(terms: Terms, boards: Iterable[Board]) -> str:
    """Return the digest of a commitment: the SHA-256 of its object without the digest."""
    closed = [{"board": each.board, "digest": digest_of(terms, each)} for each in boards]
    return forms.digest({**_head(terms), "boards": closed})


def _as_text(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else repr(value)


def in_short(numbers: Iterable[int]) -> str:
    """Return the numbers as short text, with ranges: ``1–8, 12``."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number])
    return ", ".join("–".join(map(str, run)) for run in runs)
