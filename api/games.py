"""Find the ruleset that a request names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.services import ledger, services
from domain.games.catalogue import ruleset
from domain.games.house import house_ruleset
from domain.kernel.ids import as_id

if TYPE_CHECKING:
    from collections.abc import Mapping

    from domain.engine.ruleset import Ruleset


def game(key: str, club: str | None = None) -> Ruleset:
    """Return the ruleset of a key: one of the club's own, else a known one.

    Raises `UnknownRuleset`, which lists the possible keys.
    """
    home = as_id(club)
    if home is None or services().catalogue.find(home) is None:
        return ruleset(key)
    return ledger().clubs.get_club(home).ruleset(key)


def game_of(params: Mapping[str, Any]) -> str | Ruleset | None:
    """Return the game that a new match or deal names: a key, or a known ruleset with changes; None if it names none."""
    key: str | None = params.get("ruleset")
    house = params.get("house")
    if key is None or house is None:
        return key
    game, _ = house_ruleset(ruleset(key), house["key"], house["name"], house["changes"])
    return game
