"""The games that can be kept on a slate. Each is a data class of its terms with the rules of its score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from domain.kernel.errors import Declined
from domain.slate.games.coiffeur import Coiffeur
from domain.slate.games.schieber import Schieber

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.slate.games.base import SlateGame

GAMES: Final[dict[str, type[SlateGame]]] = {game.KEY: game for game in (Schieber, Coiffeur)}
"""The games by their permanent keys."""


def parse_game(key: str, terms: Mapping[str, Any]) -> SlateGame:
    """Return a game with its terms from JSON values; missing terms have their defaults. Raises `Declined`."""
    if key not in GAMES:
        raise Declined(
            "slate-terms",
            "there is no game {game} for a slate; there are {games}",
            game=repr(key[:40]),
            games=", ".join(GAMES),
        )
    return GAMES[key].parse(terms)


def load_game(key: str, terms: Mapping[str, Any]) -> SlateGame:
    """Return a stored game, without a check."""
    return GAMES[key].load(terms)
