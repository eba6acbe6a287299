"""Cards as they are printed: without pictures, with the signs or names of their suits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from domain.engine.faces import faces_of, plain_faces
from web.wording.spoken import card_names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.engine.cards import Card
    from domain.engine.ruleset import Ruleset


CARD: Final = re.compile(r"\?\?|\b[0-9TJQKA][SHDC]\b")


@dataclass(frozen=True, slots=True)
class Suit:
    """The cards of one suit."""

    sign: str
    """The sign, such as ``♥``, or the suit's name in the reader's language if it has no sign."""
    ranks: str
    """The ranks, such as ``J 9 10``."""


def in_suits(game: Ruleset, cards: Iterable[Card]) -> list[Suit]:
    """Return cards that are sorted by suit, suit by suit, in the reader's language."""
    ranks = faces_of(game)
    return [
        Suit(suit_sign(game, suit), " ".join(ranks.rank(card[0]) for card in each))
        for suit, each in groupby(cards, key=lambda card: card[1])
    ]


def printed(text: str, game: Ruleset) -> str:
    """Return a text of the notation with its cards as they are printed: ``(10♥)`` for ``(TH)``, ``?`` for ``??``."""
    return CARD.sub(lambda card: _printed(game, card.group()), text)


def _printed(game: Ruleset, card: Card) -> str:
    if card == "??":
        return "?"
    joint = "" if faces_of(game).suits[card[1]].sign else " "
    return f"{faces_of(game).rank(card[0])}{joint}{suit_sign(game, card[1])}"


def suit_sign(game: Ruleset, suit: str) -> str:
    """Return the sign of a suit; its name in the reader's language if it has none."""
    sign = faces_of(game).suits[suit].sign
    return sign or str(card_names(plain_faces(game))["suits"][suit])
