"""The base class of the stages of 304."""

from __future__ import annotations

from domain.engine.stage import Stage
from domain.games.three04.rules import Three04Rules


class Three04Stage(Stage):
    """One stage of 304, with rules of that game."""

    rules: Three04Rules
