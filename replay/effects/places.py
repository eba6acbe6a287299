"""Which tables of the club a command would assign to the tables of the draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from replay.effects.groups import group
from replay.words.effects import NOTHING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from replay.words.effects import EffectWords

    NamePlace = Callable[[str], str]
    """Returns the name of a table of the club by its id."""


def place_changes(
    before: Mapping[int, str], after: Mapping[int, str], name_place: NamePlace, words: EffectWords
) -> list[dict[str, Any]]:
    """Return the group of the tables of the draw whose table of the club changes."""
    was, now = ({number: name_place(place) for number, place in tables.items() if place} for tables in (before, after))
    rows = (
        (words.numbered(number), was.get(number, NOTHING), now.get(number, NOTHING)) for number in sorted({*was, *now})
    )
    return group("places", words.tables_of_club, rows) if before != after else []
