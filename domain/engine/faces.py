"""The names of cards among the people who play with them. The notation keeps its letters (docs/formats.md)."""

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
    """The name of a rank or a suit: in English, at the table if that is another word, and in short."""

    word: str
    local: str = ""
    sign: str = ""
    """Empty where no character shows it; then the word stands there."""


@dataclass(frozen=True, slots=True)
class Faces:
    """The names of all suits and ranks, by their letters."""

    suits: Mapping[str, Name]
    ranks: Mapping[str, Name]

    def rank(self, rank: str) -> str:
        """A rank in short: ``10``, ``U``."""
        return self.ranks[rank].sign or rank

    def suit(self, suit: str) -> str:
        """A suit in short: ``♥``, ``roses``."""
        return self.suits[suit].sign or self.suits[suit].word

    def card(self, card: Card) -> str:
        """A card in short: ``J♥``, ``U roses``; one that nobody named is ``??`` in any game."""
        if card == UNKNOWN:
            return card
        rank, suit = self.rank(card[0]), self.suits[card[1]]
        return f"{rank}{suit.sign}" if suit.sign else f"{rank} {suit.word}"

    def spoken(self, card: Card) -> str:
        """Return the spoken name of a card: ``jack of hearts``; ``a face-down card`` for an unknown one."""
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
    """Return the names of a game's cards."""
    return game.game.faces


def plain_faces(game: Ruleset) -> dict[str, Any]:
    """Return the names as JSON values, for the suits and ranks of the game's pack in its order."""
    faces = faces_of(game)
    return {
        "suits": {letter: _plain(faces.suits[letter]) for letter in game.pack.suits},
        "ranks": {letter: _plain(faces.ranks[letter]) for letter in game.pack.ranks},
    }


def _plain(name: Name) -> dict[str, str]:
    words = {"name": name.word, "local": name.local, "sign": name.sign}
    return {key: value for key, value in words.items() if value}
