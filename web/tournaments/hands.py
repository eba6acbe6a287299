"""The hands of boards as they are printed: batch by batch, since the auction begins before all cards are dealt."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from domain.engine.faces import faces_of, plain_faces
from domain.fair import packs
from domain.fair.packs import Opened
from web.spoken import card_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.engine.cards import Card, Seat
    from domain.engine.ruleset import Ruleset
    from domain.fair.packs import Packs, Terms


@dataclass(frozen=True, slots=True)
class Suit:
    """The cards of one suit, the strongest first."""

    sign: str
    """The sign, such as ``♥``, or the suit's name if it has no sign."""
    ranks: str
    """The ranks, such as ``J 9 10``."""


@dataclass(frozen=True, slots=True)
class Board:
    """The cards of a board."""

    number: int
    dealer: Seat
    hands: dict[Seat, list[list[Suit]]]
    """For each seat, the suits of each batch."""


def boards_of(contents: Packs, game: Ruleset) -> list[Board]:
    """Return the boards of opened packs, in the reader's language."""
    signs, names = faces_of(game), card_names(plain_faces(game))

    def suits(cards: Iterable[Card]) -> list[Suit]:
        return [
            Suit(signs.suits[suit].sign or names["suits"][suit], " ".join(signs.rank(card[0]) for card in each))
            for suit, each in groupby(_in_order(contents.terms, cards), key=lambda card: card[1])
        ]

    return [
        Board(
            board.board,
            packs.dealer(board.board, contents.terms.seats),
            {seat: [suits(dealt.hands[seat]) for dealt in batches] for seat in contents.terms.seats},
        )
        for board in contents.boards
        if isinstance(board, Opened)
        for batches in [packs.dealt(contents.terms, board)]
    ]


def _in_order(terms: Terms, cards: Iterable[Card]) -> list[Card]:
    """Return the cards by suit in the order of the pack, the strongest first."""
    suits = list(dict.fromkeys(card[1] for card in terms.pack))
    return sorted(cards, key=lambda card: (suits.index(card[1]), -terms.pack.index(card)))
