"""The games that a request can name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.catalogue import ruleset

if TYPE_CHECKING:
    from domain.ruleset import AnyRuleset


def game(key: str) -> AnyRuleset:
    """The game of that key. Raises `UnknownRuleset`, which names those there are."""
    return ruleset(key)
