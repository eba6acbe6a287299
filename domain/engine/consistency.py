"""Check that a game with these parameters can be played from the cut to the settlement.

A club may change any parameter. This module has the checks for all games; each game has its own checks in its module
of the same name (`domain.engine.game.Game.wrong`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from domain.engine.seats import SEATINGS
from domain.engine.words.values import Listing, Term, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from domain.engine.ruleset import Ruleset

DEAREST: Final = 1000
"""The highest point value that a card may have."""

DEAL: Final = "deal [1-9][0-9]?"


def wrong_in_any_game(game: Ruleset) -> Iterator[Term]:
    """Yield a sentence for each fault in any game: unknown seats, say, or a pack that the batches do not deal out."""
    seating, pack = game.seating, game.pack
    if game.version < 1:
        yield sentence("version is {value}; versions are counted from 1", value=game.version)
    if seating not in SEATINGS:
        known = tuple(
            sentence("{seats} in the teams {teams}", seats=" ".join(option.seats), teams=", ".join(option.teams))
            for option in SEATINGS
        )
        yield sentence("{path}: who sits where is one of {known}", path="seating", known=Listing(known, "; "))
    if pack.size == 0 or max(pack.points) > DEAREST:
        yield sentence("{path}: there must be cards, each worth 0 to {most} points", path="pack.points", most=DEAREST)
    for stage in game.stages:
        if stage.startswith("deal") and not re.fullmatch(DEAL, stage):
            yield sentence("{path}: {value} deals no batch; write “deal 4”", path="stages", value=repr(stage))
    seats = len(seating.seats)
    if game.hand_size * seats != pack.size:
        dealt, size = seats * game.hand_size, pack.size
        if game.batches:
            batches = Listing(game.batches, " and ")
            yield sentence(
                "{seats} seats with {batches} cards each ({dealt}) do not share out a pack of {size}",
                seats=seats,
                batches=batches,
                dealt=dealt,
                size=size,
            )
        else:
            yield sentence(
                "{seats} seats with no cards each ({dealt}) do not share out a pack of {size}",
                seats=seats,
                dealt=dealt,
                size=size,
            )
    if game.hand_size < 2:
        yield sentence("{path}: each seat needs at least two cards", path="stages")
