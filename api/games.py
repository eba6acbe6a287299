"""The games that a request can name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.services import services
from domain.games.catalogue import ruleset
from domain.ledger.ids import as_id

if TYPE_CHECKING:
    from domain.engine.ruleset import Ruleset


def game(key: str, club: str | None = None) -> Ruleset:
    """The game of that key: of the club's own rulesets, if it is a club of this book, or a known one.

    Raises `UnknownRuleset`, which names those there are.
    """
    home = as_id(club)
    if home is None or services().catalogue.find(home) is None:
        return ruleset(key)
    return services().ledger.clubs.get_club(home).ruleset(key)
