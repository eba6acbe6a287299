"""The base class of the stages of Sidi Barrani."""

from __future__ import annotations

from domain.engine.stage import Stage
from domain.games.sidi.rules import SidiRules


class SidiStage(Stage):
    """One stage of Sidi Barrani, with rules of that game."""

    rules: SidiRules
