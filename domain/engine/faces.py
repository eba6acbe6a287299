"""The names of cards that players use. The notation has letters of its own (`docs/formats.md`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from domain.engine.cards import RANK_NAMES, SUIT_NAMES, UNKNOWN

if TYPE_CHECKING:
    from domain.engine.cards import Card
    from domain.engine.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a rank or a suit: in English, in the local language (empty if the same), and a short sign."""

    word: str
    local: str = ""
    sign: str = ""
    """Empty if there is no character for it; then `word` (for a rank, its letter) is written."""


@dataclass(frozen=True, slots=True)
class Faces:
    """The names of all suits and ranks, by their letters."""

    suits: Mapping[str, Name]
    ranks: Mapping[str, Name]

    def rank(self, rank: str) -> str:
        """Return the short form of a rank: ``10``, ``U``."""
        return self.ranks[rank].sign or rank

    def suit(self, suit: str) -> str:
        """Return the short form of a suit: ``♥``, ``roses``."""
        return self.suits[suit].sign or self.suits[suit].word

    def card(self, card: Card) -> str:
        """Return the short form of a card: ``J♥``, ``U roses``; ``??`` for an unknown card."""
        if card == UNKNOWN:
            return card
        rank, suit = self.rank(card[0]), self.suits[card[1]]
        return f"{rank}{suit.sign}" if suit.sign else f"{rank} {suit.word}"

    def spoken(self, card: Card) -> str:
        """Return the name of a card in words: ``jack of hearts``; ``a face-down card`` for an unknown card."""
        if card == UNKNOWN:
            return "a face-down card"
        return f"{self.ranks[card[0]].word} of {self.suits[card[1]].word}"

    def contract(self, denomination: str) -> str:
        """Return the name of a trump suit, Obenabe or Undenufe."""
        return self.suits[denomination].word if denomination in self.suits else denomination.capitalize()


FRENCH: Final = Faces(
    suits={letter: Name(SUIT_NAMES[letter], sign=sign) for letter, sign in zip("SHDC", "♠♥♦♣", strict=True)},
    ranks={letter: Name(word, sign="10" if letter == "T" else letter) for letter, word in RANK_NAMES.items()},
)


def faces_of(game: Ruleset) -> Faces:
    """Return the names of the cards in a ruleset's game."""
    return game.game.faces


def suit_names(game: Ruleset) -> dict[str, str]:
    """Return the English names of the suits of the game's pack, by their letters."""
    faces = faces_of(game)
    return {letter: faces.suits[letter].word for letter in game.pack.suits}


def plain_faces(game: Ruleset) -> dict[str, Any]:
    """Return the names of the suits and ranks of the game's pack, in the order of the pack, as JSON values."""
    faces = faces_of(game)
    return {
        "suits": {letter: _plain(faces.suits[letter]) for letter in game.pack.suits},
        "ranks": {letter: _plain(faces.ranks[letter]) for letter in game.pack.ranks},
    }


def _plain(name: Name) -> dict[str, str]:
    words = {"name": name.word, "local": name.local, "sign": name.sign}
    return {key: value for key, value in words.items() if value}
