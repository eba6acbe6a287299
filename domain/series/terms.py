"""The terms of a series, as data: what an evening is worth, and which evenings count."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from domain.kernel.errors import Declined

if TYPE_CHECKING:
    from collections.abc import Mapping

PLACE_POINTS: Final = "place-points"
SCORE: Final = "score"
SHARE: Final = "share"
COUNTS: Final = (PLACE_POINTS, SCORE, SHARE)
"""Values of ``counts``: points for the place, the evening's own score, or the share of the evening's best score."""
PLAYER: Final = "player"
PAIR: Final = "pair"
RANKS: Final = (PLAYER, PAIR)
BEST_EVENING: Final = "best-evening"
EVENINGS: Final = "evenings"
NAME: Final = "name"
TIE_BREAKS: Final = (BEST_EVENING, EVENINGS, NAME)
MOST_PLACES: Final = 200
MOST_POINTS: Final = 10_000
MOST_EVENINGS: Final = 200
"""The most evenings of a series."""


@dataclass(frozen=True, slots=True)
class SeriesTerms:
    """The terms of a series."""

    counts: str = PLACE_POINTS
    ranks: str = PLAYER
    """Whether players are ranked alone, or as the pairs or teams that they entered as."""
    points: tuple[int, ...] = (12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
    """The points for each place, first place first; places after the last have none."""
    best: int = 0
    """The number of evenings that count: the best ones of each player; 0 for all."""
    attendance: int = 0
    """The points for each evening that a player came to, whether it counts or not."""
    tie_breaks: tuple[str, ...] = (BEST_EVENING, EVENINGS)


def plain(terms: SeriesTerms) -> dict[str, Any]:
    """Return the terms as JSON values."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(terms).items()}


def load(data: Mapping[str, Any]) -> SeriesTerms:
    """Return stored terms, without a check."""
    read: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return SeriesTerms(**read)


def parse(data: Mapping[str, Any]) -> SeriesTerms:
    """Return the terms from JSON values; what is missing has its default. Raises `Declined` if a value is not legal."""
    names = [each.name for each in fields(SeriesTerms)]
    if unknown := sorted(set(data) - set(names)):
        raise Declined(
            "series-terms",
            "the terms of a series have no {name}; they have {names}",
            name=repr(unknown[0][:40]),
            names=_list(names),
        )
    for name, choices in (("counts", COUNTS), ("ranks", RANKS)):
        if name in data and data[name] not in choices:
            raise Declined("series-terms", "{name} is one of {choices}", name=name, choices=_list(choices))
    points = data.get("points", SeriesTerms().points)
    if not isinstance(points, list | tuple) or not 1 <= len(points) <= MOST_PLACES or not all(map(_is_number, points)):
        raise Declined(
            "series-terms",
            "points are 1 to {places} whole numbers from 0 to {most}",
            places=MOST_PLACES,
            most=MOST_POINTS,
        )
    if any(later > earlier for earlier, later in pairwise(points)):
        raise Declined("series-terms", "points do not rise from one place to the next")
    if not _is_number(best := data.get("best", 0)) or best > MOST_EVENINGS:
        raise Declined(
            "series-terms", "best is a whole number from 0 to {most}; 0 counts all evenings", most=MOST_EVENINGS
        )
    if not _is_number(data.get("attendance", 0)):
        raise Declined("series-terms", "attendance is a whole number from 0 to {most}", most=MOST_POINTS)
    breaks = data.get("tie_breaks", SeriesTerms().tie_breaks)
    if (
        not isinstance(breaks, list | tuple)
        or any(each not in TIE_BREAKS for each in breaks)
        or len(set(breaks)) < len(breaks)
    ):
        raise Declined("series-terms", "tie_breaks are some of {choices}, each once", choices=_list(TIE_BREAKS))
    return SeriesTerms(**{**data, "points": tuple(points), "tie_breaks": tuple(breaks)})


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_POINTS


def _list(names: Any) -> str:
    return ", ".join(names)
