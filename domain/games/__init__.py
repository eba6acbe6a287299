"""The card games of Nought, each in a folder of its own with the same files. The import registers them."""

from __future__ import annotations

from typing import Final

from domain.engine import facts
from domain.engine.facts import Act, Fact
from domain.engine.game import Game, register
from domain.games.sidi.game import SIDI
from domain.games.three04.game import THREE04

GAMES: Final[tuple[Game, ...]] = (THREE04, SIDI)

for game in GAMES:
    register(game)

ACTS: Final[tuple[type[Act], ...]] = (*facts.ACTS, *(kind for game in GAMES for kind in game.acts))
"""The kinds of acts of all games."""

TOPICS: Final[dict[str, type[Fact]]] = {kind.TOPIC: kind for kind in (*ACTS, *facts.NOTES)}
"""The kinds of facts of a deal by their permanent topics."""
