"""The generated deals of each game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from demo.sidi_table import SidiDeal
from demo.three04_table import Three04Deal
from domain.games.sidi.game import SIDI
from domain.games.three04.game import THREE04

if TYPE_CHECKING:
    from demo.table import Deal
    from domain.engine.game import Game

AnyDeal: TypeAlias = "Deal[Any]"

DEAL_TYPES: Final[dict[Game, type[AnyDeal]]] = {THREE04: Three04Deal, SIDI: SidiDeal}
"""The class that plays the deals of each game."""
