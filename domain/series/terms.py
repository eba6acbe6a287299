"""The terms of a series, as data: what an evening is worth, and which evenings count."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from domain.engine.words.values import sentence
from domain.kernel.errors import Declined
from domain.kernel.option_checks import check
from domain.options import choice, number, options, values

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

    counts: str = choice(PLACE_POINTS, sentence("What an evening is worth"), COUNTS)
    ranks: str = choice(PLAYER, sentence("Ranking of"), RANKS, about="who is ranked")
    """Whether players are ranked alone, or as the pairs or teams that they entered as."""
    points: tuple[int, ...] = number(
        (12, 10, 8, 7, 6, 5, 4, 3, 2, 1), sentence("Points for each place, first place first"),
        most=MOST_POINTS, longest=MOST_PLACES, about="the points for each place, first place first, as in 5,3,1",
    )  # fmt: skip
    """Places after the last have none."""
    best: int = number(0, sentence("Number of evenings that count, the best ones (0: all)"), most=MOST_EVENINGS)
    attendance: int = number(0, sentence("Points for each evening attended"), most=MOST_POINTS)
    """They count for each evening that a player came to, whether the evening counts or not."""
    tie_breaks: tuple[str, ...] = choice((BEST_EVENING, EVENINGS), sentence("Tie-breaks, in this order"), TIE_BREAKS)


def plain(terms: SeriesTerms) -> dict[str, Any]:
    """Return the terms as JSON values."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values(terms).items()}


def load(data: Mapping[str, Any]) -> SeriesTerms:
    """Return stored terms, without a check."""
    read: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return SeriesTerms(**read)


def parse(data: Mapping[str, Any]) -> SeriesTerms:
    """Return the terms from JSON values; what is missing has its default. Raises `Declined` if a value is not legal."""
    names = options(SeriesTerms)
    if unknown := sorted(set(data) - set(names)):
        raise Declined(
            "series-terms",
            "the terms of a series have no {name}; they have {names}",
            name=repr(unknown[0][:40]),
            names=", ".join(names),
        )
    check(SeriesTerms, data, "series-terms")
    terms = load(data)
    if any(later > earlier for earlier, later in pairwise(terms.points)):
        raise Declined("series-terms", "points do not rise from one place to the next")
    return terms
