"""The games that can be played, and a game with changed rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.games.catalogue import RULESETS, changed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.engine.ruleset import Ruleset


def rulesets() -> Mapping[str, Ruleset]:
    """Return every game that comes with Nought, by its key, such as ``"304"`` or ``"sidi-barrani"``."""
    return RULESETS


def ruleset(key: str, changes: Mapping[str, Any] | None = None) -> Ruleset:
    """Return the game of a key, with ``changes`` from parameters to their new values: ``{"caps.teams": "nobody"}``.

    ``nought rulesets show KEY --parameters`` lists the parameters. Raises `NoughtError` with the code
    ``unknown-ruleset`` if no game has the key, ``ruleset`` if the changes do not make a game.
    """
    return changed(key, changes)
