"""The ``deal`` table of a hand file: all hands in one place, so that an action is only the word ``deal``.

Each action ``deal`` takes the next batch. The pack, if it is known, belongs to the last shuffle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from domain.engine.cards import UNKNOWN, Card, Seat
from domain.engine.facts import CardsDealt, PackShuffled
from domain.engine.rules import Rules
from domain.games.three04.acts import RedealDemanded
from replay.notation.document import DealDocument, Item
from replay.notation.errors import NotationError
from replay.notation.words import order_seats, read_cards, read_seat, write_cards

DealTable: TypeAlias = dict[str, str | list[str]]
PACK = "pack"


@dataclass(frozen=True, slots=True)
class DealTableParts:
    """The deal table of a document, and the indices of the items whose cards are in it."""

    hands: dict[Seat, list[str]] = field(default_factory=dict)
    pack: list[str] = field(default_factory=list)
    items: frozenset[int] = frozenset()


def make_deal_table(document: DealDocument) -> DealTableParts:
    """Return the deal table: the batches after the last redeal, and the pack of the last shuffle."""
    dealt: list[int] = []
    shuffled: int | None = None
    for n, item in enumerate(document.items):
        match item.fact:
            case RedealDemanded():
                dealt = []
            case CardsDealt():
                dealt.append(n)
            case PackShuffled():
                shuffled = n
    lines: set[int] = set()
    hands: dict[Seat, list[str]] = {}
    batches = [fact for n in dealt if isinstance(fact := document.items[n].fact, CardsDealt)]
    if batches and all(_is_whole(batch, batches[0]) for batch in batches):
        try:
            hands = {
                seat: [write_cards(batch.hands[seat]) for batch in batches]
                for seat in order_seats(batches[0].hands, document.opened.dealer)
            }
            lines |= set(dealt)
        except NotationError:
            pass
    pack: list[str] = []
    if shuffled is not None:
        fact = document.items[shuffled].fact
        if isinstance(fact, PackShuffled) and fact.order:
            try:
                pack = [write_cards(fact.order[n : n + 8]) for n in range(0, len(fact.order), 8)]
                lines.add(shuffled)
            except NotationError:
                pass
    return DealTableParts(hands, pack, frozenset(lines))


def _is_whole(batch: CardsDealt, first: CardsDealt) -> bool:
    return bool(batch.hands) and set(batch.hands) == set(first.hands) and all(batch.hands.values())


def spread(items: Sequence[Item], table: DealTable | None, rules: Rules) -> list[Item]:
    """Return the items, with the cards of the table in the lines that leave them out.

    Raises `NotationError` if the table has more batches than the items have deals without cards.
    """
    filled = list(items)
    if table is None:
        return filled
    batches = _batches({seat: cards for seat, cards in table.items() if seat.lower() != PACK}, rules)
    bare = [n for n, item in enumerate(filled) if isinstance(item.fact, CardsDealt) and not item.fact.hands]
    if len(batches) > len(bare):
        raise NotationError(
            f"deal: the table gives {len(batches)} batches, but {len(bare)} of the actions are a mere “deal”"
        )
    for n, hands in zip(bare, batches, strict=False):
        filled[n] = replace(filled[n], fact=CardsDealt(filled[n].fact.seat, hands))  # type: ignore[attr-defined]
    for name, pack in table.items():
        if name.lower() == PACK:
            _put_pack(filled, _cards(pack, rules))
    return filled


def _put_pack(items: list[Item], order: tuple[Card, ...]) -> None:
    shuffles = [n for n, item in enumerate(items) if isinstance(item.fact, PackShuffled)]
    if not shuffles or items[shuffles[-1]].fact.order:  # type: ignore[attr-defined]
        raise NotationError("deal: the table gives the pack; a line “shuffle” must say when it was shuffled so")
    n = shuffles[-1]
    items[n] = replace(items[n], fact=PackShuffled(items[n].fact.seat, order))  # type: ignore[attr-defined]


def _cards(words: str | list[str], rules: Rules) -> tuple[Card, ...]:
    return read_cards(words if isinstance(words, str) else " ".join(words), rules)


def _batches(table: DealTable, rules: Rules) -> list[dict[Seat, tuple[Card, ...]]]:
    """Return the batches, each with every seat; seats that the table leaves out have unknown cards."""
    sizes = rules.ruleset.batches
    by_seat: dict[Seat, list[tuple[Card, ...]]] = {}
    for name, words in table.items():
        seat = read_seat(name, rules)
        if isinstance(words, str) or all(len(word.split()) == 1 for word in words):
            by_seat[seat] = _split(_cards(words, rules), sizes)
        else:
            by_seat[seat] = [read_cards(batch, rules) for batch in words]
    count = max(map(len, by_seat.values()), default=0)
    completed = []
    for n in range(count):
        size = max(len(batches[n]) for batches in by_seat.values() if n < len(batches))
        unknown = (UNKNOWN,) * size
        completed.append(
            {seat: by_seat[seat][n] if n < len(by_seat.get(seat, ())) else unknown for seat in rules.seats if by_seat}
        )
    return completed


def _split(cards: tuple[Card, ...], sizes: tuple[int, ...]) -> list[tuple[Card, ...]]:
    """Return the cards of a seat, batch by batch."""
    batches = []
    for size in sizes:
        if cards:
            batches.append(cards[:size])
            cards = cards[size:]
    return [*batches, cards] if cards else batches
