"""The hands of boards as they are printed: batch by batch, since the auction begins before all cards are dealt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from domain.fair import packs
from domain.fair.packs import Opened
from web.printing.cards import in_suits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.engine.cards import Card, Seat
    from domain.engine.ruleset import Ruleset
    from domain.fair.packs import Packs, Terms
    from web.printing.cards import Suit


@dataclass(frozen=True, slots=True)
class Board:
    """The cards of a board."""

    number: int
    dealer: Seat
    hands: dict[Seat, list[list[Suit]]]
    """For each seat, the suits of each batch."""


def boards_of(contents: Packs, game: Ruleset) -> list[Board]:
    """Return the boards of opened packs, in the reader's language."""
    return [
        Board(
            board.board,
            packs.dealer(board.board, contents.terms.seats),
            {
                seat: [in_suits(game, _in_order(contents.terms, dealt.hands[seat])) for dealt in batches]
                for seat in contents.terms.seats
            },
        )
        for board in contents.boards
        if isinstance(board, Opened)
        for batches in [packs.dealt(contents.terms, board)]
    ]


def _in_order(terms: Terms, cards: Iterable[Card]) -> list[Card]:
    """Return the cards by suit in the order of the pack, the strongest first."""
    suits = list(dict.fromkeys(card[1] for card in terms.pack))
    return sorted(cards, key=lambda card: (suits.index(card[1]), -terms.pack.index(card)))
