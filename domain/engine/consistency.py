"""Check that a game with these parameters can be played from the cut to the settlement.

A club may change any parameter. This module has the checks for all games; each game has its own checks in its module
of the same name (`domain.engine.game.Game.wrong`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from domain.engine.seats import SEATINGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.engine.ruleset import Ruleset

DEAREST: Final = 1000
"""The highest point value that a card may have."""

DEAL: Final = "deal [1-9][0-9]?"


def wrong_in_any_game(game: Ruleset) -> Iterator[str]:
    """Yield a sentence for each fault in any game: unknown seats, say, or a pack that the batches do not deal out."""
    seating, pack = game.seating, game.pack
    if game.version < 1:
        yield f"version is {game.version}; versions are counted from 1"
    if seating not in SEATINGS:
        known = "; ".join(f"{' '.join(option.seats)} in the teams {', '.join(option.teams)}" for option in SEATINGS)
        yield f"seating: who sits where is one of {known}"
    if pack.size == 0 or max(pack.points) > DEAREST:
        yield f"pack.points: there must be cards, each worth 0 to {DEAREST} points"
    for stage in game.stages:
        if stage.startswith("deal") and not re.fullmatch(DEAL, stage):
            yield f"stages: {stage!r} deals no batch; write “deal 4”"
    seats = len(seating.seats)
    if game.hand_size * seats != pack.size:
        batches = " and ".join(map(str, game.batches)) or "no"
        yield (
            f"{seats} seats with {batches} cards each ({seats * game.hand_size}) do not share out a pack of {pack.size}"
        )
    if game.hand_size < 2:
        yield "stages: each seat needs at least two cards"
