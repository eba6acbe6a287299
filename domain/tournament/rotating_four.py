"""A rotating four as a tournament: its terms and its entries."""

from __future__ import annotations

from typing import Final

from domain.kernel.errors import Declined
from domain.tournament.formats.rotating_four import PLAYERS, RotatingFour
from domain.tournament.terms import Encounter, Terms

RACE: Final = 10
"""The usual length of a set, in tokens."""
MOST_RACE: Final = 999


def four_terms(race: int = RACE) -> Terms:
    """Return the terms of a rotating four whose sets are won by the first with so many tokens.

    Sets won count, then tokens won less tokens lost, then the best set. Whoever is level on all shares the place.
    """
    return Terms(RotatingFour.key, side=1, encounter=Encounter(race=race), tie_breaks=("difference", "best-round"))


def check_four(players: list[str]) -> list[str]:
    """Return the players without surrounding spaces. Raises `Declined` unless there are four, all different."""
    four = [each.strip() for each in players]
    if len(four) != PLAYERS or not all(four):
        raise Declined("four-players", "a rotating four has {players} players", players=PLAYERS)
    if len(set(four)) < PLAYERS:
        raise Declined("four-players", "the four players of a rotating four are all different")
    return four
